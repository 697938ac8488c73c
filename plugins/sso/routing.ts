// Which address signs in where:
// by the domain that a workspace has proven and routes, while its plan carries single sign-on and somebody owns it.
import type { Runtime, Sql } from "../../kernel/plugin.ts";
import { domainOf } from "../email_domains/port.ts";
import { findConfigOfDomain, isOwned, type PlacedConfig } from "./store/configs.ts";

/** The configuration that signs an address in; null where it signs in as everybody does. */
export async function routeOf(
  { plans }: Pick<Runtime, "plans">,
  { sql, email }: { sql: Sql; email: string },
): Promise<PlacedConfig | null> {
  const domain = domainOf(email);
  const config = domain === null ? null : await findConfigOfDomain(sql, domain);
  if (!config || !plans.carries("single_sign_on", config.plan)) return null;
  // Whoever is of the domain, the owner who comes back among them, would be led to where nobody gets in.
  return (await isOwned(sql, config.workspace_id)) ? config : null;
}

/** Where a workspace's people begin. */
export function entryPath({ slug }: { slug: string }): string {
  return `/auth/sso/${encodeURIComponent(slug)}`;
}
