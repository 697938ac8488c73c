// What answers on the content host, for plugins whose pages stand there.

import { hook, type Sql } from "../../kernel/plugin.ts";
import type { ContentHost } from "../../kernel/ports/http.ts";

export { findDocument } from "./access.ts";
export { findBeside, namedBeside } from "./beside.ts";
export { countedAs } from "./counted.ts";
export { FRAMED } from "./framed.ts";
export { keptQuery, leadsBack } from "./kept_query.ts";
export { keptReads } from "./kept_reads.ts";
export { type LivePage, type LivePageAsked, livePageHook, type Opened } from "./live_page.ts";
export { outsiderHook } from "./outsiders.ts";
export { mayRead } from "./readers.ts";
export { createReadings } from "./readings.ts";
export { packedForm, packedHeaders, type ReadyAnswer, type ReadyForm, sendReady } from "./ready.ts";
/** Counts a 404 by address. */
export { countingMissing } from "./serve.ts";
export type { ServedDocument, ServedDocuments } from "./served.ts";
export { servedPort } from "./served_port.ts";
export { findNamedVersion, type NamedVersion, versionAddress } from "./versions.ts";

/** Asked what crawlers are told on a host, as the text of its `robots.txt` (RFC 9309); null, and nobody, sends them away. */
export const crawlersHook = hook<{ host: ContentHost }, string | null>("content.crawlers");

/** A host name of a workspace's own. */
export interface OwnHost {
  domain_id: number;
  hostname: string;
  /** It serves now; otherwise it is still, or again, being set up. */
  is_active: boolean;
}

/** Asked for the host names of a workspace's own; without a plugin that keeps them it has none. */
export const ownHostsHook = hook<{ sql: Sql; workspace_id: number }, readonly OwnHost[]>("content.own_hosts");
