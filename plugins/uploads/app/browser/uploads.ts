// Uploads in the app: files that are chosen or dropped are sent a few at a time, each seen on its way, stopped and
// tried again, over all pages of the app. Without it the form of several files does the same at once.
import { show } from "./line.ts";
import { make, readWords, word } from "./parts.ts";

const TOGETHER_MAX = 3;
const HELD_SECONDS = 5;

export interface Item {
  file: File;
  /** The place, as the query of an upload. */
  place: string;
  /** The same for every try, so that what came through is not made twice. */
  key: string;
  state: "waiting" | "sending" | "done" | "over";
  tries: number;
  request: XMLHttpRequest | null;
  line: HTMLElement;
}

const items: Item[] = [];
let heldUntil = 0;
let timer = 0;
/** What is said of files beyond those that are taken at once. */
let leftOut = "";
let panel: HTMLElement | null = null;
function box(): HTMLElement | null {
  return document.querySelector<HTMLElement>("[data-uploads]");
}

/** The list stays in the document while pages come and go. */
function showPanel(): HTMLElement {
  if (panel?.isConnected) return panel;
  const close = make("button", { type: "button", class: "btn quiet small" }, word("close"));
  const made = make(
    "section",
    { class: "uploads", "data-stays": "", "aria-label": word("uploads") },
    make("div", { class: "line far" }, make("h2", {}, word("uploads")), close),
    make("p", { class: "fine", role: "status" }),
    make("ul", { class: "rows still roomy" }, ...items.map(({ line }) => line)),
  );
  close.addEventListener("click", () => {
    for (const item of items.filter(({ state }) => state === "done" || state === "over")) takeOff(item);
    if (items.length > 0) return;
    made.remove();
    document.getElementById("main")?.focus();
  });
  document.body.append(made);
  panel = made;
  return made;
}

function announce(text: string | null = null): void {
  const status = panel?.querySelector("[role=status]");
  const there = items.filter(({ state }) => state === "done").length;
  const said = `${text ?? word("summary", { there, count: items.length })} ${leftOut}`.trim();
  if (status && status.textContent !== said) status.textContent = said;
}

function takeOff(item: Item): void {
  item.line.remove();
  items.splice(items.indexOf(item), 1);
  announce();
}

function end(item: Item, text: string, way: "again" | "off"): void {
  item.state = "over";
  item.request = null;
  const act = way === "again" ? { name: way, do: () => retry(item) } : { name: way, do: () => takeOff(item) };
  show(item, { text, is_bad: true, act });
  pump();
}

function retry(item: Item): void {
  item.tries = 0;
  wait(item);
  pump();
}

function wait(item: Item): void {
  item.state = "waiting";
  item.request = null;
  show(item, { text: word("waiting"), act: { name: "stop", do: () => stop(item) } });
}

function stop(item: Item): void {
  const { request } = item;
  item.state = "over";
  item.request = null;
  request?.abort();
  end(item, word("stopped"), "again");
}

function sizeInWords(bytes: number): string {
  const power = bytes < 1024 ? 0 : bytes < 1024 ** 2 ? 1 : bytes < 1024 ** 3 ? 2 : 3;
  return `${(bytes / 1024 ** power).toFixed(power === 0 ? 0 : 1)} ${["B", "KiB", "MiB", "GiB"][power]}`;
}

/** Sends what may be sent now, and says what it waits for. */
function pump(): void {
  const seconds = Math.ceil((heldUntil - Date.now()) / 1000);
  const waiting = items.filter(({ state }) => state === "waiting");
  if (seconds > 0 && waiting.length > 0) {
    announce(word("held", { seconds }));
    clearTimeout(timer);
    timer = window.setTimeout(pump, 1000);
    return;
  }
  const free = TOGETHER_MAX - items.filter(({ state }) => state === "sending").length;
  for (const item of waiting.slice(0, Math.max(0, free))) send(item);
  announce();
  const isOver = items.every(({ state }) => state === "done" || state === "over");
  if (isOver && items.some(({ state }) => state === "done") && !document.querySelector("form.of-files"))
    document.dispatchEvent(new Event("app:renew"));
}

function send(item: Item): void {
  const { file, place, key } = item;
  const request = new XMLHttpRequest();
  item.state = "sending";
  item.request = request;
  item.tries += 1;
  const query = new URLSearchParams(place);
  query.set("filename", file.name);
  query.set("idempotency_key", key);
  const act = { name: "stop", do: () => stop(item) } as const;
  const progress = (sent: number) => {
    const share = file.size === 0 ? 0 : sent / file.size;
    const text = share < 1 ? `${sizeInWords(file.size)} · ${Math.floor(share * 100)} %` : word("making");
    show(item, { text, share, act });
  };
  request.upload.addEventListener("progress", ({ loaded }) => item.request === request && progress(loaded));
  request.addEventListener("error", () => item.request === request && onceMore(item, word("broke")));
  request.addEventListener("load", () => item.request === request && answered(item, request));
  request.open("PUT", `/api/upload?${query}`);
  request.send(file);
  progress(0);
}

