// Runs in the browser on the home page, the search and the trash:
// what their buttons do through the REST routes, and local times.

function find<T extends Element>(selector: string, kind: new () => T): T | null {
  const element = document.querySelector(selector);
  return element instanceof kind ? element : null;
}

const announce = find("[data-status]", HTMLElement);
const problem = find("[data-problem]", HTMLElement);

function say(text: string): void {
  if (announce) announce.textContent = text;
}

function showProblem(text: string | null): void {
  if (!problem) return;
  problem.hidden = text === null;
  problem.textContent = text ?? "";
}

/** The words of a refusal, whichever shape it has. */
function wordsOf(answer: unknown, status: number): string {
  if (typeof answer === "object" && answer !== null) {
    if ("error" in answer && typeof answer.error === "string") return answer.error;
    if ("detail" in answer && typeof answer.detail === "string") return answer.detail;
  }
  return `the server answered ${status}; try again in a moment`;
}

function post(address: string, body: object): Promise<unknown> {
  return send("POST", address, body);
}

async function send(method: string, address: string, body?: object): Promise<unknown> {
  const headers = { "content-type": "application/json", accept: "application/json" };
  const response = await fetch(address, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  const answer: unknown = await response.json().catch(() => null);
  if (response.status === 401) {
    // What was written is not to be lost with the page.
    if (method !== "GET" && method !== "POST")
      throw new Error("you are signed out; sign in again in another tab, and save here once more");
    location.assign("/app");
  }
  if (!response.ok) throw new Error(wordsOf(answer, response.status));
  return answer;
}

/** Runs an action of a button once at a time, and says what went wrong. */
async function withButton(
  button: HTMLButtonElement | null,
  action: () => Promise<void>,
  show: (text: string | null) => void = showProblem,
): Promise<void> {
  show(null);
  if (button) button.disabled = true;
  try {
    await action();
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    show(words.charAt(0).toUpperCase() + words.slice(1));
  } finally {
    if (button) button.disabled = false;
  }
}

async function makeToken(form: HTMLFormElement): Promise<void> {
  const values = new FormData(form);
  const sent = { name: String(values.get("name")).trim(), ttl_days: Number(values.get("ttl_days")) };
  const made = await post("/api/tokens", sent);
  if (typeof made !== "object" || made === null || !("token" in made)) throw new Error("the server sent no token");
  const box = find("[data-made]", HTMLElement);
  const text = find("[data-made-token]", HTMLElement);
  const copy = find("[data-made] [data-copy]", HTMLElement);
  if (!box || !text || !copy) return;
  text.textContent = String(made.token);
  copy.dataset["copy"] = String(made.token);
  box.hidden = false;
  box.focus();
  form.reset();
  await refreshTokens();
}

/** Takes the table of a fresh page, so that rows are written in one place only. */
async function refreshTokens(): Promise<void> {
  const page = new DOMParser().parseFromString(await (await fetch(location.href)).text(), "text/html");
  const fresh = page.querySelector(".rows.inset, .none");
  const shown = document.querySelector(".rows.inset, .none");
  if (!fresh || !shown) return;
  shown.replaceWith(document.adoptNode(fresh));
  showLocalTimes();
}

async function revokeToken(button: HTMLButtonElement): Promise<void> {
  const name = button.dataset["name"] ?? "this token";
  if (!confirm(`Revoke "${name}"? Whatever uses it stops working at once.`)) return;
  await post(`/api/tokens/${button.dataset["revoke"]}/revoke`, {});
  // The plaintext may be that of the token which is gone.
  find("[data-made]", HTMLElement)?.setAttribute("hidden", "");
  await refreshTokens();
  say(`${name} is revoked`);
  document.querySelector<HTMLInputElement>("[data-make-token] input")?.focus();
}

/** What a button of a document's row does; `done` says it, given the name and what the server answered. */
interface DocumentAction {
  asks?: (name: string) => string;
  send: (doc_id: string) => Promise<unknown>;
  done: (name: string, answer: unknown) => string;
}

const DOCUMENT_ACTIONS: Readonly<Record<string, DocumentAction>> = {
  trash: {
    send: (doc_id) => send("DELETE", `/api/docs/${doc_id}`),
    done: (name) => `"${name}" is in the trash, from where it can be restored for 7 days.`,
  },
  undelete: {
    send: (doc_id) => post(`/api/docs/${doc_id}/undelete`, {}),
    done: (name, answer) => `"${name}" is back${placeIn(answer)}.${lostIn(answer)}`,
  },
  purge: {
    asks: (name) => `Delete "${name}" for good? Nothing brings it back.`,
    send: (doc_id) => send("DELETE", `/api/docs/${doc_id}?purge=true`),
    done: (name) => `"${name}" is gone for good.`,
  },
};

function memberOf(answer: unknown, name: string): string {
  const value = typeof answer === "object" && answer !== null ? Reflect.get(answer, name) : null;
  return typeof value === "string" ? value : "";
}

function placeIn(answer: unknown): string {
  const folder = memberOf(answer, "folder");
  return folder === "" ? "" : ` in ${folder}`;
}

function lostIn(answer: unknown): string {
  const alias = memberOf(answer, "alias_lost");
  return alias === "" ? "" : ` Its name "${alias}" belongs to another document by now.`;
}

function showListProblem(text: string | null): void {
  const box = find("[data-list-problem]", HTMLElement);
  if (!box) return;
  box.hidden = text === null;
  box.textContent = text ?? "";
}

/** The row goes, and where it stood the page says what became of it. */
async function changeDocument(button: HTMLButtonElement, named: string): Promise<void> {
  const action = DOCUMENT_ACTIONS[named];
  const [doc_id = "", name = ""] = [button.dataset[named], button.dataset["name"]];
  if (!action || (action.asks && !confirm(action.asks(name)))) return;
  const answer = await action.send(encodeURIComponent(doc_id));
  button.closest("tr")?.remove();
  const done = find("[data-list-done]", HTMLElement);
  if (!done) return;
  done.textContent = action.done(name, answer);
  done.hidden = false;
  done.focus();
}

async function copyText(button: HTMLButtonElement): Promise<void> {
  await navigator.clipboard.writeText(button.dataset["copy"] ?? "");
  say("Copied");
  showDone(button, "Copied");
}

/** The button says for a moment that it worked. */
function showDone(button: HTMLButtonElement, done: string): void {
  const label = button.firstChild;
  if (label?.nodeType !== Node.TEXT_NODE || label.textContent === done) return;
  const before = label.textContent;
  label.textContent = done;
  setTimeout(() => {
    label.textContent = before;
  }, 2000);
}

function showLocalTimes(): void {
  const format = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
  for (const time of document.querySelectorAll("time")) {
    const at = new Date(time.dateTime);
    if (Number.isNaN(at.getTime())) continue;
    time.title = time.dateTime;
    time.textContent = format.format(at);
  }
}

document.addEventListener("click", (event) => {
  const button = event.target instanceof Element ? event.target.closest("button") : null;
  if (!button) return;
  const ofDocument = Object.keys(DOCUMENT_ACTIONS).find((name) => button.dataset[name] !== undefined);
  if (ofDocument) void withButton(button, () => changeDocument(button, ofDocument), showListProblem);
  else if (button.dataset["copy"] !== undefined) void withButton(button, () => copyText(button));
  else if (button.dataset["revoke"] !== undefined) void withButton(button, () => revokeToken(button));
  else if (button.dataset["signOutEverywhere"] !== undefined) {
    void withButton(button, async () => {
      await post("/auth/logout-all", {});
      location.assign("/auth/login");
    });
  }
});

find("[data-make-token]", HTMLFormElement)?.addEventListener("submit", (event) => {
  event.preventDefault();
  const form = event.currentTarget;
  if (form instanceof HTMLFormElement) void withButton(form.querySelector("button"), () => makeToken(form));
});

/** Shows what went wrong with a form in its own place. */
function problemOf(form: HTMLFormElement, place: string): (text: string | null) => void {
  const problem = form.querySelector<HTMLElement>(place);
  return (text) => {
    if (!problem) return;
    problem.hidden = text === null;
    problem.textContent = text ?? "";
  };
}

find("[data-name-form]", HTMLFormElement)?.addEventListener("submit", (event) => {
  event.preventDefault();
  const form = event.currentTarget;
  const button = form instanceof HTMLFormElement ? form.querySelector("button") : null;
  if (!(form instanceof HTMLFormElement) || !button) return;
  const save = async () => {
    const answer = await send("PATCH", "/api/me", { name: String(new FormData(form).get("name")).trim() });
    const shown = find("[data-my-name]", HTMLElement);
    if (shown && typeof answer === "object" && answer !== null && "name" in answer) {
      shown.textContent = String(answer.name);
    }
    say("Name saved");
    showDone(button, "Saved");
  };
  void withButton(button, save, problemOf(form, "[data-name-problem]"));
});

/** What the workspace tells agents: fetched into its form, and saved from it. */
function openInstructions(form: HTMLFormElement): void {
  const address = form.dataset["agents"] ?? "";
  const words = form.querySelector("textarea");
  const button = form.querySelector("button");
  if (!words || !button) return;
  const show = problemOf(form, "[data-agents-problem]");
  const fill = (answer: unknown) => {
    if (typeof answer !== "object" || answer === null || !("instructions" in answer)) return;
    words.value = String(answer.instructions);
    words.disabled = false;
  };
  void withButton(button, async () => fill(await send("GET", address)), show);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void withButton(
      button,
      async () => {
        fill(await send("PUT", address, { instructions: words.value }));
        say("Instructions saved");
        showDone(button, "Saved");
      },
      show,
    );
  });
}

const agents = find("[data-agents]", HTMLFormElement);
if (agents) openInstructions(agents);
showLocalTimes();

export {};
