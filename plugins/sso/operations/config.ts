// A workspace's provider, as its owners and admins set it (rules: companies/providers, companies/owners).
import { type Actor, type Runtime, refuse, type Sql, sessionOnly, t, type WriteCall } from "../../../kernel/plugin.ts";
import { deleteWaitingSetting, letWait, tellOwners } from "../../confirmations/port.ts";
import { provenAmong } from "../../email_domains/port.ts";
import { manifest } from "../../manifest.ts";
import { demandConfirmed, isByHand, isByOwnersHand, workspaceManager } from "../../members/port.ts";
import { operation } from "../../operation.ts";
import { readDomains, readIssuer } from "../issuer.ts";
import { SECRET_PURPOSE } from "../providers.ts";
import { entryPath } from "../routing.ts";
import { SsoPayload, showSso } from "../schemas.ts";
import {
  applySso,
  decidesAnew,
  demandApplicable,
  describeSso,
  findWaitingConfig,
  isMoved,
  isSecretOf,
  KIND,
  LINKS_KIND,
  placeWaiting,
  refuseMissingSecret,
  type WaitingConfig,
  type Wanted,
} from "../setting.ts";
import { deleteConfig, findConfig, holdConfig, type PlacedConfig } from "../store/configs.ts";
import { unlink } from "../store/identities.ts";
import { signTest } from "../visit.ts";

const DOMAINS_MAX = manifest.caps.sso_domains;

export const readSso = operation({
  id: "sso.get",
  route: "GET /api/sso",
  summary: "Shows the workspace's sign-in provider",
  output: SsoPayload,
  permit: workspaceManager(),
  run: ({ sql, runtime, subject }) => answer(runtime, sql, subject),
});

export const changeSso = operation({
  id: "sso.update",
  route: "PUT /api/sso",
  decides: "sign-in",
  summary: "Sets the workspace's sign-in provider, an OpenID Connect issuer, and the domains that it signs in",
  description:
    "Set by anything else than a session it waits until an owner confirms it in one, at `/auth/confirmations` or by a test that passes: until then nobody signs in by it, what was confirmed last goes on, and the owners are told. Another `client_secret` alone does not wait, nor does the end of enforcement. Each domain has to have a member, and routes once it is proven (`/api/email-domains`). `enforced` closes every other way in for the proven ones and ends the sessions there are, also when another issuer takes the place of one that was enforced; unless the operator has it otherwise it needs a test of this connection within the last 24 hours (`POST /api/sso/test`), else 409. Omit `enforced` to leave it as it is.",
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
    const { sql, runtime, actor } = call;
    const workspace_id = actor.workspace.id;
    const before = await holdConfig(sql, workspace_id);
    const waiting = await findWaitingConfig(sql, workspace_id);
    const { client_id, client_secret, enforced = before?.enforced ?? false } = body;
    const wanted = { issuer: readIssuer(body.issuer), client_id, domains: readDomains(body.domains), enforced };
    const secret = client_secret === undefined ? null : runtime.encrypter.seal(SECRET_PURPOSE, client_secret);
    if (!decidesAnew(before, wanted) || (await isByHand(call))) {
      await applySso(call, { wanted, sealed: secret, by_owner: await isByOwnersHand(call) });
      await deleteWaitingSetting(sql, { workspace_id, kind: KIND, subject: "" });
      if (before?.enforced && !enforced && !(await isByHand(call))) {
        const described = { ...describeSso(wanted, before), title: "Single sign-on is not enforced any more" };
        await tellOwners(call, { action: "sign_in_setting.end", described });
      }
    } else {
      await letSsoWait(call, { before, waiting, wanted, secret });
    }
    return answer(runtime, sql, actor);
  },
});

export const removeSso = operation({
  id: "sso.delete",
  route: "DELETE /api/sso",
  decides: "sign-in",
  summary: "Removes the workspace's sign-in provider",
  description:
    "Its people sign in as everybody does from then on. Their accounts and sessions stay. Owners are told by mail where it was not done in a session.",
  output: t.Object({ deleted: t.Literal(true) }),
  permit: workspaceManager(),
  opens: null,
  audit: "sso.delete",
  refuses: [404],
  async run(call) {
    const { sql, subject, note } = call;
    const { id, slug } = subject.workspace;
    const config = await holdConfig(sql, id);
    const waiting = await findWaitingConfig(sql, id);
    for (const kind of [KIND, LINKS_KIND]) await deleteWaitingSetting(sql, { workspace_id: id, kind, subject: "" });
    const removed = config ?? waiting;
    if (!removed) throw refuseUnconfigured();
    await deleteConfig(sql, id);
    note("sso.delete", { target_type: "workspace", target_id: slug, meta: { issuer: removed.issuer } });
    if (config && !(await isByHand(call))) {
      const described = { ...describeSso(config, null), title: "The sign-in provider was taken away" };
      await tellOwners(call, { action: "sign_in_setting.end", described });
    }
    return { deleted: true as const };
  },
});

