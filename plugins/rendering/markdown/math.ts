// Formulas made by KaTeX where the page is made, without script.
// Its lengths become classes of our stylesheet, since the policy allows no style in an element.
import type { Element } from "hast";
import { toHtml } from "hast-util-to-html";
import { element } from "../html/element.ts";
import type { Seal } from "./alerts.ts";
import { classesOfLength, FAULT_COLOUR, STYLED_CLASS } from "./math_style.ts";

/** A formula as the source has it. */
export interface Formula {
  tex: string;
  display: boolean;
}

/** `page` is for pages with our stylesheet, `elsewhere` for what is shown in pages of others: browsers draw MathML by themselves. */
export type MathPlace = "page" | "elsewhere";

/** Longer formulas, and those behind so much output or so many faults on one page, are shown as their source. */
const TEX_LENGTH_MAX = 10_000;
const OUTPUT_LENGTH_MAX = 4 * 1024 * 1024;
const FAULTS_MAX = 100;
/** A macro may double what it is given, so a long formula may use fewer of them. */
const EXPANSIONS_MIN = 100;
const EXPANSIONS_MAX = 1000;
const EXPANDED_LENGTH_MAX = 300_000;
/** The largest size that TeX may ask for, in em. */
const SIZE_MAX_EM = 50;

/** Those of a tree, in their order. */
export interface Formulas extends Seal {
  formulas: readonly Formula[];
}

/** What stands in a tree for a formula until it is text: no source can know the seal, so none can name a place. */
export function placeOf({ seal }: Seal, index: number): string {
  return `${seal}${index}.`;
}

/** The formula whose place an element of a safe tree holds; null for one that a source made itself. */
export function formulaAt(place: Element, { formulas, seal }: Formulas): Formula | null {
  const [only] = place.children;
  if (only?.type !== "text" || !only.value.startsWith(seal)) return null;
  return formulas[Number.parseInt(only.value.slice(seal.length), 10)] ?? null;
}

/** `html` with the formulas in their places. */
export async function fillFormulas(
  html: string,
  { formulas, seal, place }: Formulas & { place: MathPlace },
): Promise<string> {
  if (formulas.length === 0) return html;
  const made = await renderFormulas(formulas, place);
  return html.replace(new RegExp(`${seal}(\\d+)\\.`, "g"), (_, index: string) => made[Number(index)] ?? "");
}

interface Drawn {
  html: string;
  is_faulty: boolean;
}

type Katex = typeof import("katex").default;

/** It takes a moment to load, which pages without formulas never pay. */
const loadKatex = async (): Promise<Katex> => (await import("katex")).default;

/** The HTML of each formula, in their order; one with a fault is its source with what is wrong about it. */
async function renderFormulas(formulas: readonly Formula[], place: MathPlace): Promise<string[]> {
  const katex = await loadKatex();
  const made = new Map<string, Drawn>();
  let length = 0;
  let faults = 0;
  return formulas.map((formula) => {
    const { tex, display } = formula;
    const key = `${display ? "$$" : "$"}${tex}`;
    const isBeyond = length > OUTPUT_LENGTH_MAX || faults > FAULTS_MAX || tex.length > TEX_LENGTH_MAX;
    if (isBeyond) return sourceOf(tex, "");
    const drawn = made.get(key) ?? draw(katex, formula, place);
    if (drawn.is_faulty && !made.has(key)) faults++;
    made.set(key, drawn);
    length += drawn.html.length;
    return drawn.html;
  });
}

function draw(katex: Katex, { tex, display }: Formula, place: MathPlace): Drawn {
  const expansions = Math.floor(EXPANDED_LENGTH_MAX / Math.max(1, tex.length));
  const options = {
    displayMode: display,
    throwOnError: true,
    trust: false,
    strict: "ignore",
    errorColor: FAULT_COLOUR,
    maxSize: SIZE_MAX_EM,
    maxExpand: Math.max(EXPANSIONS_MIN, Math.min(EXPANSIONS_MAX, expansions)),
  } as const;
  try {
    const whole = place === "page" ? withoutStyle(katex.renderToString(tex, options)) : null;
    return { html: whole ?? bareMathml(katex.renderToString(tex, { ...options, output: "mathml" })), is_faulty: false };
  } catch (error) {
    return { html: sourceOf(tex, faultOf(error)), is_faulty: true };
  }
}

/** What is wrong, without the source that KaTeX repeats. A formula that exhausts the stack is one that is nested too deeply. */
function faultOf(error: unknown): string {
  if (error instanceof RangeError) return "nested too deeply";
  const message = error instanceof Error ? error.message : String(error);
  return message.replace(/^KaTeX parse error: /, "").replace(/ at (?:position \d+|end of input): .*$/s, "");
}

function sourceOf(tex: string, fault: string): string {
  const code = element("code", {}, tex);
  if (fault === "") return toHtml(code);
  return toHtml(
    element(
      "span",
      { className: ["math-fault"] },
      code,
      " ",
      element("span", { className: ["math-fault-why"] }, fault),
    ),
  );
}

const TAG = /<(\/?)([A-Za-z]+)((?: [\w:-]+="[^"]*")*)(\/?)>/g;
const STYLE = / style="([^"]*)"/;
const CLASS = / class="([^"]*)"/;

/** KaTeX's HTML with classes in place of styles; null where it asks for what our stylesheet cannot say. */
function withoutStyle(html: string): string | null {
  const open: string[] = [];
  let isSaid = true;
  const plain = html.replace(TAG, (whole, slash: string, name: string, attributes: string, alone: string) => {
    if (slash !== "") return `</${open.pop() ?? name}>`;
    const style = STYLE.exec(attributes)?.[1];
    const said = style === undefined ? { classes: [], colour: null } : readStyle(style);
    if (!said) {
      isSaid = false;
      return whole;
    }
    // The one way to give a text any colour without a style, and the colour is the same to a reader.
    const tag = said.colour === null ? name : "font";
    if (alone === "") open.push(tag);
    if (style === undefined) return whole;
    const bare = attributes.replace(STYLE, "");
    const given = CLASS.exec(bare)?.[1];
    const classes = [...(given === undefined || given === "" ? [] : [given]), ...said.classes].join(" ");
    const rest = bare.replace(CLASS, "") + (said.colour === null ? "" : ` color="${said.colour}"`);
    return `<${tag}${classes === "" ? "" : ` class="${classes}"`}${rest}${alone}>`;
  });
  return isSaid ? plain : null;
}

/** What stands on a ground or in a frame can be read without it. */
const PAINTED = new Set(["background-color", "border", "border-color"]);
const COLOUR = /^(?:#[0-9a-fA-F]{3}|#[0-9a-fA-F]{6}|[a-zA-Z]+)$/;

function readStyle(style: string): { classes: string[]; colour: string | null } | null {
  const classes: string[] = [];
  let colour: string | null = null;
  for (const declaration of style.split(";")) {
    if (declaration === "") continue;
    const [property = "", value = ""] = declaration.split(":");
    const fixed = STYLED_CLASS.get(declaration);
    const length = fixed === undefined ? classesOfLength(property, value) : [fixed];
    if (length) classes.push(...length);
    else if (property === "color" && COLOUR.test(value)) colour = value;
    else if (!PAINTED.has(property)) return null;
  }
  return { classes, colour };
}

/** A formula in MathML alone, which a browser draws by itself. */
function bareMathml(html: string): string {
  return html.replace(TAG, (whole) => whole.replace(STYLE, ""));
}
