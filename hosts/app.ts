// The app host: the JSON API, the app's pages, MCP, and the API reference.
import { answeringHead } from "./head.ts";
import { dress, mount, type Rim } from "./mount.ts";
import { referencePage } from "./reference.ts";

export function createAppHost(rim: Rim): (request: Request) => Response | Promise<Response> {
  const reference = referencePage(rim.house, (response, request) =>
    dress(rim, response, { request, id: crypto.randomUUID() }),
  );
  const app = mount(rim).use(reference).compile();
  return answeringHead((request) => app.fetch(request));
}
