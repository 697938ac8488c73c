// What a drawing costs whoever looks at it: how often its parts are drawn, and how often they are blurred.
import { manifest } from "../manifest.ts";
import { DrawingError, type XmlElement } from "./xml.ts";

/** Elements that a browser would draw, those that `use` repeats counted each time, and what a blur costs as so many. */
const DRAWN_MAX = manifest.caps.icon_drawn_parts;
/** Of blurs that lie within each other each reads more than the one inside. */
const FILTERS_DEEP_MAX = manifest.caps.icon_filters_deep;
/** Twelve of these may be applied: each reads every point of the drawing, however little the file says. */
const BLUR_COST = manifest.caps.icon_blur_parts;
const FILTER_COST = 20;
const BLURS = new Set(["feGaussianBlur", "feMorphology"]);

interface Cost {
  parts: number;
  /** How many filters lie within each other. */
  filters: number;
}

/**
 * Throws for a drawing that is small as a file and takes a browser for ever: its parts repeat each other, or are filtered again and
 * again. A filter costs what it holds wherever it is applied, by an attribute, a style or a rule of a style sheet.
 */
export function refuseCostly(root: XmlElement): void {
  const elements = [...everyElement(root)];
  const byId = new Map<string, XmlElement>();
  for (const element of elements) {
    const id = element.attributes.get("id");
    // Of two with one id a browser takes the first.
    if (id !== undefined && !byId.has(id)) byId.set(id, element);
  }
  const rules = elements.flatMap((element) => (element.name === "style" ? rulesOf(element) : []));
  const costs = new Map<XmlElement, Cost>();
  const open = new Set<XmlElement>();
  const costOf = (element: XmlElement): Cost => {
    const known = costs.get(element);
    if (known !== undefined) return known;
    if (open.has(element)) throw new DrawingError("a part of it refers to itself");
    open.add(element);
    const cost = { parts: BLURS.has(element.name) ? BLUR_COST : 1, filters: 0 };
    const include = (other: Cost) => {
      cost.parts += other.parts;
      cost.filters = Math.max(cost.filters, other.filters);
    };
    for (const child of element.children) if (typeof child !== "string") include(costOf(child));
    const written = [...element.attributes, ...rules.filter(({ isFor }) => isFor(element)).map(declarationsOf)];
    for (const used of referencesIn(written)) {
      const target = byId.get(used);
      if (target) include(costOf(target));
    }
    const functions = written.map(([, value]) => functionsCost(value)).reduce((sum, one) => sum + one, 0);
    cost.parts += functions;
    if (functions > 0 || written.some(isFiltered)) cost.filters += 1;
    open.delete(element);
    if (cost.parts > DRAWN_MAX)
      throw new DrawingError(
        `its parts repeat each other, or are blurred, more than ${DRAWN_MAX} times (a blur counts as ${BLUR_COST})`,
      );
    if (cost.filters > FILTERS_DEEP_MAX)
      throw new DrawingError(`its filters lie within each other more than ${FILTERS_DEEP_MAX} deep`);
    costs.set(element, cost);
    return cost;
  };
  costOf(root);
}

type Written = readonly [name: string, value: string];

function isFiltered([name, value]: Written): boolean {
  if (name === "filter") return value.trim() !== "" && value.trim() !== "none";
  return name === "style" && /filter\s*:\s*(?!none)/i.test(value);
}

/** What the functions of CSS cost that filter without an element. */
function functionsCost(value: string): number {
  const blurs = value.match(/(?:blur|drop-shadow)\s*\(/gi)?.length ?? 0;
  const others =
    value.match(/(?:brightness|contrast|grayscale|hue-rotate|invert|opacity|saturate|sepia)\s*\(/gi)?.length ?? 0;
  return blurs * BLUR_COST + others * FILTER_COST;
}

function referencesIn(written: readonly Written[]): string[] {
  return written.flatMap(([name, value]) => {
    if (name === "href" || name === "xlink:href") return [value.trim().slice(1)];
    return [...value.matchAll(/url\s*\(\s*["']?#([\w.:-]+)/gi)].map((match) => match[1] ?? "");
  });
}

interface Rule {
  declarations: string;
  isFor(element: XmlElement): boolean;
}

const declarationsOf = ({ declarations }: Rule): Written => ["style", declarations];

/** The rules of a style sheet, each with what it may be for: by a class, an id or a name alone, and otherwise everything. */
function rulesOf({ children }: XmlElement): Rule[] {
  const text = children
    .filter((child) => typeof child === "string")
    .join("")
    .replace(/\/\*[\s\S]*?(?:\*\/|$)/g, " ");
  return [...text.matchAll(/([^{}]*)\{([^{}]*)/g)].map(([, selectors = "", declarations = ""]) => ({
    declarations,
    isFor: (element) => selectors.split(",").some((selector) => mayBeFor(selector.trim(), element)),
  }));
}

/** What is not drawn itself, so that no rule of a style sheet filters it. */
const NOT_DRAWN = /^(?:fe[A-Z]|filter$|style$|title$|desc$|stop$|linearGradient$|radialGradient$)/;

function mayBeFor(selector: string, { name, attributes }: XmlElement): boolean {
  if (NOT_DRAWN.test(name)) return false;
  const [, kind, called] = /^([.#]?)([\w-]+)$/.exec(selector) ?? [];
  if (called === undefined) return true;
  if (kind === "#") return attributes.get("id") === called;
  if (kind === ".") return (attributes.get("class") ?? "").split(/\s+/).includes(called);
  return name === called;
}

function* everyElement(element: XmlElement): Generator<XmlElement> {
  yield element;
  for (const child of element.children) if (typeof child !== "string") yield* everyElement(child);
}
