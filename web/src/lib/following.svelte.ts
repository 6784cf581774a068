/** Where the map is looked at: what is asked, taught, shown or pointed at comes into sight by itself. */
import { tick, untrack } from "svelte";
import type { Camera } from "./camera.svelte";
import type { Atlas } from "./geometry";
import { prefs } from "./prefs.svelte";
import { forQuestion, forStep, legible, valueSize, type Look, type Pane } from "./sight";
import type { TableStore } from "./store.svelte";

export class Following {
  /** How much of the map's top the prompt covers; measured when the prompt changes, not while the map moves. */
  head = $state(0);
  /** How much of its foot is covered. */
  foot = $state(0);
  private readonly readable = $derived.by(() => legible(this.atlas, valueSize(this.table.catalog!.pieces.map((p) => p.face.values.join("-")))));
  /** The phase and the player that were last looked at. */
  private opened = "";
  /** What has been asked in this phase. */
  private asked = new Set<string>();

  /** To be made while a component is: it follows as long as that lives. */
  constructor(private readonly table: TableStore, private readonly atlas: Atlas, private readonly camera: () => Camera, private readonly frame: () => HTMLElement) {
    $effect(() => this.followQuestion());
    $effect(() => this.followLessonCard());
    $effect(() => {
      const { wanted } = this.table;
      if (wanted.length > 0 && this.camera().width > 0) untrack(() => this.showWanted(wanted));
    });
    $effect(() => this.followSheet());
    $effect(() => this.followStory());
  }

  private measure(): void {
    const [above, below] = [this.head, this.foot];
    const prompt = document.querySelector<HTMLElement>(".stage > .prompt");
    this.head = prompt ? prompt.offsetTop + prompt.offsetHeight + 6 : 0;
    const low = [...document.querySelectorAll<HTMLElement>(prefs.narrow ? ".stage > :is(.tray, .replay, .cup), .lesson, .advice, .puzzle" : ".stage > .replay")];
    // What a line of the open sheet refers to must be seen above the sheet.
    if (prefs.narrow && (this.table.pointed || this.table.analysis.on)) low.push(...document.querySelectorAll<HTMLElement>(".table.sheet > aside"));
    const tops = low.map((e) => e.getBoundingClientRect().top);
    this.foot = low.length > 0 ? this.frame().getBoundingClientRect().bottom - Math.min(...tops) + 6 : 0;
    const camera = this.camera();
    if (camera.width > 0 && (this.foot < below || (this.head > above && camera.whole))) camera.rest();
  }

  /** What of the window can be seen through, and the corners that lie on it: the overview and the buttons for zooming. */
  private pane(): Pane {
    const { left, top } = this.frame().getBoundingClientRect();
    const found = [...document.querySelectorAll(".mini, .zoom, .stage > .told")].map((c) => c.getBoundingClientRect()).filter((c) => c.width > 0);
    const corners = found.map((c) => ({ x: c.x - left, y: c.y - top, width: c.width, height: c.height }));
    const { width, height } = this.camera();
    return { width, height, head: this.head, foot: this.foot, corners };
  }

  private look(): Look {
    const camera = this.camera();
    const [x, y] = camera.toPicture(camera.width / 2, (camera.height + this.head - this.foot) / 2);
    return { x, y, k: camera.k };
  }

  private go(to: Look | null, glide = true): void {
    if (to) this.camera().centre(to.x, to.y, to.k, glide);
  }

