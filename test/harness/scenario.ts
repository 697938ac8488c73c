// One behaviour through every door:
// a REST call with all that it leaves behind, and the same again as each tool that can say it.
import { expect } from "bun:test";
import { toArguments } from "../../kernel/host.ts";
import type { Entry, ToolEntry } from "../../kernel/ports/plugin.ts";
import { pickResult } from "../../kernel/ports/tools.ts";
import { type Answer, findEntry, type Harness, type ParsedBody, type Person, type Send } from "./harness.ts";

/** A call: `call` is a method and a path with its query, as for `Harness.call`. */
export interface Act extends Send {
  call: string;
}

export interface Expected {
  status: number;
  /** What the body holds at least; of a tool's result, so far as the tool gives it. */
  body?: Readonly<Record<string, unknown>>;
  /** The whole of `error`, or what it has to match. */
  error?: string | RegExp;
  /** Exactly the audit rows written, in order; none without it. */
  audit?: readonly ({ action: string } & Readonly<Record<string, unknown>>)[];
  /** How many uses of the publish bucket the call costs the caller; 0 without it. */
  quota?: number;
}

export interface Scenario<State> {
  /** Makes a world to act in; made anew for each door. */
  given?: () => Promise<State>;
  act: (state: State) => Act;
  expect: Expected | ((state: State) => Expected);
  /** False where a tool rightly reads the input otherwise: numbers as text, or null for what is left out. */
  tools?: boolean;
}

/** Tables that a refusal may touch: it is counted, and a token that is used says so. */
const COUNTED = new Set(["quota_counters", "migrations"]);

/** A running server gets no new tables. */
const tables = new WeakMap<Harness, Promise<string[]>>();

function tablesOf(h: Harness): Promise<string[]> {
  const names = tables.get(h) ?? readTables(h);
  tables.set(h, names);
  return names;
}

async function readTables(h: Harness): Promise<string[]> {
  const found = await h.runtime.database.sql<{ name: string }[]>`
    select tablename as name from pg_tables where schemaname = 'public' order by tablename`;
  return found.map((table) => table.name).filter((name) => !COUNTED.has(name));
}

/** Runs `scenario` over REST, then as every tool that can say the same. Answers what REST answered. */
export async function scenario<State>(h: Harness, wanted: Scenario<State>): Promise<Answer> {
  const world = await openWorld(h, wanted);
  const answer = await h.call(world.act.call, world.act);
  expectAnswer(answer, world.expected);
  await world.settle();
  if (wanted.tools !== false) {
    for (const called of toolsFor(h, world.act)) await repeatAsTool(h, { wanted, called, overRest: answer });
  }
  return answer;
}

interface World {
  act: Act;
  expected: Expected;
  /** Holds what the call has left behind against what was expected. */
  settle(): Promise<void>;
}

async function openWorld<State>(h: Harness, wanted: Scenario<State>): Promise<World> {
  const state = (await wanted.given?.()) as State;
  const act = wanted.act(state);
  const expected = typeof wanted.expect === "function" ? wanted.expect(state) : wanted.expect;
  const before = await lookAt(h, act.as);
  return {
    act,
    expected,
    settle: async () => {
      const after = await lookAt(h, act.as);
      const rows = (await h.audit()).slice(before.rows["audit_events"]);
      expect(rows.map((row) => row.action)).toEqual((expected.audit ?? []).map((one) => one.action));
      expect(rows).toMatchObject([...(expected.audit ?? [])]);
      expect(after.used - before.used).toBe(expected.quota ?? 0);
      if (expected.status >= 400) expect({ ...after, used: 0 }).toEqual({ ...before, used: 0 });
    },
  };
}

/** Everything that a refusal must leave as it was, and the bucket that it may count in. */
async function lookAt(h: Harness, person: Person | undefined) {
  const [quota] = await h.runtime.database.sql<{ used: number }[]>`
    select used from quota_counters
    where bucket = 'publish' and subject = ${`user:${person?.user_id}`} and window_ends_at > ${h.clock.now()}`;
  const stored: string[] = [];
  for await (const object of h.runtime.blobs.list()) stored.push(object.key);
  return { rows: await h.rows(...(await tablesOf(h))), stored: stored.sort(), used: quota?.used ?? 0 };
}

function expectAnswer(answer: Answer, expected: Expected): void {
  // The body beside the status says why, when the status is another one.
  const shown = answer.status === expected.status ? {} : { body: answer.body };
  expect({ status: answer.status, ...shown }).toEqual({ status: expected.status });
  // Bun's matcher writes what it matched by `expect.any` into the object that it looks at.
  if (expected.body) expect(structuredClone(answer.body)).toMatchObject(expected.body);
  if (expected.error !== undefined) expectWords(answer.body.error ?? answer.body.detail, expected.error);
  if (answer.status >= 400) expect(answer.body.request_id).toBe(answer.headers.get("x-request-id"));
}

