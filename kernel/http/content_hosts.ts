// The hosts that serve published documents: the shared one of everybody, and the domains that workspaces bring along.
import { BootError } from "../base/boot_error.ts";
import { type Hook, hook } from "../hooks/hooks.ts";

/** A domain that serves the documents of one workspace. */
export interface CustomHost {
  workspace_id: number;
  /** Of the domain's registration: what was signed for one is worthless for a later one of the same name. */
  domain_id: number;
  /** Names the proof that it stands by, where there are several in the life of a registration; what was signed by one ends with it. */
  proof?: string;
}

/** The domains in use, from memory: they are asked while requests wait, and do not wait themselves. */
export interface CustomHosts {
  /** Null while what is known is what holds; else a promise of having read it anew. Left out by who hears of every change at once. */
  awaitCurrent?(): Promise<void> | null;
  /**
   * Whose domain a host name is, in lower case and without a port; null for every name that is not in use, which is served nothing.
   * The same object again, as long as nothing of the domain changes, saves the asker from making its own anew.
   */
  workspaceOf(host: string): CustomHost | null;
  /** The https origin, without a trailing slash, at which a workspace gives its documents out; null for the shared host. */
  linkHostOf(workspace_id: number): string | null;
}

/** Asked once, when the server has booted, of whoever keeps the domains of workspaces. Without a handler there is the shared host alone. */
export const contentHostsHook: Hook<void, CustomHosts> = hook("content_hosts");

/** A host that a request came to, with what holds there. */
export interface ContentHost {
  /** As browsers write it: without a trailing slash. */
  origin: string;
  /** Whose documents alone are there; null on the shared host, which has those of everybody. */
  workspace_id: number | null;
  /** For whom cookies and tickets of this host are signed: they are worthless on every other. Empty on the shared host. */
  host_key: string;
}

/** The hosts of documents, as the server knows them. */
export interface ContentHosts {
  shared: ContentHost;
  /**
   * Null while what is known of domains in use is what holds, which costs a comparison; else a promise that resolves when it has been
   * read anew, or cannot be. To be asked before a host is told by a name that is neither the app's nor the shared host's.
   */
  awaitCurrent(): Promise<void> | null;
  /** The host of a name as it stands in a `Host` header; null for a name that is neither the shared host's nor a domain in use. */
  named(host: string): ContentHost | null;
  /** The origin at which a workspace gives its documents out: its own domain, or the shared host as soon as it has none. */
  originOf(workspace_id: number): string;
}

/** `ask` calls the hook. It is called at the first question and not before, since handlers come after who asks. */
export function createContentHosts(
  content_url: string,
  ask: () => readonly (CustomHosts | Promise<CustomHosts>)[],
): ContentHosts {
  const shared: ContentHost = { origin: content_url, workspace_id: null, host_key: "" };
  const sharedName = new URL(content_url).host;
  const made = new WeakMap<CustomHost, ContentHost>();
  let asked: readonly CustomHosts[] | null = null;

  function keepers(): readonly CustomHosts[] {
    asked ??= ask().map(demandAtOnce);
    return asked;
  }

  function findCustom(host: string): ContentHost | null {
    if (keepers().length === 0) return null;
    const name = withoutPort(host);
    for (const keeper of keepers()) {
      const custom = keeper.workspaceOf(name);
      if (custom) return hostOf(custom, name);
    }
    return null;
  }

  function hostOf(custom: CustomHost, name: string): ContentHost {
    const known = made.get(custom);
    if (known) return known;
    const { workspace_id, domain_id, proof } = custom;
    const stands = proof === undefined ? String(domain_id) : `${domain_id} ${proof}`;
    const host = { origin: `https://${name}`, workspace_id, host_key: `${stands} ${name}` };
    made.set(custom, host);
    return host;
  }

  return {
    shared,
    awaitCurrent: () => {
      const behind = keepers().flatMap((keeper) => keeper.awaitCurrent?.() ?? []);
      return behind.length === 0 ? null : Promise.allSettled(behind).then(() => {});
    },
    named: (host) => (host === sharedName ? shared : findCustom(host)),
    originOf: (workspace_id) => {
      for (const keeper of keepers()) {
        const origin = keeper.linkHostOf(workspace_id);
        if (origin !== null) return origin;
      }
      return content_url;
    },
  };
}

function demandAtOnce(keeper: CustomHosts | Promise<CustomHosts>): CustomHosts {
  if (keeper instanceof Promise)
    throw new BootError('a handler of "content_hosts" answers with a promise; answer at once');
  return keeper;
}

/** Domains are served at the port of https alone, which some proxies write out. */
function withoutPort(host: string): string {
  const cut = host.indexOf(":");
  return cut < 0 ? host : host.slice(0, cut);
}
