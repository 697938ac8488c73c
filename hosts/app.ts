// The app host: the JSON API, the app's pages, MCP, and the API reference.
import { dress, mount, type Rim } from "./mount.ts";
import { referencePage } from "./reference.ts";

export function createAppHost(rim: Rim): (request: Request) => Response | Promise<Response> {
  const reference = referencePage(rim.house, (response, request) =>
    dress(rim, response, { id: crypto.randomUUID(), method: request.method }),
  );
  const app = mount(rim).use(reference).compile();
  return (request) => app.fetch(request);
}
