// The script of the frame: it takes links and forms inside the app, swaps the page, and keeps rail, scroll and focus.
// Every link and every form works without it.

const policy =
  "trustedTypes" in window ? trustedTypesOf(window).createPolicy("app", { createHTML: (text) => text }) : null;

interface Policies {
  createPolicy(name: string, rules: { createHTML: (text: string) => string }): { createHTML(text: string): unknown };
}

function trustedTypesOf(from: object): Policies {
  return (from as { trustedTypes: Policies }).trustedTypes;
}

function parse(text: string): Document {
  const markup = policy ? policy.createHTML(text) : text;
  return new DOMParser().parseFromString(markup as string, "text/html");
}

/** Whether an address is a page of the app that may be swapped in. */
function isInApp(url: URL): boolean {
  return url.origin === location.origin && (url.pathname === "/app" || url.pathname.startsWith("/app/"));
}

let latest = 0;

/** Asks for a page and shows it; what cannot be swapped in is loaded whole. */
async function go(url: URL, { form, replace = false }: { form?: RequestInit; replace?: boolean } = {}): Promise<void> {
  const mine = ++latest;
  let response: Response;
  try {
    response = await fetch(url, { headers: { accept: "text/html" }, ...form });
  } catch {
    say(document.getElementById("said")?.dataset["away"] ?? "");
    return;
  }
  const text = await response.text();
  if (mine !== latest && !form) return;
  const there = new URL(response.url);
  const page = parse(text);
  if (!isInApp(there) || !page.getElementById("main") || page.body.dataset["user"] !== document.body.dataset["user"]) {
    // A form that was answered with another kind of page cannot be asked for again.
    if (form && !response.redirected) document.documentElement.replaceWith(document.adoptNode(page.documentElement));
    else location.assign(there);
    return;
  }
  const isRefused = form !== undefined && !response.redirected;
  if (!isRefused) {
    if (replace || there.href === location.href) history.replaceState(null, "", there);
    else history.pushState(null, "", there);
  }
  show(page, { keepsScroll: form !== undefined || replace, isRefused });
}

/** Puts another page in the place of this one. */
function show(page: Document, { keepsScroll, isRefused }: { keepsScroll: boolean; isRefused: boolean }): void {
  const scroll = document.querySelector(".rail-mid")?.scrollTop ?? 0;
  const open = new Set([...document.querySelectorAll(".rail details[open]")].map(keyOf));
  document.title = page.title;
  for (const link of page.head.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]"))
    if (!document.head.querySelector(`link[href="${CSS.escape(link.getAttribute("href") ?? "")}"]`))
      document.head.append(document.importNode(link, true));
  for (const old of page.querySelectorAll(".rail details")) if (open.has(keyOf(old))) old.setAttribute("open", "");
  document.body.replaceChildren(...document.importNode(page.body, true).childNodes);
  for (const script of page.head.querySelectorAll<HTMLScriptElement>("script[src]"))
    load(script.getAttribute("src") ?? "");
  const rail = document.querySelector(".rail-mid");
  if (rail) rail.scrollTop = scroll;
  if (!keepsScroll) window.scrollTo(0, 0);
  const wrong =
    document.querySelector<HTMLElement>("main [aria-invalid=true]") ??
    (isRefused ? document.querySelector<HTMLElement>("main [role=alert]") : null);
  (wrong ?? document.getElementById("main"))?.focus({ preventScroll: keepsScroll && !wrong });
  started();
}

function keyOf(details: Element): string {
  return details.previousElementSibling?.getAttribute("href") ?? "";
}

const loaded = new Set(
  [...document.querySelectorAll<HTMLScriptElement>("head script[src]")].map((one) => one.getAttribute("src")),
);

function load(src: string): void {
  if (loaded.has(src)) {
    document.dispatchEvent(new Event("app:page"));
    return;
  }
  loaded.add(src);
  void import(src);
}

function say(words: string): void {
  const place = document.getElementById("said");
  if (!place) return;
  const toast = document.createElement("div");
  toast.className = "toast";
  toast.textContent = words;
  place.replaceChildren(toast);
  started();
}

