// The script of the page on which a text is written saves in place, shows a preview, marks by keys and buttons,
// counts words, and warns before somebody leaves what is not saved.
import { keepHere, keptHere } from "./kept.ts";
import { put, putAround, putBefore, putLink } from "./marks.ts";
import { isUnsaved, open, saved, type Writing } from "./open_form.ts";

interface Frame {
  parse(text: string): Document;
  say(words: string): void;
  showAnswer(answered: Answered, by: { by: HTMLFormElement }): void;
}

interface Answered {
  response: Response;
  page: Document;
}

const FRAME: string = "/app/frame.js";
const frame: Promise<Frame> = import(FRAME);

const SETTLED_MS = 400;
const PREVIEW_MS = 1200;
/** A longer text is shown again by the button alone. */
const PREVIEW_CHARS_MAX = 200_000;
/** Beyond it words are what stands between spaces, since telling them apart takes too long while somebody types. */
const SEGMENTED_CHARS_MAX = 50_000;

/** What was sent last, by the form it stood in. */
const sent = new WeakMap<HTMLFormElement, string>();
let timers: ReturnType<typeof setTimeout>[] = [];
/** One is saved after the other, so that nobody is in conflict with themselves. */
let saving: Promise<void> = Promise.resolve();
let previewsAsked = 0;
let isTabFree = false;

function started(): void {
  const writing = open();
  if (!writing) return;
  const { form, area } = writing;
  for (const part of form.querySelectorAll<HTMLElement>(".tools, [data-words], [data-keys-told]")) part.hidden = false;
  // Elsewhere a browser lets no script copy.
  if (isSecureContext)
    for (const button of form.querySelectorAll<HTMLElement>("[data-copy-text]")) button.hidden = false;
  const isShown = form.querySelector(".as-shown") !== null;
  form.querySelector("[data-preview]")?.setAttribute("aria-pressed", String(isShown));
  const told = area.getAttribute("aria-describedby");
  area.setAttribute("aria-describedby", told ? `${told} text-keys` : "text-keys");
  const kept = keptHere(writing);
  const note = form.querySelector<HTMLElement>("[data-kept-here]");
  if (note && kept !== null) {
    note.hidden = false;
    note.querySelector("button")?.addEventListener("click", () => {
      area.value = kept;
      note.hidden = true;
      area.focus();
      changed(writing);
    });
  }
  countWords(writing);
  area.addEventListener("input", () => changed(writing));
}

function changed(writing: Writing): void {
  for (const timer of timers) clearTimeout(timer);
  const settled = setTimeout(() => {
    countWords(writing);
    keepHere(writing, { is_sent: false });
  }, SETTLED_MS);
  const follow = () => {
    // It may have been switched off meanwhile.
    if (writing.form.querySelector(".as-shown")) void preview(writing);
  };
  timers = writing.area.value.length <= PREVIEW_CHARS_MAX ? [settled, setTimeout(follow, PREVIEW_MS)] : [settled];
}

function countWords({ form, area }: Writing): void {
  const place = form.querySelector<HTMLElement>("[data-words]");
  if (!place) return;
  const { lang } = document.documentElement;
  const count =
    area.value.length <= SEGMENTED_CHARS_MAX
      ? [...new Intl.Segmenter(lang, { granularity: "word" }).segment(area.value)].filter((one) => one.isWordLike)
          .length
      : (area.value.match(/\S+/g)?.length ?? 0);
  place.textContent = (place.dataset["words"] ?? "").replace("{count}", new Intl.NumberFormat(lang).format(count));
}

/** What the server makes of the form, at the address of one of its buttons. */
async function send(
  { form }: Writing,
  address: string,
  change: (data: FormData) => void = () => {},
): Promise<Answered | null> {
  const data = new FormData(form);
  change(data);
  const { parse, say } = await frame;
  try {
    const response = await fetch(address, { method: "POST", body: data, headers: { accept: "text/html" } });
    return { response, page: parse(await response.text()) };
  } catch {
    say(document.getElementById("said")?.dataset["away"] ?? "");
    return null;
  }
}

/** What comes late never takes the place of what was asked for since. */
async function preview(writing: Writing): Promise<void> {
  const { form } = writing;
  const button = form.querySelector<HTMLButtonElement>("[data-preview]");
  if (!button) return;
  const mine = ++previewsAsked;
  const answered = await send(writing, button.formAction);
  if (mine !== previewsAsked) return;
  const made = answered?.page.querySelector(".as-shown");
  if (!made) {
    const words = answered?.page.querySelector("[role=alert]")?.textContent;
    if (words) (await frame).say(words);
    return;
  }
  const there = form.querySelector(".as-shown");
  const shown = document.importNode(made, true);
  if (there) there.replaceChildren(...shown.childNodes);
  else form.querySelector(".panes")?.append(shown);
  button.setAttribute("aria-pressed", "true");
}

