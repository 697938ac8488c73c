// The registry of actions: what each is, by the table of the server, and which of them the running plugins write.
import { type ActionLine, type Port, port } from "../../kernel/plugin.ts";
import type { Catalogue } from "../../kernel/ports/plugin.ts";
import { manifest } from "../manifest.ts";

/** The actions that the running plugins may write. */
export interface Actions {
  /** Sorted. */
  names: readonly string[];
  lines: Readonly<Record<string, ActionLine>>;
}

export const actionsPort: Port<Actions> = port("audit.actions");

/** Those of the manifest, and those that operations describe themselves. */
export function actionsOf({ actions, entries }: Pick<Catalogue, "actions" | "entries">): Actions {
  const described = entries.flatMap((entry) => Object.entries(entry.actions));
  return { names: actions, lines: { ...manifest.audit_actions, ...Object.fromEntries(described) } };
}

/** What is known of an action; of one whose plugin does not run any more, its name alone. */
export interface ActionDetail {
  action: string;
  family: string;
  /** More than one where what it is done to decides. */
  target_types: string[];
  /** JSON Schema of a row's `meta`. */
  meta: { type: "object"; properties: Record<string, { type: string | string[] }> };
  since: string | null;
  /** A sentence in each language of the app; null where nobody has written one. */
  says: NonNullable<ActionLine["says"]> | null;
}

/** Every row's meta says these, where there were any. */
const EVERYWHERE = { via: "string", token: "string", client: "string", request_id: "string" };

export function detailOf(action: string, { lines }: Actions): ActionDetail {
  const line = lines[action];
  const members = Object.entries({ ...line?.meta, ...EVERYWHERE });
  const properties = members.map(([name, kinds]) => [name, { type: kinds.includes("|") ? kinds.split("|") : kinds }]);
  return {
    action,
    family: action.slice(0, action.indexOf(".")),
    target_types: [...(line?.on ?? [])],
    meta: { type: "object", properties: Object.fromEntries(properties) },
    since: line?.since ?? null,
    says: line?.says ?? null,
  };
}
