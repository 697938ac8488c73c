// Pages of SCIM's lists, which are counted by index from 1 (RFC 7644, 3.4.2.4).
import { PAGE_DEFAULT, PAGE_MAX } from "./schemas.ts";
import { showList } from "./showing.ts";
import type { Page } from "./store/conditions.ts";

/** The parameters as they came. */
export interface SentPage {
  startIndex?: number;
  count?: number;
}

/**
 * A page of what `list` finds. `show` may leave out the last ones, which begin the next page then. What there is in all is counted
 * only where the page does not tell it.
 */
export async function paged<Row, Shown>(
  { startIndex = 1, count = PAGE_DEFAULT }: SentPage,
  found: {
    list(page: Page): Promise<Row[]>;
    count(): Promise<number>;
    show(rows: Row[]): Promise<Shown[]> | Shown[];
  },
) {
  const first = Math.max(1, startIndex);
  const limit = Math.min(PAGE_MAX, Math.max(0, count));
  const rows = limit === 0 ? [] : await found.list({ offset: first - 1, limit });
  const shown = await found.show(rows);
  const isLast = rows.length > 0 && rows.length < limit;
  const isAll = isLast || (first === 1 && limit > 0 && rows.length < limit);
  const total = isAll ? first - 1 + rows.length : await found.count();
  return showList(shown, { total, startIndex: first });
}
