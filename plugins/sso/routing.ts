// Which address signs in where: by the domain that a workspace has proven and routes, while its plan carries single sign-on.
import type { House, Sql } from "../../kernel/mod.ts";
import { domainOf } from "../email_domains/port.ts";
import { findConfigOfDomain, type PlacedConfig } from "./store/configs.ts";

/** The configuration that signs an address in; null where it signs in as everybody does. */
export async function routeOf(
  { plans }: Pick<House, "plans">,
  { sql, email }: { sql: Sql; email: string },
): Promise<PlacedConfig | null> {
  const domain = domainOf(email);
  const config = domain === null ? null : await findConfigOfDomain(sql, domain);
  return config && plans.carries("single_sign_on", config.plan) ? config : null;
}

/** Where a workspace's people begin. */
export function entryPath({ slug }: { slug: string }): string {
  return `/auth/sso/${encodeURIComponent(slug)}`;
}
