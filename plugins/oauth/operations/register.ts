// Programs introduce themselves (RFC 7591). They are public: no secret is issued, and PKCE takes its place.
import { type Permit, randomToken, refuse, t } from "../../../kernel/plugin.ts";
import { operation } from "../../operation.ts";
import { readClientName } from "../client_name.ts";
import { faultOfRedirect, REDIRECTS_MAX } from "../redirects.ts";
import { refuseOauth } from "../refusals.ts";
import { registrationSettings } from "../settings.ts";
import { keepClient } from "../store/clients.ts";

const Registered = t.Object(
  {
    client_id: t.String(),
    client_id_issued_at: t.Integer({ description: "Unix seconds." }),
    client_name: t.String(),
    redirect_uris: t.Array(t.String()),
    token_endpoint_auth_method: t.Literal("none"),
    grant_types: t.Array(t.String()),
    response_types: t.Array(t.String()),
    scope: t.Literal("mcp"),
  },
  { $id: "RegisteredClient" },
);

export const register = operation({
  id: "oauth.register",
  route: "POST /oauth/register",
  decides: "credentials",
  summary: "Registers a program that people may connect",
  description:
    "`redirect_uris`: 1 to 10 addresses of at most 512 characters without a fragment; `http:` for loopback hosts alone. Other members are taken and not used. A registration that nobody uses is removed after 30 days.",
  body: t.Object({
    client_name: t.Optional(t.Unknown({ description: "A text: what people see. Cut after 100 characters." })),
    redirect_uris: t.Optional(t.Unknown({ description: "A list of texts: where answers may go." })),
  }),
  output: Registered,
  status: 201,
  error_format: "oauth",
  anonymous: true,
  permit: registrationOpen(),
  refuses: [403],
  quota: "oauth_register",
  effect: "write",
  opens: null,
  audit: "oauth.register",
  rules: ({ body }) => {
    if (body.client_name !== undefined && typeof body.client_name !== "string") {
      throw refuseOauth("invalid_client_metadata", "client_name must be a text");
    }
    readRedirects(body.redirect_uris);
  },
  async run({ sql, now }, { body }) {
    const client_id = `ahc_${randomToken()}`;
    const client_name = readClientName(body.client_name);
    const redirect_uris = readRedirects(body.redirect_uris);
    await keepClient(sql, { client_id, kind: "registered", name: client_name, redirect_uris, fresh_until: null, now });
    return {
      client_id,
      client_id_issued_at: Math.floor(now.getTime() / 1000),
      client_name,
      redirect_uris,
      token_endpoint_auth_method: "none" as const,
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      scope: "mcp" as const,
    };
  },
});

/** Throws 403 where the operator lets no program register by itself. */
function registrationOpen(): Permit<null> {
  return {
    needs: "registration to be open on this server",
    check: ({ runtime }) => {
      if (!runtime.settings(registrationSettings).OAUTH_DISABLE_DCR) return null;
      throw refuse.forbidden(
        "programs may not register here; use the https address of a client description as client_id",
      );
    },
  };
}

/** Throws 400 that names the address and what is wrong with it. */
function readRedirects(sent: unknown): string[] {
  if (!Array.isArray(sent) || !sent.every((uri) => typeof uri === "string")) {
    throw refuseOauth("invalid_redirect_uri", "redirect_uris must be a list of texts");
  }
  if (sent.length < 1 || sent.length > REDIRECTS_MAX) {
    throw refuseOauth("invalid_redirect_uri", `redirect_uris has ${sent.length} entries; send 1 to ${REDIRECTS_MAX}`);
  }
  for (const uri of sent) {
    const fault = faultOfRedirect(uri);
    if (fault) throw refuseOauth("invalid_redirect_uri", `${uri.slice(0, 100)} cannot be registered: ${fault}`);
  }
  return sent;
}
