// Tells the language of a page that names none, so that it is read aloud, hyphenated and translated as what it is;
// in doubt it tells none.

import { francAll } from "franc-min";
import type { Nodes, Root } from "hast";

/** Fewer letters tell too little, and more tell nothing new. */
const LETTERS_MIN = 300;
const LETTERS_MAX = 4000;
/** How far the next language must lie behind, the best one being at 1. */
const LEAD_MIN = 0.08;

/** Languages that are named by the group that they are the standard of; the others shorten by themselves. */
const SHORT: ReadonlyMap<string, string> = new Map([
  ["arb", "ar"],
  ["cmn", "zh"],
  ["pes", "fa"],
]);

/** BCP 47; null in doubt. Code and formulas are no language. */
export function detectLanguage(tree: Root): string | null {
  const prose = proseOf(tree);
  return detectByWords(prose) ?? detectByScript(prose);
}

function detectByWords(prose: string): string | null {
  if (prose.length < LETTERS_MIN) return null;
  const [best, next] = francAll(prose, { minLength: LETTERS_MIN });
  if (!best || best[0] === "und" || best[1] - (next?.[1] ?? 0) < LEAD_MIN) return null;
  return SHORT.get(best[0]) ?? Intl.getCanonicalLocales(best[0])[0] ?? null;
}

/** Scripts that hardly any other language of today is written in, or one that is told from the others by letters of its own. */
const SCRIPTS: readonly (readonly [letters: RegExp, lang: string])[] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, "ja"],
  [/\p{Script=Hangul}/u, "ko"],
  [/\p{Script=Han}/u, "zh"],
  [/\p{Script=Hebrew}/u, "he"],
  [/[ٹڈڑںےھ]/u, "ur"],
  [/[پچژگکی]/u, "fa"],
  [/\p{Script=Arabic}/u, "ar"],
  [/\p{Script=Greek}/u, "el"],
  [/\p{Script=Thai}/u, "th"],
];
const LETTERS_OF_SCRIPTS =
  /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Han}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Greek}\p{Script=Thai}]/gu;
const LETTER = /\p{L}/gu;

/** Of a short text, which its letters tell: what is read from the right is never English. Null where most letters are of other scripts. */
function detectByScript(prose: string): string | null {
  const own = prose.match(LETTERS_OF_SCRIPTS) ?? [];
  if (2 * own.length <= (prose.match(LETTER)?.length ?? 0)) return null;
  const letters = own.join("");
  return SCRIPTS.find(([script]) => script.test(letters))?.[1] ?? null;
}

const SILENT = new Set(["pre", "code", "kbd", "samp", "tt"]);

/** The first words of a tree, without addresses and digits. */
function proseOf(tree: Root): string {
  let prose = "";
  const waiting: Nodes[] = [tree];
  for (let node = waiting.pop(); node && prose.length < LETTERS_MAX; node = waiting.pop()) {
    if (node.type === "text") prose += `${node.value.slice(0, LETTERS_MAX).replace(/\S*[/@\d]\S*/g, " ")} `;
    else if (node.type === "element" && SILENT.has(node.tagName)) continue;
    else if ("children" in node) for (const child of node.children.toReversed()) waiting.push(child);
  }
  return prose.replace(/\s+/g, " ").trim();
}
