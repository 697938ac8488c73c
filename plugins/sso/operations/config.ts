// A workspace's provider, as its owners and admins set it (rules: companies 2, companies 3).
import { type Actor, DAY_MS, type House, later, refuse, type Sql, t, type WriteCall } from "../../../kernel/mod.ts";
import { provenAmong } from "../../email_domains/port.ts";
import { manifest } from "../../manifest.ts";
import { workspaceManager } from "../../members/port.ts";
import { operation } from "../../operation.ts";
import { endSessionsIn } from "../enforcing.ts";
import { readDomains, readIssuer } from "../issuer.ts";
import { SECRET_PURPOSE } from "../providers.ts";
import { entryPath } from "../routing.ts";
import { SsoPayload, showSso } from "../schemas.ts";
import { ssoSettings } from "../settings.ts";
import {
  deleteConfig,
  findConfig,
  findConfigOfDomain,
  holdConfig,
  type PlacedConfig,
  saveConfig,
  withoutMember,
} from "../store/configs.ts";
import { unlink } from "../store/identities.ts";
import { signTest } from "../visit.ts";

const DOMAINS_MAX = manifest.caps.sso_domains;

export const readSso = operation({
  id: "sso.get",
  route: "GET /api/sso",
  summary: "Shows the workspace's sign-in provider",
  output: SsoPayload,
  permit: workspaceManager(),
  run: ({ sql, house, subject }) => answer(house, sql, subject),
});

export const changeSso = operation({
  id: "sso.update",
  route: "PUT /api/sso",
  summary: "Sets the workspace's sign-in provider, an OpenID Connect issuer, and the domains that it signs in",
  description:
    "Each domain has to have a member, and routes once it is proven (`/api/email-domains`). `enforced` closes every other way in for the proven ones and ends the sessions there are, also when another issuer takes the place of one that was enforced; unless the operator has it otherwise it needs a test of this connection within the last 24 hours (`POST /api/sso/test`), else 409. Omit `enforced` to leave it as it is.",
  body: t.Object({
    issuer: t.String({
      minLength: 1,
      maxLength: 1000,
      description: "The provider's issuer as it names itself: an https address, without /.well-known/.",
      examples: ["https://login.example.com"],
    }),
    client_id: t.String({ minLength: 1, maxLength: 500, description: "What the provider knows this server by." }),
    client_secret: t.Optional(
      t.String({
        minLength: 1,
        maxLength: 2000,
        description: "Required the first time and with another issuer; without it the present one is kept.",
      }),
    ),
    domains: t.Array(t.String({ minLength: 1, maxLength: 300 }), {
      minItems: 1,
      maxItems: DOMAINS_MAX,
      description: `What stands behind the @ of whoever signs in through it, 1 to ${DOMAINS_MAX}.`,
      examples: [["example.com"]],
    }),
    enforced: t.Optional(t.Boolean({ description: "Closes every other way in." })),
  }),
  output: SsoPayload,
  permit: workspaceManager(),
  gate: "single_sign_on",
  opens: () => "outsiders",
  audit: ["sso.update", "sso.enforce", "sso.unenforce"],
  refuses: [409],
  rules: ({ body }) => {
    readIssuer(body.issuer);
    readDomains(body.domains);
  },
  async run(call, { body }) {
    const { sql, house, now, subject, note } = call;
    const { id: workspace_id, slug } = subject.workspace;
    const [issuer, domains] = [readIssuer(body.issuer), readDomains(body.domains)];
    const before = await holdConfig(sql, workspace_id);
    await refuseDomains(sql, { workspace_id, domains });
    const { client_id, client_secret, enforced = before?.enforced ?? false } = body;
    if (client_secret === undefined) refuseMissingSecret(before, issuer);
    const is_changed = client_secret !== undefined || before?.issuer !== issuer || before?.client_id !== client_id;
    if (enforced) refuseUntested(house, { before, is_changed, now });
    const by_owner = subject.role === "owner";
    if (enforced && !by_owner && (is_changed || !before?.by_owner)) throw refuseUnvouched();
    const client_secret_sealed = client_secret === undefined ? null : house.sealer.seal(SECRET_PURPOSE, client_secret);
    await saveConfig(sql, {
      workspace_id,
      issuer,
      client_id,
      client_secret_sealed,
      domains,
      enforced,
      is_changed,
      by_owner,
      now,
    });
    const target = { target_type: "workspace", target_id: slug };
    note("sso.update", { ...target, meta: { issuer, client_id, domains, enforced } });
    if (enforced) await closeOtherWays(call, { before, issuer, domains });
    else if (before?.enforced) note("sso.unenforce", { ...target, meta: { domains } });
    return answer(house, sql, subject);
  },
});

