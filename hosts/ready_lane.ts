// The short way of the content host: what everyone with the link gets alike and is in memory already goes out without the pipeline.
import type { RunningHouse } from "../kernel/host.ts";
import { type ContentHost, matchesEtag, networkSlot, Refusal } from "../kernel/mod.ts";
import { countedAs, type ReadyAnswer, SERVE_OPERATION, servedPort } from "../plugins/content/port.ts";
import { documentReadSlot } from "../plugins/documents/port/slots.ts";
import { packedAnswers } from "./packed_answers.ts";
import { requestIds } from "./request_ids.ts";

/**
 * Answers plain GET and HEAD of public files that were sent before: nobody has to be identified, no row is read, no peer
 * is looked up unless somebody has a rule about networks. Null for everything else, which takes the long way.
 */
export function readyLane(house: RunningHouse): (request: Request, ip: () => string) => Response | null {
  if (!house.plugins.includes("content")) return () => null;
  const documents = house.use(servedPort);
  const { shared } = house.contentHosts;
  // As the listener behind a proxy writes an address. It takes the host from the Host header.
  const prefix = `${PLAIN}${new URL(shared.origin).host}${DOCUMENTS}`;
  const nextId = requestIds();
  const packed = packedAnswers();
  const isCounted = house.isAsked(documentReadSlot);

  function tellReading(answer: ReadyAnswer, seen: Seen): void {
    const kind = isCounted ? countedAs({ ...seen, is_page: answer.is_page }) : null;
    if (kind === null) return;
    const { workspace_id, document_id } = answer;
    const reader = { ip: seen.ip, headers: seen.headers, proven: false };
    house.askAtOnce(documentReadSlot, {
      ...{ workspace_id, document_id, kind, reader },
      via: "web",
      at: seen.now,
    });
  }

  return (request, ip) => {
    const { url } = request;
    let host: ContentHost | null = shared;
    let from = prefix.length;
    if (!url.startsWith(prefix)) {
      const name = url.startsWith(TLS) ? TLS.length : PLAIN.length;
      const path = url.indexOf("/", name);
      if (!url.startsWith(DOCUMENTS, path)) return null;
      host = house.contentHosts.named(url.slice(name, path));
      from = path + DOCUMENTS.length;
    }
    const cut = url.indexOf("/", from);
    if (!host || cut < 0) return null;
    const started = performance.now();
    const now = house.clock.now();
    const answer = documents.recall(host, url.slice(from, cut), url.slice(cut + 1), now);
    const { method, headers } = request;
    if (!answer || (method !== "GET" && method !== "HEAD")) return null;
    if (!isOpenAtOnce(house, answer.workspace_id, ip)) return null;
    const known = headers.get("if-none-match");
    const isUnchanged = known !== null && matchesEtag(known, answer.etag);
    // A range counts only for what has changed (RFC 9110, 13.2.2).
    if (!isUnchanged && headers.has("range")) return null;
    const form = packed(answer, headers.get("accept-encoding"));
    const response = isUnchanged
      ? new Response(null, { status: 304, headers: answer.unchanged })
      : new Response(method === "HEAD" ? null : (form ?? answer).body, { headers: (form ?? answer).headers });
    // A cache brings up to date what it has under the same tag (RFC 9111, 4.3.4).
    if (isUnchanged && form && known.includes(`W/${answer.etag}`)) response.headers.set("etag", `W/${answer.etag}`);
    const { status } = response;
    tellReading(answer, { method, headers, status, ip, now });
    const id = nextId();
    response.headers.set("x-request-id", id);
    const seconds = (performance.now() - started) / 1000;
    house.metrics.observeRequest({ operation: SERVE_OPERATION, host: "content", status, seconds });
    house.log.debug({ request_id: id, operation: SERVE_OPERATION, status, ms: 0 }, "answered");
    return response;
  };
}

const PLAIN = "http://";
const TLS = "https://";
const DOCUMENTS = "/d/";

/** A request that was answered. */
interface Seen {
  method: string;
  headers: Headers;
  status: number;
  ip: () => string;
  now: Date;
}

/** Whether nobody's rule about networks stands in the way, or would have to be waited for; the long way finds out what it says. */
function isOpenAtOnce(house: RunningHouse, workspace_id: number, ip: () => string): boolean {
  if (!house.isAsked(networkSlot)) return true;
  try {
    const readers = "unlisted";
    const question = { workspace_id, host: "content", ip: ip(), readers, actor: null, now: house.clock.now() } as const;
    return house.askAtOnce(networkSlot, question).every(isGiven);
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
