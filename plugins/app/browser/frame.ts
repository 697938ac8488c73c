// The script of the frame: it takes links and forms inside the app, swaps the page, and keeps rail, scroll and focus.
// Every link and every form works without it.
import { parse } from "./parse.ts";
import { say, started } from "./shown.ts";
import { keepFold } from "./tree.ts";
import { watchUnread } from "./unread.ts";

// For scripts of single pages too, which import them from where this one lies.
export { parse, say };

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

watchUnread(() => void go(new URL(location.href), { replace: true }));
started();
