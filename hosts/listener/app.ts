// The app host: the JSON API, the app's pages, MCP, and the API reference.

import { renderFault } from "../formats/mod.ts";
import { referencePage } from "../reference/reference.ts";
import { appFront } from "./app_front.ts";
import { answeringHead } from "./head_requests.ts";
import { applyCommonHeaders, type HostContext, mount } from "./mount.ts";

export function createAppHost(host_context: HostContext): (request: Request) => Response | Promise<Response> {
  const reference = referencePage(host_context.runtime, {
    applyCommonHeaders: (response, request) =>
      applyCommonHeaders(host_context, response, { request, id: crypto.randomUUID() }),
    answerFault: (error, request) => {
      const request_id = crypto.randomUUID();
      host_context.runtime.log.error({ err: error, request_id }, "a page that the server makes of itself failed");
      return renderFault("service", { request, request_id });
    },
  });
  const app = mount(host_context).use(reference).compile();
  const answerFront = appFront(host_context);
  return answeringHead((request) => answerFront(request) ?? app.fetch(request));
}
