// How many records a choice found, remembered with the revision that it is of:
// while nothing has changed, who asks again waits for a page alone.
import { LRUCache } from "lru-cache";
import { type Port, port, sha256Hex } from "../../../kernel/plugin.ts";
import type { LoadedTable } from "../store/rows.ts";
import type { Choice } from "./asking.ts";

/** A count with the moment at which it was right. */
export interface KnownTotal {
  total: number;
  revision: number;
  /** Beside the number: one that a crash took back is given again, and not at the same time. */
  changed_at: Date;
}

/** Never believed without asking: the statement that reads a page takes it where the database is still of that revision. */
export interface Totals {
  /** Null where it is not known, or the table was read at another revision. */
  find(of: Of, choice: Choice): KnownTotal | null;
  keep(of: Of, choice: Choice, known: KnownTotal): void;
}

type Of = Pick<LoadedTable, "workspace_id" | "database" | "table">;

export const totalsPort: Port<Totals> = port("databases.totals");

const REMEMBERED_MAX = 10_000;

export function createTotals(): Totals {
  const recent = new LRUCache<string, KnownTotal>({ max: REMEMBERED_MAX });
  return {
    find: (of, choice) => {
      const known = recent.get(keyOf(of, choice));
      const { seq, changed_at } = of.database;
      return known?.revision === seq && known.changed_at.getTime() === changed_at.getTime() ? known : null;
    },
    keep: (of, choice, known) => void recent.set(keyOf(of, choice), known),
  };
}

function keyOf({ workspace_id, table }: Of, { filters, search }: Choice): string {
  const asked = filters.map(({ field, op, value }) => [field.key, op, value ?? null]);
  return sha256Hex(JSON.stringify([workspace_id, table.table_id, asked, search]));
}
