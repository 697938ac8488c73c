// A filter's term as a part of a statement, without regard to case.
import type { Sql } from "../../../kernel/plugin.ts";
import type { FilterOperator } from "../protocol/filter.ts";

/** A part of a list: how many rows come before, and how many there are at most. */
export interface Page {
  offset: number;
  limit: number;
}

/** Whether a column fits a term; an absent value is equal to nothing (RFC 7644, 3.4.2.2). */
export function textCondition(
  sql: Sql,
  column: ReturnType<Sql>,
  { operator, value }: { operator: FilterOperator; value: string | null },
) {
  const text = (value ?? "").toLowerCase();
  const pattern = text.replace(/[\\%_]/g, "\\$&");
  switch (operator) {
    case "eq":
      return sql`lower(${column}) = lower(${text})`;
    case "ne":
      return sql`lower(${column}) is distinct from lower(${text})`;
    case "co":
      return sql`lower(${column}) like ${`%${pattern}%`}`;
    case "sw":
      return sql`lower(${column}) like ${`${pattern}%`}`;
    case "ew":
      return sql`lower(${column}) like ${`%${pattern}`}`;
    case "pr":
      return sql`${column} is not null`;
  }
}
