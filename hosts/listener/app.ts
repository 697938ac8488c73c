// The app host: the JSON API, the app's pages, MCP, and the API reference.

import { renderFault } from "../formats/mod.ts";
import { referencePage } from "../reference/reference.ts";
import { appFront } from "./app_front.ts";
import { answeringHead } from "./head_requests.ts";
import { dress, mount, type Rim } from "./mount.ts";

export function createAppHost(rim: Rim): (request: Request) => Response | Promise<Response> {
  const reference = referencePage(rim.runtime, {
    dress: (response, request) => dress(rim, response, { request, id: crypto.randomUUID() }),
    answerFault: (error, request) => {
      const request_id = crypto.randomUUID();
      rim.runtime.log.error({ err: error, request_id }, "a page that the server makes of itself failed");
      return renderFault("service", { request, request_id });
    },
  });
  const app = mount(rim).use(reference).compile();
  const answerFront = appFront(rim);
  return answeringHead((request) => answerFront(request) ?? app.fetch(request));
}
