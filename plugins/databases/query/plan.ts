// Chooses how a query is answered:
// along a kept order of the table, by walking one until the page is full, or by reading all records.
import { type Field, type Filter, isSortable } from "../fields/mod.ts";
import { FORM_STATUS_SLOT, slotOf, storedKey } from "../store/record_entry.ts";
import type { TableRow } from "../store/rows.ts";
import type { Query } from "./asking.ts";
import { isKeyExact } from "./filtering.ts";

/** A kept order of a table. */
export interface IndexRow {
  index_id: number;
  filter_slot: number;
  sort_slot: number;
}

/** Which order would serve a query: records by the key of `filter_slot`, then by that of `sort_slot`; 0 is none. */
export interface Order {
  filter_slot: number;
  sort_slot: number;
}

/** How a query uses a kept order. */
export interface Plan {
  index: IndexRow;
  /** The key of the filter that the order begins with; empty where it holds all records. */
  first: Buffer;
  /** Filters that are left to look at in each record. */
  rest: Filter[];
}

/** How the order of the sort field alone serves filters that begin none: its records are looked at until the page is full. */
export interface Walk {
  order: Order;
  /** So many are looked at before it is given up: what passes may all stand at the other end. */
  most: number;
}

/** The filters that a kept order can begin with. */
function leading(filters: readonly Filter[]): Filter[] {
  return filters.filter(({ field, op }) => op === "eq" && isSortable(field) && field.type !== "email");
}

/** The order to keep for queries like this one; null where none would help. */
export function wantedOrder(
  { slots }: Pick<TableRow, "slots">,
  query: Pick<Query, "filters" | "search" | "sort">,
): Order | null {
  const [filter] = leading(query.filters);
  const sort_slot = slotFor(slots, query.sort);
  if (filter) return { filter_slot: slotFor(slots, filter.field), sort_slot };
  // Without a filter to begin with, an order spares the sorting of what else would have to be read whole.
  return query.sort && query.filters.length === 0 && query.search === null ? { filter_slot: 0, sort_slot } : null;
}

/** The plan by one of the orders that are kept; null where all records are read. */
export function choosePlan(
  table: Pick<TableRow, "slots">,
  query: Pick<Query, "filters" | "search" | "sort">,
  indexes: readonly IndexRow[],
): Plan | null {
  const sortSlot = slotFor(table.slots, query.sort);
  for (const filter of leading(query.filters)) {
    const slot = slotFor(table.slots, filter.field);
    const index = indexes.find((one) => one.filter_slot === slot && one.sort_slot === sortSlot);
    if (!index) continue;
    const first = storedKey(filter.field, filter.value ?? null);
    const rest = query.filters.filter((one) => one !== filter || !isKeyExact(one.field));
    return { index, first, rest };
  }
  if (!query.sort || query.filters.length > 0 || query.search !== null) return null;
  const index = indexes.find((one) => one.filter_slot === 0 && one.sort_slot === sortSlot);
  return index ? { index, first: Buffer.alloc(0), rest: [] } : null;
}

/** Where matches are spread evenly, a page is full after a third of the walk. */
const WALK_TIMES = 3;
/** A longer walk is not begun: reading all records takes hardly longer, and comes on top where the walk is given up. */
const WALKED_OF_RECORDS = 10;

/** The walk for a query of which so many records match; null where an order begins with a filter of it, or the walk would be long. */
export function wantedWalk(
  { slots, records }: Pick<TableRow, "slots" | "records">,
  query: Pick<Query, "filters" | "search" | "sort" | "limit">,
  { total, offset }: { total: number; offset: number },
): Walk | null {
  const isChosen = query.filters.length > 0 || query.search !== null;
  if (!query.sort || !isChosen || leading(query.filters).length > 0) return null;
  const needed = offset + query.limit + 1;
  if (total < needed) return null;
  const isWithin = query.search === null && query.filters.every((filter) => isRange(filter, query.sort));
  const most = Math.ceil((WALK_TIMES * needed * (isWithin ? total : records)) / total);
  if (most * WALKED_OF_RECORDS > records) return null;
  return { order: { filter_slot: 0, sort_slot: slotFor(slots, query.sort) }, most };
}

/** Whether the records that pass stand together in the order by a field. */
export function isRange({ field, op }: Filter, sort: Field | null): boolean {
  return field.key === sort?.key && (op === "gt" || op === "gte" || op === "lt" || op === "lte");
}

/** Among the orders that are kept. */
export function findOrder({ filter_slot, sort_slot }: Order, indexes: readonly IndexRow[]): IndexRow | null {
  return indexes.find((one) => one.filter_slot === filter_slot && one.sort_slot === sort_slot) ?? null;
}

function slotFor(slots: TableRow["slots"], field: Field | null): number {
  if (!field) return 0;
  return slotOf(slots, field.key) ?? FORM_STATUS_SLOT;
}
