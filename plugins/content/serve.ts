// Answers a request for a published document: who may read, which file, sent how (rules: content/alike_when_closed).

import { Refusal, refuse } from "../../kernel/plugin.ts";
import { issueViewerCookie, readViewerCookie, redeemHandoff, requestHandoff } from "../../kernel/ports/auth.ts";
import { fileResponse } from "../../kernel/ports/input.ts";
import { documentReadHook } from "../documents/port/hooks.ts";
import { type Asked, demandNetwork, type Entrance, enter, findDocument } from "./access.ts";
import { findBeside } from "./beside.ts";
import {
  type Capability,
  isPasswordKey,
  makeCapability,
  readCapability,
  readerOf,
  stillOpens,
  viewerKey,
} from "./capability.ts";
import { countedAs, isPage } from "./counted.ts";
import { isBrowser, isForeign, isNavigation } from "./fetch_metadata.ts";
import { FRAME_CODE, takeFrameCode } from "./frame_code.ts";
import { FRAMED, isFramable, sendFramed } from "./framed.ts";
import { fileHeaders, isSentPage, type Road } from "./headers.ts";
import type { PackedFile } from "./kept_bytes.ts";
import { keptQuery, leadsBack } from "./kept_query.ts";
import { answerLivePage, livePageHook, type Opened, packingFor } from "./live_page.ts";
import { encodePath, fileName, isMadeLive, type ServedDocument, type ServedFile } from "./served.ts";

interface Wanted extends Asked {
  document: ServedDocument;
  /** The path inside the document, without a capability. */
  path: string;
  /** The page of the app around the frame has counted the reading. */
  is_counted?: boolean;
}

/** Throws the neutral 404 for whatever is not there. */
export function servePublished(asked: Asked & { slug: string; path: string }): Promise<Response> {
  return countingMissing(asked, () => serve(asked));
}

/** Counts a 404 by address, so that nobody can try addresses at leisure. */
export async function countingMissing<T>(asked: Asked, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refusal && error.kind === "notFound") {
      await asked.runtime.quotas.takeFor("content_missing", asked);
    }
    throw error;
  }
}

/** No file has a longer path, a capability before it included. */
const PATH_CHARS_MAX = 2000;

async function serve(asked: Asked & { slug: string; path: string }): Promise<Response> {
  const document = await findDocument({ ...asked, path: wantedName(asked.path) });
  if (!document || asked.path.length > PATH_CHARS_MAX) throw refuse.notFound("not found");
  const { pathname, search, searchParams } = asked.request.url;
  if (asked.path === "" && !pathname.endsWith("/")) return redirect(`${pathname}/${search}`);
  const wanted = { ...asked, document };
  const code = searchParams.get("handoff");
  if (code !== null) return finishHandoff(wanted, code);
  const [first = "", ...rest] = asked.path.split("/");
  if (first.startsWith("~")) return serveByCapability({ ...wanted, path: rest.join("/") }, first);
  const entrance = await enter(document, asked);
  if (entrance.by === "nobody") return startHandoff(wanted);
  const live = await sendLive(wanted, entrance);
  if (live) return live;
  const found = await findFileOrBeside(wanted);
  if (found instanceof Response) return found;
  const [path, file] = found;
  if (entrance.by === "link") return send(wanted, path, { file, road: "link" });
  if (!isSentPage(file) || !asksForParts(wanted)) return send(wanted, path, { file, road: "proof" });
  return leadToParts(wanted, entrance);
}

/** The file that a path means, whether or not a capability stands before it. */
function wantedName(path: string): string {
  return fileName(path.startsWith("~") ? path.slice(path.indexOf("/") + 1) : path);
}

/** How a reader got in to a page that is made for them. */
type Admitted = Exclude<Entrance, { by: "nobody" }>;

/**
 * The page that the plugin of the document's type makes for this reader; null where the page is a file. By a capability its parts can
 * be asked for, and by a link; whoever comes by a proof is led there first where it has some.
 */
async function sendLive(
  wanted: Wanted,
  entrance: Admitted,
  { by_capability = false }: { by_capability?: boolean } = {},
): Promise<Response | null> {
  const { document, runtime, request, now, path } = wanted;
  if (!isMadeLive(document, fileName(path))) return null;
  const opened: Opened = entrance.by === "link" ? { by: "link" } : entrance.opened;
  if (opened.by !== "person") await runtime.quotas.takeFor("site_page", wanted);
  const href = `/d/${document.slug}/`;
  const known = request.headers.get("if-none-match");
  const pages = await runtime.callHook(livePageHook, {
    document,
    opened,
    request,
    href,
    known,
    is_in_site: false,
    now,
  });
  const page = pages.find((one) => one !== null);
  if (!page) return null;
  const isSent = page.kind === "sent";
  if (isSent && page.has_parts && !by_capability && entrance.by === "proof" && asksForParts(wanted)) {
    return leadToParts(wanted, entrance);
  }
  const { origin } = request.content_host;
  const response = await answerLivePage(page, {
    ...{ method: request.method, origin, base_url: runtime.config.base_url },
    encoding: packingFor(opened, request.headers),
    is_framed: request.url.searchParams.get(FRAMED) === "1",
    is_open: opened.by === "link",
  });
  if (page.kind !== "file") {
    const isProven = opened.by !== "link";
    tellReading(wanted, { is_page: true, proven: isProven, status: response.status });
  }
  return response;
}

