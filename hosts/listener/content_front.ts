// What a person reads who opens the content host itself: what it is for, and where the app is.
// It tells nothing of what is published.
import { answerPage, type Config, html } from "../../kernel/plugin.ts";

/** Whether a person looks at the host's own address; programs hear there what they hear everywhere else. */
export function isFrontForReaders(request: Request): boolean {
  if (request.method !== "GET" && request.method !== "HEAD") return false;
  const wantsPage = request.headers.get("accept")?.includes("text/html") ?? false;
  return wantsPage && URL.canParse(request.url) && new URL(request.url).pathname === "/";
}

/** `origin` is that of the host which is looked at. */
export function answerFront({ base_url }: Pick<Config, "base_url">, origin: string): Response {
  return answerPage({
    title: "Published documents",
    home: null,
    body: html`
    <h1>Published documents live here</h1>
    <p>Each has an address of its own below <strong>${new URL(origin).host}</strong>, and there is no list of them: open the link that you were sent.</p>
    <p class="soft">To write, publish and look after documents, go to the app.</p>
    <p class="actions"><a class="button full" href="${base_url}">Open the app</a></p>`,
  });
}
