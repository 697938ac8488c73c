// The content host: published documents, and nothing that carries the app's cookies.
import { answeringHead } from "./head.ts";
import { mount, type Rim } from "./mount.ts";

export function createContentHost(rim: Rim): (request: Request) => Response | Promise<Response> {
  const app = mount(rim).compile();
  return answeringHead((request) => app.fetch(request));
}
