// How an agents' address says no to a browser, which asks by GET for what takes POST alone.
import { answerPage } from "../../kernel/plugin.ts";
import { connectPage } from "../../plugins/protocol/port.ts";

/** The 405 as a page that says what the address is for; null for a program, and at every other address. */
export function renderProtocolPage({ method, url, headers }: Request, base_url: string): Response | null {
  if (!["GET", "HEAD"].includes(method) || !headers.get("accept")?.includes("text/html")) return null;
  const page = connectPage(new URL(url).pathname, base_url);
  return page && answerPage(page, { status: 405, holds_no_secret: true });
}