export const removeSso = operation({
  id: "sso.delete",
  route: "DELETE /api/sso",
  summary: "Removes the workspace's sign-in provider",
  description: "Its people sign in as everybody does from then on. Their accounts and sessions stay.",
  output: t.Object({ deleted: t.Literal(true) }),
  permit: workspaceManager(),
  opens: null,
  audit: "sso.delete",
  refuses: [404],
  async run({ sql, subject, note }) {
    const { id, slug } = subject.workspace;
    const config = await holdConfig(sql, id);
    if (!config || !(await deleteConfig(sql, id))) throw refuseUnconfigured();
    note("sso.delete", { target_type: "workspace", target_id: slug, meta: { issuer: config.issuer } });
    return { deleted: true as const };
  },
});

export const testSso = operation({
  id: "sso.test.start",
  route: "POST /api/sso/test",
  summary: "Answers an address that tries the provider without signing in",
  description:
    "Open it in a browser where you are signed in here, within 10 minutes. A page says what the provider answered; a test that passes counts for 24 hours.",
  output: t.Object({ url: t.String(), expires_at: t.Instant() }),
  permit: workspaceManager(),
  gate: "single_sign_on",
  quota: "sso_test",
  refuses: [404],
  effect: "read",
  async run({ sql, house, subject, now }) {
    const config = await findConfig(sql, subject.workspace.id);
    if (!config) throw refuseUnconfigured();
    const { workspace_id, version } = config;
    const { ticket, expires_at } = signTest(house, { workspace_id, version, tester: subject.user_id }, now);
    const url = `${house.config.base_url}${entryPath(config)}?test=${encodeURIComponent(ticket)}`;
    return { url, expires_at: expires_at.toISOString() };
  },
});

export const unlinkMember = operation({
  id: "sso.unlink",
  route: "DELETE /api/sso/links/{user_id}",
  summary: "Forgets which account of the provider a member signs in with",
  description:
    "The next sign-in with the member's address links it anew. For an account that was made again at the provider: until then it is refused, since somebody else may have been given the address.",
  params: t.Object({ user_id: t.Id({ description: "The member's id." }) }),
  output: t.Object({ unlinked: t.Integer() }),
  permit: workspaceManager(),
  opens: null,
  audit: "sso.unlink",
  refuses: [404],
  async run({ sql, subject, note }, { params }) {
    const { user_id } = params;
    const workspace_id = subject.workspace.id;
    const [member] = await sql<{ email: string }[]>`
      select email from users where workspace_id = ${workspace_id} and user_id = ${user_id}`;
    if (!member || !(await unlink(sql, { workspace_id, user_id }))) throw refuse.notFound("linked member not found");
    note("sso.unlink", { target_type: "user", target_id: user_id, meta: { email: member.email } });
    return { unlinked: user_id };
  },
});

async function answer(house: House, sql: Sql, { workspace }: Actor) {
  const row = await findConfig(sql, workspace.id);
  const proven = await provenAmong(sql, { workspace_id: workspace.id, domains: row?.domains ?? [] });
  return showSso(house, { workspace, row, proven });
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
function refuseMissingSecret(before: PlacedConfig | null, issuer: string): void {
  if (!before) throw refuse.invalid("client_secret is required the first time");
  if (new URL(before.issuer).origin !== new URL(issuer).origin) {
    throw refuse.invalid(`client_secret is required with another issuer; the present one belongs to ${before.issuer}`);
  }
}

/** Throws 409 while nobody has shown that people get in: whoever closes the other ways could lock everybody out. */
function refuseUntested(
  house: House,
  { before, is_changed, now }: { before: PlacedConfig | null; is_changed: boolean; now: Date },
): void {
  const isDemanded = house.settings(ssoSettings).SSO_TEST_FIRST ?? house.config.edition !== "cloud";
  if (!isDemanded || (before?.enforced && !is_changed)) return;
  const isTested = !is_changed && before?.tested_at && before.tested_at > later(now, -DAY_MS);
  if (isTested) return;
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
  call: WriteCall<Actor>,
  { before, issuer, domains }: { before: PlacedConfig | null; issuer: string; domains: readonly string[] },
): Promise<void> {
  const { sql, subject, note } = call;
  // Whom another provider has let in, this one may not know any more.
  const isSame = before?.enforced === true && withoutSlash(before.issuer) === withoutSlash(issuer);
  const closed = isSame ? before.domains : [];
  const closing = domains.filter((domain) => !closed.includes(domain));
  if (closing.length === 0) return;
  const sessions_ended = await endSessionsIn(sql, { workspace_id: subject.workspace.id, domains: closing });
  const meta = { domains: closing, sessions_ended };
  note("sso.enforce", { target_type: "workspace", target_id: subject.workspace.slug, meta });
}

/** An issuer may be given with a slash more than it calls itself. */
function withoutSlash(issuer: string): string {
  return issuer.replace(/\/+$/, "");
}

function refuseUnconfigured() {
  return refuse.notFound("single sign-on is not configured");
}
