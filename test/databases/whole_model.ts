// What a table must be after all that its agents were answered:
// each record's versions in order, and how they differ from what is shown.
import { expect } from "bun:test";
import type { ParsedBody } from "../harness/harness.ts";
import type { Log } from "./agents.ts";
import { type Data, STOP_FIELDS } from "./stops.ts";

/** The versions of each record from its first, null for its deletion. */
export type Past = ReadonlyMap<number, readonly (Data | null)[]>;

/** Those that are there, as they are, by id. */
export function recordsOf(past: Past): Map<number, { version: number; data: Data }> {
  const ids = [...past.keys()].sort((one, other) => one - other);
  return new Map(
    ids.flatMap((id) => {
      const versions = past.get(id) ?? [];
      const data = versions.at(-1);
      return data ? [[id, { version: versions.length, data }] as const] : [];
    }),
  );
}

/** The past with what the agents did. Each version was one agent's, and each refusal showed a version as it was. */
export function foldLog(before: Past, { created, writes, conflicts }: Log): Past {
  const past = new Map([...before].map(([id, versions]) => [id, [...versions]]));
  for (const { id, data } of created) {
    expect([id, past.has(id)]).toEqual([id, false]);
    past.set(id, [data]);
  }
  for (const { id, base, version, change, data } of writes.toSorted((one, other) => one.version - other.version)) {
    const versions = past.get(id) ?? [];
    expect({ id, base, version }).toEqual({ id, base: versions.length, version: versions.length + 1 });
    versions.push(change && { ...versions.at(-1), ...change });
    if (change) expect({ id, version, data }).toEqual({ id, version, data: versions.at(-1) ?? undefined });
  }
  for (const { id, base, record } of conflicts) {
    expect(record.version).toBeGreaterThan(base);
    expect(record).toMatchObject({ id, data: past.get(id)?.[record.version - 1] });
  }
  return past;
}

const TOLD_MAX = 5;

/** The first cells in which what is shown is not the model, and records that are in one of them alone. */
export function differences(shown: readonly (readonly [number, Data])[], past: Past): unknown[] {
  const told: unknown[] = [];
  const live = recordsOf(past);
  for (const [id, cells] of shown) {
    const data = live.get(id)?.data ?? {};
    // Once each.
    live.delete(id);
    for (const key of new Set([...Object.keys(data), ...Object.keys(cells)])) {
      if (!Bun.deepEquals(data[key], cells[key], true)) told.push({ id, key, wanted: data[key], shown: cells[key] });
    }
    if (told.length > TOLD_MAX) return told;
  }
  return [...told, ...[...live.keys()].slice(0, TOLD_MAX).map((id) => ({ id, missing: true }))];
}

/** Some cells of a record. */
export const pickCells = (data: Data, keys: string[]) =>
  Object.fromEntries(keys.flatMap((key) => (data[key] === undefined ? [] : [[key, data[key]]])));

/** The id and cells of a row that a query answered, of which the empty ones are nothing. */
export function withoutNulls({ _id, ...cells }: Record<string, ParsedBody>): [number, Data] {
  const keys = STOP_FIELDS.map(({ key }) => key).filter((key) => cells[key] !== null);
  return [_id, pickCells(cells, keys)];
}

/** The same of an exported row, whose cells are read by their types. */
export function readCells<Cell>(
  row: Record<string, Cell>,
  read: (type: string, cell: Cell) => ParsedBody,
): [number, Data] {
  const cells = STOP_FIELDS.map(({ key, type }) => [key, read(type, row[key] as Cell)] as const);
  return [Number(row["_id"]), Object.fromEntries(cells.filter(([, value]) => value !== null))];
}
