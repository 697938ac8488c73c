// Codes and refresh tokens become access tokens (rules: oauth/codes; OAuth 2.1, 4.1.3 and 4.3).
import { anyone, constantTimeEqual, sha256Bytes, t, type WriteCall, writeAudit } from "../../../kernel/plugin.ts";
import { operation } from "../../operation.ts";
import { issuePair, type Pair, repeatPair, rotatePair } from "../issuing.ts";
import { refuseClient, refuseOauth } from "../refusals.ts";
import { limitsOfResource } from "../resources.ts";
import { findClient, touchClient } from "../store/clients.ts";
import { endFamily, type Family, holdCode, holdRefresh, noteAddress, redeemCode } from "../store/codes.ts";

type TokenCall = WriteCall<null, true>;

interface TokenForm {
  code?: string | undefined;
  code_verifier?: string | undefined;
  redirect_uri?: string | undefined;
  refresh_token?: string | undefined;
  resource?: string | undefined;
}

const Field = (description: string) => t.Optional(t.String({ maxLength: 4096, description }));

export const giveToken = operation({
  id: "oauth.token",
  route: "POST /oauth/token",
  decides: "credentials",
  summary: "Gives out access tokens",
  description:
    "`authorization_code` with `client_id`, `code`, `code_verifier` and `redirect_uri`; `refresh_token` with `client_id` and `refresh_token`. Every refresh gives a new pair and revokes the old access token. For 60 seconds, while nobody uses the new pair, the old refresh token gets the same pair again; used later, it ends everything that came of its code.",
  form: t.Object({
    grant_type: Field("`authorization_code` or `refresh_token`."),
    client_id: Field("As registered, or the address of the client's description."),
    code: Field("Single use, 300 seconds."),
    code_verifier: Field("What the challenge was made from."),
    redirect_uri: Field("The address that the code was sent to, character by character."),
    refresh_token: Field("The latest one."),
    resource: Field("What the token is for (RFC 8707); as it was authorized."),
  }),
  output: t.Object(
    {
      access_token: t.String(),
      token_type: t.Literal("Bearer"),
      expires_in: t.Integer({ description: "Seconds." }),
      refresh_token: t.String(),
      scope: t.Literal("mcp"),
    },
    { $id: "TokenAnswer" },
  ),
  error_format: "oauth",
  anonymous: true,
  permit: anyone(),
  refuses: [401],
  effect: "write",
  opens: null,
  audit: ["oauth.token", "oauth.refresh", "oauth.reuse"],
  async run(call, { form }) {
    const { grant_type, client_id, ...rest } = form;
    if (!grant_type) throw refuseOauth("invalid_request", "grant_type is missing");
    if (grant_type !== "authorization_code" && grant_type !== "refresh_token") {
      throw refuseOauth("unsupported_grant_type", "grant_type must be authorization_code or refresh_token");
    }
    if (!client_id) throw refuseOauth("invalid_request", "client_id is missing");
    if (!(await findClient(call.sql, client_id))) throw refuseClient();
    const pair = await (grant_type === "refresh_token" ? refresh : exchange)(call, client_id, rest);
    await touchClient(call.sql, client_id, call.now);
    return pair;
  },
});

async function exchange(call: TokenCall, clientId: string, form: TokenForm): Promise<Pair> {
  const { code, code_verifier: verifier, redirect_uri: redirectUri } = form;
  if (!code) throw refuseOauth("invalid_request", "code is missing");
  if (!verifier) throw refuseOauth("invalid_request", "code_verifier is missing");
  if (!redirectUri) throw refuseOauth("invalid_request", "redirect_uri is missing");
  const current = await holdCode(call.sql, code);
  if (current?.client_id !== clientId)
    throw refuseOauth("invalid_grant", "the code is unknown or was given to another client");
  if (current.redeemed_at) throw refuseReuse(call, current, "code");
  if (current.expires_at <= call.now) throw refuseOauth("invalid_grant", "the code has expired; authorize again");
  refuseOver(current, call.now);
  if (current.redirect_uri !== redirectUri) {
    throw refuseOauth("invalid_grant", "redirect_uri is not the address that the code was sent to");
  }
  if (!isVerifier(verifier, current.code_challenge)) {
    throw refuseOauth("invalid_grant", "code_verifier does not match the code_challenge");
  }
  const resource = boundResource(call, current.resource, form.resource);
  await redeemCode(call.sql, { code_id: current.code_id, resource, now: call.now });
  noteFor(call, "oauth.token", current);
  await noteAddress(call.sql, { grant_id: current.grant_id, ip: call.request.ip });
  return issuePair(call.sql, { ...current, resource }, call.now);
}

async function refresh(call: TokenCall, clientId: string, form: TokenForm): Promise<Pair> {
  const presented = form.refresh_token;
  if (!presented) throw refuseOauth("invalid_request", "refresh_token is missing");
  const current = await holdRefresh(call.sql, presented);
  if (current?.client_id !== clientId) {
    throw refuseOauth("invalid_grant", "the refresh token is unknown or was given to another client");
  }
  refuseOver(current, call.now);
  boundResource(call, current.resource, form.resource);
  if (current.replaced_at) {
    const again = await repeatPair(call.runtime, call.sql, { current, presented, now: call.now });
    if (!again) throw refuseReuse(call, current, "refresh token");
    return again;
  }
  noteFor(call, "oauth.refresh", current);
  await noteAddress(call.sql, { grant_id: current.grant_id, ip: call.request.ip });
  return rotatePair(call.runtime, call.sql, { current, presented, now: call.now });
}

function refuseOver(family: Family, now: Date): void {
  if (family.is_over || family.deadline <= now) {
    throw refuseOauth("invalid_grant", "the connection has ended; authorize again");
  }
}

/** RFC 7636, 4.1 and 4.6. */
function isVerifier(verifier: string, challenge: string): boolean {
  if (!/^[A-Za-z0-9._~-]{43,128}$/.test(verifier)) return false;
  return constantTimeEqual(Buffer.from(sha256Bytes(verifier)).toString("base64url"), challenge);
}

/** RFC 8707, 2.2: what was authorized for one resource is not given out for another. */
function boundResource({ runtime }: TokenCall, authorized: string | null, asked: string | undefined): string | null {
  if (!asked) return authorized;
  const isKnown = limitsOfResource(asked, runtime.config.base_url) !== null;
  if (!isKnown || (authorized !== null && asked !== authorized)) {
    throw refuseOauth("invalid_target", "resource is not the one that was authorized");
  }
  return asked;
}

/** One of two who hold it is not who it was given to, so both lose it. It is ended although the request is refused. */
function refuseReuse(call: TokenCall, family: Family, what: string): Error {
  const { runtime, now, request } = call;
  call.afterFailure(async () => {
    await runtime.database.withTransaction(async (sql) => {
      // Whoever tries a spent code again and again, or by many at once, is told of once.
      if (!(await endFamily(sql, { ...family, now }))) return;
      const entry = { action: "oauth.reuse", ...noteOf(family), meta: { client: family.client_name, what } };
      await writeAudit(sql, [entry], { actor: null, via: "api", request, now, isHeard: runtime.isHeard });
    });
  });
  return refuseOauth("invalid_grant", `the ${what} was used before; what came of it is revoked`);
}

function noteFor(call: TokenCall, action: string, family: Family): void {
  call.note(action, { ...noteOf(family), meta: { client: family.client_name } });
}

function noteOf(family: Family) {
  const { user_id, email, workspace_id } = family;
  return { target_type: "connection", target_id: family.grant_id, by: { user_id, email, workspace_id } };
}
