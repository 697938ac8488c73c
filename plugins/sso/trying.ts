// A test of a provider: who may try it, what its answer is worth, and what a test that passes confirms.
import { type Actor, demandActor, firstCharacters, type Refusal, refuse, type WriteCall } from "../../kernel/plugin.ts";
import { markWaitingTested } from "../confirmations/port.ts";
import { domainOf, provenAmong } from "../email_domains/port.ts";
import { isByOwnersHand } from "../members/port.ts";
import { ProviderFault, type ProviderIdentity } from "../signin/port.ts";
import { answerTest } from "./pages.ts";
import { confirmTried, offerLinks } from "./setting.ts";
import { markTested, type PlacedConfig } from "./store/configs.ts";
import { isPrivateAtGoogle } from "./verdict.ts";
import type { Visit } from "./visit.ts";

/** Ends a test with a page for its tester, and keeps what it has shown. */
export async function finishTest(
  call: WriteCall<unknown, true>,
  of: { config: PlacedConfig; visit: Visit & { tester: number }; outcome: ProviderIdentity | ProviderFault },
): Promise<Response> {
  const { sql, actor, note } = call;
  const { config, visit, outcome } = of;
  const { workspace_id, domains, slug, issuer } = config;
  if (!isTester(actor, { config, tester: visit.tester })) throw refuseTester();
  const identity = outcome instanceof ProviderFault ? null : outcome;
  const fault = outcome instanceof ProviderFault ? describeFault(outcome) : findFault(outcome, config);
  const meta = { issuer, passed: fault === null, reason: firstCharacters(fault ?? "", 500) };
  note("sso.test", { target_type: "workspace", target_id: slug, meta });
  const waits = fault === null && (await keepPassed({ ...call, actor: demandActor(actor) }, { config, visit }));
  const proven = await provenAmong(sql, { workspace_id, domains });
  const unproven = domains.filter((domain) => !proven.has(domain));
  return answerTest({ config, identity, fault, unproven, waits });
}

/** Keeps that a test has passed, and confirms what waits where an owner began it by hand; answers whether something waits still. */
async function keepPassed(
  call: WriteCall,
  { config, visit }: { config: PlacedConfig; visit: Visit },
): Promise<boolean> {
  const { sql, now } = call;
  const { workspace_id, version } = config;
  // What a token began, or another site led to, an owner may have passed without knowing what it says.
  const isOwners = visit.by_hand && !visit.began_elsewhere && (await isByOwnersHand(call));
  if (version >= 0) {
    await markTested(sql, { workspace_id, version, by_owner: isOwners, now });
    return offerLinks(call, config);
  }
  await markWaitingTested(sql, { workspace_id, setting_id: -version, now });
  if (!isOwners) return true;
  await confirmTried(call, -version);
  return offerLinks(call, config);
}

/** Whether it is the owner or admin who began the test, signed in in this browser. */
export function isTester(actor: Actor | null, { config, tester }: { config: PlacedConfig; tester: number }): boolean {
  if (actor?.credential !== "session" || actor.user_id !== tester) return false;
  return actor.workspace.id === config.workspace_id && actor.role !== "member";
}

export function refuseTester(): Refusal {
  return refuse.forbidden(
    "a test is finished by the owner or admin who began it, in a browser where they are signed in",
  );
}

/** Why a sign-in with this identity would be refused, for whoever sets it up; null where nothing speaks against it. */
function findFault(identity: ProviderIdentity, { domains }: PlacedConfig): string | null {
  const { email, email_verified } = identity;
  if (email === null) return "the provider sends no e-mail address: have it add the claim email";
  if (email_verified === false) return `the provider says that ${email} is not verified`;
  if (isPrivateAtGoogle(identity, { domains }))
    return `Google knows ${email} as a private account, not as one of yours`;
  const domain = domainOf(email);
  if (domain !== null && domains.includes(domain)) return null;
  return `${email} is in none of the domains of this configuration: ${domains.join(", ")}`;
}

const FAULTS = {
  away: "the provider does not answer",
  declined: "the provider said no",
  unproven: "the provider's answer could not be verified",
} as const;

export function describeFault({ kind, reason }: ProviderFault): string {
  return `${FAULTS[kind]}: ${reason}`;
}
