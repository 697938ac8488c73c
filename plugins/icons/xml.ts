// Reads the small part of XML that a drawing needs (XML 1.0, without DTD), and says no to everything else.

/** An element; what is text stands between its children, never two texts beside each other. */
export interface XmlElement {
  name: string;
  attributes: Map<string, string>;
  children: (XmlElement | string)[];
}

/** What is wrong with a drawing, in words for who uploaded it. */
export class DrawingError extends Error {
  override name = "DrawingError";
}

const DEPTH_MAX = 64;
const NAME = /[A-Za-z_][\w.:-]*/y;
const SPACE = /[ \t\r\n]*/y;
const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** The root element of a document. Throws `DrawingError`. */
export function parseXml(source: string): XmlElement {
  const reader = new Reader(source.replace(/^\uFEFF/, ""));
  reader.skipProlog();
  const root = reader.element(0);
  reader.skipComments();
  if (!reader.isAtEnd()) throw new DrawingError("there is something behind the closing tag");
  return root;
}

class Reader {
  private at = 0;
  constructor(private readonly source: string) {}

  isAtEnd(): boolean {
    return this.at >= this.source.length;
  }

  skipProlog(): void {
    if (this.source.startsWith("<?xml ", this.at)) this.at = this.indexAfter("?>");
    this.skipComments();
  }

  skipComments(): void {
    for (this.take(SPACE); this.source.startsWith("<!--", this.at); this.take(SPACE)) this.skipComment();
  }

  element(depth: number): XmlElement {
    if (depth > DEPTH_MAX) throw new DrawingError(`elements are nested more than ${DEPTH_MAX} deep`);
    this.refuseDeclarations();
    this.expect("<");
    const name = this.name();
    const attributes = this.attributes();
    const element: XmlElement = { name, attributes, children: [] };
    if (this.accept("/>")) return element;
    this.expect(">");
    while (!this.accept(`</${name}`)) this.child(element, depth);
    this.take(SPACE);
    this.expect(">");
    return element;
  }

  private child(parent: XmlElement, depth: number): void {
    if (this.source.startsWith("<!--", this.at)) {
      this.skipComment();
      return;
    }
    if (this.source.startsWith("</", this.at)) throw new DrawingError(`"${parent.name}" is not closed`);
    if (this.source[this.at] === "<") {
      parent.children.push(this.element(depth + 1));
      return;
    }
    const end = this.source.indexOf("<", this.at);
    if (end < 0) throw new DrawingError(`"${parent.name}" is not closed`);
    // A comment in the middle leaves one text, as whoever reads the drawing sees it.
    const before = parent.children.at(-1);
    const text = decode(this.source.slice(this.at, end));
    if (typeof before === "string") parent.children.splice(-1, 1, before + text);
    else parent.children.push(text);
    this.at = end;
  }

  private attributes(): Map<string, string> {
    const attributes = new Map<string, string>();
    for (;;) {
      const spaced = this.take(SPACE) !== "";
      if (this.isAtEnd() || /[/>]/.test(this.source[this.at] ?? "")) return attributes;
      if (!spaced) throw new DrawingError("attributes are not apart from each other");
      const name = this.name();
      this.take(SPACE);
      this.expect("=");
      this.take(SPACE);
      const quote = this.source[this.at];
      if (quote !== '"' && quote !== "'") throw new DrawingError(`attribute "${name}" is not quoted`);
      const end = this.source.indexOf(quote, this.at + 1);
      const value = this.source.slice(this.at + 1, end < 0 ? undefined : end);
      if (end < 0 || value.includes("<")) throw new DrawingError(`attribute "${name}" is not closed`);
      if (attributes.has(name)) throw new DrawingError(`attribute "${name}" is there twice`);
      attributes.set(name, decode(value));
      this.at = end + 1;
    }
  }

  private refuseDeclarations(): void {
    if (this.source.startsWith("<!DOCTYPE", this.at)) throw new DrawingError("it has a DOCTYPE, which is not allowed");
    if (this.source.startsWith("<!", this.at))
      throw new DrawingError("it has a declaration or CDATA, which is not allowed");
    if (this.source.startsWith("<?", this.at))
      throw new DrawingError("it has a processing instruction, which is not allowed");
  }

  private skipComment(): void {
    this.at = this.indexAfter("-->");
  }

  private indexAfter(mark: string): number {
    const found = this.source.indexOf(mark, this.at);
    if (found < 0) throw new DrawingError(`"${mark}" is missing`);
    return found + mark.length;
  }

  private name(): string {
    const name = this.take(NAME);
    if (name === "") throw new DrawingError("it is not well-formed XML");
    return name;
  }

  private take(pattern: RegExp): string {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.source)?.[0] ?? "";
    this.at += found.length;
    return found;
  }

  private accept(text: string): boolean {
    if (!this.source.startsWith(text, this.at)) return false;
    this.at += text.length;
    return true;
  }

  private expect(text: string): void {
    if (!this.accept(text)) throw new DrawingError("it is not well-formed XML");
  }
}

function decode(text: string): string {
  if (text.includes("\0")) throw new DrawingError("it is not well-formed XML");
  return text.replace(/&([^;]{0,20};?)/g, (_whole, named: string) => {
    const name = named.endsWith(";") ? named.slice(0, -1) : "";
    const number = /^#(?:x([0-9a-fA-F]{1,6})|(\d{1,7}))$/.exec(name);
    const code = number ? Number.parseInt(number[1] ?? number[2] ?? "", number[1] === undefined ? 10 : 16) : -1;
    if (code > 8 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)) return String.fromCodePoint(code);
    const known = Object.hasOwn(ENTITIES, name) ? ENTITIES[name] : undefined;
    if (known === undefined) throw new DrawingError(`it has the entity "&${named.slice(0, 20)}", which is not allowed`);
    return known;
  });
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
