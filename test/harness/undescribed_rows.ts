// Holds what tests wrote into the audit log against the registry of actions, which readers of the log rely on.
import type { ActionLine, Sql } from "../../kernel/plugin.ts";
import { manifest } from "../../plugins/manifest.ts";
import { plugins } from "../../plugins/mod.ts";

const LINES: Readonly<Record<string, ActionLine>> = {
  ...manifest.audit_actions,
  ...Object.fromEntries(plugins.flatMap((of) => of.operations.flatMap(({ actions }) => Object.entries(actions)))),
};

/** Of every row; the registry's reader adds them to each action. */
const EVERYWHERE = { via: "string", token: "string", client: "string", request_id: "string" };

interface Found {
  action: string;
  target_type: string;
  name: string;
  kind: string;
}

/** Every kind of thing that a row is done to, and member of a row's meta, that the action's line lacks, in words. */
export async function findUndescribedRows(sql: Sql): Promise<string[]> {
  // What a test puts into the log by hand came through no surface, and toys have no lines.
  const rows = await sql<Found[]>`
    select distinct action, target_type, name,
      case when jsonb_typeof(value) <> 'number' then jsonb_typeof(value)
        when value::text ~ '^-?[0-9]+$' then 'integer' else 'number' end as kind
    from audit_events, jsonb_each(meta) as said(name, value)
    where meta ? 'via' and action = any(${Object.keys(LINES)}::text[])`;
  return [...new Set(rows.flatMap(faultsOf))].sort();
}

function faultsOf({ action, target_type, name, kind }: Found): string[] {
  const { on = [], meta = {} } = LINES[action] ?? {};
  const kinds: Readonly<Record<string, string>> = { ...meta, ...EVERYWHERE };
  const faults = on.includes(target_type) ? [] : [`${action} is done to a ${target_type}, which its line does not say`];
  const declared = kinds[name];
  if (declared === undefined) faults.push(`${action} has ${name}, of kind ${kind}, in its meta, which its line lacks`);
  else if (!declared.split("|").includes(kind))
    faults.push(`${action} has ${name} of kind ${kind} in its meta, which its line calls ${declared}`);
  return faults;
}
