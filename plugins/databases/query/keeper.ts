// Notices which orders, columns and searches of tables are asked for, and has them kept:
// for saved views at once, for others from the second time on.

import { type Database, HOUR_MS, type Port, port, type Runtime, type Sql } from "../../../kernel/plugin.ts";
import { createWakeableWorker } from "../../../kernel/ports/jobs.ts";
import { type Column, keepColumns, nameOf, touchColumns } from "../store/columns.ts";
import { keepOrder, touchIndexes } from "../store/indexes.ts";
import type { LoadedTable } from "../store/rows.ts";
import { touchTexts } from "../store/texts.ts";
import { keepTexts } from "../texts/keeping.ts";
import type { Order } from "./plan.ts";

/** What is kept of a table beside its records. */
export type KeptKind = "order" | "columns" | "texts";

/** Something of a table that a question would go by. */
export interface Wanted {
  name: string;
  keep(database: Pick<Database, "withTransaction">, now: Date): Promise<boolean>;
}

/** What questions say beside their answers; nothing waits for it. */
export interface Keeper {
  /** A question would have gone by it. `at_once` for one that is saved, and for what is kept and lies behind. */
  want(wanted: Wanted, options?: { at_once?: boolean }): void;
  /** A question went by this order, or the columns or lists of this table. */
  used(kind: KeptKind, id: number): void;
  /** Resolves when nothing is being made. */
  idle(): Promise<void>;
}

export const keeperPort: Port<Keeper> = port("databases.kept");

const REMEMBERED_MAX = 10_000;
const ASKED_TIMES = 2;
const TOUCH: Record<KeptKind, (sql: Sql, by: { ids: readonly number[]; now: Date }) => Promise<void>> = {
  order: touchIndexes,
  columns: touchColumns,
  texts: touchTexts,
};

interface Seen {
  kind: KeptKind;
  id: number;
  /** When that was last written down; 0 where it is still to be. */
  at: number;
}

export function createKeeper(runtime: Runtime): Keeper {
  const { database, clock, log } = runtime;
  const asked = new Map<string, number>();
  const due = new Map<string, Wanted>();
  const seen = new Map<string, Seen>();
  const loop = createWakeableWorker({
    round: makeAll,
    failure: "what questions of tables go by was not kept; the next one asks again",
    database,
    log,
  });
  loop.start();
  runtime.onClose(() => loop.stop());

  async function makeAll(): Promise<void> {
    for (const [name, wanted] of due) {
      due.delete(name);
      asked.delete(name);
      await wanted.keep(database, clock.now());
    }
    const fresh = Map.groupBy(
      [...seen.values()].filter(({ at }) => at === 0),
      ({ kind }) => kind,
    );
    const now = clock.now();
    for (const [kind, all] of fresh) {
      for (const one of all) one.at = now.getTime();
      await TOUCH[kind](database.asyncCommitSql, { ids: all.map(({ id }) => id), now });
    }
  }

  return {
    want: (wanted, { at_once = false } = {}) => {
      const times = (asked.get(wanted.name) ?? 0) + 1;
      if (asked.size >= REMEMBERED_MAX) asked.clear();
      asked.set(wanted.name, times);
      if (times < ASKED_TIMES && !at_once) return;
      due.set(wanted.name, wanted);
      loop.wake();
    },
    used: (kind, id) => {
      const name = `${kind} ${id}`;
      const at = seen.get(name)?.at;
      if (at !== undefined && (at === 0 || Math.abs(clock.now().getTime() - at) < HOUR_MS)) return;
      if (seen.size >= REMEMBERED_MAX) seen.clear();
      seen.set(name, { kind, id, at: 0 });
      loop.wake();
    },
    idle: () => loop.idle(),
  };
}

type Of = Pick<LoadedTable, "document_id" | "workspace_id" | "table">;

/** The order of a table, as it is asked for. */
export function orderOf({ document_id, workspace_id, table: { table_id } }: Of, order: Order): Wanted {
  return {
    name: ["order", table_id, order.filter_slot, order.sort_slot].join(" "),
    keep: (database, now) => keepOrder(database, { ...order, document_id, workspace_id, table_id, now }),
  };
}

/** Columns of a table, as they are asked for together, or brought up. */
export function columnsOf({ document_id, workspace_id, table: { table_id } }: Of, columns: readonly Column[]): Wanted {
  return {
    name: ["columns", table_id, ...columns.map(nameOf)].join(" "),
    keep: (database, now) => keepColumns(database, { document_id, workspace_id, table_id }, { columns, now }),
  };
}

/** The lists by which a table is searched. */
export function textsOf({ document_id, workspace_id, table: { table_id } }: Of): Wanted {
  return {
    name: `texts ${table_id}`,
    keep: (database, now) => keepTexts(database, { document_id, workspace_id, table_id }, now),
  };
}
