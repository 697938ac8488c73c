// Inputs of the permission matrix for connections:
// a program's own way to a token, and what a person may do with what they connected.
import { type Inputs, type Made, plain } from "../permission/input.ts";
import { type Caller, fieldsOf, type Stage } from "../permission/stage.ts";

export const INPUTS: Inputs = {
  "oauth.resource": plain(),
  "oauth.resource.mcp": plain(),
  "oauth.resource.child": { make: () => ({ params: { path: "readonly" } }) },
  "oauth.server.child": { make: () => ({ params: { path: "readonly" } }) },
  "oauth.server": plain(),
  "oauth.server.mcp": plain(),
  "oauth.style": plain(),
  "oauth.register": { make: () => ({ json: { redirect_uris: ["https://app.example/callback"] } }) },
  "oauth.authorize": { make: () => ({ query: { client_id: "ahc_unknown" }, with_cookie: true }) },
  "oauth.consent": {
    make: () => ({ form: fieldsOf({ ticket: "unknown", action: "approve" }), with_cookie: true }),
  },
  "oauth.token": {
    make: () => ({ form: fieldsOf({ grant_type: "refresh_token", client_id: "ahc_unknown", refresh_token: "dsr_x" }) }),
  },
  "oauth.revoke": { make: () => ({ form: fieldsOf({ token: "dsr_unknown", client_id: "ahc_unknown" }) }) },
  "connection.list": plain(),
  "connection.page": { make: () => ({ with_cookie: true }) },
  "connection.page.former": plain(),
  "connection.update": onConnection({ json: { name: "Renamed" } }),
  "connection.end": onConnection(),
  "connection.policy.get": plain(),
  "connection.policy.set": { fresh: "everything", make: () => ({ json: { max_days: 90 } }) },
};

/** A connection of the caller's own; a stranger has none. */
function onConnection(made: Made = {}): Inputs[string] {
  return { make: async (stage, caller) => ({ ...made, params: { id: await connectionOf(stage, caller) } }) };
}

async function connectionOf({ h, people }: Stage, caller: Caller): Promise<number> {
  if (caller === "stranger") return 1;
  const { user_id, workspace_id } = people[caller];
  const { sql } = h.runtime.database;
  const now = h.clock.now();
  const deadline = new Date(now.getTime() + 86_400_000);
  const limits = sql.json({ read_only: false, toolsets: null, max_visibility: null, roots: null });
  const [row] = await sql<{ grant_id: number }[]>`
    insert into oauth_grants (workspace_id, user_id, client_id, client_name, name, limits, approved_at, deadline)
    values (${workspace_id}, ${user_id}, ${`ahc_${crypto.randomUUID()}`}, 'Bot', 'Bot', ${limits}, ${now}, ${deadline})
    returning grant_id`;
  return row?.grant_id ?? 0;
}
