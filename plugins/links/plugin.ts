// Links between documents: names for them, what refers to what, and the addresses that follow a name.

import { type AuditEvent, type House, listen, type Plugin } from "../../kernel/mod.ts";
import { renewLinking } from "../documents/port/write.ts";
import { clearAlias, setAlias } from "./operations/alias.ts";
import { followLink, followName } from "./operations/follow.ts";
import { readLinks, resolve } from "./operations/links.ts";

export const links: Plugin = {
  name: "links",
  operations: [setAlias, clearAlias, readLinks, resolve, followName, followLink],
  on: ["delete", "undelete", "purge"].map((what) => listen(`doc.${what}`, `renew_${what}`, renew)),
};

/** Pages that refer to a document which came or went show so. */
async function renew(event: AuditEvent, { database, clock }: Pick<House, "database" | "use" | "clock">): Promise<void> {
  const { workspace_id, target_id, meta } = event;
  if (workspace_id === null) return;
  const alias = meta["alias"];
  const aliases = typeof alias === "string" ? [alias] : [];
  const doc_ids = [target_id ?? ""];
  await database.withTransaction((sql) => renewLinking({ sql, now: clock.now() }, { workspace_id, aliases, doc_ids }));
}
