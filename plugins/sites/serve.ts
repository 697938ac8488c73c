// Answers a request for a page of a site: from memory for a stranger, made for a person;
// a neutral page with a way to sign in for what is not there.
import { type Actor, Refusal, refuse } from "../../kernel/plugin.ts";
import { readViewerCookie, viewerTextOf } from "../../kernel/ports/auth.ts";
import { countedAs, keptQuery, servedPort } from "../content/port.ts";
import { documentReadHook } from "../documents/port/hooks.ts";
import {
  acceptsMarkdown,
  answerKey,
  type MadeAnswer,
  type OwnPage,
  prepareAnswer,
  prepareOwn,
  sendKept,
  sendOwn,
  sitesPort,
} from "./answers/answers.ts";
import type { MadeFrom } from "./answers/held.ts";
import {
  findSiteHost,
  findViewer,
  readerFor,
  readerKey,
  type SiteCall,
  type SiteHost,
  type SiteReader,
} from "./asked.ts";
import type { Site } from "./model/site.ts";
import { missingPage } from "./pages/missing.ts";
import type { SiteVisitor } from "./pages/shell.ts";

/** Of the page to come back to. */
export const SIGN_IN_CHARS_MAX = 2000;

/** What a page is made with. */
export interface Visit {
  call: SiteCall;
  host: SiteHost;
  reader: SiteReader;
  /** The person who reads, of whichever workspace; null for nobody known, and for whom the reader is not let in as. */
  person: Actor | null;
  /** What says later that the site is still as it is built now; null where it is not remembered. */
  from: MadeFrom | null;
  visitor: SiteVisitor;
  /** Pages are asked for as they were written. */
  wants_markdown: boolean;
  /** The version that the address names of the document that it leads to; null for the current one. */
  pinned: number | null;
}

/** Makes an answer, or answers with another address. Throws the neutral 404. */
export type Make = (visit: Visit) => Promise<MadeAnswer | Response>;

/** What is asked for. */
export interface SiteAddress {
  /** Of the operation that was called. */
  operation: string;
  /** That the address names; null for the domain's own. */
  workspace: string | null;
}

export async function serveSite(call: SiteCall, at: SiteAddress, make: Make): Promise<Response> {
  try {
    return await serve(call, at, make);
  } catch (error) {
    if (!(error instanceof Refusal) || error.kind !== "notFound") throw error;
    await call.runtime.quotas.takeFor("content_missing", call);
    if (!wantsPage(call.request.headers)) throw error;
    const visitor = visitorOf(call, viewerTextOf(call.request.headers) !== null);
    return missingPage(backToAsked(visitor, call));
  }
}

async function serve(call: SiteCall, { operation, workspace }: SiteAddress, make: Make): Promise<Response> {
  const { request, now, use } = call;
  const isKnown = readViewerCookie(call.runtime.signer, request, now) !== null;
  const sites = use(sitesPort);
  const wants_markdown = wantsMarkdown(request);
  const { pathname, searchParams } = request.url;
  const key = answerKey(request.content_host, { path: pathname, wants_markdown });
  const pinned = pinnedOf(request);
  const isSearch = pathname.endsWith("/search") && (searchParams.has("q") || searchParams.has("format"));
  const isKept = !isSearch && pinned === null;
  if (!isKnown && isKept) {
    const kept = await sites.recall(key, now);
    if (kept) return sendCounted(call, await sendKept(kept, request), kept);
  }
  const viewer = isKnown ? await findViewer(call) : null;
  const own = viewer && isKept && (await recallOwn(call, { viewer, key }));
  if (own) return sendCounted(call, sendOwn(own), own);
  const host = await findSiteHost(call, workspace);
  const { workspace_id } = host;
  const reader = await readerFor(call, { workspace_id, viewer });
  // Read before the page is made: what changes meanwhile makes another stamp.
  const from = { workspace_id, stamp: await sites.readStamp(workspace_id, now) };
  // What other servers have changed by then is forgotten here too before anything is made of what is remembered.
  await call.runtime.database.bus.catchUp();
  const person = reader.is_signed_in ? viewer : null;
  const visitor = visitorOf(call, reader.is_signed_in);
  const visit = { call, host, reader, person, from, visitor, wants_markdown, pinned };
  if (!isKnown) await call.runtime.quotas.takeFor("site_page", call);
  const made = await make(visit);
  if (made instanceof Response) return made;
  if (isKnown || made.live) {
    const page = prepareOwn(made, workspace_id);
    const whose = reader.actor && isKept && !made.live ? readerKey(reader) : null;
    if (whose !== null) sites.own_pages.keep(`${whose} ${key}`, page, { ...from, valid_until: made.valid_until });
    return sendCounted(call, sendOwn(page), page);
  }
  const of = { operation, ...from };
  // What strangers search for would push out what everybody reads.
  const kept = isKept ? sites.keep(key, made, of) : prepareAnswer(made, of);
  return sendCounted(call, await sendKept(kept, request), kept);
}

