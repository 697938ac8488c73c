// What an uploaded SVG may hold (rules: folders/svg):
// dangerous parts are refused with the reason, unknown ones are left out.
import { refuseCostly } from "./drawing_cost.ts";
import {
  DrawingError,
  parseXml,
  type ReadAttribute,
  type ReadElement,
  SVG,
  writeXml,
  XHTML,
  XLINK,
  type XmlElement,
} from "./xml.ts";

const KEPT_ELEMENTS = new Set([
  ...["svg", "g", "defs", "symbol", "use", "title", "desc", "style", "path", "rect", "circle", "ellipse", "line"],
  ...[
    "polyline",
    "polygon",
    "text",
    "tspan",
    "linearGradient",
    "radialGradient",
    "stop",
    "clipPath",
    "mask",
    "pattern",
  ],
  ...["marker", "filter", "feBlend", "feColorMatrix", "feComposite", "feFlood", "feGaussianBlur", "feMerge"],
  ...["feMergeNode", "feMorphology", "feOffset"],
]);
/** Why an element makes the whole drawing refused, by its name in lower case. */
const REFUSED_ELEMENTS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(["script", "handler", "listener"].map((name) => [name, "scripts are not allowed"])),
  ...Object.fromEntries(
    ["foreignobject", "iframe", "object", "embed", "image", "audio", "video", "canvas", "html", "body", "feimage"].map(
      (name) => [name, "embedding elements are not allowed"],
    ),
  ),
  ...Object.fromEntries(
    ["animate", "animatemotion", "animatetransform", "animatecolor", "set", "discard"].map((name) => [
      name,
      "animations are not allowed",
    ]),
  ),
  a: "links are not allowed",
};

const KEPT_ATTRIBUTES = new Set([
  ...["id", "class", "style", "transform", "viewBox", "width", "height", "x", "y", "x1", "y1", "x2", "y2", "cx", "cy"],
  ...[
    "r",
    "rx",
    "ry",
    "fx",
    "fy",
    "fr",
    "dx",
    "dy",
    "d",
    "points",
    "pathLength",
    "preserveAspectRatio",
    "offset",
    "href",
  ],
  ...["xlink:href", "fill", "fill-opacity", "fill-rule", "stroke", "stroke-width", "stroke-linecap", "stroke-linejoin"],
  ...["stroke-miterlimit", "stroke-dasharray", "stroke-dashoffset", "stroke-opacity", "opacity", "color", "display"],
  ...["visibility", "overflow", "clip-path", "clip-rule", "mask", "filter", "marker-start", "marker-mid", "marker-end"],
  ...["markerWidth", "markerHeight", "markerUnits", "refX", "refY", "orient", "gradientUnits", "gradientTransform"],
  ...["spreadMethod", "stop-color", "stop-opacity", "clipPathUnits", "maskUnits", "maskContentUnits", "patternUnits"],
  ...[
    "patternContentUnits",
    "patternTransform",
    "filterUnits",
    "primitiveUnits",
    "in",
    "in2",
    "result",
    "mode",
    "type",
  ],
  ...["values", "operator", "k1", "k2", "k3", "k4", "radius", "stdDeviation", "flood-color", "flood-opacity"],
  ...["vector-effect", "paint-order", "shape-rendering", "font-family", "font-size", "font-weight", "font-style"],
  ...["text-anchor", "dominant-baseline", "letter-spacing", "mix-blend-mode", "role", "aria-label", "aria-hidden"],
]);

/** The drawing rebuilt from what it may hold. Throws `DrawingError` with the reason. */
export function cleanDrawing(source: string): string {
  const root = parseXml(source);
  if (root.local !== "svg") throw new DrawingError(`its root is "${root.name.slice(0, 40)}" and not svg`);
  if (root.namespace !== SVG && root.namespace !== "") {
    throw new DrawingError(`its root is of "${root.namespace.slice(0, 60)}" and not of ${SVG}`);
  }
  const clean = cleanElement(root, new Set([SVG, root.namespace]));
  clean.attributes.set("xmlns", SVG);
  if (usesXlink(clean)) clean.attributes.set("xmlns:xlink", XLINK);
  refuseCostly(clean);
  return writeXml(clean);
}

