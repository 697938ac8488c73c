// The headers that keep a published file from doing harm, and the browser from keeping what is not its to keep
// (rules: content/sandbox).
import { isCompressible } from "../../kernel/ports/http.ts";
import { attachment, baseName } from "../documents/port/read.ts";
import { generatedPagePolicy, RENDERER_VERSION } from "../rendering/port.ts";
import type { ServedFile } from "./store/served_documents.ts";

/** Script may run, but in an origin of its own: it reaches neither cookies nor any other document. */
export const SANDBOX = "sandbox allow-scripts allow-forms allow-modals allow-popups allow-downloads";

/** Types that a browser executes as a document. */
const EXECUTED = /^(text\/html|application\/xhtml\+xml|image\/svg\+xml|(application|text)\/([a-z.]+\+)?xml)\b/;
/** What is shown in place; everything else is offered as a download when somebody goes to it. */
const INLINE = /^(image\/|audio\/|video\/|application\/pdf|application\/json|text\/)/;

/** By which road a file goes out. */
export type Road =
  /** The link alone opens it. */
  | "link"
  /** A capability in the path opens it: to a page without an origin. */
  | "capability"
  /** A cookie or a password opens it. */
  | "proof";

/** By which road, and the origins of the app and of the host that sends it. */
export interface Sent {
  road: Road;
  base_url: string;
  origin: string;
}

export function fileHeaders(path: string, file: ServedFile, sent: Sent): Headers {
  const { road } = sent;
  const headers = new Headers({
    "content-security-policy": policyOf(file, sent),
    "x-content-type-options": "nosniff",
    // The address is the key to the document, so it is told to nobody.
    "referrer-policy": "no-referrer",
    "x-robots-tag": "noindex, nofollow",
    "cache-control": road === "link" ? "public, no-cache" : "private, no-cache",
    // What a cookie or a password opens is part of no page but those of this origin, which run no script.
    "cross-origin-resource-policy": road === "proof" ? "same-origin" : "cross-origin",
  });
  // Module scripts and fonts of a sandboxed page are read across origins, its own origin being nobody's.
  if (road !== "proof") headers.set("access-control-allow-origin", "*");
  if (isCompressible(file.content_type)) headers.set("vary", "accept-encoding");
  if (isOffered(file.content_type)) {
    headers.set("content-disposition", attachment(baseName(path)));
  }
  return headers;
}

/** Tells files apart whose headers differ by one road on one host. */
export function headersKey(path: string, { renderer, content_type }: ServedFile): string {
  return `${renderer} ${content_type} ${isOffered(content_type) ? baseName(path) : ""}`;
}

/** Whether a file is a page that somebody sent: one that asks for its parts from an origin of its own. */
export function isSentPage(file: ServedFile): boolean {
  return !file.generated && EXECUTED.test(file.content_type);
}

/** As a download. */
function isOffered(content_type: string): boolean {
  return !INLINE.test(content_type) && !EXECUTED.test(content_type);
}

/** Who may show a page in a frame. */
export function framedBy(base_url: string): string {
  return `frame-ancestors 'self' ${base_url}`;
}

function policyOf(file: ServedFile, { road, base_url, origin }: Sent): string {
  const framers = framedBy(base_url);
  if (file.generated) {
    // What is marked to be made again, which is below 0, was made with the style that is known here.
    const is_older = file.renderer !== null && file.renderer >= 0 && file.renderer !== RENDERER_VERSION;
    return `${generatedPagePolicy(origin, { is_older })}; ${framers}`;
  }
  // A sandboxed page has no origin that could be named here, and may want to show another page of its document.
  if (EXECUTED.test(file.content_type)) return road === "link" ? SANDBOX : `${SANDBOX}; ${framers}`;
  // A PDF viewer is a frame of the browser's own; everything else that is no page may load and run nothing.
  return file.content_type === "application/pdf" ? framers : `default-src 'none'; ${framers}`;
}
