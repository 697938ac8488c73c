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

/** For scripts of single pages too, since a page has one policy for what becomes markup. */
export function parse(text: string): Document {
  const markup = policy ? policy.createHTML(text) : text;
  return new DOMParser().parseFromString(markup as string, "text/html");
}

/** Whether an address is a page of the app that may be swapped in. */
function isInApp(url: URL): boolean {
  return url.origin === location.origin && (url.pathname === "/app" || url.pathname.startsWith("/app/"));
}

/** The policy of the page that was loaded whole holds for all that are swapped in after it. */
const mayShow = document.body.dataset["shows"] ?? "";

function isShutOut(page: Document): boolean {
  return (page.body.dataset["shows"] ?? "") !== mayShow && page.querySelector("main :is(iframe, [src^=http])") !== null;
}

let latest = 0;

interface Way {
  /** What was sent, and the form that it was sent by. */
  form?: { by: HTMLFormElement; body: FormData | URLSearchParams };
  replace?: boolean;
}

/** Asks for a page and shows it. */
async function go(url: URL, { form, replace = false }: Way = {}): Promise<void> {
  const mine = ++latest;
  let response: Response;
  try {
    const sent = form && { method: "POST", body: form.body };
    response = await fetch(url, { headers: { accept: "text/html" }, ...sent });
  } catch {
    say(document.getElementById("said")?.dataset["away"] ?? "");
    return;
  }
  const page = parse(await response.text());
  if (mine === latest || form) showAnswer({ response, page }, { by: form?.by, replace });
}

interface Answered {
  response: Response;
  page: Document;
}

/** Shows what was answered, to a form where `by` is one; what cannot be swapped in is loaded whole. */
export function showAnswer(
  { response, page }: Answered,
  { by, replace = false }: { by?: HTMLFormElement | undefined; replace?: boolean },
): void {
  const there = new URL(response.url);
  const isRefused = by !== undefined && !response.redirected;
  if (!isInApp(there) || !page.getElementById("main") || page.body.dataset["user"] !== document.body.dataset["user"]) {
    // A form that was answered with another kind of page cannot be asked for again.
    if (isRefused) document.documentElement.replaceWith(document.adoptNode(page.documentElement));
    else leaveFor(there, by);
    return;
  }
  if (!isRefused && isShutOut(page)) {
    leaveFor(there, by);
    return;
  }
  if (!isRefused) {
    if (replace || there.href === location.href) history.replaceState(null, "", there);
    else history.pushState(null, "", there);
  }
  show(page, { keepsScroll: by !== undefined || replace, isRefused });
}

/** A form that was done has nothing left to lose, and whoever asks before the page is left is told so. */
function leaveFor(there: URL, by: HTMLFormElement | undefined): void {
  by?.dispatchEvent(new Event("app:done", { bubbles: true }));
  location.assign(there);
}

/** Puts another page in the place of this one. */
function show(page: Document, { keepsScroll, isRefused }: { keepsScroll: boolean; isRefused: boolean }): void {
  const scroll = document.querySelector(".rail-mid")?.scrollTop ?? 0;
  const folds = [...document.querySelectorAll<HTMLDetailsElement>(".tree details")];
  document.title = page.title;
  for (const link of page.head.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]"))
    if (!document.head.querySelector(`link[href="${CSS.escape(link.getAttribute("href") ?? "")}"]`))
      document.head.append(document.importNode(link, true));
  // What goes on over pages, as uploads do, never leaves the document.
  const inside = document.importNode(page.body, true).childNodes;
  for (const node of [...document.body.childNodes])
    if (!(node instanceof HTMLElement && "stays" in node.dataset)) node.remove();
  document.body.prepend(...inside);
  for (const fold of folds) keepFold(fold);
  for (const script of page.head.querySelectorAll<HTMLScriptElement>("script[src]"))
    load(script.getAttribute("src") ?? "");
  const rail = document.querySelector(".rail-mid");
  if (rail) rail.scrollTop = scroll;
  if (!keepsScroll) window.scrollTo(0, 0);
  const wrong =
    document.querySelector<HTMLElement>("main [aria-invalid=true]") ??
    (isRefused ? document.querySelector<HTMLElement>("main [role=alert]") : null);
  if (wrong || !document.activeElement?.closest("[data-stays]"))
    (wrong ?? document.getElementById("main"))?.focus({ preventScroll: keepsScroll && !wrong });
  started();
}

