// Why a form takes no answers; people who answer are not told which it is.

/**
 * `gone` with its page, its database or its table; `early` and `over` by its dates; `incomplete` for a table that requires a field which it
 * does not ask for; `unfillable` for a page of somebody's own that has lost the form, or the places in it, by which answers are sent;
 * `revoked` once whoever made it may not write in the database any more.
 */
export const CLOSED = [
  "gone",
  "inactive",
  "early",
  "over",
  "full",
  "incomplete",
  "anonymous",
  "unfillable",
  "revoked",
] as const;
export type Closed = (typeof CLOSED)[number];