/** A sandboxed page asks for its parts without a cookie, so it goes where a capability is in the path. */
function leadToParts(wanted: Wanted, { key }: Extract<Entrance, { by: "proof" }>): Response {
  const { runtime, document, request, now, path } = wanted;
  const capability = makeCapability(runtime, document, { key, request, now });
  return redirect(`/d/${document.slug}/${capability}/${encodePath(path)}${request.url.search}`);
}

/** Whether parts of a page may be asked for that its reader's proof does not come along with. */
function asksForParts({ document, request: { headers } }: Wanted): boolean {
  if (!isNavigation(headers)) return false;
  return document.visibility !== "password" || (isBrowser(headers) && !document.stands_alone);
}

async function serveByCapability(wanted: Wanted, segment: string): Promise<Response> {
  const { document, request, runtime } = wanted;
  const held = readCapability(runtime, document, { segment, ...wanted });
  const opens = held !== null && (await stillOpens(document, held, runtime));
  if (isForeign(request.headers) && !opens) throw refuse.notFound("not found");
  // Going to a page takes the reader's own cookie or password: an address that was passed on opens nothing.
  const isGoing = isNavigation(request.headers);
  const framed = opens && isGoing ? await serveFramed(wanted, { segment, held }) : null;
  if (framed) return framed;
  const brought = opens && isGoing ? await findBringer(wanted, held) : null;
  if (!opens || (isGoing && brought === null)) {
    return redirect(`/d/${document.slug}/${encodePath(wanted.path)}${request.url.search}`);
  }
  const live =
    brought === null || brought === "viewer" ? null : await sendLive(wanted, brought, { by_capability: true });
  if (live) return live;
  const { version } = held;
  if (version !== null) await demandNetwork(document, { ...wanted, readers: "workspace" });
  const shown = version === null ? wanted : { ...wanted, document: { ...document, version } };
  const [path, file] = await findFile(shown);
  return send(shown, path, { file, road: "capability" });
}

/** What a frame of the app shows by a code that was not used before, kept by no cache; null without such a code (rules: content/framed_once). */
async function serveFramed(
  wanted: Wanted,
  { segment, held }: { segment: string; held: Capability },
): Promise<Response | null> {
  const { runtime, request, now } = wanted;
  const code = request.url.searchParams.get(FRAME_CODE);
  if (code === null || !(await takeFrameCode(runtime, { code, capability: segment, now }))) return null;
  const reader = await readerOf(runtime, held.key);
  if (!reader) return null;
  const shown = { ...wanted, is_counted: true };
  const entrance = { by: "proof", key: held.key, opened: { by: "person", reader } } as const;
  const live = await sendLive(shown, entrance, { by_capability: true });
  const [path, file] = live ? [] : await findFile(shown);
  const response = live ?? (file && path !== undefined ? await send(shown, path, { file, road: "capability" }) : null);
  response?.headers.set("cache-control", "private, no-store");
  return response;
}

/** How a request proves by itself that its sender is who holds the capability; null where it does not. Of another version the reader is looked at elsewhere. */
async function findBringer(
  wanted: Wanted,
  { key, version }: Capability,
): Promise<Extract<Entrance, { by: "proof" }> | "viewer" | null> {
  const { runtime, request, now, document } = wanted;
  if (version !== null) {
    const claims = readViewerCookie(runtime.signer, request, now);
    return claims !== null && viewerKey(claims) === key ? "viewer" : null;
  }
  // Whoever got in by name, in a frame of the app, proves no password by that.
  if (document.visibility === "password" && !isPasswordKey(key)) return null;
  const entrance = await enter(document, wanted);
  return entrance.by === "proof" && entrance.key === key ? entrance : null;
}

/** A page's relative links lead to the documents beside it, where it has no file of its own under that name. */
async function findFileOrBeside(wanted: Wanted): Promise<[string, ServedFile] | Response> {
  const { documents, document, path, runtime, now, request } = wanted;
  const name = fileName(path);
  const file = await documents.findFile(document, name);
  if (file) return [name, file];
  const raw = !isNavigation(request.headers);
  const address = await findBeside(runtime.database.sql, document, { path, raw, now });
  if (address === null) throw refuse.notFound("not found");
  return redirect(address);
}

