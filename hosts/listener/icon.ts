// The icon that browsers ask a host for by themselves, where a page names none of its own, as published pages do.
import { MARK_SVG } from "../../kernel/ports/pages.ts";
import { cachedAnswer } from "../answers/cached_answer.ts";

/** Answers for the icon; null for any other request. */
export function iconAnswers(): (request: Request) => Promise<Response> | null {
  const answer = cachedAnswer({
    content_type: "image/svg+xml",
    cache_control: "public, max-age=86400",
    // It may be opened as a page too.
    headers: { "content-security-policy": "default-src 'none'; sandbox" },
    make: () => new TextEncoder().encode(MARK_SVG),
  });
  return (request) => {
    if ((request.method !== "GET" && request.method !== "HEAD") || !URL.canParse(request.url)) return null;
    return new URL(request.url).pathname === "/favicon.ico" ? answer(request) : null;
  };
}
