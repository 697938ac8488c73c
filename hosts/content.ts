// The content host: published documents, and nothing that carries the app's cookies.
import { matchesEtag } from "../kernel/mod.ts";
import { SERVE_OPERATION, servedPort } from "../plugins/documents/port.ts";
import { answeringHead } from "./head.ts";
import { mount, type Rim } from "./mount.ts";

export function createContentHost(rim: Rim): (request: Request) => Response | Promise<Response> {
  const app = mount(rim).compile();
  const answer = answeringHead((request) => app.fetch(request));
  const isServing = rim.house.plugins.includes("documents");
  const answerReady = isServing ? readyLane(rim) : () => null;
  return (request) => answerReady(request) ?? answer(request);
}

/**
 * Answers what everyone with the link gets alike and what is in memory already, without the pipeline: nobody has to be
 * identified, nothing is read from the database. Null for everything else, which takes the long way.
 */
function readyLane({ house }: Rim): (request: Request) => Response | null {
  const documents = house.use(servedPort);
  // As the listener writes an address, whatever a proxy before it speaks.
  const prefix = `http://${new URL(house.config.content_url).host}/d/`;
  const nextId = requestIds();
  return (request) => {
    const { url, method, headers } = request;
    if (!url.startsWith(prefix) || (method !== "GET" && method !== "HEAD")) return null;
    const started = performance.now();
    const cut = url.indexOf("/", prefix.length);
    if (cut < 0) return null;
    const answer = documents.recall(url.slice(prefix.length, cut), url.slice(cut + 1), house.clock.now());
    if (!answer || headers.has("range")) return null;
    const known = headers.get("if-none-match");
    const isUnchanged = known !== null && matchesEtag(known, answer.etag);
    const response = isUnchanged
      ? new Response(null, { status: 304, headers: answer.unchanged })
      : new Response(method === "HEAD" ? null : answer.body, { headers: answer.headers });
    response.headers.set("x-request-id", nextId());
    const seconds = (performance.now() - started) / 1000;
    house.metrics.observeRequest({ operation: SERVE_OPERATION, host: "content", status: response.status, seconds });
    return response;
  };
}

/** Ids that no other server gives, for a fraction of what a random one costs. */
function requestIds(): () => string {
  const own = crypto.randomUUID();
  let count = 0;
  return () => `${own}-${(++count).toString(36)}`;
}
