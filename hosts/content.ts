// The content host: published documents, and nothing that carries the app's cookies.
import { answerFront, isFrontForReaders } from "./content_front.ts";
import { answeringHead, withoutBody } from "./head.ts";
import { dress, mount, type Rim } from "./mount.ts";

export function createContentHost(rim: Rim): (request: Request) => Response | Promise<Response> {
  const app = mount(rim).compile();
  return answeringHead((request) => {
    if (!isFrontForReaders(request)) return app.fetch(request);
    const front = dress(rim, answerFront(rim.house.config), { request, id: crypto.randomUUID() });
    return withoutBody(request, front);
  });
}
