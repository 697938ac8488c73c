// Domains end with their workspace:
// when the last person leaves it, nobody is there who could say what is served under its names.
import {
  belongingsHook,
  handle,
  type PersonLeave,
  personEndHook,
  personMoveHook,
  type Runtime,
} from "../../kernel/plugin.ts";
import type { HookHandler } from "../../kernel/ports/hooks.ts";
import { countOthers } from "../members/port.ts";
import { writeAsSystem } from "./applying.ts";
import { driverPort } from "./driver.ts";
import { tellServers } from "./known.ts";
import { deleteDomain, listDomains } from "./store/domains.ts";

export function endWithWorkspace(runtime: Runtime): HookHandler[] {
  return [
    handle(personMoveHook, ({ from_workspace_id: workspace_id, ...move }) =>
      endDomains(runtime, { ...move, workspace_id }),
    ),
    handle(personEndHook, (end) => endDomains(runtime, end)),
    handle(belongingsHook, async (leaver) => [
      {
        count: (await isLast(leaver)) ? (await listDomains(leaver.sql, leaver.workspace_id)).length : 0,
        one: "custom domain, which ends",
        many: "custom domains, which end",
        goes: false,
      },
    ]),
  ];
}

async function endDomains(runtime: Runtime, leaver: PersonLeave): Promise<void> {
  if (!(await isLast(leaver))) return;
  const { sql, now, workspace_id } = leaver;
  const rows = await listDomains(sql, workspace_id);
  for (const row of rows) {
    await deleteDomain(sql, row);
    if (row.verified_at !== null) await runtime.use(driverPort).release(sql, row.hostname);
    const note = { target_type: "domain", target_id: row.domain_id, meta: { hostname: row.hostname } };
    await writeAsSystem(runtime, sql, { row, told: [{ action: "domain.remove", note }], now });
  }
  if (rows.length > 0) await tellServers(runtime, sql, workspace_id);
}

async function isLast({ sql, workspace_id, user_id }: PersonLeave): Promise<boolean> {
  return (await countOthers(sql, { workspace_id, user_id })).members === 0;
}
