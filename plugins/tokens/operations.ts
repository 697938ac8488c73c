// Who am I, and as whom others see me, and the bearer tokens of a person: list, make, revoke (rules: tokens/form).
import {
  type Actor,
  isManager,
  nextCursor,
  paging,
  type Runtime,
  refuse,
  sessionOnly,
  setName,
  signedIn,
  t,
} from "../../kernel/plugin.ts";
import { listTokens, mintToken, revokeToken, TOKENS } from "../../kernel/ports/auth.ts";
import { operation } from "../operation.ts";
import { tokenEndHook } from "./port.ts";
import { CreatedToken, Me, NewToken, OwnName, TokenRow } from "./schemas.ts";

export const readMe = operation({
  id: "me.get",
  route: "GET /api/me",
  summary: "Who is signed in",
  output: Me,
  permit: signedIn(),
  connection_limit: "caller",
  run: ({ subject, runtime }) => showMe(runtime, subject),
});

export const changeMe = operation({
  id: "me.update",
  route: "PATCH /api/me",
  summary: "Changes your name",
  description:
    "What others see beside your address, on their next request. Only a signed-in session does it: a program that acts for you does not call you otherwise.",
  body: t.Object({ name: OwnName }),
  output: Me,
  permit: sessionOnly("change your name"),
  publishes: () => "workspace",
  audit: "member.name",
  async run({ subject, sql, runtime, note }, { body }) {
    const name = body.name.trim();
    if (name !== subject.name) {
      await setName(sql, subject.user_id, name);
      note("member.name", { target_type: "user", target_id: subject.user_id, meta: { from: subject.name, to: name } });
    }
    return showMe(runtime, { ...subject, name });
  },
});

function showMe(runtime: Runtime, person: Actor) {
  const { slug, name, plan } = person.workspace;
  return {
    email: person.email,
    name: person.name,
    workspace: { slug, name, plan },
    is_admin: isManager(person),
    app_url: `${runtime.config.base_url}/app`,
  };
}

export const readTokens = operation({
  id: "token.list",
  route: "GET /api/tokens",
  summary: "Lists your tokens, newest first",
  query: t.Object({ ...paging({ maximum: 500 }) }),
  output: t.Object({ tokens: t.Array(TokenRow), ...nextCursor }),
  permit: signedIn(),
  async run({ subject, sql }, { query }) {
    const found = await listTokens(sql, { user_id: subject.user_id, ...TOKENS.options(query) });
    const { rows, next } = TOKENS.page(found, query);
    const tokens = rows.map((row) => ({
      ...row,
      created_at: row.created_at.toISOString(),
      expires_at: row.expires_at?.toISOString() ?? null,
      last_used_at: row.last_used_at?.toISOString() ?? null,
    }));
    return { tokens, ...next };
  },
});

/** What somebody asks for in vain would leave them with a token that may do more than they think. */
const UNLIMITED = {
  hint: "a static token may do whatever you may; connect the program by OAuth, whose connection has limits",
  holds: () => false,
};

export const createToken = operation({
  id: "token.create",
  route: "POST /api/tokens",
  decides: "credentials",
  summary: "Makes a token",
  description:
    "Only from a signed-in session: a token cannot make tokens. The plaintext is in this answer and nowhere else.",
  body: NewToken,
  elsewhere: {
    expires_at: { hint: "say with ttl_days how long it lasts" },
    ...Object.fromEntries(
      ["read_only", "toolsets", "max_visibility", "roots", "limits"].map((name) => [name, UNLIMITED]),
    ),
  },
  output: CreatedToken,
  status: 201,
  permit: sessionOnly("make tokens"),
  quota: "token_mint",
  unrepeatable: "the answer holds the token, which is kept nowhere",
  opens: null,
  audit: "token.create",
  async run({ subject, sql, now, note }, { body }) {
    const { user_id, workspace } = subject;
    const { name, ttl_days = 365 } = body;
    const minted = await mintToken(sql, { user_id, workspace_id: workspace.id, name: name.trim(), ttl_days, now });
    note("token.create", { target_type: "token", target_id: minted.id, meta: { name: minted.name, ttl_days } });
    return { ...minted, expires_at: minted.expires_at?.toISOString() ?? null };
  },
});

export const revoke = operation({
  id: "token.revoke",
  route: "POST /api/tokens/{token_id}/revoke",
  decides: "credentials",
  summary: "Revokes a token at once",
  description:
    "A revoked token stays in the list. Revoking it again changes nothing. The token of a connected program ends the connection.",
  params: t.Object({ token_id: t.Id() }),
  output: t.Object({ revoked: t.Literal(true) }),
  permit: signedIn(),
  opens: null,
  audit: "token.revoke",
  async run({ subject, sql, now, note, callHook }, { params }) {
    const { token_id } = params;
    const revoked = await revokeToken(sql, { token_id, user_id: subject.user_id, now });
    if (!revoked) throw refuse.notFound("token not found");
    const ended = await callHook(tokenEndHook, { sql, token_id, now });
    if (!revoked.was_live && !ended.includes(true)) return { revoked: true as const };
    note("token.revoke", { target_type: "token", target_id: token_id, meta: { name: revoked.name } });
    return { revoked: true as const };
  },
});