async function findFile({ documents, document, path }: Wanted): Promise<[string, ServedFile]> {
  const name = fileName(path);
  const file = await documents.findFile(document, name);
  if (!file) throw refuse.notFound("not found");
  return [name, file];
}

async function send(wanted: Wanted, path: string, sent: { file: ServedFile; road: Road }): Promise<Response> {
  const { runtime, request, documents } = wanted;
  const { file, road } = sent;
  const { content_host: host } = request;
  const headers = fileHeaders(path, file, { road, origin: host.origin, base_url: runtime.config.base_url });
  if (request.url.searchParams.get(FRAMED) === "1" && isFramable(file)) {
    const framed = await sendFramed(documents, request, { file, headers });
    tellReading(wanted, { is_page: true, proven: road !== "link", status: framed.status });
    return framed;
  }
  const packed = findPacked(wanted, file);
  const response = packed
    ? await sendPacked(request, { file, packed, headers: Object.fromEntries(headers) })
    : await fileResponse({
        request: { method: request.method, headers: request.headers },
        size: file.size_bytes,
        etag: `"${file.sha256}"`,
        content_type: file.content_type,
        headers: Object.fromEntries(headers),
        open: (range) => documents.open(file, range),
      });
  tellReading(wanted, { is_page: isPage(file), proven: road !== "link", status: response.status });
  return response;
}

/** Tells of an answer that shows the document to somebody, or gives them a file of it. */
function tellReading(
  { runtime, request, document, now, is_counted = false }: Wanted,
  { is_page, proven, status }: { is_page: boolean; proven: boolean; status: number },
): void {
  if (is_counted) return;
  const { method, headers, ip } = request;
  const kind = countedAs({ method, headers, status, is_page });
  if (kind === null) return;
  const { workspace_id, document_id } = document;
  const reader = { ip: () => ip, headers, proven };
  runtime.callHookAtOnce(documentReadHook, { workspace_id, document_id, kind, via: "web", at: now, reader });
}

/** A range is one of the bytes as they are. */
function findPacked({ documents, request }: Wanted, file: ServedFile): PackedFile | null {
  if (request.headers.has("range")) return null;
  return documents.findPacked(file, request.headers.get("accept-encoding"));
}

async function sendPacked(
  { method, headers: asked }: Wanted["request"],
  sent: { file: ServedFile; packed: PackedFile; headers: Record<string, string> },
): Promise<Response> {
  const { file, packed, headers } = sent;
  const response = await fileResponse({
    request: { method, headers: asked },
    size: packed.bytes.length,
    // The same content in other bytes: its tag is weak, and no range of it can be asked for (RFC 9110, 8.8.1).
    etag: `W/"${file.sha256}"`,
    content_type: file.content_type,
    headers: { ...headers, "content-encoding": packed.encoding },
    open: () => packed.bytes,
  });
  response.headers.delete("accept-ranges");
  if (response.status === 304) response.headers.delete("content-encoding");
  return response;
}

/** Sends an unknown reader to the app host, which knows them, and back. */
function startHandoff({ runtime, document, path, request }: Wanted): Response {
  const { nonce, cookie } = requestHandoff(request.headers);
  const target = new URL("/viewer/authorize", runtime.config.base_url);
  target.searchParams.set("slug", document.slug);
  target.searchParams.set("path", path);
  target.searchParams.set("nonce", nonce);
  // Nobody has to be told of the host that everybody comes back to.
  const { workspace_id, origin } = request.content_host;
  if (workspace_id !== null) target.searchParams.set("host", new URL(origin).host);
  const search = request.url.search.slice(1);
  if (search !== "") target.searchParams.set("search", search);
  // Otherwise to the document at least.
  if (!leadsBack(target)) target.searchParams.delete("search");
  const response = redirect(target.href);
  response.headers.append("set-cookie", cookie);
  return response;
}

async function finishHandoff(wanted: Wanted, code: string): Promise<Response> {
  const { runtime, document, request, now } = wanted;
  const clean = `/d/${document.slug}/`;
  const person = await redeemHandoff(
    { sql: runtime.database.sql, signer: runtime.signer },
    { ...{ code, slug: document.slug, now }, headers: request.headers, content_host: request.content_host },
  );
  // A code that opens nothing any more starts over at the clean address.
  const response = redirect(person ? clean + encodePath(person.path) + keptQuery(person.search) : clean);
  if (person) response.headers.append("set-cookie", issueViewerCookie(runtime.signer, person, now));
  return response;
}

export function redirect(location: string): Response {
  return new Response(null, {
    status: 302,
    headers: { location, "cache-control": "private, no-store", "referrer-policy": "no-referrer" },
  });
}