function keyOf(inside: Element | null): string {
  return inside?.parentElement?.querySelector(":scope > a")?.getAttribute("href") ?? "";
}

function foldOf(key: string): HTMLDetailsElement | undefined {
  return [...document.querySelectorAll<HTMLDetailsElement>(".tree details")].find((one) => keyOf(one) === key);
}

/** What was fetched of the tree before stays, and what the new page says of it goes on top. */
function keepFold(was: HTMLDetailsElement): void {
  const now = foldOf(keyOf(was));
  if (!now || now === was) return;
  const list = was.querySelector(":scope > ul[data-whole]");
  if (list && !now.querySelector(":scope > ul[data-whole]")) putLevel(now, list);
  if (was.open) now.open = true;
}

/** Puts a whole level below a line of the tree; lines that are there already stay as they are. */
function putLevel(fold: HTMLDetailsElement, level: Element): void {
  const there = fold.querySelector(":scope > ul");
  const known = new Map([...(there?.children ?? [])].map((line) => [keyOf(line.firstElementChild), line]));
  const lines = [...level.children].map((line) => {
    const key = keyOf(line.firstElementChild);
    const kept = known.get(key);
    known.delete(key);
    if (!kept) line.querySelector("[aria-current]")?.removeAttribute("aria-current");
    return kept ?? document.importNode(line, true);
  });
  const list = document.createElement("ul");
  list.dataset["whole"] = "";
  list.append(...lines, ...known.values());
  there?.remove();
  fold.append(list);
  fold.hidden = false;
  fold.removeAttribute("data-level");
}

/** A level of the tree lies on the page of its place. */
async function fetchLevel(fold: HTMLDetailsElement): Promise<void> {
  const key = keyOf(fold);
  const response = await fetch(key, { headers: { accept: "text/html" } }).catch(() => null);
  const page = response?.ok ? parse(await response.text()) : null;
  const there = [...(page?.querySelectorAll(".tree details") ?? [])].find((one) => keyOf(one) === key);
  const level = there?.querySelector(":scope > ul[data-whole]");
  if (level) putLevel(fold, level);
  started();
}

// A fold's toggle does not bubble.
document.addEventListener(
  "toggle",
  ({ target }) => {
    if (target instanceof HTMLDetailsElement && target.open && target.closest(".tree")) {
      if (!target.querySelector(":scope > ul[data-whole]")) void fetchLevel(target);
    }
  },
  true,
);

document.addEventListener("keydown", (event) => {
  const at = event.target instanceof Element ? event.target.closest<HTMLElement>(".tree a, .tree summary") : null;
  if (!at || event.altKey || event.ctrlKey || event.metaKey) return;
  const fold = at.parentElement?.querySelector<HTMLDetailsElement>(":scope > details");
  const lines = [...document.querySelectorAll<HTMLElement>(".tree a")].filter((one) => one.offsetParent);
  const link = at.matches("a") ? at : at.closest("li")?.querySelector("a");
  const place = link instanceof HTMLElement ? lines.indexOf(link) : -1;
  const up = at.closest("ul")?.closest("li")?.querySelector<HTMLElement>(":scope > a");
  if (event.key === "ArrowDown") lines[place + 1]?.focus();
  else if (event.key === "ArrowUp") lines[place - 1]?.focus();
  else if (event.key === "ArrowRight" && fold && !fold.open) fold.open = true;
  else if (event.key === "ArrowRight" && fold) lines[place + 1]?.focus();
  else if (event.key === "ArrowLeft" && fold?.open) fold.open = false;
  else if (event.key === "ArrowLeft" && up) up.focus();
  else return;
  event.preventDefault();
});

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

export function say(words: string): void {
  const place = document.getElementById("said");
  if (!place) return;
  const toast = document.createElement("div");
  toast.className = "toast";
  toast.textContent = words;
  place.replaceChildren(toast);
  started();
}

