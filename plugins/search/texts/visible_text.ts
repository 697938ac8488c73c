// What a reader of an HTML page sees as text, for ranked search and its snippets.
import { decodeNamedCharacterReference } from "decode-named-character-reference";

const HIDDEN = "script, style, template, noscript, svg, math, iframe, object";
/** Elements that do not break the line they stand in; all others part the words around them. */
export const INLINE = new Set(
  "a abbr b bdi bdo cite code data del dfn em font i ins kbd mark q rp rt ruby s samp small span strong sub sup time tt u var wbr".split(
    " ",
  ),
);

/** What is found in the markup that is scanned right now: one scan ends before another begins. */
let parts: string[] = [];
let hidden = 0;

/** Made once, since reading its selectors takes as long as reading a short page. */
const rewriter = new HTMLRewriter()
  .on("*", {
    element(node) {
      if (!INLINE.has(node.tagName)) parts.push("\n");
      const alt = node.tagName === "img" ? node.getAttribute("alt") : null;
      if (alt && hidden === 0) parts.push(alt, "\n");
    },
  })
  .on(HIDDEN, {
    element(node) {
      if (node.selfClosing || !node.canHaveContent) return;
      hidden += 1;
      node.onEndTag(() => {
        hidden -= 1;
      });
    },
  })
  .onDocument({
    text(chunk) {
      if (hidden === 0) parts.push(chunk.text);
    },
  });

/** The text between the tags, references resolved, white space as it comes. Linear in time, no tree is built. */
export function visibleText(markup: string): string {
  parts = [];
  hidden = 0;
  try {
    rewriter.transform(markup);
  } catch {
    // The scanner gives up on markup that it cannot read without a tree; what it found before that still counts.
  }
  const text = parts.join("");
  parts = [];
  return decodeReferences(text).replace(/\0/g, "");
}

export function decodeReferences(text: string): string {
  return text.replace(/&(?:#(?:x([0-9a-f]{1,6})|(\d{1,7}))|([a-z][a-z0-9]{1,31}));/gi, (whole, hex, digits, name) => {
    if (name) return decodeNamedCharacterReference(name) || whole;
    const code = hex ? Number.parseInt(hex, 16) : Number(digits);
    return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : whole;
  });
}
