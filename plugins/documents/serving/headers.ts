// The headers that keep a published file from doing harm, and the browser from keeping what is not its to keep.
import { attachment } from "../download.ts";
import { baseName } from "../paths.ts";
import { GENERATED_PAGE_CSP } from "../render/render.ts";
import type { ServedFile } from "./served.ts";

/** Script may run, but in an origin of its own: it reaches neither cookies nor any other document. */
const SANDBOX = "sandbox allow-scripts allow-forms allow-modals allow-popups allow-downloads";

/** Types that a browser executes as a document. */
const EXECUTED = /^(text\/html|application\/xhtml\+xml|image\/svg\+xml|(application|text)\/([a-z.]+\+)?xml)\b/;
/** What is shown in place; everything else is offered as a download when somebody goes to it. */
const INLINE = /^(image\/|audio\/|video\/|application\/pdf|application\/json|text\/)/;

/** The headers of one file. `open` is true when it takes no cookie and no password to read it. */
export function fileHeaders(
  path: string,
  file: ServedFile,
  reader: { open: boolean; framers: string },
): Record<string, string> {
  const headers: Record<string, string> = {
    "content-security-policy": policyOf(file, reader.framers),
    "x-content-type-options": "nosniff",
    // The address is the key to the document, so it is told to nobody.
    "referrer-policy": "no-referrer",
    "x-robots-tag": "noindex, nofollow",
    "cache-control": reader.open ? "public, no-cache" : "private, no-cache",
  };
  if (!INLINE.test(file.content_type) && !EXECUTED.test(file.content_type)) {
    headers["content-disposition"] = attachment(baseName(path));
  }
  return headers;
}

/** Module scripts and fonts of a sandboxed page are read across origins, its own origin being nobody's. */
export const READABLE_FROM_ANYWHERE = {
  "access-control-allow-origin": "*",
  "cross-origin-resource-policy": "cross-origin",
};

function policyOf(file: ServedFile, framers: string): string {
  if (file.generated) return `${GENERATED_PAGE_CSP}; frame-ancestors ${framers}`;
  if (EXECUTED.test(file.content_type)) return `${SANDBOX}; frame-ancestors ${framers}`;
  // A PDF viewer is a frame of the browser's own; everything else that is no page may load and run nothing.
  return file.content_type === "application/pdf"
    ? `frame-ancestors ${framers}`
    : `default-src 'none'; frame-ancestors ${framers}`;
}
