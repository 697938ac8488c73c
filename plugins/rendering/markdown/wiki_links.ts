// `[[name]]` and `![[file]]` in markdown:
// constructs of the parser, so that code, escapes and tables mean what they mean everywhere else.
import type { Image, Link, PhrasingContent } from "mdast";
import type { CompileContext, Extension, Token } from "mdast-util-from-markdown";
import type { Code, Construct, State, Extension as Syntax } from "micromark-util-types";
import { readWikiLink } from "../wiki.ts";
import { slugOf } from "./heading_ids.ts";
import { type NameCollector, referenceTo } from "./named_references.ts";
import { embedded, mayBeNote } from "./note_links.ts";

declare module "micromark-util-types" {
  interface TokenTypeMap {
    wikiLink: "wikiLink";
    wikiLinkMark: "wikiLinkMark";
    wikiLinkText: "wikiLinkText";
  }
}

/** Where references lead, by what is written; null for one that leads nowhere. What is not in it leads nowhere. */
export type Destinations = Readonly<Record<string, string | null>>;

const EMBED = 33;
const OPEN = 91;
const CLOSE = 93;
const PARENTHESIS = 40;
const CHARS_MAX = 400;

const wikiLink = (destinations: Destinations, names: NameCollector | undefined): Construct => ({
  name: "wikiLink",
  tokenize(effects, ok, nok): State {
    const { offset } = this.now();
    let written = "";
    let isEmbed = false;
    let leads = false;
    const start: State = (code) => {
      effects.enter("wikiLink");
      effects.enter("wikiLinkMark");
      effects.consume(code);
      isEmbed = code === EMBED;
      return isEmbed ? first : second;
    };
    const first: State = (code) => {
      if (code !== OPEN) return nok(code);
      effects.consume(code);
      return second;
    };
    const second: State = (code) => {
      if (code !== OPEN) return nok(code);
      effects.consume(code);
      effects.exit("wikiLinkMark");
      effects.enter("wikiLinkText");
      return text;
    };
    const text: State = (code) => {
      if (code === CLOSE) {
        leads = namesSomething(written, { isEmbed, destinations });
        effects.exit("wikiLinkText");
        effects.enter("wikiLinkMark");
        effects.consume(code);
        return last;
      }
      // A line that ends has a negative code.
      if (code === null || isLineEnd(code) || code === OPEN || written.length >= CHARS_MAX) return nok(code);
      written += code > 0 ? String.fromCharCode(code) : "\t";
      effects.consume(code);
      return text;
    };
    const last: State = (code) => {
      if (code !== CLOSE) return nok(code);
      effects.consume(code);
      effects.exit("wikiLinkMark");
      effects.exit("wikiLink");
      return after;
    };
    // `[[1]](address)` is the usual way to write a note that links to its source.
    const after: State = (code) => {
      if (code === PARENTHESIS) return nok(code);
      if (leads) return ok(code);
      // What names nothing is markdown like any other, such as a link inside brackets; that it was named is kept.
      names?.note({ offset, inside: written, embeds: isEmbed });
      return nok(code);
    };
    return start;
  },
});

/** The contract's forms always do, and are shown as broken where they lead nowhere; a note's name only where there is one. */
function namesSomething(
  written: string,
  { isEmbed, destinations }: { isEmbed: boolean; destinations: Destinations },
): boolean {
  if (!isEmbed && readWikiLink(written)) return true;
  const note = mayBeNote(written, { embeds: isEmbed });
  return note !== null && (destinations[isEmbed ? embedded(note.ref) : note.ref] ?? null) !== null;
}

function isLineEnd(code: NonNullable<Code>): boolean {
  return code < 0 && code !== -1 && code !== -2;
}

/** The syntax of a text with these destinations, for micromark. */
export function wikiSyntax(destinations: Destinations, names?: NameCollector): Syntax {
  const construct = wikiLink(destinations, names);
  return { text: { [OPEN]: construct, [EMBED]: construct } };
}

/** Makes links of the references, each with what it refers to. What names nothing stays as it is written. */
export function wikiBuilder(destinations: Destinations, { headings }: { headings: ReadonlySet<string> }): Extension {
  function build(this: CompileContext, token: Token): undefined {
    const written = this.sliceSerialize(token);
    const node = written.startsWith("!")
      ? buildEmbed(written.slice(3, -2), destinations)
      : buildLink(written.slice(2, -2), { destinations, headings });
    if (node?.type === "link") this.enter(node, token);
    else if (node) this.enter(node, token);
    else this.enter({ type: "text", value: written }, token);
    this.exit(token);
  }
  return { enter: { wikiLink: build }, exit: { wikiLink: () => undefined } };
}

function buildLink(
  inside: string,
  { destinations, headings }: { destinations: Destinations; headings: ReadonlySet<string> },
): Link | null {
  const reference = readWikiLink(inside);
  const own = reference && "tag" in reference.target ? headingOf(reference.target.tag, headings) : null;
  if (reference && own !== null) {
    return { type: "link", url: `#${encodeURI(own)}`, children: [{ type: "text", value: reference.text }] };
  }
  const named = reference ?? mayBeNote(inside);
  if (!named) return null;
  const references = referenceTo({ inside, embeds: false });
  const shown: PhrasingContent = { type: "text", value: named.text };
  const href = destinations[named.ref] ?? null;
  if (href !== null) return { type: "link", url: href, children: [shown], data: { references } };
  const hProperties = broken(named.ref);
  return { type: "link", url: "", children: [shown], data: { hName: "span", hProperties, references } };
}

/** No tag is kept with white space in it: such a name is one of a heading, where the page has that. */
function headingOf(tag: string, headings: ReadonlySet<string>): string | null {
  const id = slugOf(tag);
  return /\s/.test(tag) && headings.has(id) ? id : null;
}

const PICTURE = /\.(?:avif|bmp|gif|jpe?g|png|svg|webp)$/i;

/** A picture is shown in its place; of anything else the reader is led to it. */
function buildEmbed(inside: string, destinations: Destinations): Image | Link | null {
  const note = mayBeNote(inside, { embeds: true });
  const href = note && destinations[embedded(note.ref)];
  if (!note || !href) return null;
  const { text, width, height } = note;
  const references = referenceTo({ inside, embeds: true });
  if (!PICTURE.test(note.name)) {
    return { type: "link", url: href, children: [{ type: "text", value: text }], data: { references } };
  }
  const size = { ...(width !== null && { width }), ...(height !== null && { height }) };
  return { type: "image", url: href, alt: text, data: { hProperties: size, references } };
}

/** How a page shows a reference that leads nowhere. */
function broken(ref: string): { className: string[]; title: string } {
  return { className: ["broken-link"], title: `Nothing answers to ${ref}` };
}
