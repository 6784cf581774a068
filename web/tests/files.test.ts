import assert from "node:assert/strict";
import { test } from "node:test";
import { fileOf } from "../src/site/files";

test("what a server would answer has a file on a site", () => {
  assert.equal(fileOf("/api/games"), "data/games.json");
  assert.equal(fileOf("/api/games/seelow"), "data/seelow/catalog.json.packed");
  assert.equal(fileOf("/api/games/seelow/map.svg?palette=dark&numbers=true"), "data/seelow/map-dark.svg.packed");
  assert.equal(fileOf("/api/games/seelow/legend?palette=light"), "data/seelow/legend-light.json");
  assert.equal(fileOf("/api/games/seelow/picture?v=abc&palette=dark"), "data/seelow/picture-dark.webp");
  assert.equal(fileOf("/api/games/seelow/picture?v=abc"), "data/seelow/picture-light.webp");
  assert.equal(fileOf("/api/games/seelow/guide"), "data/seelow/guide.md");
  assert.equal(fileOf("/help/index.html"), "help/index.html");
});
