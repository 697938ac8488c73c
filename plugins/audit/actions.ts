// The registry of actions: what each is, by the table of the house, and which of them the running plugins write.
import { type Port, port } from "../../kernel/mod.ts";
import { manifest } from "../manifest.ts";

/** Every action that the running plugins may write, sorted. */
export const actionsPort: Port<readonly string[]> = port("audit.actions");

/** What is known of an action; of one whose plugin does not run any more, its name alone. */
export interface ActionDetail {
  action: string;
  family: string;
  /** More than one where what it is done to decides. */
  target_types: string[];
  /** JSON Schema of a row's `meta`. */
  meta: { type: "object"; properties: Record<string, { type: string | string[] }> };
  since: string | null;
}

/** Every row's meta says these, where there were any. */
const EVERYWHERE = { via: "string", token: "string", client: "string", request_id: "string" };

interface Line {
  since: string;
  on: readonly string[];
  meta: Readonly<Record<string, string>>;
}

const LINES: Readonly<Record<string, Line>> = manifest.audit_actions;

export function detailOf(action: string): ActionDetail {
  const line = LINES[action];
  const members = Object.entries({ ...line?.meta, ...EVERYWHERE });
  const properties = members.map(([name, kinds]) => [name, { type: kinds.includes("|") ? kinds.split("|") : kinds }]);
  return {
    action,
    family: action.slice(0, action.indexOf(".")),
    target_types: [...(line?.on ?? [])],
    meta: { type: "object", properties: Object.fromEntries(properties) },
    since: line?.since ?? null,
  };
}
