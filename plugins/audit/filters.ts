// What a reader of the log may ask for: the members of a query, and what they come to.
import { readInstant, refuse, type Static, t } from "../../kernel/plugin.ts";
import type { EventFilters } from "./store.ts";

/** The filters of every view of the log. */
export const filterFields = {
  action: t.Optional(
    t.String({
      maxLength: 100,
      pattern: "^([a-z0-9_]+(\\.[a-z0-9_]+)*\\.(\\*|[a-z0-9_]+))?$",
      description: "An action, or a family of them such as doc.*.",
      examples: ["doc.publish", "doc.*"],
    }),
  ),
  actor: t.Optional(
    t.String({ maxLength: 320, description: "Who did it: an e-mail address, system, or scim:<workspace>." }),
  ),
  target_type: t.Optional(t.String({ maxLength: 64, description: "What it was done to, such as doc, user, group." })),
  target_id: t.Optional(t.String({ maxLength: 512, description: "Its id." })),
  from: t.Optional(
    t.String({ maxLength: 40, description: "Not before: a time or a day, in UTC.", examples: ["2026-03-01"] }),
  ),
  to: t.Optional(
    t.String({
      maxLength: 40,
      description: "Not after; a day is meant whole.",
      examples: ["2026-03-31", "2026-03-31T12:00:00Z"],
    }),
  ),
};

const Filters = t.Object(filterFields);

/** Throws 400 for a time that is none, and for an end before its beginning. An empty member counts as left out, as forms send it. */
export function readFilters(query: Static<typeof Filters>): EventFilters {
  const { action, actor, target_type, target_id, from, to } = query;
  const since = from ? readInstant(from, { name: "from" }) : null;
  const until = to ? readInstant(to, { name: "to", end: true }) : null;
  if (since && until && since > until) throw refuse.invalid(`from "${from}" is after to "${to}"; swap them`);
  const isFamily = action?.endsWith(".*") ?? false;
  return {
    action: isFamily ? null : action || null,
    family: isFamily ? action?.slice(0, -1) || null : null,
    actor: actor || null,
    target_type: target_type || null,
    target_id: target_id || null,
    since,
    until,
  };
}