  private followQuestion(): void {
    const { decision, waiting, guide } = this.table;
    void waiting;
    void guide?.step;
    if (this.camera().width === 0) return;
    void tick().then(() => {
      const { table, atlas } = this;
      this.measure();
      const begun = table.log.findLast((l) => l.kind === "Began");
      const phase = decision ? `${decision.seat} ${begun?.at} ${begun?.text}` : this.opened;
      const first = this.opened === "";
      if (!decision && !first) return;
      const at = new Map(table.view?.pieces.map((p) => [p.id, p.place]));
      const offers = table.offers.filter((o) => !o.aside).map((o) => o.place || at.get(o.piece) || "");
      const about = decision ? [...decision.pieces.map((p) => at.get(p) ?? ""), ...decision.places] : [];
      // Who fires from afar is listed beside the map; what is fired at must be seen.
      const target = decision?.panel ? (decision.places[0] ?? "") : "";
      const hand = target || (decision?.pieces.length === 1 ? (at.get(decision.pieces[0]!) ?? "") : "");
      const fresh = phase !== this.opened || first;
      this.opened = phase;
      if (table.guide) return this.showLesson(first);
      if (fresh) this.asked = new Set();
      const again = this.asked.has(decision?.frame ?? "");
      this.asked.add(decision?.frame ?? "");
      const question = { places: [...new Set([...about, ...offers])], hand, fresh, again, stacks: [...table.stacks.keys()] };
      this.go(forQuestion(atlas, this.pane(), this.look(), question, this.readable), !first);
    });
  }

  /** A guided turn shows all that it refers to and waits for, fitted like a step of a story. */
  private showLesson(first = false): void {
    const { table, atlas } = this;
    const { decision, offers, guide } = table;
    const at = new Map(table.view?.pieces.map((p) => [p.id, p.place]));
    const spoken = guide!.step.point.flatMap((p) => (p.startsWith("place ") ? [p.slice(6)] : p.startsWith("piece ") ? [at.get(p.slice(6)) ?? ""] : []));
    const asked = offers.map((o) => o.place || at.get(o.piece) || "");
    const about = decision ? [...decision.pieces.map((p) => at.get(p) ?? ""), ...decision.places] : [];
    const places = [...new Set(guide!.mine ? [...asked, ...about] : spoken)];
    const whole = { places: about, hand: "", fresh: true, stacks: [...table.stacks.keys()] };
    this.go(forStep(atlas, this.pane(), this.look(), places, this.readable) ?? (first ? forQuestion(atlas, this.pane(), this.look(), whole, this.readable) : null), !first);
  }

  private showWanted(places: string[]): void {
    if (prefs.narrow) this.measure();
    this.go(forStep(this.atlas, this.pane(), this.look(), places, this.readable));
  }

  /** When the sheet is put down, the map has its whole window again. */
  private followSheet(): (() => void) | void {
    const sheet = prefs.narrow ? document.querySelector(".table > aside") : null;
    if (!sheet) return;
    const watch = new ResizeObserver(() => {
      if (this.table.pointed && !document.querySelector(".table.sheet")) this.measure();
    });
    watch.observe(sheet);
    return () => watch.disconnect();
  }

  /** The card of a guided turn lies on the map where there is no room beside it: its size decides what can be seen. */
  private followLessonCard(): (() => void) | void {
    const card = this.table.guide && prefs.narrow ? document.querySelector(".lesson") : null;
    if (!card) return;
    const watch = new ResizeObserver(() => {
      this.measure();
      this.showLesson();
    });
    watch.observe(card);
    return () => watch.disconnect();
  }

  /** Follow what is told, and what is stepped through. */
  private followStory(): void {
    const { table } = this;
    const { beat, pieces } = table.story;
    const places = beat ? beat.places : table.replay.on ? table.recent.flatMap((l) => l.places) : [];
    if ((!beat && !table.replay.on) || this.camera().width === 0) return;
    if (!beat && table.drawn.length > 0) return; // a plan is looked at, not a step
    const spoken = new Set(beat?.lines.flatMap((l) => (l.text ? l.pieces : [])));
    const seen = beat?.kind === "move" ? beat.moves.flatMap((m) => m.path) : places.length > 0 ? places : pieces.filter((p) => spoken.has(p.id)).map((p) => p.place);
    void tick().then(() => {
      this.measure();
      this.go(forStep(this.atlas, this.pane(), this.look(), seen, this.readable));
    });
  }
}
