// What the pages of all plugins have in common:
// who has to sign in first, where a form leads, and how scripts and stylesheets are served.
import { type Actor, anyone, found, html, type Operation, type Page, type RequestFacts } from "../kernel/plugin.ts";
import { answerPageFile, type PageFile } from "../kernel/ports/pages.ts";
import { operation } from "./operation.ts";

/** Where people land who did not say. */
export const START_PATH = "/app";
const LENGTH_MAX = 2048;

/**
 * The path to go on to: one on the app host, with its query, or the start page. Anything that a browser could read as
 * another origin (`//host`, `/\host`, a scheme, control characters that it would drop) is not followed.
 */
export function safeNext(requested: string | undefined, baseUrl: string): string {
  if (!requested || requested.length > LENGTH_MAX || !/^\/(?![/\\])[^\\\x00-\x20\x7f]*$/.test(requested))
    return START_PATH;
  if (!URL.canParse(requested, baseUrl)) return START_PATH;
  const url = new URL(requested, baseUrl);
  // Dot segments may leave two slashes in front, which the next reader would take for a host.
  if (url.origin !== baseUrl || url.pathname.startsWith("//")) return START_PATH;
  return url.pathname + url.search;
}

/**
 * The address of sign-in, which goes on to `next`, a path of the app host; `email` is written into its form. With `again` whoever
 * is signed in does it once more.
 */
export function signInPath(next: string, { email, again }: { email?: string; again?: true } = {}): string {
  const named = email === undefined ? "" : `&email=${encodeURIComponent(email)}`;
  return `/auth/login?next=${encodeURIComponent(next)}${named}${again ? "&again=true" : ""}`;
}

/** The same for a page that was asked for: back to it with its query. */
export function signInFor({ pathname, search }: URL): string {
  return signInPath(pathname + search);
}

/** Of a page for people: whoever is not signed in at this browser does that first, and comes back to it. */
export const signedInPage = {
  raw: "page",
  also: [302],
  signed_out: ({ url }: RequestFacts) => found(signInFor(url)),
} as const;

/** What stands around the body of a page of the app that somebody is signed in to; `style` is the address of its own stylesheet. */
export function pageFor(actor: Actor, style: string): Pick<Page, "styles" | "wide" | "header"> {
  return { styles: [style], wide: true, header: html`<span class="who soft">${actor.email}</span>` };
}

/** Of what a page's form does: it leads back to a page. */
export const pageForm = { raw: "page", status: 303 } as const;

/** Serves a page's script or stylesheet at an address of the app host, to everybody, and again only when it changed. */
export function servePageFile(spec: {
  id: string;
  route: `GET /${string}`;
  summary: string;
  file: PageFile;
}): Operation {
  const { file, ...named } = spec;
  return operation({
    ...named,
    raw: "download",
    also: [304],
    anonymous: true,
    permit: anyone(),
    run: ({ request }) => answerPageFile(file, request.headers),
  });
}
