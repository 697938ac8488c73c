// The app host: the JSON API, the app's pages, MCP, and the API reference.
import { mount, type Rim } from "./mount.ts";

export function createAppHost(rim: Rim): (request: Request) => Response | Promise<Response> {
  const app = mount(rim).compile();
  return (request) => app.fetch(request);
}