/** Saves and stays; what is refused comes back as the form does, with its words. */
async function save(writing: Writing): Promise<void> {
  const { form, area } = writing;
  // The one before it may have led to another page.
  if (!form.isConnected) return;
  const text = area.value;
  sent.set(form, text);
  const answered = await send(writing, form.action, (data) => data.set("~then", location.pathname + location.search));
  if (!answered) return;
  const there = answered.page.querySelector<HTMLFormElement>("form.write");
  const isSaved = answered.response.redirected;
  if (!isSaved || !there) {
    keepHere(writing, { is_sent: isSaved && area.value === text });
    if (form.isConnected) (await frame).showAnswer(answered, { by: form });
    return;
  }
  for (const name of ["base_version", "~made_on"]) {
    const [from, to] = [there, form].map((one) => one.elements.namedItem(name));
    if (from instanceof HTMLInputElement && to instanceof HTMLInputElement) to.value = from.value;
  }
  const base = document.getElementById("text-base");
  if (base) base.textContent = there.querySelector("#text-base")?.textContent ?? "";
  const message = form.elements.namedItem("message");
  if (message instanceof HTMLInputElement) message.value = "";
  saved.set(form, text);
  keepHere(writing, { is_sent: false });
  const words = answered.page.querySelector("#said .toast span")?.textContent;
  if (words) (await frame).say(words);
}

async function copy({ area }: Writing, done: string): Promise<void> {
  await navigator.clipboard.writeText(area.value);
  (await frame).say(done);
}

document.addEventListener("click", (event) => {
  const writing = open();
  const at = event.target instanceof Element ? event.target.closest<HTMLElement>("button") : null;
  if (!writing || !at || !writing.form.contains(at)) return;
  const { around, before } = at.dataset;
  if (at.matches("[data-preview]")) {
    event.preventDefault();
    const shown = writing.form.querySelector(".as-shown");
    if (shown) {
      previewsAsked++;
      shown.remove();
      at.setAttribute("aria-pressed", "false");
    } else void preview(writing);
  } else if (at.dataset["copyText"] !== undefined) void copy(writing, at.dataset["copyText"]);
  else if (around !== undefined) putAround(writing, around);
  else if (before !== undefined) putBefore(writing, before);
  else if (at.matches("[data-link]")) putLink(writing);
});

document.addEventListener("keydown", (event) => {
  const writing = open();
  if (!writing || event.altKey || event.isComposing) return;
  const isCommand = event.ctrlKey || event.metaKey;
  if (isCommand && event.key.toLowerCase() === "s" && !event.shiftKey) {
    event.preventDefault();
    const next = () => save(writing);
    if (!event.repeat) saving = saving.then(next, next);
    return;
  }
  if (event.target !== writing.area) return;
  if (isCommand) {
    const key = event.shiftKey ? event.key.toUpperCase() : event.key;
    const button = writing.form.querySelector<HTMLElement>(`[data-shortcut="${CSS.escape(key)}"]`);
    if (!button) return;
    event.preventDefault();
    button.click();
    return;
  }
  // After Esc the next Tab moves on, so that nobody is held by the keyboard.
  if (event.key === "Tab" && !isTabFree) {
    event.preventDefault();
    const hasMany = writing.area.value.slice(writing.area.selectionStart, writing.area.selectionEnd).includes("\n");
    if (event.shiftKey || hasMany) putBefore(writing, "  ", event.shiftKey);
    else put(writing, "\t");
    return;
  }
  if (event.key !== "Shift") isTabFree = event.key === "Escape";
});

/** A link inside the app takes no page away, and so the browser does not ask by itself. */
document.addEventListener(
  "click",
  (event) => {
    const writing = open();
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[href]") : null;
    if (!writing || !link || link.target || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (isUnsaved(writing) && !confirm(writing.form.dataset["leaving"])) event.preventDefault();
  },
  true,
);

addEventListener("beforeunload", (event) => {
  const writing = open();
  if (!writing || !isUnsaved(writing)) return;
  keepHere(writing, { is_sent: false });
  event.preventDefault();
});

// Sent, it is saved, or comes back with what was typed.
document.addEventListener("submit", ({ target, submitter }) => {
  const writing = open();
  if (!writing || target !== writing.form || submitter?.hasAttribute("formaction")) return;
  sent.set(writing.form, writing.area.value);
  // A button may save over a newer version than the one that was written on.
  const over =
    submitter instanceof HTMLButtonElement && submitter.name === "base_version" ? submitter.value : undefined;
  keepHere(writing, { is_sent: true, ...(over && { base: over }) });
});

document.addEventListener("app:done", ({ target }) => {
  const text = target instanceof HTMLFormElement ? sent.get(target) : undefined;
  if (target instanceof HTMLFormElement && text !== undefined) saved.set(target, text);
});

document.addEventListener("app:page", started);
started();
