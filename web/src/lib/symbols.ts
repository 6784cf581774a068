/** Unit symbols: words on the counters' faces to standard symbols, which milsymbol draws when the board is built. */
import type { Colours } from "./palette";

/** The entity of MIL-STD-2525D (land unit), by word; compound words are matched by their parts, first match wins. */
const ENTITIES: [RegExp, string][] = [
  [/panzergrenadier|mech|apc|armou?red inf/, "121102"],
  [/motor|truck|lorry/, "121104"],
  [/recon|cavalry|cav$|scout/, "121300"],
  [/assault gun|tank destroyer|self-propelled|sp gun/, "120501"],
  [/anti-?tank|at gun|pak/, "120400"],
  [/anti-?air|flak|aa$/, "130100"],
  [/rocket|katyusha|nebel/, "130303"],
  [/mortar/, "130800"],
  [/artillery|gun|howitzer/, "130300"],
  [/tank|panzer|armou?r|tiger|heavy/, "120500"],
  [/engineer|pioneer|sapper/, "140700"],
  [/airborne|para|fallschirm/, "121101"],
  [/mountain|jager|jäger/, "121103"],
  [/marine|naval/, "121106"],
  [/supply|train|depot/, "163400"],
  [/signal/, "111000"],
  [/air|plane|aviation/, "120800"],
  [/headquarters|hq|staff/, "110000"],
  [/infantry|rifle|shock|static|garrison|volk|security|guard|militia|fortress/, "121100"],
];

/** What a word adds to the plain symbol, drawn beside it by the counter. */
export type Mark = "" | "hq" | "fort" | "shock" | "heavy" | "leader" | "sight" | "flag" | "cart";

export function mark(word: string): Mark {
  if (/headquarters|\bhq\b/.test(word)) return "hq";
  if (/sniper|marksm/.test(word)) return "sight";
  if (/refugee|wagon|cart\b/.test(word)) return "cart";
  if (/marker|objective/.test(word)) return "flag";
  if (/static|fort|garrison|tower|bunker/.test(word)) return "fort";
  if (/shock|assault(?! gun)|storm/.test(word)) return "shock";
  if (/tiger|heavy|stalin/.test(word)) return "heavy";
  if (/leader|general|marshal|command/.test(word)) return "leader";
  return "";
}

function entity(word: string): string {
  return ENTITIES.find(([pattern]) => pattern.test(word))?.[1] ?? "000000";
}

const SIZES: Record<string, string> = {
  team: "ø", squad: "•", section: "••", platoon: "•••", company: "I", battery: "I", squadron: "I", battalion: "II",
  regiment: "III", brigade: "X", division: "XX", corps: "XXX", army: "XXXX", "army group": "XXXXX", front: "XXXXX",
};

/** The size mark above the symbol: XX for a division. Words that are no size have none. */
export function sizeMark(size: string): string {
  if (SIZES[size]) return SIZES[size];
  const word = Object.keys(SIZES).reverse().find((name) => size.endsWith(name));
  return word ? SIZES[word]! : "";
}

/** The drawing of each entity, its box in a colour that nothing else has; see vite.config.ts. */
let drawn: Record<string, string> | null = null;
const made = new Map<string, string>();

const BOX_COLOUR = "#b0ccc0";

/** What part of milsymbol's drawing a land unit's frame takes. */
export const SYMBOL_BOX = "19 44 162 112";

/** Load the drawings; they are a chunk of their own, so that the board does not wait for them. */
export async function loadSymbols(): Promise<void> {
  drawn = (await import("virtual:symbols")).default;
}

/** The symbol of a word, or nothing while the drawings are on their way. */
export function symbol(word: string, c: Colours): string {
  if (!drawn) return "";
  const key = `${word}|${c.box}|${c.ink}`;
  let found = made.get(key);
  if (found === undefined) {
    found = (drawn[entity(word)] ?? "").replaceAll(BOX_COLOUR, c.box).replaceAll('"black"', `"${c.ink}"`);
    made.set(key, found);
  }
  return found;
}
