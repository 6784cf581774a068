/** What this browser prefers: light or dark, and what the page may move. */
type Theme = "auto" | "light" | "dark";

const KEY = "grognard.theme";
const darkQuery = matchMedia("(prefers-color-scheme: dark)");
const motionQuery = matchMedia("(prefers-reduced-motion: reduce)");

function stored(): Theme {
  try {
    const word = localStorage.getItem(KEY);
    return word === "light" || word === "dark" ? word : "auto";
  } catch {
    return "auto";
  }
}

class Prefs {
  theme = $state<Theme>(stored());
  systemDark = $state(darkQuery.matches);
  stillness = $state(motionQuery.matches);
  dark = $derived(this.theme === "dark" || (this.theme === "auto" && this.systemDark));

  constructor() {
    darkQuery.addEventListener("change", () => (this.systemDark = darkQuery.matches));
    motionQuery.addEventListener("change", () => (this.stillness = motionQuery.matches));
  }

  toggle(): void {
    this.theme = this.dark ? "light" : "dark";
    try {
      localStorage.setItem(KEY, this.theme);
    } catch {
      // Then it holds until the page is closed.
    }
  }
}

export const prefs = new Prefs();
