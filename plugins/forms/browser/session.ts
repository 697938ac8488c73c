// A respondent's answer as it goes back and forth:
// loaded once, saved in order, one change after the other, and completed.
import type { Config } from "./config.ts";
import { solve } from "./proof.ts";
import { FormError, post } from "./transport.ts";

/** What is kept of an answer, as the server tells it. */
export interface Answer {
  data: Record<string, unknown>;
  version: number;
  /** Null while nothing is saved. */
  status: "draft" | "complete" | null;
}

export type Patch = Record<string, unknown>;

export interface Session {
  /** Once it is loaded; refused where no further try loads it. */
  ready: Promise<Answer>;
  /** The same, refused as soon as a try fails, of which there is one with each call. */
  loaded(): Promise<Answer>;
  /** As it was saved last. */
  current(): Answer;
  /** Whether a change of the field is still to be saved, or just being saved. */
  isUnsaved(key: string): boolean;
  save(patch: Patch, options?: { leaving?: boolean }): Promise<Answer>;
  complete(patch?: Patch): Promise<Answer>;
  /** What the form asks a browser to work out for a ticket, worked out once for each; null where it asks for nothing. */
  proof(token?: string): Promise<string | null>;
  resume: string;
  resumeLink: string;
}

export type SessionEvent = "service:restored" | "service:saved" | "service:submitted";

const NONE: Answer = { data: {}, version: 0, status: null };

/** Others change the same answer in another window; beyond so many times in a row nobody is writing by hand. */
const TRIES_MAX = 5;

/** Between two tries to load an answer while there is no connection. */
const RELOAD_MS = 2000;
const RELOAD_MS_MAX = 30_000;