/** What is kept has the one name that its namespace gives it. `drawn` are the namespaces that draw. */
function cleanElement({ local, attributes, children }: ReadElement, drawn: ReadonlySet<string>): XmlElement {
  const kept: XmlElement = { name: local, attributes: new Map(), children: [] };
  for (const attribute of attributes) {
    checkAttribute(attribute);
    const name = plainName(attribute);
    if (name !== null && KEPT_ATTRIBUTES.has(name)) kept.attributes.set(name, attribute.value);
  }
  if (local === "style") checkStyle(children);
  for (const child of children) {
    if (typeof child === "string") {
      kept.children.push(child);
      continue;
    }
    checkElement(child);
    const clean = cleanElement(child, drawn);
    if (drawn.has(child.namespace) && KEPT_ELEMENTS.has(child.local)) kept.children.push(clean);
  }
  return kept;
}

function plainName({ local, namespace }: ReadAttribute): string | null {
  if (namespace === "") return local;
  return namespace === XLINK ? `xlink:${local}` : null;
}

/** A browser reads the texts of a style element as one and passes over what stands between them. */
function checkStyle(children: ReadElement["children"]): void {
  if (children.some((child) => typeof child !== "string")) throw new DrawingError("its style holds an element");
  checkCss(children.join(""));
}

/** By its local name, whatever namespace it claims: who reads the drawing may be less strict than we are. */
function checkElement({ name, local, namespace }: ReadElement): void {
  const lower = local.toLowerCase();
  const reason = Object.hasOwn(REFUSED_ELEMENTS, lower) ? REFUSED_ELEMENTS[lower] : undefined;
  if (reason) throw new DrawingError(`it has the element "${name}": ${reason}`);
  if (namespace === XHTML) throw new DrawingError(`it has the element "${name}": elements of HTML are not allowed`);
}

function checkAttribute({ name, local, value }: ReadAttribute): void {
  const lower = local.toLowerCase();
  if (name === "xmlns" || name.startsWith("xmlns:")) return;
  if (lower.startsWith("on")) throw new DrawingError(`it has the event handler "${name}"`);
  if ((lower === "href" || lower === "src") && !/^#[\w.:-]+$/.test(value.trim())) {
    throw new DrawingError(`"${name}" refers to "${value.slice(0, 60)}", which is outside of the file`);
  }
  if (lower === "base") throw new DrawingError(`"${name}" moves references out of the file`);
  checkCss(value);
}

/** Style sheets, style attributes and every other value: nothing may be loaded, and nothing may be written so that it hides. */
function checkCss(text: string): void {
  if (/\\|@|expression\s*\(|-moz-binding|behavior\s*:/i.test(text)) {
    throw new DrawingError("its styles have a rule, an escape or a binding that is not allowed");
  }
  if (/(?:java|vb)script\s*:|data\s*:/i.test(text)) throw new DrawingError("it refers to a script or to data");
  for (const [, inside = ""] of text.matchAll(/url\s*\(([^)]*)/gi)) {
    const target = inside.trim().replace(/^["']|["']$/g, "");
    if (!/^#[\w.:-]+$/.test(target)) {
      throw new DrawingError(`url(${target.slice(0, 60)}) refers to something outside of the file`);
    }
  }
  if (/image(?:-set)?\s*\(|src\s*\(/i.test(text)) throw new DrawingError("its styles load a picture");
}

function usesXlink({ attributes, children }: XmlElement): boolean {
  return attributes.has("xlink:href") || children.some((child) => typeof child !== "string" && usesXlink(child));
}
