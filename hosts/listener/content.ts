// The content host: published documents, what their pages load from us, and nothing that carries the app's cookies.
import { callHookAtOnce } from "../../kernel/host.ts";
import { found } from "../../kernel/plugin.ts";
import { pageFilesHook } from "../../kernel/ports/plugin.ts";
import { cachedAnswer } from "../answers/cached_answer.ts";
import { renderFault } from "../formats/mod.ts";
import { answerFront, isFrontForReaders } from "./content_front.ts";
import { answeringHead, withoutBody } from "./head_requests.ts";
import { iconAnswers } from "./icon.ts";
import { applyCommonHeaders, type HostContext, mount } from "./mount.ts";

/** Where a domain begins whose pages are more than single documents. */
const SITES_PATH = "/w/";

export function createContentHost(host_context: HostContext): (request: Request) => Response | Promise<Response> {
  const app = mount(host_context).compile();
  const answerAsset = assetAnswers(host_context);
  const answerIcon = iconAnswers();
  const hasSites = host_context.runtime.catalogue.entries.some(
    ({ path, host }) => host === "content" && path === SITES_PATH,
  );
  return answeringHead((request) => {
    const asset = answerAsset(request);
    if (asset) return asset;
    const host = host_context.contentHostOf(request);
    // A workspace's own domain does not show our mark.
    const icon = host.workspace_id === null ? answerIcon(request) : null;
    if (icon) return icon.then((made) => with_common_headers(made, request));
    // A workspace's own domain begins with its wiki, which programs read too; they hear of nothing at the host that all share.
    const isLed = host.workspace_id !== null && hasSites;
    if (isLed && isFront(request)) return with_common_headers(found(SITES_PATH), request);
    if (!isFrontForReaders(request)) return app.fetch(request);
    return with_common_headers(answerFront(host_context.runtime.config, host.origin), request);
  });

  function with_common_headers(answer: Response, request: Request): Promise<Response> {
    return withoutBody(request, applyCommonHeaders(host_context, answer, { request, id: crypto.randomUUID() }));
  }
}

/** Whether somebody looks at a host's own address. */
function isFront({ method, url }: Request): boolean {
  if (method !== "GET" && method !== "HEAD") return false;
  return URL.canParse(url) && new URL(url).pathname === "/";
}

/** Answers for the assets of pages, each made at its first request; null for any other address. */
function assetAnswers(host_context: HostContext): (request: Request) => Promise<Response> | null {
  const answers = new Map(
    callHookAtOnce(host_context.runtime, pageFilesHook, undefined)
      .flatMap((files) => [...files])
      .map(([path, file]) => [path, cachedAnswer(file)]),
  );
  return (request) => {
    if ((request.method !== "GET" && request.method !== "HEAD") || !URL.canParse(request.url)) return null;
    const answer = answers.get(new URL(request.url).pathname);
    return answer ? respond(answer, request) : null;
  };

  async function respond(answer: ReturnType<typeof cachedAnswer>, request: Request): Promise<Response> {
    const id = crypto.randomUUID();
    const response = await answer(request).catch((err: unknown) => {
      host_context.runtime.log.error({ err, request_id: id }, "a request failed by our own fault");
      return renderFault("content", { request, request_id: id });
    });
    return withoutBody(request, applyCommonHeaders(host_context, response, { request, id }));
  }
}
