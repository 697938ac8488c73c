// A workspace's provider as it is set:
// at once by hand, else it waits for an owner (rules: companies/owners, companies/waiting).
import { DAY_MS, later, type Runtime, refuse, type Sql, type WriteCall } from "../../kernel/plugin.ts";
import {
  type Confirmable,
  type Described,
  deleteWaitingSetting,
  findWaitingSetting,
  holdWaitingSetting,
  letWait,
  type WaitingSetting,
} from "../confirmations/port.ts";
import { endSessionsIn } from "./enforcing.ts";
import { ssoSettings } from "./settings.ts";
import {
  type ConfigRow,
  findConfig,
  findConfigOfDomain,
  findPlace,
  holdConfig,
  type PlacedConfig,
  saveConfig,
  withoutMember,
} from "./store/configs.ts";
import { countLinkedElsewhere } from "./store/identities.ts";

export const KIND = "sso";

/** What decides who is signed in; the secret is beside it. */
export interface Wanted {
  issuer: string;
  client_id: string;
  domains: string[];
  enforced: boolean;
}

/** What waits, as a configuration. */
export interface WaitingConfig extends Wanted {
  row: WaitingSetting;
}

export async function findWaitingConfig(sql: Sql, workspaceId: number): Promise<WaitingConfig | null> {
  const row = await findWaitingSetting(sql, { workspace_id: workspaceId, kind: KIND, subject: "" });
  return row && { row, ...wantedOf(row) };
}

/** As `letWait` was given it. */
function wantedOf({ wanted }: WaitingSetting): Wanted {
  const { issuer, client_id, domains, enforced } = wanted;
  const list = Array.isArray(domains) ? domains.map(String) : [];
  return { issuer: String(issuer), client_id: String(client_id), domains: list, enforced: enforced === true };
}

/**
 * The connection that a test or a sign-in began with: what holds, by its version, or what waits, by its number below zero, which
 * nobody is signed in by. Null where it is another one by now.
 */
export async function findTried(
  sql: Sql,
  { workspace_id, version }: { workspace_id: number; version: number },
): Promise<PlacedConfig | null> {
  if (version >= 0) {
    const config = await findConfig(sql, workspace_id);
    return config?.version === version ? config : null;
  }
  const waiting = await findWaitingConfig(sql, workspace_id);
  return waiting?.row.setting_id === -version ? placeWaiting(sql, waiting) : null;
}

/** What waits, as if it held. */
export async function placeWaiting(sql: Sql, { row, ...wanted }: WaitingConfig): Promise<PlacedConfig | null> {
  const place = await findPlace(sql, row.workspace_id);
  const { workspace_id, sealed, tested_at, created_at: updated_at } = row;
  if (!place || !sealed) return null;
  const state = { tested_at, by_owner: false, trusts_former: false, updated_at, version: -row.setting_id };
  return { ...place, ...wanted, ...state, workspace_id, client_secret_sealed: sealed };
}

/** Whether it decides anew who is signed in: all but another secret of the same connection, and the end of enforcement. */
export function decidesAnew(before: Wanted | null, wanted: Wanted): boolean {
  if (!before || isMoved(before, wanted)) return true;
  const isListed = wanted.domains.every((domain) => before.domains.includes(domain));
  if (!isListed || wanted.domains.length !== before.domains.length) return true;
  return wanted.enforced && !before.enforced;
}

/** Whether it is the very secret that holds, as what waits keeps it. */
export function isSecretOf(before: Pick<ConfigRow, "client_secret_sealed"> | null, sealed: Uint8Array | null): boolean {
  return before !== null && sealed !== null && Buffer.from(before.client_secret_sealed).equals(sealed);
}

/** Whether it is another connection. */
export function isMoved(before: Pick<Wanted, "issuer" | "client_id"> | null, wanted: Wanted): boolean {
  return before?.issuer !== wanted.issuer || before.client_id !== wanted.client_id;
}

export interface Setting {
  wanted: Wanted;
  /** The secret; null keeps the one that is there. */
  sealed: Uint8Array | null;
  /** An owner who is signed in sets or confirms it. */
  by_owner: boolean;
  /** When it was tried while it waited. */
  tested_at?: Date | null;
}

