// The short way of the content host: what everyone with the link gets alike and is in memory already goes out without the pipeline.
import type { RunningServer } from "../../kernel/host.ts";
import { type ContentHost, networkHook, Refusal } from "../../kernel/plugin.ts";
import {
  countedAs,
  isKnown,
  type ReadyAnswer,
  type ReadyForm,
  SERVE_OPERATION,
  sendReady,
  servedPort,
} from "../../plugins/content/port.ts";
import { documentReadHook } from "../../plugins/documents/port/hooks.ts";
import { sitesPort } from "../../plugins/sites/port.ts";
import { requestIds } from "./request_ids.ts";

/**
 * Answers plain GET and HEAD of public files and of pages of public sites that were sent before: nobody has to be identified, no
 * row is read, no peer is looked up unless somebody has a rule about networks. Null for everything else, which takes the long way.
 */
export function readyLane(runtime: RunningServer): (request: Request, ip: () => string) => Response | null {
  if (!runtime.plugins.includes("content")) return () => null;
  const { shared } = runtime.contentHosts;
  // As the listener behind a proxy writes an address. It takes the host from the Host header.
  const prefix = PLAIN + new URL(shared.origin).host;
  const nextId = requestIds();
  const isCounted = runtime.isHandled(documentReadHook);
  const findDocument = readyDocuments(runtime);
  const findPage = readyPages(runtime);

  function tellReading({ workspace_id, document_id, is_page }: ReadyAnswer, seen: Seen): void {
    const kind = isCounted && document_id !== null ? countedAs({ ...seen, is_page }) : null;
    if (kind === null || document_id === null) return;
    const reader = { ip: seen.ip, headers: seen.headers, proven: false };
    runtime.callHookAtOnce(documentReadHook, { workspace_id, document_id, kind, reader, via: "web", at: seen.now });
  }

  return (request, ip) => {
    const { url, method, headers } = request;
    if (method !== "GET" && method !== "HEAD") return null;
    const isShared = url.startsWith(prefix) && url[prefix.length] === "/";
    const name = url.startsWith(TLS) ? TLS.length : PLAIN.length;
    const from = isShared ? prefix.length : url.indexOf("/", name);
    const find = url.startsWith(DOCUMENTS, from) ? findDocument : url.startsWith(SITES, from) ? findPage : null;
    const host = find && (isShared ? shared : runtime.contentHosts.named(url.slice(name, from)));
    if (!find || !host) return null;
    const started = performance.now();
    const now = runtime.clock.now();
    const found = find(host, { path: url.slice(from), headers, ip, now });
    if (!found) return null;
    const { answer, form, operation } = found;
    // A range counts only for what has changed (RFC 9110, 13.2.2).
    if (headers.has("range") && !isKnown(answer, headers)) return null;
    const response = sendReady(answer, { form, method, headers });
    const { status } = response;
    tellReading(answer, { method, headers, status, ip, now });
    const id = nextId();
    response.headers.set("x-request-id", id);
    const seconds = (performance.now() - started) / 1000;
    runtime.metrics.observeRequest({ operation, host: "content", status, seconds });
    runtime.log.debug({ request_id: id, operation, status, ms: 0 }, "answered");
    return response;
  };
}

const PLAIN = "http://";
const TLS = "https://";
const DOCUMENTS = "/d/";
const SITES = "/w/";

/** A request as far as it decides what is found. */
interface Asked {
  /** As it stands in the address, with whatever follows. */
  path: string;
  headers: Headers;
  ip: () => string;
  now: Date;
}

interface Found {
  answer: ReadyAnswer;
  form: ReadyForm;
  /** That it stands for, as the metrics name it. */
  operation: string;
}

type Find = (host: ContentHost, asked: Asked) => Found | null;

function readyDocuments(runtime: RunningServer): Find {
  const documents = runtime.use(servedPort);
  return (host, { path, headers, ip, now }) => {
    const cut = path.indexOf("/", DOCUMENTS.length);
    if (cut < 0) return null;
    const accepted = headers.get("accept-encoding");
    const [slug, encodedPath] = [path.slice(DOCUMENTS.length, cut), path.slice(cut + 1)];
    const found = documents.recall(host, { slug, encodedPath, accepted, now });
    if (!found || !isOpenAtOnce(runtime, found.answer.workspace_id, ip)) return null;
    return { ...found, operation: SERVE_OPERATION };
  };
}

/** Strangers are asked for no network: theirs is a public site, and whoever may be somebody takes the long way. */
function readyPages(runtime: RunningServer): Find {
  if (!runtime.plugins.includes("sites")) return () => null;
  const sites = runtime.use(sitesPort);
  return (host, asked) => {
    const found = sites.recallReady(host, asked);
    return found && { ...found, operation: found.answer.operation };
  };
}

/** A request that was answered. */
interface Seen {
  method: string;
  headers: Headers;
  status: number;
  ip: () => string;
  now: Date;
}

/** Whether nobody's rule about networks stands in the way, or would have to be waited for; the long way finds out what it says. */
function isOpenAtOnce(runtime: RunningServer, workspace_id: number, ip: () => string): boolean {
  if (!runtime.isHandled(networkHook)) return true;
  try {
    const readers = "unlisted";
    const question = {
      workspace_id,
      host: "content",
      ip: ip(),
      readers,
      actor: null,
      now: runtime.clock.now(),
    } as const;
    return runtime.callHookAtOnce(networkHook, question).every(isGiven);
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

function isGiven(answer: unknown): boolean {
  if (!(answer instanceof Promise)) return true;
  // What it comes to is asked for again on the long way.
  answer.catch(() => {});
  return false;
}
