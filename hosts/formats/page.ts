// How a page of the app says no: a page for a browser, JSON for everything else.

import { renderErrorPage } from "../../kernel/host.ts";
import type { Refusal } from "../../kernel/plugin.ts";
import { STATUS } from "../../kernel/ports/http.ts";
import { type Language, languageOf, words } from "../../kernel/ports/pages.ts";
import { START_PATH, safeNext, signInPath } from "../../plugins/pages.ts";
import type { Rendering } from "./rendering.ts";
import { demandedHeaders, renderService } from "./service.ts";

/** By status: what the page is called, and what the message means, which is in English and says exactly what is wrong. */
const refusalWords = words(
  {
    400: "That did not work",
    401: "Please sign in",
    403: "This is not yours to do",
    404: "Nothing here",
    405: "Not in this way",
    410: "This link is used up",
    422: "Something is missing",
    429: "Too many tries",
    503: "Back in a moment",
    sign_in: "Sign in",
    back: "Back",
  },
  {
    400: "Das hat nicht geklappt",
    401: "Melde dich an",
    403: "Das darfst du nicht",
    404: "Hier ist nichts",
    405: "Nicht auf diese Weise",
    410: "Dieser Link ist verbraucht",
    422: "Es fehlt etwas",
    429: "Zu viele Versuche",
    503: "Gleich wieder da",
    sign_in: "Anmelden",
    back: "Zurück",
  },
);

/** By status, in each language that is not the message's own. */
const MEANINGS: Readonly<Record<Exclude<Language, "en">, Readonly<Record<number, string>>>> = {
  de: {
    400: "Etwas an dem, was gesendet wurde, stimmt nicht. Im Einzelnen:",
    401: "Was du öffnen willst, ist nur für Angemeldete.",
    402: "Dein Tarif trägt das nicht. Im Einzelnen:",
    403: "Es wurde nichts geändert. Im Einzelnen:",
    404: "Unter dieser Adresse gibt es nichts, oder es ist nicht für dich.",
    405: "Diese Adresse wird anders aufgerufen. Im Einzelnen:",
    409: "Das verträgt sich nicht mit dem, was inzwischen da ist. Im Einzelnen:",
    410: "Er wurde benutzt oder ist abgelaufen. Im Einzelnen:",
    413: "Das ist mehr, als angenommen wird. Im Einzelnen:",
    422: "Nichts wurde gespeichert. Im Einzelnen:",
    423: "Es ist gerade vor Änderungen geschützt. Im Einzelnen:",
    429: "Warte etwas, und versuch es dann noch einmal. Im Einzelnen:",
    503: "Der Server kann das gerade nicht. Versuch es in einem Moment noch einmal. Im Einzelnen:",
  },
};

const TITLED = [400, 401, 403, 404, 405, 410, 422, 429, 503] as const;

export function renderPage(refusal: Refusal, rendering: Rendering): Response {
  if (!rendering.request.headers.get("accept")?.includes("text/html")) return renderService(refusal, rendering);
  const status = STATUS[refusal.kind];
  const reader = rendering.request;
  const titled = TITLED.find((one) => one === status) ?? 400;
  const language = languageOf(reader);
  const said = refusalWords({ request: reader });
  const page = renderErrorPage({
    status,
    title: said[titled],
    meaning: language === "en" ? null : (MEANINGS[language][status] ?? null),
    message: refusal.said,
    request_id: rendering.request_id,
    reader,
    ...wayOut(status, rendering.request),
  });
  for (const [name, value] of Object.entries(demandedHeaders(status, refusal))) page.headers.set(name, value);
  return page;
}

/** At these the page before is as good as any other, or the very one whose link led here. */
const NOTHING_TO_MEND: readonly number[] = [404, 405, 410];

/** Whoever is signed out comes back to where they were; whoever sent something wrong goes back to where it is put right. */
function wayOut(status: number, request: Request): { way_out?: { href: string; label: string } } {
  const before = pageBefore(request);
  const said = refusalWords({ request });
  if (status === 401) {
    const { pathname, search } = new URL(request.url);
    const next = before ?? (request.method === "GET" ? pathname + search : START_PATH);
    return { way_out: { href: signInPath(next), label: said.sign_in } };
  }
  return before === null || NOTHING_TO_MEND.includes(status) ? {} : { way_out: { href: before, label: said.back } };
}

/** The page of this host that the browser says it comes from, as path and query; null where that is the refused page itself. */
function pageBefore({ url, method, headers }: Request): string | null {
  const from = headers.get("referer");
  if (from === null || !URL.canParse(from)) return null;
  const page = new URL(from);
  const here = new URL(url);
  if (page.host !== here.host) return null;
  const address = safeNext(page.pathname + page.search, page.origin);
  return method === "GET" && address === here.pathname + here.search ? null : address;
}
