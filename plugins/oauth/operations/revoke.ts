// A client gives its token back (RFC 7009), and with it the whole connection.
import { anyone, findPerson, t } from "../../../kernel/plugin.ts";
import { findTokenByText } from "../../../kernel/ports/auth.ts";
import { operation } from "../../operation.ts";
import { refuseOauth } from "../refusals.ts";
import { endGrant, findGrantOfRefresh, findGrantOfToken } from "../store/grants.ts";

export const revokeToken = operation({
  id: "oauth.revoke",
  route: "POST /oauth/revoke",
  decides: "credentials",
  summary: "Ends a connection by one of its tokens",
  description: "200 for every token, known or not, so that nothing is learned here.",
  form: t.Object({
    token: t.Optional(t.String({ maxLength: 4096, description: "An access or refresh token." })),
    client_id: t.Optional(t.String({ maxLength: 4096, description: "Whose token it is." })),
    token_type_hint: t.Optional(t.String({ maxLength: 100, description: "Taken and not needed." })),
  }),
  output: t.Object({}),
  error_format: "oauth",
  anonymous: true,
  permit: anyone(),
  effect: "write",
  opens: null,
  audit: "oauth.revoke",
  async run(call, { form: { token, client_id } }) {
    if (!token) throw refuseOauth("invalid_request", "token is missing");
    if (!client_id) throw refuseOauth("invalid_request", "client_id is missing");
    const { sql, now } = call;
    const access = await findTokenByText(sql, token);
    const grant = access ? await findGrantOfToken(sql, access.id) : await findGrantOfRefresh(sql, token);
    if (grant?.client_id !== client_id) return {};
    if (!(await endGrant(sql, { ...grant, now }))) return {};
    const person = await findPerson(sql, grant.user_id);
    if (person) {
      call.note("oauth.revoke", {
        target_type: "connection",
        target_id: grant.grant_id,
        meta: { client_id },
        by: { user_id: person.user_id, email: person.email, workspace_id: grant.workspace_id },
      });
    }
    return {};
  },
});
