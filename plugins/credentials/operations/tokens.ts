// The tokens that people of the workspace made: list them all, and revoke one (rules: tokens/overview).
import { nextCursor, paging, refuse, t } from "../../../kernel/plugin.ts";
import { revokeTokens } from "../../../kernel/ports/auth.ts";
import { workspaceManager } from "../../members/port.ts";
import { operation } from "../../operation.ts";
import { TokenRow, tokenEndHook } from "../../tokens/port.ts";
import { demandMayEnd, Owner, ownedFilters, readOwnedFilters, showOwner, signedInManager } from "../owning.ts";
import { holdWorkspaceToken, listWorkspaceTokens, type OwnedToken, WORKSPACE_TOKENS } from "../store/tokens.ts";

const WorkspaceToken = t.Object({ ...TokenRow.properties, owner: Owner }, { $id: "WorkspaceToken" });

export const readWorkspaceTokens = operation({
  id: "workspace.token.list",
  route: "GET /api/workspace/tokens",
  summary: "Lists the tokens of everybody in the workspace, newest first",
  description:
    "For owners and admins; no secret is kept, so none is shown. What programs hold is listed as connections, and what provisioning comes with among its own tokens. Whole without `limit`.",
  query: t.Object({
    ...ownedFilters,
    status: t.Optional(
      t.OneOf(["live", "ended"], { description: "Whether it still opens anything; without it, both." }),
    ),
    ...paging({ maximum: 500 }),
  }),
  output: t.Object({ tokens: t.Array(WorkspaceToken), ...nextCursor }),
  rules: ({ query }) => void readOwnedFilters(query),
  permit: workspaceManager(),
  run: async ({ actor, sql, now }, { query }) => {
    const { status } = query;
    const filters = { ...readOwnedFilters(query), ...(status && { live: { is: status === "live", now } }) };
    const by = { workspace_id: actor.workspace.id, filters, ...WORKSPACE_TOKENS.options(query) };
    const { rows, next } = WORKSPACE_TOKENS.page(await listWorkspaceTokens(sql, by), query);
    return { tokens: rows.map(showToken), ...next };
  },
});

export const revokeWorkspaceToken = operation({
  id: "workspace.token.revoke",
  route: "POST /api/workspace/tokens/{token_id}/revoke",
  decides: "credentials",
  summary: "Revokes anybody's token at once",
  description:
    "For owners and admins, signed in; an owner's is for owners. A revoked token stays in the list. Revoking it again changes nothing. The token of a connected program ends the connection.",
  params: t.Object({ token_id: t.Id({ description: "The token's id." }) }),
  output: t.Object({ revoked: t.Literal(true) }),
  permit: () => signedInManager("revoke the tokens of others"),
  opens: null,
  audit: "token.revoke",
  run: async ({ actor, sql, now, note, callHook }, { params: { token_id } }) => {
    const token = await holdWorkspaceToken(sql, { workspace_id: actor.workspace.id, token_id });
    if (!token) throw refuse.notFound("token not found");
    await demandMayEnd({ sql, actor }, token);
    await revokeTokens(sql, { token_ids: [token_id], now });
    const ended = await callHook(tokenEndHook, { sql, token_id, now });
    if (token.revoked && !ended.includes(true)) return { revoked: true as const };
    const { email, name } = token;
    note("token.revoke", { target_type: "token", target_id: token_id, meta: { email, name } });
    return { revoked: true as const };
  },
});

function showToken(row: OwnedToken) {
  const { user_id: _id, email: _email, owner_name: _name, role: _role, disabled: _disabled, ...own } = row;
  return {
    ...own,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at?.toISOString() ?? null,
    last_used_at: row.last_used_at?.toISOString() ?? null,
    owner: showOwner(row),
  };
}