/** Makes it what holds. Throws 400 and 409 for what cannot be. */
export async function applySso(call: WriteCall, setting: Setting): Promise<void> {
  const { sql, runtime, now, actor } = call;
  const { wanted, by_owner, tested_at = null } = setting;
  const { issuer, client_id, domains, enforced } = wanted;
  const { id: workspace_id, slug } = actor.workspace;
  const before = await holdConfig(sql, workspace_id);
  // What waited may have kept the secret that holds.
  const sealed = isSecretOf(before, setting.sealed) ? null : setting.sealed;
  await refuseDomains(sql, { workspace_id, domains });
  if (sealed === null) refuseMissingSecret(before, issuer);
  const is_moved = isMoved(before, wanted);
  const is_changed = sealed !== null || is_moved;
  if (enforced) refuseUntested(runtime, { before, is_changed, tested_at, now });
  if (enforced && !by_owner && (is_moved || !before?.by_owner)) throw refuseUnvouched();
  const is_other = before !== null && withoutSlash(before.issuer) !== withoutSlash(issuer);
  const state = { is_changed, is_moved, is_other, by_owner, tested_at, now };
  await saveConfig(sql, { workspace_id, ...wanted, client_secret_sealed: sealed, ...state });
  if (is_other) await deleteWaitingSetting(sql, { workspace_id, kind: LINKS_KIND, subject: "" });
  const target = { target_type: "workspace", target_id: slug };
  call.noteLent("sso.update", { ...target, meta: { issuer, client_id, domains, enforced } });
  if (enforced) await closeOtherWays(call, { before, issuer, domains });
  else if (before?.enforced) call.noteLent("sso.unenforce", { ...target, meta: { domains } });
}

/** Throws what `applySso` would of a setting that is about to wait. */
export async function demandApplicable(
  call: WriteCall,
  of: { before: ConfigRow | null; wanted: Wanted; is_changed: boolean; tested_at: Date | null },
): Promise<void> {
  const { sql, runtime, now, actor } = call;
  await refuseDomains(sql, { workspace_id: actor.workspace.id, domains: of.wanted.domains });
  if (of.wanted.enforced) refuseUntested(runtime, { ...of, now });
}

export const LINKS_KIND = "sso.links";

/** How the owners decide on a provider that waits. */
export function ssoConfirmable(): Confirmable {
  return {
    kind: KIND,
    describe: async (sql, row) => describeSso(wantedOf(row), await findConfig(sql, row.workspace_id)),
    apply: async (call, { wanted: _wanted, ...row }) => {
      const wanted = wantedOf({ ...row, wanted: _wanted });
      await applySso(call, { wanted, sealed: row.sealed, by_owner: true, tested_at: row.tested_at });
    },
    holds: async (sql, workspaceId) => {
      const config = await findConfig(sql, workspaceId);
      if (!config) return [];
      const { issuer, domains, enforced } = config;
      const only = enforced ? ", and nothing else does" : "";
      return [`${hostOf(issuer)} signs in people of ${domains.join(", ")}${only}`];
    },
  };
}

/** How the owners decide that a provider speaks for those whom another had let in, once it was tried. */
export function linksConfirmable(): Confirmable {
  return {
    kind: LINKS_KIND,
    describe: async (sql, { workspace_id, wanted }) => {
      const people = await countLinkedElsewhere(sql, workspace_id);
      return {
        title: `Let ${hostOf(String(wanted["issuer"]))} sign in those whom another provider signed in before`,
        facts: [["People", String(people)]],
        note: "Without it, each of them says so once, in a browser where they are signed in or by a link that is mailed to them.",
      };
    },
    apply: async ({ sql, actor }, { wanted }) => {
      const config = await holdConfig(sql, actor.workspace.id);
      if (config?.issuer !== wanted["issuer"]) throw refuse.conflict("the provider is another one by now");
      await sql`update sso_configs set trusts_former = true where workspace_id = ${actor.workspace.id}`;
    },
    holds: () => Promise.resolve([]),
  };
}

/**
 * Once a provider that has taken another's place was tried, owners may let it sign in all whom the other had; answers whether that
 * waits for them.
 */
export async function offerLinks(call: WriteCall, { issuer }: Pick<PlacedConfig, "issuer">): Promise<boolean> {
  const { sql, actor } = call;
  const config = await findConfig(sql, actor.workspace.id);
  if (config?.issuer !== issuer || config.trusts_former) return false;
  if ((await countLinkedElsewhere(sql, actor.workspace.id)) === 0) return false;
  const described = {
    title: `${hostOf(issuer)} was tried, and may sign in those whom another provider signed in`,
    facts: [],
  };
  await letWait(call, { kind: LINKS_KIND, subject: "", wanted: { issuer }, sealed: null, described });
  return true;
}

