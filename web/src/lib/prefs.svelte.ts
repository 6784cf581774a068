/** What this browser's owner prefers, kept by the browser; the settings page changes it. */
export type Theme = "auto" | "light" | "dark";
/** How what others did is told: step by step, as a summary, or not at all. */
export type TellingWay = "steps" | "summary" | "off";
/** Whether anything may move; `auto` asks the system. */
export type Motion = "auto" | "moving" | "still";
/** Whether a button that leaves something undone asks once more. */
export type Confirming = "never" | "left-over";
export type TextSize = "small" | "normal" | "large" | "largest";

/** How fast steps are played back. */
export const SPEEDS = [0.5, 1, 2, 4] as const;
export type Speed = (typeof SPEEDS)[number];
export const TEXT_SIZES: Record<TextSize, number> = { small: 0.9, normal: 1, large: 1.15, largest: 1.3 };

const darkQuery = matchMedia("(prefers-color-scheme: dark)");
const narrowQuery = matchMedia("(max-width: 720px)");
const motionQuery = matchMedia("(prefers-reduced-motion: reduce)");

/** What was kept under a name, if it is one of the words that are known. */
function stored<T extends string>(key: string, known: readonly T[], otherwise: T): T {
  const found = known.find((word) => word === read(key));
  return found ?? otherwise;
}

function read(key: string): string {
  try {
    return localStorage.getItem(`grognard.${key}`) ?? "";
  } catch {
    return "";
  }
}

function keep(key: string, value: string): void {
  try {
    localStorage.setItem(`grognard.${key}`, value);
  } catch {
    // Then it holds until the page is closed.
  }
}

class Prefs {
  theme = $state<Theme>(stored("theme", ["auto", "light", "dark"], "auto"));
  contrast = $state(stored("contrast", ["usual", "strong"], "usual"));
  sound = $state(read("sound") !== "off");
  telling = $state<TellingWay>(stored("telling", ["steps", "summary", "off"], "steps"));
  speed = $state<Speed>(SPEEDS.find((s) => String(s) === read("speed")) ?? 1);
  motion = $state<Motion>(stored("motion", ["auto", "moving", "still"], "auto"));
  confirming = $state<Confirming>(stored("confirming", ["never", "left-over"], "never"));
  text = $state<TextSize>(stored("text", ["small", "normal", "large", "largest"], "normal"));
  /** How its owner wants to be called at tables. */
  name = $state(read("name"));

  systemDark = $state(darkQuery.matches);
  private systemStill = $state(motionQuery.matches);
  /** A phone: there is no room beside the map. */
  narrow = $state(narrowQuery.matches);
  dark = $derived(this.theme === "dark" || (this.theme === "auto" && this.systemDark));
  stillness = $derived(this.motion === "still" || (this.motion === "auto" && this.systemStill));

  constructor() {
    darkQuery.addEventListener("change", () => (this.systemDark = darkQuery.matches));
    narrowQuery.addEventListener("change", () => (this.narrow = narrowQuery.matches));
    motionQuery.addEventListener("change", () => (this.systemStill = motionQuery.matches));
  }

  /** Change one of them and keep it. */
  set<K extends "theme" | "contrast" | "telling" | "speed" | "motion" | "confirming" | "text">(key: K, value: this[K]): void {
    this[key] = value;
    keep(key, String(value));
  }

  toggle(): void {
    this.set("theme", this.dark ? "light" : "dark");
  }

  toggleSound(): void {
    this.sound = !this.sound;
    keep("sound", this.sound ? "on" : "off");
  }

  setName(name: string): void {
    this.name = name.trim();
    keep("name", this.name);
  }
}

export const prefs = new Prefs();
