// Finds what an HTML document calls itself: its first heading, else its <title>.
import { readAnyText, readTextHead } from "../../texts/port/encoding.ts";
import { decodeReferences } from "./references.ts";

/** What a document calls itself is cut to so many characters. */
export const TITLE_CHARS_MAX = 300;

/** Scans at most this much, so that a title costs little even in a document of 20 MiB. */
export const SCANNED_BYTES_MAX = 2 * 1024 * 1024;

const HEADINGS = "h1, h2, h3, h4, h5, h6";

interface Found {
  heading: string;
  title: string;
}

/** The first heading that holds text, else the title, else null. Linear in time, no tree is built. */
export function findHtmlTitle(html: string | Uint8Array): string | null {
  const found = scan(typeof html === "string" ? html.slice(0, SCANNED_BYTES_MAX) : decode(html));
  return readText(found.heading) ?? readText(found.title);
}

function decode(html: Uint8Array): string {
  const head = html.subarray(0, SCANNED_BYTES_MAX);
  return (head.length < SCANNED_BYTES_MAX ? readAnyText(head) : readTextHead(head)) ?? new TextDecoder().decode(head);
}

/** What is found of the text that is scanned right now: one scan ends before another begins. */
let found: Found = { heading: "", title: "" };
let skipped = 0;
let inHeading = 0;
let inTitle = false;

/** Made once, since reading its selectors takes as long as reading a short page. */
const rewriter = new HTMLRewriter()
  .on("svg, math, template, script, style, noscript", {
    element(node) {
      if (node.selfClosing || !node.canHaveContent) return;
      skipped++;
      node.onEndTag(() => {
        skipped--;
      });
    },
  })
  .on(HEADINGS, {
    element(node) {
      if (found.heading.trim() !== "" || inHeading > 0) return;
      inHeading++;
      node.onEndTag(() => {
        inHeading--;
      });
    },
    text(chunk) {
      if (inHeading > 0 && skipped === 0 && found.heading.length < 4 * TITLE_CHARS_MAX) found.heading += chunk.text;
    },
  })
  .on("title", {
    element(node) {
      inTitle = found.title === "" && skipped === 0;
      node.onEndTag(() => {
        inTitle = false;
      });
    },
    text(chunk) {
      if (inTitle && found.title.length < 4 * TITLE_CHARS_MAX) found.title += chunk.text;
    },
  });

function scan(html: string): Found {
  found = { heading: "", title: "" };
  skipped = 0;
  inHeading = 0;
  inTitle = false;
  try {
    rewriter.transform(html);
  } catch {
    // The scanner gives up on markup that it cannot read without a tree; what it found before that still counts.
  }
  return found;
}

/** Character references become characters, white space one space. */
function readText(markup: string): string | null {
  const text = decodeReferences(markup).replace(/\s+/g, " ").trim();
  return text === "" ? null : cutTitle(text);
}

/** As much of a heading as a title may have. */
export function cutTitle(text: string): string {
  return [...text.slice(0, 2 * TITLE_CHARS_MAX)].slice(0, TITLE_CHARS_MAX).join("").toWellFormed();
}