interface Palette {
  open(typed?: string): void;
  showKeys(): void;
}

const PALETTE: string = "/app/palette.js";

function usePalette(use: (palette: Palette) => void): void {
  void import(PALETTE).then(use, () => go(new URL("/app/search", location.href)));
}

function isWriting({ target }: Event): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches("input, textarea, select"));
}

let before = "";

document.addEventListener("keydown", (event) => {
  const key = event.key.toLowerCase();
  if (event.altKey || event.defaultPrevented) return;
  if (event.ctrlKey || event.metaKey) {
    if (key !== "k" || event.shiftKey) return;
    event.preventDefault();
    usePalette((palette) => palette.open());
    return;
  }
  if (isWriting(event) || document.body.dataset["keys"] === "off" || document.querySelector("dialog[open]")) return;
  const both = before + key;
  before = key === "g" ? "g " : "";
  const way = { "g h": "/app", "g i": "/app/inbox", "/": "/app/search" }[both];
  if (!way && both !== "?") return;
  event.preventDefault();
  if (way) void go(new URL(way, location.href));
  else usePalette((palette) => palette.showKeys());
});

document.addEventListener("click", (event) => {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return;
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[href]") : null;
  if (link?.hasAttribute("data-palette")) {
    event.preventDefault();
    usePalette((palette) => palette.open());
    return;
  }
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
  void go(url, { form: { by: form, body: isMultipart ? values : new URLSearchParams(texts) } }).finally(() => {
    if (button) button.disabled = false;
  });
});

/** An island made something that the page lists; what somebody types or chose there stays. */
document.addEventListener("app:renew", () => {
  const isTouched = [...document.querySelectorAll<HTMLInputElement>("main :is(input, textarea)")].some(
    ({ value, defaultValue, checked, defaultChecked }) => value !== defaultValue || checked !== defaultChecked,
  );
  const isChosen = [...document.querySelectorAll<HTMLSelectElement>("main select")].some(isChanged);
  if (!isTouched && !isChosen) void go(new URL(location.href), { replace: true });
});

/** Where no option is marked as chosen, the first one is. */
function isChanged({ multiple, options, selectedIndex }: HTMLSelectElement): boolean {
  const all = [...options];
  if (multiple) return all.some(({ selected, defaultSelected }) => selected !== defaultSelected);
  const marked = all.findLastIndex(({ defaultSelected }) => defaultSelected);
  return selectedIndex !== Math.max(marked, 0);
}

window.addEventListener("popstate", () => void go(new URL(location.href), { replace: true }));

/** What the document needs each time that a page came in: times in the reader's zone, toasts that go. */
function started(): void {
  for (const time of document.querySelectorAll<HTMLTimeElement>("time[datetime]:not([title])")) localize(time);
  for (const fold of document.querySelectorAll<HTMLElement>("details[data-level][hidden]")) fold.hidden = false;
  // Elsewhere a browser lets no script copy.
  if (isSecureContext)
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

const UNREAD = "/api/notifications/unread";
const UNREAD_MS = 5000;

/** What is unread, while somebody looks; the inbox is shown anew where nobody is at work in it. */
async function renewUnread(): Promise<void> {
  const counts = [...document.querySelectorAll<HTMLElement>("[data-unread]")];
  if (document.hidden || counts.length === 0) return;
  const response = await fetch(UNREAD).catch(() => null);
  if (!response?.ok) return;
  const { unread }: { unread: number } = await response.json();
  const shown = unread > 99 ? "99+" : String(unread || "");
  const isNews = counts.some((count) => count.textContent !== shown);
  for (const count of counts) {
    count.hidden = unread === 0;
    count.textContent = shown;
    count.ariaLabel = (count.ariaLabel ?? "").replace(/\d+/, String(unread));
  }
  const isFree = document.activeElement === document.body || document.activeElement?.id === "main";
  if (isNews && isFree && location.pathname === "/app/inbox") void go(new URL(location.href), { replace: true });
}

setInterval(() => void renewUnread(), UNREAD_MS);
void renewUnread();

started();
