// Runs in the browser on a ticket's page:
// sends the dropped file in parts, shows how far it is, and goes on after a break.

const PART_BYTES = 16 * 1024 * 1024;
/** How often a part may be told to begin elsewhere before the page gives up. */
const MOVES_MAX = 5;

interface Reply {
  status: number;
  body: Readonly<Record<string, unknown>>;
}

function find<T extends Element>(selector: string, kind: new () => T): T | null {
  const element = document.querySelector(selector);
  return element instanceof kind ? element : null;
}

const box = find("[data-upload]", HTMLElement);
let sending: { file: File; request: XMLHttpRequest | null; stopped: boolean } | null = null;
let kept: File | null = null;

function show(view: "send" | "sending" | "done"): void {
  for (const section of document.querySelectorAll<HTMLElement>("[data-view]")) {
    section.hidden = section.dataset["view"] !== view;
  }
}

function setText(selector: string, text: string): void {
  const element = find(selector, HTMLElement);
  if (element) element.textContent = text;
}

function showProblem(text: string | null, options: { again: boolean } = { again: false }): void {
  const problem = find("[data-problem]", HTMLElement);
  if (!problem) return;
  problem.hidden = text === null;
  setText("[data-problem-text]", text === null ? "" : text.charAt(0).toUpperCase() + text.slice(1));
  const again = find("[data-again]", HTMLElement);
  if (again) again.hidden = !options.again;
}

