// Which orders are kept of a table, remembered by each server:
// the statement that goes by one looks whether it is still kept.
import { LRUCache } from "lru-cache";
import { type Database, type Port, port } from "../../../kernel/plugin.ts";
import { findIndexes } from "../store/indexes.ts";
import type { LoadedTable } from "../store/rows.ts";
import type { IndexRow } from "./plan.ts";

export interface Orders {
  /** What is made of the orders that are kept; null where none of them would serve. */
  choose<T>(of: Of, by: (kept: readonly IndexRow[]) => T | null): Promise<T | null>;
  /** One that was chosen is not kept any more. */
  forget(of: Of): void;
}

type Of = Pick<LoadedTable, "workspace_id" | "table">;

export const ordersPort: Port<Orders> = port("databases.orders");

const REMEMBERED_MAX = 10_000;
/** So late at most is an order noticed that serves better than one that is known to serve, and that another server may keep. */
const NOTICED_MS = 60_000;

export function createOrders({ pipelinedSql }: Pick<Database, "pipelinedSql">): Orders {
  const recent = new LRUCache<string, readonly IndexRow[]>({ max: REMEMBERED_MAX, ttl: NOTICED_MS });
  return {
    choose: async (of, by) => {
      const remembered = by(recent.get(keyOf(of)) ?? []);
      if (remembered) return remembered;
      const { workspace_id, table } = of;
      const found = await findIndexes(pipelinedSql, { workspace_id, table_id: table.table_id });
      recent.set(keyOf(of), found);
      return by(found);
    },
    forget: (of) => void recent.delete(keyOf(of)),
  };
}

function keyOf({ workspace_id, table }: Of): string {
  return `${workspace_id} ${table.table_id}`;
}
