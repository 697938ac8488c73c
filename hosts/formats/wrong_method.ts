// How an address of programs says no to a browser, which asks by GET for what takes POST alone.
import { callHookAtOnce, type RunningServer } from "../../kernel/host.ts";
import { answerPage } from "../../kernel/plugin.ts";
import { wrongMethodPageHook } from "../../kernel/ports/plugin.ts";

/** The 405 as a page that says what the address is for; null for a program, and where no plugin has such a page. */
export function renderWrongMethod({ method, url, headers }: Request, runtime: RunningServer): Response | null {
  if (!["GET", "HEAD"].includes(method) || !headers.get("accept")?.includes("text/html")) return null;
  const pages = callHookAtOnce(runtime, wrongMethodPageHook, { pathname: new URL(url).pathname });
  const page = pages.find((one) => one !== null);
  return page ? answerPage(page, { status: 405, holds_no_secret: true }) : null;
}
