// What the tests of custom domains share:
// a server in which workspaces have domains, and a proxy that ends TLS before it.

import type { HarnessOptions, Person } from "../harness/harness.ts";
import { createVisitor, type Visitor } from "../signin/visitor.ts";
import { toyDomains, toyDomainsEntry } from "../toys/domains.ts";
import { type ContentServer, openContentServer } from "./published.ts";

/** The domain of anna's workspace, where its links lead. */
export const ANNAS = "docs.anna.example";
/** A second one of hers. */
export const SECOND = "pages.anna.example";
/** The domain of eve's workspace. */
export const EVES = "docs.eve.example";

export interface DomainServer extends ContentServer {
  domains: Pick<ReturnType<typeof toyDomains>, "give" | "take">;
  /** Asks a host, as its listener gets it from a proxy: plain HTTP with the name in `Host`. */
  at(host: string, path: string, sent?: RequestInit): Promise<Response>;
  /** A browser, which knows domains by https, whose app session is the person's. */
  visitor(person?: Person): Visitor;
}

/** Opens it; `ANNAS` and `EVES` are in use, `SECOND` is not. */
export async function openDomainServer(options: HarnessOptions = {}): Promise<DomainServer> {
  const domains = toyDomains();
  const extra = [{ plugin: domains.plugin, entry: toyDomainsEntry }, ...(options.extra ?? [])];
  const runtime = await openContentServer({ ...options, extra });
  domains.give(ANNAS, runtime.anna.workspace_id);
  domains.give(EVES, runtime.eve.workspace_id);
  return {
    ...runtime,
    domains,
    at: (host, path, sent = {}) => {
      const headers = new Headers(sent.headers);
      headers.set("host", host);
      return runtime.fetch(new Request(`http://${host}${path}`, { ...sent, headers, redirect: "manual" }));
    },
    visitor: (person) => {
      const visitor = createVisitor((request) => runtime.fetch(behindProxy(request)), runtime.base_url);
      const [name = "", value = ""] = person?.cookie.split("=") ?? [];
      if (person) visitor.cookies.set(new URL(runtime.base_url).host, new Map([[name, value]]));
      return visitor;
    },
  };
}

function behindProxy(request: Request): Request {
  return new Request(request.url.replace(/^https:/, "http:"), request);
}