document.addEventListener("click", (event) => {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return;
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[href]") : null;
  if (!link || link.target || link.hasAttribute("download") || link.closest("[data-plain]")) return;
  const url = new URL(link.href);
  if (!isInApp(url) || (url.pathname === location.pathname && url.search === location.search && url.hash)) return;
  event.preventDefault();
  void go(url);
});

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || event.defaultPrevented || form.hasAttribute("data-plain")) return;
  const button = event.submitter instanceof HTMLButtonElement ? event.submitter : null;
  // A button that names no address answers with the page's own.
  const url = new URL(button?.hasAttribute("formaction") ? button.formAction : form.action);
  if (!isInApp(url)) return;
  event.preventDefault();
  const values = new FormData(form, button);
  const texts = [...values].flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : []));
  if (form.method === "get") {
    url.search = new URLSearchParams(texts).toString();
    void go(url);
    return;
  }
  const isMultipart = form.enctype === "multipart/form-data";
  if (button) button.disabled = true;
  void go(url, { form: { method: "POST", body: isMultipart ? values : new URLSearchParams(texts) } }).finally(() => {
    if (button) button.disabled = false;
  });
});

window.addEventListener("popstate", () => void go(new URL(location.href), { replace: true }));

/** What the document needs each time that a page came in: times in the reader's zone, toasts that go. */
function started(): void {
  for (const time of document.querySelectorAll<HTMLTimeElement>("time[datetime]:not([title])")) localize(time);
  for (const copy of document.querySelectorAll<HTMLElement>("[data-copy][hidden]")) copy.hidden = false;
  for (const key of document.querySelectorAll<HTMLElement>("[data-key][hidden]")) {
    key.hidden = false;
    if (/Mac|iP/.test(navigator.platform)) key.textContent = `⌘${key.dataset["key"]?.toUpperCase()}`;
  }
  const toast = document.querySelector<HTMLElement>("#said .toast");
  if (toast) dismissLater(toast);
}

const TOAST_MS = 8000;

function dismissLater(toast: HTMLElement): void {
  setTimeout(() => {
    if (toast.matches(":hover, :focus-within")) dismissLater(toast);
    else toast.remove();
  }, TOAST_MS);
}

const DAY_MS = 86_400_000;

/** In the zone that was chosen, else in the browser's own; the server said it in the chosen one already, or in UTC. */
function localize(time: HTMLTimeElement): void {
  const at = new Date(time.dateTime);
  if (Number.isNaN(at.getTime())) return;
  const { lang, dataset } = document.documentElement;
  const language = lang === "en" ? "en-GB" : lang;
  const timeZone = dataset["zone"];
  const format = (options: Intl.DateTimeFormatOptions, of = at, locale = language) =>
    new Intl.DateTimeFormat(locale, { ...(timeZone && { timeZone }), ...options }).format(of);
  time.title = format({ dateStyle: "full", timeStyle: "short" });
  if (time.hasAttribute("data-exact")) {
    time.textContent = format({ dateStyle: "medium", timeStyle: "medium" });
    return;
  }
  const dayOf = (of: Date) => Date.parse(format({ year: "numeric", month: "2-digit", day: "2-digit" }, of, "sv"));
  const now = new Date();
  const days = Math.round((dayOf(now) - dayOf(at)) / DAY_MS);
  if (days === 0) time.textContent = format({ hour: "numeric", minute: "2-digit" });
  else if (days === 1) time.textContent = new Intl.RelativeTimeFormat(language, { numeric: "auto" }).format(-1, "day");
  else if (days > 1 && days < 7) time.textContent = format({ weekday: "long" });
  else if (format({ year: "numeric" }) === format({ year: "numeric" }, now))
    time.textContent = format({ day: "numeric", month: "short" });
  else time.textContent = format({ day: "numeric", month: "short", year: "numeric" });
}

document.addEventListener("click", (event) => {
  const button = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-copy]") : null;
  if (!button) return;
  void navigator.clipboard.writeText(button.dataset["copy"] ?? "").then(() => {
    const words = button.textContent;
    button.textContent = button.dataset["copied"] ?? "Copied";
    setTimeout(() => {
      button.textContent = words;
    }, 2000);
  });
});

started();
