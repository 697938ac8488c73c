// What the audit log says of navigations.
import type { ActionLine } from "../../kernel/plugin.ts";

/** An action on a navigation as a whole. */
export function actionOnNavigation(meta: ActionLine["meta"]): ActionLine {
  return { since: "2026-11-23", on: ["navigation"], meta: { slug: "string", version: "integer", ...meta } };
}

/** An action on one entry. */
export const ACTION_ON_ENTRY: ActionLine = actionOnNavigation({
  entry_id: "integer",
  kind: "string",
  target: "string|null",
  parent_id: "integer|null",
  position: "integer",
  changed: "array",
  entries: "integer",
});
