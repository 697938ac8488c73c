// The custom domains in use, in the memory of every server: which host is whose, and where a workspace's links lead.

import { type Port, port, type Runtime, SECOND_MS, type Sql } from "../../kernel/plugin.ts";
import type { CustomHost, CustomHosts } from "../../kernel/ports/http.ts";
import { type DomainRow, listDomains, listProven } from "./store/domains.ts";

/** What is known without asking anybody. */
export interface KnownDomains extends CustomHosts {
  /** Whether a name is proven, served already or not. In lower case, without a port. */
  isProven(hostname: string): boolean;
  /** Whether it is, and led here when it was last looked up: what a certificate may be got for. */
  leadsHere(hostname: string): boolean;
  /** Null while every change is heard of; else all are read anew. Throws where that is not possible. */
  awaitCurrent(): Promise<void> | null;
  /** Reads all of them; to be waited for before the first request. */
  load(): Promise<void>;
}

export const knownPort: Port<KnownDomains> = port("domains.known");

const CHANNEL = "custom_domains";
/** While notifications are away. */
const RELOAD_MS = 5 * SECOND_MS;

/** Tells every server, with the transaction's commit, that a workspace's domains have changed. */
export async function tellServers(
  { database }: Pick<Runtime, "database">,
  sql: Sql,
  workspaceId: number,
): Promise<void> {
  await database.bus.notify(sql, CHANNEL, String(workspaceId));
}

interface Entry {
  host: CustomHost;
  hostname: string;
  is_served: boolean;
  leads_here: boolean;
  links: boolean;
}

export function knowDomains({ database, log, onClose }: Pick<Runtime, "database" | "log" | "onClose">): KnownDomains {
  const { bus, sql } = database;
  let byHost = new Map<string, Entry>();
  let byWorkspace = new Map<number, Entry[]>();
  /** Readings one after the other, so that an older one never replaces a newer. */
  let reading: Promise<void> = Promise.resolve();

  function put(workspaceId: number, rows: readonly DomainRow[]): void {
    const before = byWorkspace.get(workspaceId) ?? [];
    const entries = rows.filter((row) => row.verified_at !== null).map((row) => entryOf(row, byHost.get(row.hostname)));
    // The name may have gone to another workspace meanwhile, of which this reading knows nothing.
    for (const { hostname, host } of before) {
      if (byHost.get(hostname)?.host.workspace_id === host.workspace_id) byHost.delete(hostname);
    }
    for (const entry of entries) byHost.set(entry.hostname, entry);
    if (entries.length > 0) byWorkspace.set(workspaceId, entries);
    else byWorkspace.delete(workspaceId);
  }

  async function loadAll(): Promise<void> {
    const rows = await listProven(sql);
    const old = byHost;
    byHost = new Map();
    byWorkspace = new Map();
    for (const row of rows) {
      const entry = entryOf(row, old.get(row.hostname));
      byHost.set(entry.hostname, entry);
      byWorkspace.set(row.workspace_id, [...(byWorkspace.get(row.workspace_id) ?? []), entry]);
    }
  }

  function inTurn(read: () => Promise<void>): Promise<void> {
    const turn = reading.then(read);
    reading = turn.catch((error: unknown) => {
      log.warn({ err: error }, "custom domains could not be read anew");
      isBehind = true;
    });
    return turn;
  }

  /** A reading failed: what is known may be of before. */
  let isBehind = false;
  /** Changes that were heard of and are not read yet. */
  let changing = 0;
  /** A reading that has not begun yet, which all share who ask until it does. */
  let coming: Promise<void> | null = null;
  function loadAnew(): Promise<void> {
    coming ??= inTurn(() => {
      coming = null;
      isBehind = false;
      return loadAll();
    });
    return coming;
  }
  const loadBehind = () => void loadAnew().catch(() => {});
  const listening = bus.listen(CHANNEL, {
    onMessage: (workspaceId) => {
      const id = Number(workspaceId);
      changing += 1;
      inTurn(async () => put(id, await listDomains(sql, id)))
        .catch(() => {})
        .finally(() => {
          changing -= 1;
        });
    },
    onReset: loadBehind,
  });
  const timer = setInterval(() => {
    if (isBehind || !bus.hears()) loadBehind();
  }, RELOAD_MS);
  timer.unref();
  onClose(async () => {
    clearInterval(timer);
    (await listening)();
    await reading;
  });

  return {
    workspaceOf: (host) => {
      const entry = byHost.get(host);
      return entry?.is_served ? entry.host : null;
    },
    linkHostOf: (workspaceId) => {
      const entry = byWorkspace.get(workspaceId)?.find((one) => one.links);
      return entry ? `https://${entry.hostname}` : null;
    },
    isProven: (hostname) => byHost.has(hostname),
    leadsHere: (hostname) => byHost.get(hostname)?.leads_here ?? false,
    awaitCurrent: () => {
      if (!bus.hears() || isBehind) return loadAnew();
      return changing > 0 ? reading : null;
    },
    load: async () => {
      // What is announced from here on is heard.
      await listening;
      await loadAnew();
    },
  };
}

/** The host as it was known before stays the same object while it is the same registration by the same proof. */
function entryOf(row: DomainRow, known: Entry | undefined): Entry {
  const { hostname, workspace_id, domain_id, activated_at, is_default, status, leads_here } = row;
  // While the name leads elsewhere, whoever runs it may be shown what browsers keep for it: nobody is known by that here (rules: domains/signed_in).
  const proof = `${row.verified_at?.getTime()}${leads_here ? "" : " away"}`;
  const isSame = known?.host.domain_id === domain_id && known.host.proof === proof;
  const host = isSame ? known.host : { workspace_id, domain_id, proof };
  return { host, hostname, leads_here, is_served: activated_at !== null, links: is_default && status === "active" };
}
