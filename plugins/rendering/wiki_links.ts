// `[[name]]` in markdown: a construct of the parser, so that code, escapes and tables mean what they mean everywhere else.
import type { Link, PhrasingContent } from "mdast";
import type { CompileContext, Extension, Token } from "mdast-util-from-markdown";
import type { Code, Construct, State, Extension as Syntax } from "micromark-util-types";
import { type PageReference, type Reference, readWikiLink } from "./wiki.ts";

declare module "micromark-util-types" {
  interface TokenTypeMap {
    wikiLink: "wikiLink";
    wikiLinkMark: "wikiLinkMark";
    wikiLinkText: "wikiLinkText";
  }
}

/** Where references lead, by what is written; null for one that leads nowhere. What is not in it leads nowhere. */
export type Destinations = Readonly<Record<string, string | null>>;

const OPEN = 91;
const CLOSE = 93;
const PARENTHESIS = 40;
const CHARS_MAX = 400;

const wikiLink: Construct = {
  name: "wikiLink",
  tokenize(effects, ok, nok): State {
    let written = "";
    const start: State = (code) => {
      effects.enter("wikiLink");
      effects.enter("wikiLinkMark");
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
        // What names nothing is markdown like any other, such as a link inside brackets.
        if (!readWikiLink(written)) return nok(code);
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
    const after: State = (code) => (code === PARENTHESIS ? nok(code) : ok(code));
    return start;
  },
};

function isLineEnd(code: NonNullable<Code>): boolean {
  return code < 0 && code !== -1 && code !== -2;
}

/** The syntax, for micromark. */
export const WIKI_SYNTAX: Syntax = { text: { [OPEN]: wikiLink } };

/** Makes links of the references, and notes each of them in `found`. What names nothing stays as it is written. */
export function wikiBuilder(destinations: Destinations, found: PageReference[]): Extension {
  function build(this: CompileContext, token: Token): undefined {
    const written = this.sliceSerialize(token);
    const reference = readWikiLink(written.slice(2, -2));
    if (!reference) {
      this.enter({ type: "text", value: written }, token);
      this.exit(token);
      return;
    }
    found.push(keep(reference));
    const shown: PhrasingContent = { type: "text", value: reference.text };
    const href = destinations[reference.ref] ?? null;
    const node: Link =
      href === null
        ? { type: "link", url: "", children: [shown], data: { hName: "span", hProperties: broken(reference.ref) } }
        : { type: "link", url: href, children: [shown] };
    this.enter(node, token);
    this.exit(token);
  }
  return { enter: { wikiLink: build }, exit: { wikiLink: () => undefined } };
}

/** How a page shows a reference that leads nowhere. */
function broken(ref: string): { className: string[]; title: string } {
  return { className: ["broken-link"], title: `Nothing answers to ${ref}` };
}

function keep({ ref, path, workspace, target }: Reference): PageReference {
  const alias = "alias" in target ? target.alias : null;
  const doc_id = "doc_id" in target ? target.doc_id : null;
  const tag = "tag" in target ? target.tag : null;
  return { ref, path, workspace, alias, doc_id, tag };
}
