// How long connections may last in a workspace (rules: oauth/longest).
import {
  type Actor,
  type Call,
  demandActor,
  isManager,
  type Permit,
  refuse,
  signedIn,
  t,
} from "../../../kernel/plugin.ts";
import { operation } from "../../operation.ts";
import { shortenGrants } from "../store/grants.ts";
import { DAYS_MAX, findPolicy, setPolicy } from "../store/policies.ts";

const Policy = t.Object(
  {
    max_days: t.Integer({ description: "The longest that a consent may last." }),
    default_days: t.Integer({ description: "What the consent page proposes." }),
    available: t.Boolean({ description: "Whether the workspace's plan lets max_days be set." }),
  },
  { $id: "ConnectionPolicy" },
);

export const readPolicy = operation({
  id: "connection.policy.get",
  route: "GET /api/mcp-session-policy",
  summary: "How long connections of agents may last here",
  output: Policy,
  permit: signedIn(),
  run: (call) => answerPolicy(call),
});

async function answerPolicy({ subject, sql, runtime }: Pick<Call<Actor>, "subject" | "sql" | "runtime">) {
  const { id, plan } = subject.workspace;
  return { ...(await findPolicy(sql, id)), available: runtime.plans.carries("connection_policy", plan) };
}

export const writePolicy = operation({
  id: "connection.policy.set",
  route: "PUT /api/mcp-session-policy",
  decides: "credentials",
  summary: "Limits how long connections of agents may last",
  description: "Counts from each consent, for connections that there are already too: those that are older end now.",
  body: t.Object({
    max_days: t.Integer({ minimum: 1, maximum: DAYS_MAX, description: "1 to 365." }),
  }),
  output: Policy,
  gate: "connection_policy",
  permit: workspaceManager(),
  opens: null,
  audit: "connection.policy",
  async run(call, { body: { max_days } }) {
    const { subject, sql, now, note } = call;
    const workspace_id = subject.workspace.id;
    await setPolicy(sql, { workspace_id, max_days, now });
    await shortenGrants(sql, { workspace_id, max_days });
    note("connection.policy", { target_type: "workspace", target_id: workspace_id, meta: { max_days } });
    return answerPolicy(call);
  },
});

function workspaceManager(): Permit<Actor> {
  return {
    needs: "an owner or admin of the workspace",
    check: ({ actor }) => {
      const person = demandActor(actor);
      if (!isManager(person))
        throw refuse.forbidden("workspace owner or admin role required", { code: "role_required" });
      return person;
    },
  };
}
