/** A guided first turn: which step has come, and what may be answered in it. What was played says where the learner is. */
import type { Decision, Lesson, LessonStep } from "./types";

export class Guide {
  /** Steps before this one have been read. */
  read = $state(0);
  /** The step in which the other side is being played. */
  playing = $state(-1);

  constructor(readonly lesson: Lesson, private readonly actions: () => number, read = 0) {
    this.read = read;
  }

  index = $derived.by(() => {
    const { steps } = this.lesson;
    const played = this.actions();
    const ends = (i: number) => steps[i + 1]?.at ?? this.lesson.end;
    const first = steps.findIndex((s, i) => (s.awaited.length > 0 ? ends(i) > played : s.at >= played));
    const last = steps.findLastIndex((s) => s.at <= played);
    return Math.max(first < 0 ? steps.length - 1 : first, Math.min(this.read, last));
  });
  step = $derived.by<LessonStep>(() => this.lesson.steps[this.index]!);
  /** What the step waits for now. */
  awaited = $derived(this.step.awaited.find((a) => a.at === this.actions()) ?? null);
  /** Whether the learner has to do something, rather than read or watch. */
  mine = $derived.by(() => this.awaited?.seat === this.lesson.seat);
  last = $derived.by(() => this.index === this.lesson.steps.length - 1);
  reminder = $derived(this.mine ? "The guided turn waits for what glows; leave it to play as you like" : "Read on: press Next beside the map");

  /** The question with the awaited answer alone; while something is explained, what that is about. */
  narrowed(decision: Decision): Decision {
    if (this.mine) return { ...decision, offers: decision.offers.filter((o) => o.action === this.awaited?.action) };
    const about = (kind: string) => this.step.point.flatMap((p) => (p.startsWith(`${kind} `) ? [p.slice(kind.length + 1)] : []));
    return { ...decision, offers: [], pieces: about("piece"), places: about("place"), panel: decision.panel };
  }
}
