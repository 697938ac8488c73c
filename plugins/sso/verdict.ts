// Whether the identity that a provider vouches for may come in as somebody of the workspace, and if not,
// in which words it is told.
import { isEmailAddress, type Refusal, refuse, type Sql } from "../../kernel/plugin.ts";
import { domainOf, isProvenFor } from "../email_domains/port.ts";
import type { ProviderFault, ProviderIdentity } from "../signin/port.ts";
import type { PlacedConfig } from "./store/configs.ts";

/** An identity with an address that the provider may speak for. */
export interface KnownAddress extends ProviderIdentity {
  email: string;
}

/** Anybody has an account there by an address that was theirs once; whose is a company's says `hd` (Google's OpenID Connect guide). */
const GOOGLE = "https://accounts.google.com";

/**
 * The identity, whose address lies in a domain that the workspace has proven and routes. Throws in words for every other: 409 where the domain is not proven, else 403. A
 * provider that says nothing of verification is believed, since the domain is its company's own and some say nothing (Entra); one
 * that says "not verified" is not.
 */
export async function demandAddress(
  sql: Sql,
  { config, identity }: { config: PlacedConfig; identity: ProviderIdentity },
): Promise<KnownAddress> {
  const { email, email_verified } = identity;
  if (email === null || !isEmailAddress(email)) {
    throw refuse.forbidden(
      "your provider sends no e-mail address that can be used; whoever runs it has to add the claim email",
    );
  }
  if (email_verified === false) {
    throw refuse.forbidden(`your provider says that the address ${email} is not verified; verify it there first`);
  }
  const domain = domainOf(email);
  if (domain === null || !config.domains.includes(domain)) {
    throw refuse.forbidden(
      `the address ${email} is in none of the domains that ${config.workspace} signs in; an owner or admin can add ${domain ?? "its domain"}`,
    );
  }
  if (isPrivateAtGoogle(identity, config)) {
    throw refuse.forbidden(
      `Google knows ${email} as a private account, not as one of ${config.workspace}; choose your work account there`,
    );
  }
  if (!(await isProvenFor(sql, { workspace_id: config.workspace_id, email }))) throw refuseUnproven(config, domain);
  return { ...identity, email };
}

/** Whether Google signs somebody in whom it does not call one of the company's own. */
export function isPrivateAtGoogle(
  { issuer, hosted_domain }: ProviderIdentity,
  { domains }: Pick<PlacedConfig, "domains">,
): boolean {
  return issuer === GOOGLE && !(hosted_domain !== null && domains.includes(hosted_domain.toLowerCase()));
}

export function refuseUnproven({ workspace }: PlacedConfig, domain: string): Refusal {
  return refuse.conflict(
    `${workspace} has not proven that ${domain} is its own; an owner or admin sets the DNS record that its e-mail domains name`,
  );
}

/** The same address, another account of the provider: somebody else may have been given it. */
export function refuseOtherSubject(email: string): Refusal {
  return refuse.forbidden(
    `your provider knows ${email} as another account than before; if that is still you, an owner or admin has to unlink the former one`,
  );
}

/** Owners come in through what an owner has set or tried. */
export function refuseOwner({ workspace }: Pick<PlacedConfig, "workspace">): Refusal {
  return refuse.forbidden(
    `you own a workspace, and no owner of ${workspace} has set or tested this provider yet; sign in another way, and test it with POST /api/sso/test`,
  );
}

/** What a person is told of a fault of the provider; its reason is for whoever set it up. */
export function refusalOf(fault: ProviderFault, { workspace }: Pick<PlacedConfig, "workspace">): Refusal {
  if (fault.kind === "away") {
    return refuse.unavailable(`the sign-in provider of ${workspace} does not answer; try again in a moment`);
  }
  if (fault.kind === "declined") {
    return refuse.forbidden(`the sign-in provider of ${workspace} did not let you in: ${fault.reason}`);
  }
  return refuse.forbidden(
    `the answer of ${workspace}'s sign-in provider could not be verified; try again, and tell its administrators if it stays so`,
  );
}
