// What the tests of custom domains share: a house in which workspaces have domains, and a proxy that ends TLS before it.

import type { HarnessOptions, Person } from "../harness/harness.ts";
import { createVisitor, type Visitor } from "../signin/visitor.ts";
import { toyDomains, toyDomainsEntry } from "../toys/domains.ts";
import { type ContentHouse, openContentHouse } from "./published.ts";

/** The domain of anna's workspace, where its links lead. */
export const ANNAS = "docs.anna.example";
/** A second one of hers. */
export const SECOND = "pages.anna.example";
/** The domain of eve's workspace. */
export const EVES = "docs.eve.example";

export interface DomainHouse extends ContentHouse {
  domains: Pick<ReturnType<typeof toyDomains>, "give" | "take">;
  /** Asks a host, as its listener gets it from a proxy: plain HTTP with the name in `Host`. */
  at(host: string, path: string, sent?: RequestInit): Promise<Response>;
  /** A browser, which knows domains by https, whose app session is the person's. */
  visitor(person?: Person): Visitor;
}

/** Opens it; `ANNAS` and `EVES` are in use, `SECOND` is not. */
export async function openDomainHouse(options: HarnessOptions = {}): Promise<DomainHouse> {
  const domains = toyDomains();
  const extra = [{ plugin: domains.plugin, entry: toyDomainsEntry }, ...(options.extra ?? [])];
  const house = await openContentHouse({ ...options, extra });
  domains.give(ANNAS, house.anna.workspace_id);
  domains.give(EVES, house.eve.workspace_id);
  return {
    ...house,
    domains,
    at: (host, path, sent = {}) => {
      const headers = new Headers(sent.headers);
      headers.set("host", host);
      return house.fetch(new Request(`http://${host}${path}`, { ...sent, headers, redirect: "manual" }));
    },
    visitor: (person) => {
      const visitor = createVisitor((request) => house.fetch(behindProxy(request)), house.base_url);
      const [name = "", value = ""] = person?.cookie.split("=") ?? [];
      if (person) visitor.cookies.set(new URL(house.base_url).host, new Map([[name, value]]));
      return visitor;
    },
  };
}

function behindProxy(request: Request): Request {
  return new Request(request.url.replace(/^https:/, "http:"), request);
}