export const testSso = operation({
  id: "sso.test.start",
  route: "POST /api/sso/test",
  decides: "sign-in",
  summary: "Answers an address that tries the provider without signing in",
  description:
    "Open it in a browser where you are signed in here, within 10 minutes. A page says what the provider answered; a test that passes counts for 24 hours. Where a provider waits for an owner it is the one that is tried, and an owner who began the test in a session confirms it by passing.",
  output: t.Object({ url: t.String(), expires_at: t.Instant() }),
  permit: workspaceManager(),
  gate: "single_sign_on",
  quota: "sso_test",
  refuses: [404],
  effect: "read",
  async run({ sql, runtime, subject, now }) {
    const waiting = await findWaitingConfig(sql, subject.workspace.id);
    const config = waiting ? await placeWaiting(sql, waiting) : await findConfig(sql, subject.workspace.id);
    if (!config) throw refuseUnconfigured();
    const { workspace_id, version } = config;
    // What a token began, somebody may have been lured to: it tries, and confirms nothing.
    const by_hand = await isByHand({ sql, actor: subject });
    const { ticket, expires_at } = signTest(runtime, { workspace_id, version, tester: subject.user_id, by_hand }, now);
    const url = `${runtime.config.base_url}${entryPath(config)}?test=${encodeURIComponent(ticket)}`;
    return { url, expires_at: expires_at.toISOString() };
  },
});

export const unlinkMember = operation({
  id: "sso.unlink",
  route: "DELETE /api/sso/links/{user_id}",
  decides: "sign-in",
  summary: "Forgets which account of the provider a member signs in with",
  description:
    "The next sign-in with the member's address links it anew. For an account that was made again at the provider: until then it is refused, since somebody else may have been given the address.",
  params: t.Object({ user_id: t.Id({ description: "The member's id." }) }),
  output: t.Object({ unlinked: t.Integer() }),
  opens: null,
  permit: () => [workspaceManager(), sessionOnly("unlink members from their provider")],
  audit: "sso.unlink",
  refuses: [404],
  async run(call, { params }) {
    const { sql, subject, note } = call;
    await demandConfirmed(call);
    const { user_id } = params;
    const workspace_id = subject.workspace.id;
    const [member] = await sql<{ email: string }[]>`
      select email from users where workspace_id = ${workspace_id} and user_id = ${user_id}`;
    if (!member || !(await unlink(sql, { workspace_id, user_id }))) throw refuse.notFound("linked member not found");
    note("sso.unlink", { target_type: "user", target_id: user_id, meta: { email: member.email } });
    return { unlinked: user_id };
  },
});

async function letSsoWait(
  call: WriteCall<Actor>,
  of: { before: PlacedConfig | null; waiting: WaitingConfig | null; wanted: Wanted; secret: Uint8Array | null },
): Promise<void> {
  const { before, waiting, wanted, secret } = of;
  // A secret of the same provider's is kept, be it that of what waits or of what holds.
  const isKnown = waiting !== null && new URL(waiting.issuer).origin === new URL(wanted.issuer).origin;
  const kept = isKnown ? waiting.row.sealed : (before?.client_secret_sealed ?? null);
  if (secret === null) refuseMissingSecret(isKnown ? waiting : before, wanted.issuer);
  const isTried = secret === null && waiting !== null && !isMoved(waiting, wanted);
  const tested_at = isTried ? waiting.row.tested_at : null;
  const is_changed = isMoved(before, wanted) || !isSecretOf(before, secret ?? kept);
  await demandApplicable(call, { before, wanted, is_changed, tested_at });
  await letWait(call, {
    kind: KIND,
    subject: "",
    wanted: { ...wanted },
    sealed: secret ?? kept,
    keeps: secret === null,
    tested_at,
    described: describeSso(wanted, before),
  });
}

async function answer(runtime: Runtime, sql: Sql, { workspace }: Actor) {
  const row = await findConfig(sql, workspace.id);
  const waiting = await findWaitingConfig(sql, workspace.id);
  const domains = [...(row?.domains ?? []), ...(waiting?.domains ?? [])];
  const proven = await provenAmong(sql, { workspace_id: workspace.id, domains });
  return showSso(runtime, { workspace, row, waiting, proven });
}

function refuseUnconfigured() {
  return refuse.notFound("single sign-on is not configured");
}
