// A quick way into a server: the kernel's pipeline from validation on, for an account, without HTTP between.

import { declaredStatuses, perform, type RunningServer } from "../../kernel/host.ts";
import { checkInput } from "../../kernel/pipeline/input.ts";
import { type Actor, Refusal } from "../../kernel/plugin.ts";
import { STATUS } from "../../kernel/ports/http.ts";
import type { Entry } from "../../kernel/ports/plugin.ts";
import type { Harness, ParsedBody } from "../harness/harness.ts";

/** An answer as REST would give it; `value` is the body, and for a refusal its message. */
export interface Said {
  status: number;
  value: ParsedBody;
}

export interface Sent {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: Record<string, unknown>;
  /** Asks by a token that is limited to these; a session without. */
  roots?: readonly string[];
}

export interface Door {
  /** `ask(user_id, "GET /api/docs", { query: { view: "all" } })`; an operation without a route goes by its id. */
  ask(userId: number, route: string, sent?: Sent): Promise<Said>;
}

export function openDoor(h: Harness): Door {
  // What the outputs look like is held against their declarations by every other test.
  const runtime = { ...h.runtime, strict: false };
  const entries = new Map(
    h.runtime.catalogue.entries.flatMap((entry): [string, Entry][] => [
      [`${entry.method} ${entry.path}`, entry],
      [entry.id, entry],
    ]),
  );
  const statuses = new Map<Entry, number[]>();

  async function run(userId: number, route: string, sent: Sent): Promise<Said> {
    const entry = entries.get(route);
    if (!entry) throw new Error(`no operation answers ${route}`);
    const said = await answer(h, { runtime, entry, userId, sent });
    const declared = statuses.get(entry) ?? declaredStatuses(entry);
    statuses.set(entry, declared);
    // What is a tool alone answers no status over HTTP, and declares none.
    if (entry.path !== null && !declared.includes(said.status))
      throw new Error(`${entry.id} answered ${said.status}, which it does not declare`);
    return said;
  }

  return { ask: (userId, route, sent = {}) => run(userId, route, sent) };
}

async function actorFor(h: Harness, { userId, sent }: { userId: number; sent: Sent }): Promise<Actor | null> {
  const person = await h.runtime.identifier.identifyId(userId);
  return person && sent.roots ? limitedTo(person, sent.roots) : person;
}

/** The person by a token that is limited to some roots. */
export function limitedTo(person: Actor, roots: readonly string[]): Actor {
  const limits = { read_only: false, toolsets: null, max_visibility: null, roots: [...roots] };
  return { ...person, credential: "token", token: { id: 1, name: "limited", client: null, limits } };
}

async function answer(
  h: Harness,
  call: { runtime: RunningServer; entry: Entry; userId: number; sent: Sent },
): Promise<Said> {
  const { entry, sent } = call;
  const url = new URL(entry.path ?? "/", h.base_url);
  const facts = {
    ...{ id: "history", method: entry.method ?? "GET", url, headers: new Headers(), body: null },
    ...{
      ip: "127.0.0.1",
      network: "127.0.0.1",
      signal: new AbortController().signal,
      content_host: h.runtime.contentHosts.shared,
    },
  };
  try {
    const actor = await actorFor(h, call);
    const input = await checkInput(entry, {
      params: sent.params ?? {},
      query: sent.query ?? {},
      body: sent.body ?? (entry.body ? {} : undefined),
      form: undefined,
    });
    const outcome = await perform(call.runtime, { entry, facts, actor, via: "api", input, now: h.clock.now() });
    return { status: outcome.status, value: outcome.value };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { status: STATUS[error.kind], value: error.message };
  }
}
