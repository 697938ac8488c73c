// The tokens that identity providers come with, and what they have asked for;
// both for owners and admins (rules: provisioning/who).
import {
  type Actor,
  lockWorkspaces,
  nextCursor,
  type Permit,
  paging,
  refuse,
  sessionOnly,
  t,
} from "../../../kernel/plugin.ts";
import { demandConfirmed, searchFilter, wordsOf, workspaceManager } from "../../members/port.ts";
import { capOf, operation } from "../../operation.ts";
import { SCIM_PATH } from "../protocol/urns.ts";
import { makeToken } from "../provisioner.ts";
import { requestLogPort } from "../request_log.ts";
import { about, CreatedScimToken, ScimRequest, ScimToken } from "../schemas.ts";
import { type LoggedRequest, listRequests, REQUESTS } from "../store/requests.ts";
import { insertToken, listTokens, revokeToken, TOKENS, type TokenRow } from "../store/tokens.ts";

/** An owner or admin with the session cookie: a token makes no token. */
function signedInManager(): readonly [Permit<Actor>, Permit<Actor>] {
  return [workspaceManager(), sessionOnly("manage SCIM tokens")];
}

export const readTokens = operation({
  id: "scim.token.list",
  route: "GET /api/scim/tokens",
  summary: "List the SCIM tokens of the workspace, the newest first",
  description: "Works on every plan; `available` says whether the plan carries provisioning.",
  query: t.Object({ q: searchFilter("the label or the address of who made it"), ...paging({ maximum: 500 }) }),
  output: t.Object({ tokens: t.Array(ScimToken), ...nextCursor, ...about }),
  permit: signedInManager,
  run: async ({ actor, sql, runtime, use }, { query }) => {
    const { workspace } = actor;
    // When a token was used last is written with the log.
    await use(requestLogPort).flush();
    const found = await listTokens(sql, { workspace_id: workspace.id, ...wordsOf(query.q), ...TOKENS.options(query) });
    const { rows, next } = TOKENS.page(found, query);
    const available = runtime.plans.carries("scim", workspace.plan);
    const base_url = runtime.config.base_url + SCIM_PATH;
    return { tokens: rows.map(showToken), ...next, available, plan: workspace.plan, base_url };
  },
});

export const createToken = operation({
  id: "scim.token.create",
  route: "POST /api/scim/tokens",
  decides: "credentials",
  summary: "Make a SCIM token",
  description:
    "For an identity provider, which acts by it for the whole workspace. It is in this answer and nowhere else.",
  body: t.Object({
    label: t.Optional(
      t.Called({
        maxLength: 100,
        default: "SCIM",
        description: "What it is for, in 1 to 100 characters.",
      }),
    ),
  }),
  output: CreatedScimToken,
  status: 201,
  permit: signedInManager,
  gate: "scim",
  quota: "token_mint",
  unrepeatable: "the answer holds the token, which is kept nowhere",
  opens: () => "outsiders",
  audit: "scim.token_create",
  refuses: [409],
  run: async ({ actor, sql, runtime, now, note }, { body }) => {
    const workspace_id = actor.workspace.id;
    await demandConfirmed({ sql, actor });
    const label = (body.label ?? "SCIM").trim();
    const { token, secret_sha256 } = makeToken();
    const tokens_max = capOf(runtime, "scim_tokens_per_workspace");
    await lockWorkspaces(sql, [workspace_id]);
    const row = await insertToken(sql, { workspace_id, label, secret_sha256, author: actor, tokens_max, now });
    if (!row) throw refuse.conflict(`a workspace has at most ${tokens_max} SCIM tokens; revoke one that nobody uses`);
    note("scim.token_create", { target_type: "scim_token", target_id: row.token_id, meta: { label } });
    return { ...showToken(row), token, base_url: runtime.config.base_url + SCIM_PATH };
  },
});

export const endToken = operation({
  id: "scim.token.revoke",
  route: "DELETE /api/scim/tokens/{id}",
  decides: "credentials",
  summary: "Revoke a SCIM token at once",
  description: "It stays in the list. Revoking it again changes nothing.",
  params: t.Object({ id: t.Id({ description: "The token." }) }),
  output: t.Object({ revoked: t.Integer({ description: "The token's id." }) }),
  permit: signedInManager,
  opens: null,
  audit: "scim.token_revoke",
  run: async ({ actor, sql, now, note }, { params }) => {
    const found = await revokeToken(sql, { workspace_id: actor.workspace.id, token_id: params.id, now });
    if (!found) throw refuse.notFound("SCIM token not found");
    const { label, was_live } = found;
    if (was_live) note("scim.token_revoke", { target_type: "scim_token", target_id: params.id, meta: { label } });
    return { revoked: params.id };
  },
});

export const readLog = operation({
  id: "scim.log",
  route: "GET /api/scim/log",
  planned_each_time: true,
  summary: "What identity providers asked for in the last 30 days, and what they were told",
  description:
    "The newest first. Also what was refused for a token that was revoked, or whose plan has no provisioning any more. Bodies and tokens are not kept.",
  query: t.Object({
    failed: t.Optional(t.Boolean({ default: false, description: "True for what was refused alone." })),
    ...paging({ maximum: 500, default: 100 }),
  }),
  output: t.Object({ requests: t.Array(ScimRequest), ...nextCursor }),
  permit: workspaceManager(),
  run: async ({ actor, sql, use }, { query }) => {
    await use(requestLogPort).flush();
    const { failed = false } = query;
    const found = await listRequests(sql, { workspace_id: actor.workspace.id, failed, ...REQUESTS.options(query) });
    const { rows, next } = REQUESTS.page(found, query);
    return { requests: rows.map(showRequest), ...next };
  },
});

function showToken({ token_id, label, created_at, last_used_at, revoked, created_by }: TokenRow) {
  return {
    id: token_id,
    label,
    created_at: created_at.toISOString(),
    last_used_at: last_used_at?.toISOString() ?? null,
    revoked,
    created_by,
  };
}

function showRequest({ entry_id, token_id, label, at, ...own }: LoggedRequest) {
  return { id: entry_id, at: at.toISOString(), ...own, token: { id: token_id, label } };
}
