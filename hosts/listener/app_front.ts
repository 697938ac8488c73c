// What a person reads at the app's own address where no plugin answers there: that there is none, and what there is.
import { answerPage, html, PRODUCT } from "../../kernel/plugin.ts";
import { applyCommonHeaders, type HostContext } from "./mount.ts";

/** Where people land: the address itself, and where a sign-in and every page lead back to. */
const FRONTS = new Set(["/", "/app"]);

/** Answers people at those addresses, and null for all others and for programs, which hear that nothing is there. */
export function appFront(host_context: HostContext): (request: Request) => Response | null {
  if (host_context.runtime.catalogue.entries.some(({ path, host }) => host === "app" && path === "/"))
    return () => null;
  return (request) => {
    const isRead = request.method === "GET" || request.method === "HEAD";
    if (!isRead || !request.headers.get("accept")?.includes("text/html") || !URL.canParse(request.url)) return null;
    if (!FRONTS.has(new URL(request.url).pathname)) return null;
    const page = answerPage({
      title: PRODUCT.name,
      home: null,
      body: html`
    <h1>There is no page of documents here</h1>
    <p>This server runs without the plugin <strong>home</strong>. Programs and agents work with it through its API, and documents open by their links.</p>
    <p class="actions"><a class="button full" href="/docs">What the API offers</a></p>`,
    });
    return applyCommonHeaders(host_context, page, { request, id: crypto.randomUUID() });
  };
}
