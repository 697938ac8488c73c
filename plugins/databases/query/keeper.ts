// Notices which orders of tables are asked for, and has them kept: for saved views at once, for others from the second time on.
import { createPokedLoop, HOUR_MS, type House, type Port, port } from "../../../kernel/mod.ts";
import { keepOrder, touchIndexes } from "../store/indexes.ts";
import type { LoadedTable } from "../store/rows.ts";
import type { Order } from "./plan.ts";

/** A table and an order that a query of it would go by. */
export type Wanted = Order & { document_id: number; workspace_id: number; table_id: number };

/** What queries say beside their answers; nothing waits for it. */
export interface OrderKeeper {
  /** A query would have gone by this order. `at_once` for one that is saved. */
  want(wanted: Wanted, options?: { at_once?: boolean }): void;
  /** A query went by this one. */
  used(indexId: number): void;
  /** Resolves when nothing is being made. */
  idle(): Promise<void>;
}

export const orderKeeperPort: Port<OrderKeeper> = port("databases.orders");

const REMEMBERED_MAX = 10_000;
const ASKED_TIMES = 2;

export function createOrderKeeper(house: House): OrderKeeper {
  const { database, clock, log } = house;
  const asked = new Map<string, number>();
  const due = new Map<string, Wanted>();
  const seen = new Map<number, number>();
  const loop = createPokedLoop({
    round: makeAll,
    failure: "orders of tables were not kept; the next query asks again",
    database,
    log,
  });
  loop.start();
  house.onClose(() => loop.stop());

  async function makeAll(): Promise<void> {
    for (const [name, wanted] of due) {
      due.delete(name);
      asked.delete(name);
      await keepOrder(database, { ...wanted, now: clock.now() });
    }
    const index_ids = [...seen].flatMap(([index_id, at]) => (at === 0 ? [index_id] : []));
    if (index_ids.length === 0) return;
    const now = clock.now();
    for (const index_id of index_ids) seen.set(index_id, now.getTime());
    await touchIndexes(database.lazySql, { index_ids, now });
  }

  return {
    want: (wanted, { at_once = false } = {}) => {
      const name = [wanted.table_id, wanted.filter_slot, wanted.sort_slot].join(" ");
      const times = (asked.get(name) ?? 0) + 1;
      if (asked.size >= REMEMBERED_MAX) asked.clear();
      asked.set(name, times);
      if (times < ASKED_TIMES && !at_once) return;
      due.set(name, wanted);
      loop.poke();
    },
    used: (indexId) => {
      const at = seen.get(indexId);
      if (at !== undefined && (at === 0 || clock.now().getTime() - at < HOUR_MS)) return;
      if (seen.size >= REMEMBERED_MAX) seen.clear();
      seen.set(indexId, 0);
      loop.poke();
    },
    idle: () => loop.idle(),
  };
}

/** The order of a table, as it is asked for. */
export function wantedOf(
  { document_id, workspace_id, table }: Pick<LoadedTable, "document_id" | "workspace_id" | "table">,
  order: Order,
): Wanted {
  return { ...order, document_id, workspace_id, table_id: table.table_id };
}
