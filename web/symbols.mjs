// Draws the unit symbols of MIL-STD-2525D that src/grognard/draw/vocabulary.toml names, by milsymbol:
//
//   node symbols.mjs CODE … > ../src/grognard/draw/symbols.json
//
// python -m grognard.draw.vocabulary --codes prints the codes.
import { ms, numberlandunit } from "./node_modules/milsymbol/index.mjs";

ms.addIcons(numberlandunit);

/** The inside of a symbol's picture; {box} and {ink} stand for the counter's colours. */
function draw(code) {
  return new ms.Symbol(`1003100000${code}0000`, { size: 100, padding: 0, strokeWidth: 8, infoFields: false, fillColor: "#b0ccc0" })
    .asSVG()
    .replace(/^[^]*?<svg[^>]*>/, "")
    .replace(/<\/svg>\s*$/, "")
    .replaceAll('stroke-width="3"', 'stroke-width="7"') // legible on a counter of twenty pixels
    .replaceAll("#b0ccc0", "{box}")
    .replaceAll('"black"', '"{ink}"')
    .replaceAll(/<text[^>]*><\/text>/g, "") // no words in the box
    .replaceAll(' fill-opacity="1"', "")
    .replaceAll(/ *><\/(path|circle)>/g, "/>")
    .trim();
}

const drawn = Object.fromEntries(process.argv.slice(2).sort().map((code) => [code, draw(code)]));
console.log(JSON.stringify(drawn, null, 2));
