/** What this browser prefers: light or dark, what the page may move, whether it may be heard, whose it is. */
type Theme = "auto" | "light" | "dark";

const KEY = "grognard.theme";
const SOUND = "grognard.sound";
const NAME = "grognard.name";
const darkQuery = matchMedia("(prefers-color-scheme: dark)");
const narrowQuery = matchMedia("(max-width: 720px)");
const motionQuery = matchMedia("(prefers-reduced-motion: reduce)");

function stored(): Theme {
  try {
    const word = localStorage.getItem(KEY);
    return word === "light" || word === "dark" ? word : "auto";
  } catch {
    return "auto";
  }
}

function storedSound(): boolean {
  try {
    return localStorage.getItem(SOUND) !== "off";
  } catch {
    return true;
  }
}

function storedName(): string {
  try {
    return localStorage.getItem(NAME) ?? "";
  } catch {
    return "";
  }
}

class Prefs {
  theme = $state<Theme>(stored());
  sound = $state(storedSound());
  /** How its owner wants to be called at tables. */
  name = $state(storedName());
  systemDark = $state(darkQuery.matches);
  /** A phone: there is no room beside the map. */
  narrow = $state(narrowQuery.matches);
  stillness = $state(motionQuery.matches);
  dark = $derived(this.theme === "dark" || (this.theme === "auto" && this.systemDark));

  constructor() {
    darkQuery.addEventListener("change", () => (this.systemDark = darkQuery.matches));
    narrowQuery.addEventListener("change", () => (this.narrow = narrowQuery.matches));
    motionQuery.addEventListener("change", () => (this.stillness = motionQuery.matches));
  }

  toggle(): void {
    this.theme = this.dark ? "light" : "dark";
    remember(KEY, this.theme);
  }

  toggleSound(): void {
    this.sound = !this.sound;
    remember(SOUND, this.sound ? "on" : "off");
  }

  setName(name: string): void {
    this.name = name.trim();
    remember(NAME, this.name);
  }
}

function remember(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Then it holds until the page is closed.
  }
}

export const prefs = new Prefs();