/** Confirms what waits under a number, which somebody has tried. */
export async function confirmTried(call: WriteCall, setting_id: number): Promise<boolean> {
  const { sql, actor } = call;
  const row = await holdWaitingSetting(sql, { workspace_id: actor.workspace.id, setting_id });
  if (!row) return false;
  await deleteWaitingSetting(sql, row);
  const { title } = describeSso(wantedOf(row), null);
  const noted = { target_type: "workspace", target_id: actor.workspace.slug, meta: { setting: title } };
  call.noteLent("sign_in_setting.confirm", noted);
  await applySso(call, { wanted: wantedOf(row), sealed: row.sealed, by_owner: true, tested_at: row.tested_at });
  return true;
}

/** As owners read it. */
export function describeSso(wanted: Wanted, before: Wanted | null): Described {
  const { issuer, client_id, domains, enforced } = wanted;
  const was = (value: string, then: string | undefined) =>
    then === undefined || then === value ? value : `${value} (now ${then})`;
  const inWords = (is: boolean) => (is ? "yes, no other way in stays open" : "no");
  return {
    title: `${hostOf(issuer)} signs in people of ${domains.join(", ")}`,
    facts: [
      ["Issuer", was(issuer, before?.issuer)],
      ["Client id", was(client_id, before?.client_id)],
      ["Domains", was(domains.join(", "), before?.domains.join(", "))],
      ["Enforced", was(inWords(enforced), before ? inWords(before.enforced) : undefined)],
    ],
    note: "Whoever runs it decides who is signed in as whom, of every address of these domains.",
  };
}

function hostOf(issuer: string): string {
  return URL.canParse(issuer) ? new URL(issuer).host : issuer;
}

async function refuseDomains(sql: Sql, by: { workspace_id: number; domains: readonly string[] }): Promise<void> {
  const empty = await withoutMember(sql, by);
  if (empty.length > 0) {
    throw refuse.invalid(
      `no member has an address in ${empty.join(", ")}; invite somebody there first, or leave it out`,
    );
  }
  for (const domain of by.domains) {
    const other = await findConfigOfDomain(sql, domain);
    if (other && other.workspace_id !== by.workspace_id) {
      throw refuse.conflict(`"${domain}" is used for single sign-on by another workspace; a domain has one provider`);
    }
  }
}

/** Throws 400 where there is none to keep. A secret goes to no other issuer than the one that it was entered for. */
export function refuseMissingSecret(before: Pick<Wanted, "issuer"> | null, issuer: string): void {
  if (!before) throw refuse.invalid("client_secret is required the first time");
  if (new URL(before.issuer).origin !== new URL(issuer).origin) {
    throw refuse.invalid(`client_secret is required with another issuer; the present one belongs to ${before.issuer}`);
  }
}

/** Throws 409 while nobody has shown that people get in: whoever closes the other ways could lock everybody out. */
function refuseUntested(
  runtime: Runtime,
  of: { before: ConfigRow | null; is_changed: boolean; tested_at: Date | null; now: Date },
): void {
  const { before, is_changed, tested_at, now } = of;
  const isDemanded = runtime.settings(ssoSettings).SSO_TEST_FIRST ?? runtime.config.edition !== "cloud";
  if (!isDemanded || (before?.enforced && !is_changed)) return;
  const tested = tested_at ?? (is_changed ? null : (before?.tested_at ?? null));
  if (tested !== null && tested > later(now, -DAY_MS)) return;
  throw refuse.conflict(
    "this connection was not tested within the last 24 hours; save it with enforced: false, open the address that POST /api/sso/test answers, then enforce it",
  );
}

/** Owners do not get in through it, and would be shut out. */
function refuseUnvouched() {
  return refuse.conflict(
    "no owner has set or tested this connection, so that it signs in no owner; have one test it, or enforce it, before other ways in are closed",
  );
}

async function closeOtherWays(
  call: WriteCall,
  { before, issuer, domains }: { before: PlacedConfig | null; issuer: string; domains: readonly string[] },
): Promise<void> {
  const { sql, actor } = call;
  // Whom another provider has let in, this one may not know any more.
  const isSame = before?.enforced === true && withoutSlash(before.issuer) === withoutSlash(issuer);
  const closed = isSame ? before.domains : [];
  const closing = domains.filter((domain) => !closed.includes(domain));
  if (closing.length === 0) return;
  const sessions_ended = await endSessionsIn(sql, { workspace_id: actor.workspace.id, domains: closing });
  const meta = { domains: closing, sessions_ended };
  call.noteLent("sso.enforce", { target_type: "workspace", target_id: actor.workspace.slug, meta });
}

/** An issuer may be given with a slash more than it calls itself. */
function withoutSlash(issuer: string): string {
  return issuer.replace(/\/+$/, "");
}
