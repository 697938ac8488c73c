// What a saved view says that the service understands: a query, and the aggregate that is drawn above its records.
import { checkAs, type Static, t } from "../../../kernel/mod.ts";
import type { Field } from "../fields/mod.ts";
import { asking, checkQuery } from "./asking.ts";
import { checkGrouping, grouping } from "./grouping.ts";

const { filters, search, sort, descending, fields } = asking;

/** The rest of a config says how the view is shown elsewhere, and is the client's. */
const Saved = t.Object({
  ...{ filters, search, sort, descending, fields },
  aggregate: t.Optional(t.Nullable(t.Object(grouping))),
});
export type SavedQuery = Static<typeof Saved>;

/** Throws 422 for members that are not of their kind. */
export function readSaved(config: Readonly<Record<string, unknown>>): SavedQuery {
  return checkAs(Saved, config, "config");
}

/** Throws 400 for what no query or aggregate of the table can be. */
export function checkSaved(of: readonly Field[], config: Readonly<Record<string, unknown>>): SavedQuery {
  const saved = readSaved(config);
  checkQuery(of, saved);
  if (saved.aggregate) checkGrouping(of, saved.aggregate);
  return saved;
}
