// Asks the browser for passkeys: to sign in, by its button or as the address is typed, and to add one.
// What it works for stays hidden on the page until it runs.

type Ceremony = { options: object; ticket: string };

const isSupported =
  typeof PublicKeyCredential !== "undefined" &&
  "parseRequestOptionsFromJSON" in PublicKeyCredential &&
  "parseCreationOptionsFromJSON" in PublicKeyCredential;

/** Challenges end after ten minutes; a page that stays open asks for another before. */
const RENEWED_MS = 8 * 60 * 1000;

async function post(path: string, body: object): Promise<Response> {
  const headers = { "content-type": "application/json", accept: "application/json" };
  return fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
}

async function wordsOf(response: Response): Promise<string> {
  const said: unknown = await response.json().catch(() => null);
  const { error, detail } = (said ?? {}) as { error?: unknown; detail?: unknown };
  const words = typeof error === "string" ? error : typeof detail === "string" ? detail : `error ${response.status}`;
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}

/** Whatever the device is asked ends what it was asked before: a browser asks for one thing at a time. */
let asking: AbortController | null = null;

function begin(): AbortSignal {
  asking?.abort();
  asking = new AbortController();
  return asking.signal;
}

function sayIn(form: HTMLFormElement, words: string): void {
  const place = form.querySelector<HTMLElement>("[role=alert]");
  if (!place) return;
  place.textContent = words;
  place.hidden = words === "";
}

function wordsIn(form: HTMLFormElement, name: string): string {
  return form.querySelector<HTMLElement>("[role=alert]")?.dataset[name] ?? "";
}

function isEnded(error: unknown): boolean {
  return error instanceof DOMException && error.name === "AbortError";
}

function set(form: HTMLFormElement, name: string, value: string): void {
  const control = form.elements.namedItem(name);
  if (control instanceof HTMLInputElement) control.value = value;
}

/** Asks for a passkey of this server; `mediation` is `conditional` while it is offered beside addresses. */
async function signIn(form: HTMLFormElement, mediation?: "conditional"): Promise<void> {
  const signal = begin();
  const answer = await post("/auth/passkey/options", {});
  if (!answer.ok) {
    if (!mediation) sayIn(form, await wordsOf(answer));
    return;
  }
  const { options, ticket }: Ceremony = await answer.json();
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as unknown as PublicKeyCredentialRequestOptionsJSON,
  );
  if (signal.aborted) return;
  const credential = await navigator.credentials.get({ publicKey, signal, ...(mediation && { mediation }) });
  if (!(credential instanceof PublicKeyCredential)) return;
  set(form, "ticket", ticket);
  set(form, "credential", JSON.stringify(credential.toJSON()));
  form.submit();
}

async function offer(form: HTMLFormElement): Promise<void> {
  const canOffer = await PublicKeyCredential.isConditionalMediationAvailable?.();
  if (!canOffer) return;
  const again = setTimeout(() => void offer(form), RENEWED_MS);
  await signIn(form, "conditional").catch((error: unknown) => {
    if (!isEnded(error)) clearTimeout(again);
  });
}

function prepareSignIn(form: HTMLFormElement): void {
  form.hidden = false;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    sayIn(form, "");
    signIn(form).catch((error: unknown) => {
      if (isEnded(error)) return;
      sayIn(form, wordsIn(form, error instanceof DOMException ? "none" : "failed"));
      void offer(form);
    });
  });
  void offer(form).catch(() => {});
}

async function add(form: HTMLFormElement): Promise<void> {
  const signal = begin();
  const answer = await post("/api/passkeys/options", {});
  if (!answer.ok) return sayIn(form, await wordsOf(answer));
  const { options, ticket }: Ceremony = await answer.json();
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as unknown as PublicKeyCredentialCreationOptionsJSON,
  );
  const credential = await navigator.credentials.create({ publicKey, signal });
  if (!(credential instanceof PublicKeyCredential)) return;
  const name = form.elements.namedItem("name");
  const called = name instanceof HTMLInputElement ? name.value : "";
  const added = await post("/api/passkeys", { ticket, name: called, credential: credential.toJSON() });
  if (!added.ok) return sayIn(form, await wordsOf(added));
  location.reload();
}

function prepareAdding(form: HTMLFormElement): void {
  if (!form.hidden) return;
  form.hidden = false;
  const without = document.querySelector<HTMLElement>("[data-passkey-without]");
  if (without) without.hidden = true;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    sayIn(form, "");
    const button = form.querySelector("button");
    if (button) button.disabled = true;
    add(form)
      .catch((error: unknown) => {
        if (isEnded(error)) return;
        const name = error instanceof DOMException ? error.name : "";
        sayIn(form, wordsIn(form, name === "InvalidStateError" ? "known" : name === "" ? "failed" : "none"));
      })
      .finally(() => {
        if (button) button.disabled = false;
      });
  });
}

function prepare(): void {
  if (!isSupported) return;
  for (const form of document.querySelectorAll<HTMLFormElement>("[data-passkey-sign-in]")) prepareSignIn(form);
  for (const form of document.querySelectorAll<HTMLFormElement>("[data-passkey-add]")) prepareAdding(form);
}

document.addEventListener("app:page", prepare);
prepare();
