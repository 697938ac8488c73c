// Agents that change one table at once, each over a door and by a token of its own,
// and a log of all that they were answered.
import { expect } from "bun:test";
import type { Harness, ParsedBody, Person } from "../harness/harness.ts";
import type { AnyClient } from "../mcp/both_clients.ts";
import { pick, type Random } from "../oauth/random_input.ts";
import type { Made } from "./made.ts";
import type { Data } from "./stops.ts";

/** What an agent was told: a body, or a refusal with its code and what came with it. */
export type Told = { body: ParsedBody } | { refused: ParsedBody; code: string };

/** One way to write records. */
export interface Door {
  create(data: Data, idempotency_key: string): Promise<Told>;
  update(id: number, data: Data, base_version: number): Promise<Told>;
  remove(id: number, base_version: number): Promise<Told>;
  batch(ops: object[], more?: object): Promise<Told>;
}

/** A change that was carried out; `change` is null for a deletion, and `data` what was answered of the record. */
export interface Write {
  id: number;
  base: number;
  version: number;
  change: Data | null;
  data?: Data;
}

export interface Log {
  created: { id: number; data: Data }[];
  writes: Write[];
  /** What a refused agent began from, and the record as it then was. */
  conflicts: { id: number; base: number; record: { id: number; version: number; data: Data } }[];
  /** Deletions of a record that somebody else had deleted. */
  missed: number;
  replays: number;
}

export function restDoor(h: Harness, made: Made, as: Person): Door {
  async function send(call: string, json?: object): Promise<Told> {
    const { status, body } = await h.call(call, { as, ...(json && { json }) });
    if (status < 300) return { body };
    expect([call, status, body]).toEqual([call, STATUS_OF[body.code] ?? 0, body]);
    return { refused: body, code: body.code };
  }
  const at = `${made.in}/records`;
  return {
    create: (data, idempotency_key) => send(`POST ${at}`, { data, idempotency_key }),
    update: (id, data, base_version) => send(`PATCH ${at}/${id}`, { data, base_version }),
    remove: (id, base_version) => send(`DELETE ${at}/${id}?base_version=${base_version}`),
    batch: (ops, more) => send(`POST ${at}/batch`, { ops, ...more }),
  };
}

const STATUS_OF: Record<string, number> = { version_conflict: 409, not_found: 404 };

export function toolDoor(made: Made, client: AnyClient): Door {
  const where = { database_id: made.doc_id, table_id: made.table.id };
  async function use(tool: string, args: object): Promise<Told> {
    const { isError, structuredContent } = await client.callTool(tool, { ...where, ...args });
    if (!isError) return { body: structuredContent };
    return { refused: structuredContent.error, code: structuredContent.error.code };
  }
  return {
    create: (data, idempotency_key) => use("create_record", { data, idempotency_key }),
    update: (record_id, data, base_version) => use("update_record", { record_id, data, base_version }),
    remove: (record_id, base_version) => use("delete_record", { record_id, base_version }),
    batch: (ops, more) => use("batch_records", { ops, ...more }),
  };
}

export interface Owned {
  id: number;
  code: string;
}

export interface Work {
  number: number;
  door: Door;
  random: Random;
  /** Records that every agent writes. */
  hot: readonly number[];
  /** One that another deletes too. */
  doomed: number;
  /** Those that nobody else writes. */
  own: readonly Owned[];
  rounds: number;
  log: Log;
}

/** Works through its rounds; the first write of all agents is on the same version of the same record. */
export async function work(given: Work): Promise<void> {
  const agent = { ...given, known: new Map<number, number>(), own: [...given.own], count: 0 };
  await changeHot(agent, agent.hot[0] ?? 0);
  for (let round = 0; round < agent.rounds; round++) {
    await pick(agent.random, ACTS)(agent);
  }
  const told = await agent.door.remove(agent.doomed, 1);
  if ("body" in told) agent.log.writes.push({ id: agent.doomed, base: 1, version: told.body.version, change: null });
  else {
    expect(told.code).toBe("not_found");
    agent.log.missed += 1;
  }
}

interface Agent extends Omit<Work, "own"> {
  own: Owned[];
  /** Versions as this agent last saw them; 1 before. */
  known: Map<number, number>;
  count: number;
}

const ACTS: readonly ((agent: Agent) => Promise<void>)[] = [
  (agent) => changeHot(agent, pick(agent.random, agent.hot)),
  changeOwn,
  replaceOwn,
  batch,
  staleBatches,
];

/** No two changes are alike, so that each makes a version. */
function changeOf(agent: Agent): Data {
  agent.count += 1;
  return { notes: `agent ${agent.number}\n${agent.count} ü`, boardings: agent.number * 1000 + agent.count };
}

function versionOf({ known }: Agent, id: number): number {
  return known.get(id) ?? 1;
}

function done(told: Told): ParsedBody {
  if ("body" in told) return told.body;
  throw new Error(`refused: ${JSON.stringify(told.refused)}`);
}

function keep(agent: Agent, write: Write): void {
  agent.log.writes.push(write);
  agent.known.set(write.id, write.version);
}

