// Reads a drawing as XML 1.0 with namespaces, without DTD, CDATA or processing instructions, and writes one.
import { SaxesParser } from "saxes";
import { manifest } from "../manifest.ts";

export const SVG = "http://www.w3.org/2000/svg";
export const XLINK = "http://www.w3.org/1999/xlink";
export const XHTML = "http://www.w3.org/1999/xhtml";

/** An element as it was read: what it is says its namespace, whatever prefix stands for that. */
export interface ReadElement {
  /** As it was written, with its prefix. */
  name: string;
  local: string;
  namespace: string;
  attributes: ReadAttribute[];
  /** What is text stands between elements, never two texts beside each other. */
  children: (ReadElement | string)[];
}

export interface ReadAttribute {
  name: string;
  local: string;
  /** `""` without a prefix. */
  namespace: string;
  value: string;
}

/** An element to write. */
export interface XmlElement {
  name: string;
  attributes: Map<string, string>;
  children: (XmlElement | string)[];
}

/** What is wrong with a drawing, in words for who uploaded it. */
export class DrawingError extends Error {
  override name = "DrawingError";
}

const DEPTH_MAX = manifest.caps.icon_levels;
const MESSAGE_CHARS_MAX = 120;
/** Prefixes that drawings use without saying what they stand for, as HTML lets them. What else is unsaid belongs to nobody. */
const UNSAID: ReadonlyMap<string, string> = new Map([
  ["", ""],
  ["xlink", XLINK],
]);
const UNBOUND = "urn:unbound:";

/** The root element of a document. Throws `DrawingError`. */
export function parseXml(source: string): ReadElement {
  const resolvePrefix = (prefix: string) => UNSAID.get(prefix) ?? `${UNBOUND}${prefix}`;
  const parser = new SaxesParser({ xmlns: true, defaultXMLVersion: "1.0", forceXMLVersion: true, resolvePrefix });
  parser.ENTITIES = knownEntities(parser.ENTITIES);
  const top: ReadElement = { name: "", local: "", namespace: "", attributes: [], children: [] };
  const open = [top];
  let closed = top;
  const parent = () => open.at(-1) ?? top;

  parser.on("opentag", ({ name, local, uri, attributes }) => {
    if (open.length > DEPTH_MAX) throw new DrawingError(`elements are nested more than ${DEPTH_MAX} deep`);
    const element: ReadElement = {
      ...{ name, local, namespace: uri, children: [] },
      attributes: Object.values(attributes).map((each) => ({
        ...{ name: each.name, local: each.local, namespace: each.uri, value: each.value },
      })),
    };
    parent().children.push(element);
    open.push(element);
  });
  parser.on("closetag", () => {
    closed = open.pop() ?? top;
  });
  parser.on("text", (text) => {
    // A comment in the middle leaves one text, as whoever reads the drawing sees it.
    const { children } = parent();
    const before = children.at(-1);
    if (typeof before === "string") children.splice(-1, 1, before + text);
    else children.push(text);
  });
  parser.on("doctype", () => refuseMarkup("a DOCTYPE"));
  parser.on("cdata", () => refuseMarkup("a CDATA section"));
  parser.on("processinginstruction", () => refuseMarkup("a processing instruction"));
  parser.on("error", ({ message }) => {
    const unclosed = /unexpected close tag/.test(message) ? closed : /unclosed tag/.test(message) ? parent() : null;
    if (unclosed) throw new DrawingError(`"${cut(unclosed.name)}" is not closed`);
    throw new DrawingError(`it is not well-formed XML (line:column: ${cut(message)})`);
  });
  parser.write(source).close();
  const root = top.children.find((child) => typeof child !== "string");
  if (!root) throw new DrawingError("it has no element");
  return root;
}

function refuseMarkup(what: string): never {
  throw new DrawingError(`it has ${what}, which is not allowed`);
}

/** The five entities of XML; whatever else is asked for ends the reading with its name. */
function knownEntities(entities: Record<string, string>): Record<string, string> {
  return new Proxy(entities, {
    get: (known, name) => {
      const value: unknown = Reflect.get(known, name);
      if (value === undefined) refuseMarkup(`the entity "&${cut(String(name))};"`);
      return value;
    },
  });
}

function cut(text: string): string {
  return text.slice(0, MESSAGE_CHARS_MAX);
}

/** An element as text, every character that could mean something else escaped. */
export function writeXml({ name, attributes, children }: XmlElement): string {
  const written = [...attributes].map(([attribute, value]) => ` ${attribute}="${escapeXml(value)}"`).join("");
  if (children.length === 0) return `<${name}${written}/>`;
  const inside = children.map((child) => (typeof child === "string" ? escapeXml(child) : writeXml(child))).join("");
  return `<${name}${written}>${inside}</${name}>`;
}

function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