export function openSession(config: Config): Session {
  const resume = /[#&]resume=([A-Za-z0-9_-]{20,200})(?:&|$)/.exec(location.hash)?.[1] ?? config.resume;
  let current = NONE;
  let pending: Patch = {};
  let sending: Patch = {};
  let running: Promise<Answer> | null = null;
  let loading: Promise<Answer> | null = null;
  const solved = new Map<string, Promise<string>>();
  const ready = config.autosave ? loadAtLast() : Promise.resolve(NONE);
  // Whoever waits for it hears of it.
  ready.catch(() => {});

  function loaded(): Promise<Answer> {
    if (!config.autosave) return ready;
    if (loading) return loading;
    const own = load();
    loading = own;
    own.catch((error: unknown) => {
      if (!isLasting(error)) loading = null;
    });
    return own;
  }

  async function loadAtLast(): Promise<Answer> {
    for (let wait = RELOAD_MS; ; wait = Math.min(RELOAD_MS_MAX, wait * 2)) {
      try {
        return await loaded();
      } catch (error) {
        if (isLasting(error)) throw error;
        await new Promise((resolve) => setTimeout(resolve, wait));
      }
    }
  }

  /** Told of once the page has its inputs, and whoever listens there. */
  async function load(): Promise<Answer> {
    const [answer] = await Promise.all([call({ action: "load" }), pageRead()]);
    return restored(answer);
  }

  async function call(body: object, options: { leaving?: boolean } = {}): Promise<Answer> {
    return answerOf(
      await post(config.draft, { token: config.token, resume_token: resume, ...trapped(config), ...body }, options),
    );
  }

  function proof(token = config.token): Promise<string | null> {
    if (config.work_bits === null) return Promise.resolve(null);
    const work = solved.get(token) ?? solve(token, config.work_bits);
    solved.set(token, work);
    return work;
  }

  /** What goes with the first thing that is kept of an answer. */
  async function worked(): Promise<{ work?: string }> {
    const work = await proof();
    return work === null ? {} : { work };
  }

  function restored(answer: Answer): Answer {
    current = answer;
    if (answer.status !== null) tell("service:restored", answer);
    return answer;
  }

  async function flush(options: { leaving?: boolean }): Promise<Answer> {
    await loaded();
    let refused: unknown = null;
    for (let tries = 0; Object.keys(pending).length > 0; ) {
      const sent = pending;
      sending = sent;
      pending = {};
      try {
        const first = current.version === 0 ? await worked() : {};
        current = await call({ action: "save", data: sent, base_version: current.version, ...first }, options);
        tell("service:saved", current);
      } catch (error) {
        const isBetter = error instanceof FormError && error.fields.length > 0;
        if (isBetter) {
          // One that cannot be kept holds up none of the others.
          refused = error;
          const bad = new Set(error.fields.map(({ key }) => key));
          const rest = Object.entries(sent).filter(([key]) => !bad.has(key));
          if (rest.length === Object.keys(sent).length) throw error;
          pending = { ...Object.fromEntries(rest), ...pending };
          continue;
        }
        pending = { ...sent, ...pending };
        if (!isStale(error) || ++tries > TRIES_MAX) throw error;
        restored(await call({ action: "load" }));
        if (current.status === "complete") throw error;
      } finally {
        sending = {};
      }
    }
    if (refused !== null) throw refused;
    return current;
  }

  function save(patch: Patch, options: { leaving?: boolean } = {}): Promise<Answer> {
    if (!config.autosave) return Promise.reject(new Error("this form saves nothing before it is sent"));
    pending = { ...pending, ...patch };
    const before = running ?? Promise.resolve(current);
    const own: Promise<Answer> = before.catch(() => current).then(() => flush(options));
    running = own;
    own
      .catch(() => {})
      .finally(() => {
        if (running === own) running = null;
      });
    return own;
  }

  async function complete(patch: Patch = {}): Promise<Answer> {
    if (!config.autosave) return submit(patch);
    await loaded();
    if (Object.keys({ ...pending, ...patch }).length > 0 || running) await save(patch);
    const work = await worked();
    for (let tries = 0; ; ) {
      try {
        current = await call({ action: "complete", base_version: current.version, ...work });
        break;
      } catch (error) {
        if (!isStale(error) || ++tries > TRIES_MAX) throw error;
        restored(await call({ action: "load" }));
        if (current.status === "complete") break;
      }
    }
    tell("service:submitted", current);
    return current;
  }

  async function submit(data: Patch): Promise<Answer> {
    await post(config.submit, { token: config.token, data, ...trapped(config), ...(await worked()) });
    current = { data, version: 1, status: "complete" };
    tell("service:submitted", current);
    return current;
  }

  return {
    ready,
    loaded,
    current: () => current,
    isUnsaved: (key) => Object.hasOwn(pending, key) || Object.hasOwn(sending, key),
    save,
    complete,
    proof,
    resume,
    resumeLink: `${config.href}#resume=${resume}`,
  };
}

/** What stands in the field that people do not see, where the page has it. */
function trapped({ honeypot }: Config): Record<string, string> {
  const trap = document.querySelector<HTMLInputElement>(`input[name="${CSS.escape(honeypot)}"]`);
  return trap && trap.value !== "" ? { [honeypot]: trap.value } : {};
}

function pageRead(): Promise<unknown> {
  if (document.readyState !== "loading") return Promise.resolve();
  return new Promise((resolve) => {
    document.addEventListener("DOMContentLoaded", () => setTimeout(resolve));
  });
}

/** A ticket that is over, or a form that is closed, comes to life by no further try. */
export function isLasting(error: unknown): boolean {
  return error instanceof FormError && error.status >= 400 && error.status < 500 && error.status !== 429;
}

function isStale(error: unknown): boolean {
  return error instanceof FormError && error.status === 409;
}

function answerOf({ data, version, status }: Record<string, unknown>): Answer {
  return {
    data: typeof data === "object" && data !== null ? { ...data } : {},
    version: typeof version === "number" ? version : 0,
    status: status === "draft" || status === "complete" ? status : null,
  };
}

function tell(event: SessionEvent, detail: Answer): void {
  dispatchEvent(new CustomEvent(event, { detail }));
}