/** Again with the version of the record beside each refusal, until it is taken. */
async function changeHot(agent: Agent, id: number): Promise<void> {
  for (;;) {
    const [base, change] = [versionOf(agent, id), changeOf(agent)];
    const told = await agent.door.update(id, change, base);
    if ("body" in told) return keep(agent, { id, base, version: told.body.version, change, data: told.body.data });
    takeConflict(agent, { id, base, told: told.refused });
    agent.known.set(id, told.refused.record.version);
  }
}

function takeConflict(agent: Agent, { id, base, told }: { id: number; base: number; told: ParsedBody }): void {
  expect(told).toMatchObject({ code: "version_conflict", record: { id, version: told.current_version } });
  expect(told.current_version).toBeGreaterThan(base);
  agent.log.conflicts.push({ id, base, record: told.record });
}

async function changeOwn(agent: Agent): Promise<void> {
  const { id } = pick(agent.random, agent.own);
  const [base, change] = [versionOf(agent, id), changeOf(agent)];
  const { version, data } = done(await agent.door.update(id, change, base));
  keep(agent, { id, base, version, change, data });
}

/** Takes one of its own away first: a full database stays full. */
async function replaceOwn(agent: Agent): Promise<void> {
  const { id } = takeOwn(agent);
  const base = versionOf(agent, id);
  keep(agent, { id, base, version: done(await agent.door.remove(id, base)).version, change: null });
  const data = newData(agent);
  const key = `agent-${agent.number}-${agent.count}`;
  const first = done(await agent.door.create(data, key));
  const again = done(await agent.door.create(data, key));
  expect([first.replayed, again.replayed, again.id]).toEqual([false, true, first.id]);
  agent.log.replays += 1;
  addOwn(agent, first.id, data);
}

function takeOwn(agent: Agent): Owned {
  const [one] = agent.own.splice(Math.floor(agent.random() * agent.own.length), 1);
  if (!one) throw new Error("an agent needs records of its own");
  return one;
}

function addOwn(agent: Agent, id: number, data: NewData): void {
  agent.log.created.push({ id, data });
  agent.own.push({ id, code: data.code });
}

type NewData = Data & { code: string };

function newData(agent: Agent): NewData {
  const change = changeOf(agent);
  return {
    code: `new ${agent.number}/${agent.count}`,
    kind: "bus",
    lines: ["S1", "-9"],
    extra: { of: [agent.number] },
    ...change,
  };
}

/** Deletes two, makes two, one of them by an upsert, changes two, one of them by an upsert that finds it. */
async function batch(agent: Agent): Promise<void> {
  const [gone, other, changed, found] = [takeOwn(agent), takeOwn(agent), takeOwn(agent), takeOwn(agent)];
  const [made, upserted, change, upsert] = [newData(agent), newData(agent), changeOf(agent), changeOf(agent)];
  const baseOf = ({ id }: Owned) => ({ id, base_version: versionOf(agent, id) });
  const { results } = done(
    await agent.door.batch([
      { op: "delete", ...baseOf(gone) },
      { op: "delete", ...baseOf(other) },
      { op: "create", data: made },
      { op: "upsert", match: ["code"], data: upserted },
      { op: "update", ...baseOf(changed), data: change },
      { op: "upsert", match: ["code"], data: { code: found.code, ...upsert } },
    ]),
  );
  expect(results.map(({ status }: { status: number }) => status)).toEqual([200, 200, 201, 201, 200, 200]);
  for (const { id } of [gone, other]) {
    const base = versionOf(agent, id);
    keep(agent, { id, base, version: base + 1, change: null });
  }
  for (const [index, { id }, taken] of [
    [4, changed, change],
    [5, found, upsert],
  ] as const) {
    expect(results[index].record.id).toBe(id);
    keep(agent, { ...writeOf(results[index].record), base: versionOf(agent, id), change: taken });
  }
  agent.own.push(changed, found);
  addOwn(agent, results[2].record.id, made);
  addOwn(agent, results[3].record.id, upserted);
}

const writeOf = ({ id, version, data }: ParsedBody) => ({ id, version, data });

/** One stale change undoes all of an atomic batch, and nothing but itself in another. */
async function staleBatches(agent: Agent): Promise<void> {
  const [hot = 0] = agent.hot;
  const { id } = pick(agent.random, agent.own);
  const [base, change] = [versionOf(agent, id), changeOf(agent)];
  const ops = [
    { op: "update", id, base_version: base, data: change },
    { op: "update", id: hot, base_version: 1, data: changeOf(agent) },
  ];
  const told = await agent.door.batch(ops);
  if ("body" in told) throw new Error("a stale change was taken");
  expect(told.refused.index).toBe(1);
  takeConflict(agent, { id: hot, base: 1, told: told.refused });
  const { results } = done(await agent.door.batch(ops, { atomic: false }));
  expect(results.map(({ status }: { status: number }) => status)).toEqual([200, 409]);
  takeConflict(agent, { id: hot, base: 1, told: results[1].error });
  keep(agent, { ...writeOf(results[0].record), base, change });
}