function sizeInWords(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`;
  const power = bytes < 1024 ** 2 ? 1 : bytes < 1024 ** 3 ? 2 : 3;
  return `${(bytes / 1024 ** power).toFixed(1)} ${["", "KiB", "MiB", "GiB"][power]}`;
}

function showProgress(sent: number, file: File): void {
  const bar = find("[data-progress]", HTMLProgressElement);
  const share = file.size === 0 ? 0 : sent / file.size;
  if (bar) bar.value = share;
  setText("[data-sent]", `${sizeInWords(sent)} of ${sizeInWords(file.size)}`);
  // All bytes are there before the document is made from them.
  setText("[data-left]", sent < file.size ? `${Math.floor(share * 100)} %` : "making the document");
}

/** What tells one file from another, so that a page which was closed goes on with the same file only. */
function markOf(file: File): string {
  return [file.name, file.size, file.lastModified].join("|");
}

const MARK_KEY = `upload${location.pathname.slice(-24)}`;

function sendPart(file: File, part: { start: number; end: number; whole: boolean }): Promise<Reply> {
  const request = new XMLHttpRequest();
  if (sending) sending.request = request;
  return new Promise((resolve, reject) => {
    request.open("PUT", location.pathname);
    if (!part.whole) request.setRequestHeader("content-range", `bytes ${part.start}-${part.end - 1}/${file.size}`);
    request.upload.addEventListener("progress", (event) => showProgress(part.start + event.loaded, file));
    request.addEventListener("load", () => resolve({ status: request.status, body: readBody(request.responseText) }));
    request.addEventListener("error", () => reject(new Error("the connection broke off")));
    request.addEventListener("abort", () => reject(new Error("stopped")));
    request.send(file.slice(part.start, part.end));
  });
}

function readBody(text: string): Reply["body"] {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === "object" && body !== null ? { ...body } : {};
  } catch {
    return {};
  }
}

/** Asks how much has come; null when the ticket does not answer. */
async function askOffset(): Promise<number | null> {
  const response = await fetch(location.pathname, { method: "HEAD", cache: "no-store" }).catch(() => null);
  const offset = response?.ok ? response.headers.get("upload-offset") : null;
  return offset === null ? null : Number(offset);
}

/** Sends the file from where the server has it, part by part, and answers the last reply. */
async function sendFile(file: File): Promise<Reply> {
  const offset = await askOffset();
  if (offset === null) throw new Error("the server cannot be reached");
  // Parts of another file are on the server: this one starts over, in one piece.
  const whole = offset > 0 && localStorage.getItem(MARK_KEY) !== markOf(file);
  if (!whole) localStorage.setItem(MARK_KEY, markOf(file));
  let start = whole ? 0 : offset;
  for (let moves = 0; moves <= MOVES_MAX; ) {
    if (sending?.stopped) throw new Error("stopped");
    showProgress(start, file);
    const end = whole ? file.size : Math.min(file.size, start + PART_BYTES);
    const reply = await sendPart(file, { start, end, whole });
    const next = reply.body["upload_offset"];
    if (typeof next !== "number" || (reply.status !== 202 && reply.status !== 409)) return reply;
    if (reply.status === 409) moves += 1;
    start = next;
  }
  throw new Error("another window sends to this address as well; close one of them");
}

function refusalOf(file: File): string | null {
  const { max = "", size = "" } = box?.dataset ?? {};
  if (file.size === 0) return `"${file.name}" is empty; choose a file that holds something`;
  if (size !== "" && file.size !== Number(size)) {
    return `"${file.name}" has ${file.size} bytes, but this address was made for a file of ${size} bytes`;
  }
  if (file.size > Number(max))
    return `"${file.name}" has ${sizeInWords(file.size)}; at most ${sizeInWords(Number(max))} are taken`;
  return null;
}

async function start(file: File): Promise<void> {
  if (sending) return;
  const refusal = refusalOf(file);
  if (refusal) return showProblem(refusal);
  kept = file;
  sending = { file, request: null, stopped: false };
  showProblem(null);
  setText("[data-name]", file.name);
  show("sending");
  try {
    settle(await sendFile(file));
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    show("send");
    showProblem(words === "stopped" ? `stopped; "${file.name}" can go on where it was` : words, { again: true });
  } finally {
    sending = null;
  }
}

/** Shows what became of it. What the server refused is not sent again as it is. */
function settle({ status, body }: Reply): void {
  if (status === 200 || status === 201) {
    finish(body);
    return;
  }
  const words = [body["detail"], body["error"]].find((text) => typeof text === "string");
  show("send");
  showProblem(typeof words === "string" ? words : `the server answered ${status}`, { again: status >= 500 });
}

function finish({ title, url }: Reply["body"]): void {
  localStorage.removeItem(MARK_KEY);
  setText("[data-title]", String(title));
  const open = find("[data-open]", HTMLAnchorElement);
  if (open) open.href = String(url);
  const limits = find("[data-limits]", HTMLElement);
  if (limits) limits.hidden = true;
  show("done");
  setText("[data-status]", "The file has arrived");
  find('[data-view="done"]', HTMLElement)?.focus();
}

async function copyLink(button: HTMLElement): Promise<void> {
  await navigator.clipboard.writeText(find("[data-open]", HTMLAnchorElement)?.href ?? "");
  button.textContent = "Copied";
  setText("[data-status]", "Copied");
}

const drop = find("[data-drop]", HTMLElement);
const input = find("[data-file]", HTMLInputElement);
input?.addEventListener("change", () => {
  const file = input.files?.[0];
  input.value = "";
  if (file) void start(file);
});
for (const name of ["dragover", "dragleave", "drop"]) {
  // A file that misses the field must not replace the page.
  document.addEventListener(name, (event) => event.preventDefault());
}
drop?.addEventListener("dragover", () => drop.classList.add("over"));
drop?.addEventListener("dragleave", () => drop.classList.remove("over"));
document.addEventListener("drop", (event) => {
  drop?.classList.remove("over");
  const files = event.dataTransfer?.files;
  if (!box || !files || sending) return;
  if (files.length > 1) return showProblem("this address takes one file; drop one alone");
  const file = files[0];
  if (file) void start(file);
});
document.addEventListener("click", (event) => {
  const button = event.target instanceof Element ? event.target.closest("button") : null;
  if (button?.dataset["stop"] !== undefined && sending) {
    sending.stopped = true;
    sending.request?.abort();
  } else if (button?.dataset["again"] !== undefined && kept) void start(kept);
  else if (button?.dataset["copy"] !== undefined) void copyLink(button);
});
addEventListener("beforeunload", (event) => {
  if (sending) event.preventDefault();
});
for (const time of document.querySelectorAll("time")) {
  const at = new Date(time.dateTime);
  if (!Number.isNaN(at.getTime()))
    time.textContent = new Intl.DateTimeFormat(undefined, { timeStyle: "short" }).format(at);
}

export {};
