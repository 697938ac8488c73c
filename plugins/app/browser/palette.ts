// The palette: a combobox over what somebody may go to or do, loaded by the frame at its first use.

interface Found {
  kind: string;
  label: string;
  hint: string | null;
  href: string;
  icon: string;
}

const DEBOUNCE_MS = 90;
const SVG = "http://www.w3.org/2000/svg";

let dialog: HTMLDialogElement | null = null;
let field: HTMLInputElement;
let list: HTMLElement;
let asked: AbortController | null = null;
let timer = 0;
/** What was asked for the list that is shown. */
let shownFor: string | null = null;

/** Words that the server wrote on the link that opens it. */
function word(name: string): string {
  return document.querySelector<HTMLElement>("[data-palette]")?.dataset[name] ?? "";
}

function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Record<string, string>,
  ...inside: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...inside);
  return element;
}

function drawing(name: string): SVGElement {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `#i-${name}`);
  svg.append(use);
  return svg;
}

/** Opens it; what was in focus has it again when it closes. */
export function open(typed = ""): void {
  const before = document.activeElement;
  if (dialog?.open) return;
  dialog = build();
  document.body.append(dialog);
  const opened = dialog;
  opened.addEventListener("close", () => {
    asked?.abort();
    clearTimeout(timer);
    opened.remove();
    if (before instanceof HTMLElement && before.isConnected) before.focus();
  });
  shownFor = null;
  opened.showModal();
  field.value = typed;
  field.focus();
  void find();
}

function build(): HTMLDialogElement {
  const label = word("label");
  field = make("input", {
    ...{ type: "search", id: "pal", name: "q", autocomplete: "off", maxlength: "100", role: "combobox" },
    ...{ "aria-expanded": "true", "aria-controls": "pal-list", "aria-autocomplete": "list", placeholder: label },
  });
  list = make("div", { class: "menu", role: "listbox", id: "pal-list", "aria-label": word("found") });
  const search = document.querySelector<HTMLAnchorElement>("[data-palette]")?.getAttribute("href") ?? "/app/search";
  const form = make(
    "form",
    { action: search, role: "search" },
    make(
      "div",
      { class: "line one" },
      drawing("search"),
      make("label", { class: "only", for: "pal" }, label),
      field,
      make("kbd", {}, "Esc"),
    ),
  );
  const keys = make(
    "footer",
    { class: "wide-only" },
    ...(
      [
        ["↑ ↓", "choose"],
        ["↵", "open"],
        [">", "only"],
      ] as const
    ).map(([key, name]) => make("span", {}, make("kbd", {}, key), ` ${word(name)}`)),
  );
  const made = make("dialog", { class: "palette", "aria-label": label }, form, list, keys);
  field.addEventListener("input", () => {
    clearTimeout(timer);
    timer = window.setTimeout(() => void find(), DEBOUNCE_MS);
  });
  field.addEventListener("keydown", onKey);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    event.stopPropagation();
    void enter(made, search);
  });
  list.addEventListener("click", () => made.close());
  made.addEventListener("click", (event) => {
    if (event.target === made) made.close();
  });
  return made;
}

/** Goes to what is chosen for the words that stand there now, whatever is shown still. */
async function enter(made: HTMLDialogElement, search: string): Promise<void> {
  const q = field.value.trim();
  if (shownFor !== q) {
    clearTimeout(timer);
    await find();
  }
  const chosen = current();
  made.close();
  if (chosen) chosen.click();
  else location.assign(`${search}?${new URLSearchParams({ q })}`);
}

function options(): HTMLAnchorElement[] {
  return [...list.querySelectorAll<HTMLAnchorElement>("[role=option]")];
}

function current(): HTMLAnchorElement | undefined {
  return options().find((one) => one.getAttribute("aria-selected") === "true");
}

function onKey(event: KeyboardEvent): void {
  // A field for searching would keep it, to be emptied by.
  if (event.key === "Escape") {
    event.preventDefault();
    dialog?.close();
    return;
  }
  const all = options();
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined || all.length === 0) return;
  event.preventDefault();
  const at = all.findIndex((one) => one.getAttribute("aria-selected") === "true");
  choose(all, (at + step + all.length) % all.length);
}

function choose(all: HTMLAnchorElement[], at: number): void {
  for (const [index, one] of all.entries()) one.setAttribute("aria-selected", String(index === at));
  const chosen = all[at];
  field.setAttribute("aria-activedescendant", chosen?.id ?? "");
  chosen?.scrollIntoView({ block: "nearest" });
}

async function find(): Promise<void> {
  asked?.abort();
  const mine = new AbortController();
  asked = mine;
  const q = field.value.trim();
  try {
    const response = await fetch(`/api/find?${new URLSearchParams({ q })}`, {
      headers: { accept: "application/json" },
      signal: mine.signal,
    });
    if (!response.ok) throw new Error(String(response.status));
    const answer: { found: Found[] } = await response.json();
    shownFor = q;
    show(answer.found, q);
  } catch {
    if (mine.signal.aborted) return;
    list.replaceChildren(make("p", { class: "fine pad" }, word("failed")));
  }
}

function show(found: Found[], q: string): void {
  const kinds = [...new Set(found.map(({ kind }) => kind))];
  const search = document.querySelector<HTMLAnchorElement>("[data-palette]")?.pathname ?? "/app/search";
  const groups = kinds.map((kind) => {
    const heading = make("div", { class: "menu-h", role: "presentation", id: `pal-${kind}` }, word(kind));
    const lines = found.filter((one) => one.kind === kind).map(line);
    return make("div", { role: "group", "aria-labelledby": heading.id }, heading, ...lines);
  });
  if (q !== "" && !q.startsWith(">")) {
    const href = `${search}?${new URLSearchParams({ q })}`;
    const all = line({ kind: "text", label: `${word("text")} “${q}”`, hint: null, href, icon: "search" });
    groups.push(make("div", { role: "group", "aria-label": word("text") }, all));
  }
  list.replaceChildren(...(groups.length > 0 ? groups : [make("p", { class: "fine pad" }, word("none"))]));
  const all = options();
  for (const [index, one] of all.entries()) one.id = `pal-${index}`;
  choose(all, 0);
}

function line({ label, hint, href, icon }: Found): HTMLAnchorElement {
  const name = make("span", { class: "cut", dir: "auto", title: label }, label);
  const beside = hint ? [make("span", { class: "fine cut grow", dir: "auto" }, hint)] : [];
  return make(
    "a",
    { class: "place", role: "option", tabindex: "-1", href, "aria-selected": "false" },
    drawing(icon),
    name,
    ...beside,
  );
}

/** All keys, as a dialog of their own. */
export function showKeys(): void {
  const keys: readonly (readonly [string, string])[] = [
    ["Ctrl K", "label"],
    ["/", "search"],
    ["G H", "home"],
    ["G I", "inbox"],
    ["?", "keys"],
  ];
  const shown = make(
    "dialog",
    { "aria-labelledby": "keys-h" },
    make("div", { class: "dialog-head" }, make("h2", { id: "keys-h" }, word("keys"))),
    make(
      "dl",
      { class: "facts dialog-body" },
      ...keys.flatMap(([key, name]) => [make("dt", {}, make("kbd", {}, key)), make("dd", {}, word(name))]),
    ),
    make("form", { method: "dialog", class: "dialog-foot" }, make("button", { class: "btn" }, word("close"))),
  );
  const before = document.activeElement;
  shown.addEventListener("close", () => {
    shown.remove();
    if (before instanceof HTMLElement && before.isConnected) before.focus();
  });
  document.body.append(shown);
  shown.showModal();
}