/** A member's page as it was made for them before, if they may still be let in and nothing has changed since. */
async function recallOwn(call: SiteCall, { viewer, key }: { viewer: Actor; key: string }): Promise<OwnPage | null> {
  const { use, now } = call;
  const sites = use(sitesPort);
  const workspace_id = viewer.workspace.id;
  const whose = readerKey({ workspace_id, actor: viewer, is_signed_in: true });
  const stamp = await sites.readStamp(workspace_id, now);
  const own = sites.own_pages.recall(`${whose} ${key}`, { stamp, now });
  return own && (await readerFor(call, { workspace_id, viewer })).actor ? own : null;
}

function visitorOf({ request }: SiteCall, is_known: boolean): SiteVisitor {
  const { pathname, searchParams } = request.url;
  const { origin } = request.content_host;
  const query = pathname.endsWith("/search") ? searchParams.get("q") : null;
  // What else stands behind an address changes no page, and is carried to no other reader of a kept one.
  const to = query === null ? withPinned(pathname, pinnedOf(request)) : `${pathname}?q=${encodeURIComponent(query)}`;
  return { is_known, origin, sign_in: signInAddress(to) };
}

/** A visitor of a page that is made for each request: who signs in comes back to all that was asked of it. */
export function backToAsked(visitor: SiteVisitor, { request }: SiteCall): SiteVisitor {
  const to = request.url.pathname + keptQuery(request.url.search);
  return to.length > SIGN_IN_CHARS_MAX ? visitor : { ...visitor, sign_in: signInAddress(to) };
}

function signInAddress(to: string): string {
  const back = waysBack(to).find(({ length }) => length <= SIGN_IN_CHARS_MAX) ?? "/w/";
  return `/viewer/sign-in?to=${encodeURIComponent(back)}`;
}

/** Where who signs in at an address of a site may be led afterwards, the best first: there, to the page alone, or to the site. */
export function waysBack(to: string): string[] {
  return [to, to.replace(/\?.*$/s, ""), /^\/w\/(?:@[^/]*\/)?/.exec(to)?.[0] ?? "/w/"];
}

/** However the number is written: what is taken as one names that version, and never the current page. */
function pinnedOf({ url }: SiteCall["request"]): number | null {
  const version = Number(url.searchParams.get("version") ?? 0);
  return Number.isSafeInteger(version) && version > 0 ? version : null;
}

/** The address of a page with the version that is asked of it. */
export function withPinned(href: string, pinned: number | null): string {
  return pinned === null ? href : `${href}?version=${pinned}`;
}

/** By the address, or by a client that names markdown and no page among what it takes. */
function wantsMarkdown({ url, headers }: SiteCall["request"]): boolean {
  return url.searchParams.get("format") === "md" || acceptsMarkdown(headers);
}

function wantsPage(headers: Headers): boolean {
  return headers.get("accept")?.includes("text/html") ?? false;
}

/** Tells who counts readings that a document was shown. */
function sendCounted(
  { runtime, request, now }: SiteCall,
  response: Response,
  { document_id, workspace_id }: { document_id: number | null; workspace_id: number },
): Response {
  const { method, headers, ip } = request;
  const kind = document_id !== null && countedAs({ method, headers, status: response.status, is_page: true });
  if (!kind) return response;
  const reader = { ip: () => ip, headers, proven: viewerTextOf(headers) !== null };
  runtime.callHookAtOnce(documentReadHook, { workspace_id, document_id, kind, via: "web", at: now, reader });
  return response;
}

/** The document of a page as the content host serves it. Throws the neutral 404 when it went meanwhile. */
export async function servedDocument({ call }: Visit, slug: string) {
  const documents = call.use(servedPort);
  const document = await documents.find(call.request.content_host, slug, { now: call.now, path: "index.html" });
  if (!document) throw refuse.notFound("not found");
  return { documents, document };
}

/** A site as the reader sees it, from memory where it was built for them before. `name` tells it from others at the same host. */
export async function siteFor<S extends Site>(
  { call, host, reader, from }: Visit,
  { name, build, isOf }: { name: string; build(): Promise<S | null>; isOf(site: Site): site is S },
): Promise<S> {
  const { trees } = call.use(sitesPort);
  const whose = from && readerKey(reader);
  const key = `${whose} ${call.request.content_host.host_key} ${host.base} ${name}`;
  const known = from && whose !== null ? trees.recall(key, { ...from, now: call.now }) : null;
  if (known && isOf(known)) return known;
  const site = await build();
  if (!site) throw refuse.notFound("not found");
  if (from && whose !== null) trees.keep(key, site, { ...from, valid_until: site.valid_until });
  return site;
}
