// What a saved view says that the service understands: a query, and the aggregate that is drawn above its records.

import { refuse, type Static, t } from "../../../kernel/plugin.ts";
import { checkAs } from "../../../kernel/ports/input.ts";
import { type Field, isGroupable } from "../fields/mod.ts";
import { asking, checkQuery, filterSuchAs } from "./asking.ts";
import { checkGrouping, grouping } from "./grouping.ts";

const { filters, search, sort, descending, fields } = asking;

const Saved = t.Object({
  ...{ filters, search, sort, descending, fields },
  aggregate: t.Optional(t.Nullable(t.Object(grouping))),
  /** The client's: how the view is shown elsewhere. */
  display: t.Optional(t.Unknown()),
});
export type SavedQuery = Static<typeof Saved>;
type Config = Readonly<Record<string, unknown>>;

/** Throws 422 for members that are not of their kind. */
export function readSaved(config: Config): SavedQuery {
  return checkAs(Saved, config, ["body", "config"]);
}

/**
 * Throws 400 for what no query or aggregate of the table can be, and for members that a config does not have: one that `held`,
 * the view as it is, has all the same may stay.
 */
export function checkSaved(
  of: readonly Field[],
  { config, held }: { config: Config; held: Config | null },
): SavedQuery {
  const saved = readSaved(config);
  refuseUnknown(of, { config, held: held ?? {} });
  checkQuery(of, saved);
  if (saved.aggregate) checkGrouping(of, saved.aggregate);
  return saved;
}

const MEMBERS = Object.keys(Saved.properties);
const OF_AGGREGATE = Object.keys(grouping);

function refuseUnknown(of: readonly Field[], { config, held }: { config: Config; held: Config }): void {
  const filter = filterSuchAs(of, "");
  const query = filter ? { filters: [filter] } : { search: "text" };
  refuseUnknownIn(config, { held, place: "config", known: MEMBERS, such_as: query });
  const { aggregate } = config;
  if (!isMembers(aggregate)) return;
  const known = isMembers(held["aggregate"]) ? held["aggregate"] : {};
  const such_as = { aggregate: { op: "count", group_by: of.find(isGroupable)?.key ?? "$form_status" } };
  refuseUnknownIn(aggregate, { held: known, place: "config.aggregate", known: OF_AGGREGATE, such_as });
}

function refuseUnknownIn(
  sent: Config,
  { held, place, known, such_as }: { held: Config; place: string; known: readonly string[]; such_as: object },
): void {
  const unknown = Object.keys(sent).find((name) => !known.includes(name) && !Object.hasOwn(held, name));
  if (unknown === undefined) return;
  throw refuse.invalid(
    `${place} has no member "${unknown.slice(0, 80)}"; it takes ${known.join(", ")}, and what else says how to show the view goes into config.display. Such as: {"config": ${JSON.stringify(such_as)}}`,
  );
}

function isMembers(value: unknown): value is Config {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
