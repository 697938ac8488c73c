// Links between documents: names for them, what refers to what, and the addresses that follow a name.

import {
  type AuditEvent,
  handle,
  type ListenerContext,
  listen,
  listenInBatches,
  type Plugin,
  type Runtime,
} from "../../kernel/plugin.ts";
import { documentInfoHook } from "../app/port/slots.ts";
import { renewLinking, renewNaming } from "../documents/port/write.ts";
import { aliasPart } from "./app/alias_part.ts";
import { clearAlias, setAlias } from "./operations/alias.ts";
import { followLink, followName } from "./operations/follow.ts";
import { readLinks, resolve } from "./operations/links.ts";

export const links: Plugin = {
  name: "links",
  operations: [setAlias, clearAlias, readLinks, resolve, followName, followLink],
  handles: () => [handle(documentInfoHook, aliasPart)],
  on: [
    ...["delete", "undelete", "purge"].map((what) => listen(`doc.${what}`, `renew_${what}`, renew)),
    ...["publish", "update", "move", "delete", "undelete"].map((what) =>
      listenInBatches(`doc.${what}`, `rename_${what}`, renewNamed),
    ),
  ],
};

/** Pages that name a document as vaults do, by what it is called, lead to it from when it has come or is called so. */
async function renewNamed(events: readonly AuditEvent[], { database, clock }: ListenerContext): Promise<void> {
  for (const [workspace_id, some] of Map.groupBy(events, (event) => event.workspace_id)) {
    if (workspace_id === null) continue;
    const doc_ids = [...new Set(some.flatMap(({ target_id }) => target_id ?? []))];
    await database.withTransaction((sql) => renewNaming({ sql, now: clock.now() }, { workspace_id, doc_ids }));
  }
}

/** Pages that refer to a document which came or went show so. */
async function renew(
  event: AuditEvent,
  { database, clock }: Pick<Runtime, "database" | "use" | "clock">,
): Promise<void> {
  const { workspace_id, target_id, meta } = event;
  if (workspace_id === null) return;
  const alias = meta["alias"];
  const aliases = typeof alias === "string" ? [alias] : [];
  const doc_ids = [target_id ?? ""];
  await database.withTransaction((sql) => renewLinking({ sql, now: clock.now() }, { workspace_id, aliases, doc_ids }));
}
