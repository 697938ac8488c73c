// The script of sites: search as one types, `/` to get there, and the tree where the reader left it.
// Every page works without it.

const WAIT_MS = 120;

/** An answer of the site's search. */
interface Suggestion {
  title: string;
  href: string;
  trail: string;
}

function addSuggestions(input: HTMLInputElement, address: string): void {
  const form = input.form;
  if (!form) return;
  const list = document.createElement("ul");
  list.className = "suggestions";
  list.id = "suggestions";
  list.role = "listbox";
  list.ariaLabel = "Pages found";
  list.hidden = true;
  form.append(list);
  input.role = "combobox";
  input.setAttribute("aria-controls", list.id);
  input.setAttribute("aria-autocomplete", "list");
  input.ariaExpanded = "false";
  let timer = 0;
  let asking: AbortController | null = null;
  let chosen = -1;

  function show(found: readonly Suggestion[]): void {
    chosen = -1;
    list.replaceChildren(...found.map(toItem));
    list.hidden = found.length === 0;
    input.ariaExpanded = String(!list.hidden);
    input.removeAttribute("aria-activedescendant");
  }

  /** What is still asked for would open the list again. */
  function close(): void {
    clearTimeout(timer);
    asking?.abort();
    show([]);
  }

  function choose(to: number): void {
    const items = [...list.children];
    chosen = (to + items.length) % items.length;
    for (const [at, item] of items.entries()) item.setAttribute("aria-selected", String(at === chosen));
    const item = items[chosen];
    if (item) input.setAttribute("aria-activedescendant", item.id);
    item?.scrollIntoView({ block: "nearest" });
  }

  async function ask(): Promise<void> {
    asking?.abort();
    const words = input.value.trim();
    if (words === "") return close();
    asking = new AbortController();
    const { signal } = asking;
    const url = new URL(address, location.href);
    url.searchParams.set("q", words);
    url.searchParams.set("format", "json");
    try {
      const answer = await fetch(url, { signal, headers: { accept: "application/json" } });
      if (!answer.ok) return show([]);
      const { results }: { results: Suggestion[] } = await answer.json();
      show(results.slice(0, 8));
    } catch {
      if (!signal.aborted) show([]);
    }
  }

  input.addEventListener("input", () => {
    clearTimeout(timer);
    timer = window.setTimeout(ask, WAIT_MS);
  });
  input.addEventListener("keydown", (event) => {
    // Keys that choose among an input method's candidates, as people write Chinese and Japanese with, are that method's.
    if (event.isComposing) return;
    if (event.key === "Escape") {
      close();
      input.blur();
    }
    if (list.hidden) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      choose(event.key === "ArrowDown" ? chosen + 1 : Math.max(chosen, 0) - 1);
    }
    const link = list.children[chosen]?.querySelector("a");
    if (event.key === "Enter" && link) {
      event.preventDefault();
      location.assign(link.href);
    }
  });
  form.addEventListener("focusout", ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node && form.contains(relatedTarget))) close();
  });
}

function toItem({ title, href, trail }: Suggestion, at: number): HTMLLIElement {
  const item = document.createElement("li");
  item.id = `suggestion-${at}`;
  item.role = "option";
  const link = document.createElement("a");
  link.href = href;
  link.tabIndex = -1;
  link.dir = "auto";
  link.textContent = title;
  if (trail !== "") {
    const where = document.createElement("small");
    where.textContent = trail;
    link.append(where);
  }
  item.append(link);
  return item;
}

/** `/` goes to the search, as in most documentation, unless somebody writes. */
function goToSearch(input: HTMLInputElement): void {
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
    const at = event.target;
    if (at instanceof HTMLElement && (at.isContentEditable || /^(input|textarea|select)$/i.test(at.tagName))) return;
    event.preventDefault();
    input.focus();
    input.select();
  });
}

/** A long tree begins where the reader is. */
function showCurrent(): void {
  const here = document.querySelector<HTMLElement>(".tree [aria-current]");
  const tree = here?.closest<HTMLElement>(".tree");
  if (!here || !tree) return;
  const { top, bottom } = here.getBoundingClientRect();
  const seen = tree.getBoundingClientRect();
  if (top < seen.top || bottom > seen.bottom) tree.scrollTop += top - seen.top - seen.height / 3;
}

function closeMenuOnEscape(): void {
  const menu = document.querySelector<HTMLInputElement>("#menu");
  document.addEventListener("keydown", ({ key }) => {
    if (key === "Escape" && menu?.checked) menu.checked = false;
  });
}

/** Between these a frame is as high as its document says, which may say anything. */
const FRAME_HEIGHT_MIN = 120;
const FRAME_HEIGHT_MAX = 30_000;
const FRAME_ANSWER_MS = 500;

/** A framed document gets the room that it needs, and the whole screen when its reader asks. */
function fitFrame(frame: HTMLIFrameElement): void {
  let isTold = false;
  addEventListener("message", ({ source, data }) => {
    // Nobody else's word counts; the document's origin is nobody's, so that its window is all that tells it.
    if (source === null || source !== frame.contentWindow || typeof data !== "object" || data === null) return;
    const height: unknown = Reflect.get(data, "frame_height");
    if (typeof height !== "number" || !Number.isFinite(height)) return;
    isTold = true;
    const border = frame.offsetHeight - frame.clientHeight;
    frame.style.minHeight = "0";
    frame.style.height = `${Math.min(Math.max(Math.ceil(height), FRAME_HEIGHT_MIN), FRAME_HEIGHT_MAX) + border}px`;
  });
  // It may have told before anybody listened.
  const ask = () => frame.contentWindow?.postMessage({ frame_height: "?" }, "*");
  ask();
  frame.addEventListener("load", () => {
    isTold = false;
    ask();
    // A page that its reader went to from the first one tells nothing.
    setTimeout(() => !isTold && frame.removeAttribute("style"), FRAME_ANSWER_MS);
  });
  const button = frame.parentElement?.querySelector("button");
  if (!button || !document.fullscreenEnabled) return;
  button.hidden = false;
  button.addEventListener("click", () => void frame.requestFullscreen());
}

const framed = document.querySelector<HTMLIFrameElement>(".framed iframe");
if (framed) fitFrame(framed);
const search = document.querySelector<HTMLInputElement>(".search input[data-suggest]");
if (search?.dataset["suggest"]) {
  addSuggestions(search, search.dataset["suggest"]);
  goToSearch(search);
}
showCurrent();
closeMenuOnEscape();