function expectWords(said: unknown, wanted: string | RegExp): void {
  if (typeof wanted === "string") expect(said).toBe(wanted);
  else expect(String(said)).toMatch(wanted);
}

/** The tools of the operation that can say what `act` says. */
function toolsFor(h: Harness, act: Act): ToolEntry[] {
  if (!act.as || act.with_cookie || act.form || act.body !== undefined || act.headers) return [];
  const { entry } = readCall(h, act);
  const all = [...h.runtime.catalogue.tools.values()].filter((one) => one.entry === entry);
  return all.filter((one) => argumentsFor(h, one, act) !== null);
}

function readCall(h: Harness, act: Act): { entry: Entry; params: Record<string, string>; query: object } {
  const cut = act.call.indexOf(" ");
  const url = new URL(act.call.slice(cut + 1), h.base_url);
  const found = findEntry(h.runtime, { method: act.call.slice(0, cut), path: url.pathname, host: "app" });
  if (!found) throw new Error(`no operation answers ${act.call}`);
  const params = Object.entries(found.params).map(([name, text]) => [name, decodeURIComponent(text)]);
  return { entry: found.entry, params: Object.fromEntries(params), query: Object.fromEntries(url.searchParams) };
}

function argumentsFor(h: Harness, called: ToolEntry, act: Act): Record<string, unknown> | null {
  const { params, query } = readCall(h, act);
  const body = act.json ?? {};
  if (typeof body !== "object" || Array.isArray(body)) return null;
  return toArguments(called, { params, query: { ...query }, body });
}

async function repeatAsTool<State>(
  h: Harness,
  { wanted, called, overRest }: { wanted: Scenario<State>; called: ToolEntry; overRest: Answer },
): Promise<void> {
  const world = await openWorld(h, wanted);
  const result = await callTool(h, world.act.as, {
    name: called.tool.name,
    arguments: argumentsFor(h, called, world.act) ?? {},
  });
  const { status } = world.expected;
  if (status >= 400) expectSameRefusal(result, overRest, world.expected);
  else {
    expect({
      tool: called.tool.name,
      isError: result.isError ?? false,
      content: result.isError ? result.content : [],
    }).toEqual({ tool: called.tool.name, isError: false, content: [] });
    expect(neutral(result.structuredContent)).toEqual(neutral(pickResult(called, overRest.body)));
    if (world.expected.body)
      expect(structuredClone(result.structuredContent)).toMatchObject(pickResult(called, world.expected.body));
  }
  await world.settle();
}

function expectSameRefusal(result: ToolResult, overRest: Answer, expected: Expected): void {
  expect(result.isError).toBe(true);
  const said = result.content[0]?.text ?? "";
  const { error, detail } = overRest.body;
  if (Array.isArray(detail)) expect(result.structuredContent).toMatchObject({ error: { code: "invalid_arguments" } });
  else expect(neutral(said)).toEqual(neutral(error ?? detail));
  if (expected.error !== undefined && !Array.isArray(detail)) expectWords(said, expected.error);
}

/** What a tool call answers, so far as tests look into it. */
export interface ToolResult {
  isError?: boolean;
  content: { type: string; text?: string }[];
  structuredContent?: ParsedBody;
}

/** Calls a tool as `person`. */
export async function callTool(
  h: Harness,
  person: Person | undefined,
  call: { name: string; arguments: Record<string, unknown> },
): Promise<ToolResult> {
  const headers = { accept: "application/json, text/event-stream" };
  const json = { jsonrpc: "2.0", id: 1, method: "tools/call", params: call };
  const answer = await h.call("POST /mcp", { ...(person ? { as: person } : {}), json, headers });
  if (!answer.body.result) throw new Error(`${call.name} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer.body.result;
}

/** Two worlds are told apart by their random names alone. */
function neutral(value: unknown): unknown {
  const text = JSON.stringify(value ?? null)
    .replace(/doc_[A-Za-z0-9_-]{16,}/g, "doc_")
    .replace(/\/d\/[A-Za-z0-9_-]+/g, "/d/")
    .replace(/"slug":"[^"]*"/g, '"slug":""')
    // Every id but a document's is a number that the database counts up.
    .replace(/"((?:[a-z]+_)*id|created_by)":\d+/g, '"$1":0')
    .replace(/\b(team[ -])\d+/gi, "$1")
    .replace(/person\d+@/g, "person@");
  return JSON.parse(text);
}