/** What may pass by itself is tried once more; after that a person decides. */
function onceMore(item: Item, text: string): void {
  if (item.tries > 1) end(item, text, "again");
  else {
    wait(item);
    pump();
  }
}

function answered(item: Item, request: XMLHttpRequest): void {
  const { status } = request;
  const body = readBody(request.responseText);
  if (status === 200 || status === 201) {
    item.state = "done";
    item.request = null;
    const href = `/app/d/${encodeURIComponent(String(body["doc_id"]))}`;
    show(item, { text: `${sizeInWords(item.file.size)} · ${word("there")}.`, href });
    pump();
  } else if (status === 429) {
    const seconds = Number(body["retry_after"] ?? request.getResponseHeader("retry-after")) || HELD_SECONDS;
    heldUntil = Math.max(heldUntil, Date.now() + seconds * 1000);
    item.tries = 0;
    wait(item);
    pump();
  } else if (status === 401) end(item, word("signed_out"), "again");
  else if (status >= 500) onceMore(item, word("failed"));
  else {
    const said = [body["error"], body["detail"]].find((one) => typeof one === "string") ?? `${status}`;
    end(item, said.charAt(0).toUpperCase() + said.slice(1), status === 409 ? "again" : "off");
  }
}

function readBody(text: string): Readonly<Record<string, unknown>> {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === "object" && body !== null ? { ...body } : {};
  } catch {
    return {};
  }
}

/** Where there is no secure context there is no `randomUUID`. */
function freshKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((one) => one.toString(16).padStart(2, "0")).join("");
}

function add(files: readonly File[], folders: ReadonlySet<File>): void {
  const at = box();
  if (!at || files.length === 0) return;
  readWords(at);
  const most = Number(at.dataset["filesMax"]);
  const bytesMax = Number(at.dataset["bytesMax"]);
  const chosen = document.querySelector<HTMLSelectElement>("form.of-files select")?.value;
  const place = chosen ?? at.dataset["uploads"] ?? "";
  const list = showPanel().querySelector("ul");
  for (const file of files.slice(0, most)) {
    const line = make(
      "li",
      {},
      make(
        "div",
        { class: "main" },
        make("span", { class: "name cut", dir: "auto", title: file.name }, file.name),
        make("span", { class: "what" }),
      ),
    );
    const item: Item = { file, place, key: freshKey(), state: "waiting", tries: 0, request: null, line };
    items.push(item);
    list?.append(line);
    if (folders.has(file)) end(item, word("folder"), "off");
    else if (file.size === 0) end(item, word("empty"), "off");
    else if (file.size > bytesMax) end(item, word("large", { size: at.dataset["sizeMax"] ?? "" }), "off");
    else wait(item);
  }
  leftOut = files.length > most ? word("many", { count: most, left: files.length - most }) : "";
  pump();
}

function bringsFiles({ dataTransfer }: DragEvent): boolean {
  return box() !== null && (dataTransfer?.types.includes("Files") ?? false);
}

document.addEventListener("dragover", (event) => {
  if (!bringsFiles(event)) return;
  event.preventDefault();
  document.documentElement.classList.add("over");
});

document.addEventListener("dragleave", ({ relatedTarget }) => {
  if (!relatedTarget) document.documentElement.classList.remove("over");
});

document.addEventListener("drop", (event) => {
  document.documentElement.classList.remove("over");
  if (!bringsFiles(event)) return;
  event.preventDefault();
  const dropped = [...(event.dataTransfer?.items ?? [])].flatMap((one) => {
    const file = one.getAsFile();
    return file ? [{ file, is_folder: one.webkitGetAsEntry()?.isDirectory ?? false }] : [];
  });
  const folders = dropped.flatMap(({ file, is_folder }) => (is_folder ? [file] : []));
  add(
    dropped.map(({ file }) => file),
    new Set(folders),
  );
});

function takeChosen(input: HTMLInputElement): void {
  const files = [...(input.files ?? [])];
  input.value = "";
  add(files, new Set());
}

document.addEventListener("change", ({ target }) => {
  if (target instanceof HTMLInputElement && target.matches("form.of-files [type=file]")) takeChosen(target);
});

/** Chosen files are on their way already; the button is for whoever has no script. */
function prepare(): void {
  const at = box();
  if (at) at.hidden = false;
  for (const button of document.querySelectorAll<HTMLElement>("form.of-files button")) button.hidden = true;
  const input = document.querySelector<HTMLInputElement>("form.of-files [type=file]");
  input?.closest(".drop")?.classList.add("quick");
  if (input?.files?.length) takeChosen(input);
}

window.addEventListener("beforeunload", (event) => {
  if (items.some(({ state }) => state === "waiting" || state === "sending")) event.preventDefault();
});

document.addEventListener("app:page", prepare);
prepare();
