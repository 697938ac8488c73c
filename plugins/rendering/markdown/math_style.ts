// The stylesheet of pages with formulas:
// KaTeX's own, and a class for every length that KaTeX would write into an element's style.
import { readdirSync, readFileSync } from "node:fs";

/** The properties to which KaTeX gives lengths, and what their classes begin with. */
const PROPERTIES: ReadonlyMap<string, string> = new Map([
  ["height", "h"],
  ["vertical-align", "va"],
  ["top", "t"],
  ["bottom", "b"],
  ["left", "l"],
  ["width", "w"],
  ["min-width", "mw"],
  ["margin-left", "ml"],
  ["margin-right", "mr"],
  ["padding-left", "pl"],
  ["border-width", "bw"],
  ["border-top-width", "bt"],
  ["border-right-width", "br"],
  ["border-bottom-width", "bb"],
]);
/** Lengths beyond so many em have no class. */
const WHOLE_MAX = 100;
const LENGTH = /^(-?(?:\d+(?:\.\d*)?|\.\d+))em$/;

/** How KaTeX paints what it could not read, where nothing but a command is wrong: the page has a colour for that. */
export const FAULT_COLOUR = "#cc0000";

/** Grounds and frames of these colours are shown; of others, what stands on them is. */
const PAINTS = [
  ...["aqua", "black", "blue", "cyan", "fuchsia", "gray", "green", "lime", "magenta", "maroon", "navy", "olive"],
  ...["orange", "pink", "purple", "red", "silver", "teal", "white", "yellow"],
];

/** The classes of what KaTeX declares beside lengths. */
export const STYLED_CLASS: ReadonlyMap<string, string> = new Map([
  ["position:relative", "k-relative"],
  ["margin:0 -0.02em", "k-line"],
  ["border-style:solid", "k-solid"],
  ["border-right-style:solid", "k-right-solid"],
  ["border-right-style:dashed", "k-right-dashed"],
  [`color:${FAULT_COLOUR}`, "k-fault"],
  ...PAINTS.map((name): [string, string] => [`background-color:${name}`, `k-on-${name}`]),
  ...PAINTS.map((name): [string, string] => [`border-color:${name}`, `k-in-${name}`]),
]);

/** The classes that give `property` a length of KaTeX's to a hundredth of an em, far less than an eye sees; null where there are none. */
export function classesOfLength(property: string, value: string): string[] | null {
  const name = PROPERTIES.get(property);
  const written = LENGTH.exec(value)?.[1];
  if (name === undefined || written === undefined) return null;
  const hundredths = Math.round(Number(written) * 100);
  const whole = Math.floor(hundredths / 100);
  if (Math.abs(whole) > WHOLE_MAX) return null;
  return [`k-${name}`, `k-${name}${whole}`, `k-${name}_${hundredths - whole * 100}`];
}

/** Where KaTeX keeps what a page of its needs. */
const DIST = new URL("./", import.meta.resolve("katex"));

/** The whole stylesheet; its fonts lie in `fonts/` beside it, in the one format that every browser with the rest reads. */
export function mathStylesheet(): string {
  const own = readFileSync(new URL("katex.min.css", DIST), "utf8");
  const woff2 = own.replace(/,url\([^)]*\.(?:woff|ttf)\) format\("(?:woff|truetype)"\)/g, "");
  const fixed = [...STYLED_CLASS].map(([declaration, name]) => `.${name}{${declaration}}`);
  fixed.push(".k-fault{color:var(--danger)}");
  return [woff2, ...fixed, ...[...PROPERTIES].flatMap(([property, name]) => rulesOf(property, name))].join("\n");
}

/** A length is a whole number of em and hundredths, each set by a class of its own, or there would be a hundred times the rules. */
function rulesOf(property: string, name: string): string[] {
  const rules = [`.k-${name}{${property}:calc(var(--${name}) + var(--${name}_))}`];
  for (let whole = -WHOLE_MAX; whole <= WHOLE_MAX; whole++) rules.push(`.k-${name}${whole}{--${name}:${whole}em}`);
  for (let part = 0; part < 100; part++) rules.push(`.k-${name}_${part}{--${name}_:${part / 100}em}`);
  return rules;
}

/** The fonts of the stylesheet by their names. */
export function mathFonts(): ReadonlyMap<string, URL> {
  const folder = new URL("fonts/", DIST);
  const names = readdirSync(folder).filter((name) => name.endsWith(".woff2"));
  return new Map(names.map((name) => [name, new URL(name, folder)]));
}
