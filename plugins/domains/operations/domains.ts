// Custom domains: registered, checked, chosen for links and removed by those who manage the workspace
// (rules: domains/who).
import { t } from "../../../kernel/plugin.ts";
import { workspaceManager } from "../../members/port.ts";
import { operation } from "../../operation.ts";
import { look } from "../applying.ts";
import { add, choose, managedDomain, prepareDomain, remove, verify } from "../changing.ts";
import { readHostname } from "../hostname.ts";
import { CustomDomains, Hostname, showDomains } from "../schemas.ts";

/** What a check may come to. */
const VERIFY_AUDIT = [
  "domain.verify",
  "domain.confirm",
  "domain.activate",
  "domain.fail",
  "domain.recover",
  "domain.lapse",
] as const;

const pathId = t.Object({ domain_id: t.Id({ description: "The domain's id, as GET /api/domains shows it." }) });

export const readDomains = operation({
  id: "domain.list",
  route: "GET /api/domains",
  summary: "The workspace's custom domains, with the DNS records that they need",
  output: CustomDomains,
  permit: workspaceManager(),
  run: ({ subject, sql, runtime }) => showDomains(sql, { runtime, workspace_id: subject.workspace.id }),
});

export const addDomain = operation({
  id: "domain.add",
  route: "POST /api/domains",
  summary: "Registers a host name of the workspace's own, and answers the DNS records to set",
  description:
    "Set both records, then call `verify`. Whoever registers a name that another workspace has registered gets a 409 with the TXT record by which the name's zone decides for them.",
  body: t.Object({ hostname: Hostname }),
  output: CustomDomains,
  status: 201,
  permit: workspaceManager(),
  gate: "custom_domains",
  quota: "domain_check",
  decides: "sign-in",
  opens: null,
  audit: "domain.add",
  refuses: [402, 409],
  rules: ({ body }) => void readHostname(body.hostname, { own: [] }),
  prepare: (call, { body: { hostname } }) => prepareDomain(call, { workspace_id: call.subject.workspace.id, hostname }),
  async run(call, _input, prepared) {
    await add(call, prepared);
    return showDomains(call.sql, { runtime: call.runtime, workspace_id: prepared.claim.workspace_id });
  },
});

export const verifyDomain = operation({
  id: "domain.verify",
  route: "POST /api/domains/{domain_id}/verify",
  summary: "Looks for a domain's DNS records, and whether https answers",
  description:
    "Ask again while it is `issuing`: it turns `active` once https answers with a certificate of its own. `error` names what is missing and what was seen instead. 409 where another workspace holds the name by a record of its own. People are sent to it signed in once an owner or admin who is signed in has called this; until then they read at the shared host.",
  params: pathId,
  output: CustomDomains,
  permit: managedDomain(),
  quota: "domain_check",
  decides: "sign-in",
  opens: null,
  audit: VERIFY_AUDIT,
  refuses: [402, 409],
  prepare: ({ runtime, subject }) => look(runtime, subject),
  async run(call, _input, seen) {
    const { subject: row, sql, runtime } = call;
    await verify(call, { row, seen });
    return showDomains(sql, { runtime, workspace_id: row.workspace_id });
  },
});

export const chooseDomain = operation({
  id: "domain.default",
  route: "POST /api/domains/default",
  summary: "Chooses the domain that the workspace's links are given out with",
  body: t.Object({ domain_id: t.Nullable(t.Id(), { description: "An active domain's; null for the shared host." }) }),
  output: CustomDomains,
  permit: workspaceManager(),
  decides: "sign-in",
  opens: null,
  audit: "domain.default",
  refuses: [400, 404],
  async run(call, { body: { domain_id } }) {
    const { sql, runtime, subject } = call;
    const workspace_id = subject.workspace.id;
    await choose(call, { workspace_id, domain_id });
    return showDomains(sql, { runtime, workspace_id });
  },
});

export const removeDomain = operation({
  id: "domain.remove",
  route: "DELETE /api/domains/{domain_id}",
  summary: "Removes a domain with its certificate; links on it lead nowhere afterwards",
  params: pathId,
  output: CustomDomains,
  permit: managedDomain(),
  decides: "sign-in",
  opens: null,
  audit: "domain.remove",
  async run(call) {
    const { subject, sql, runtime } = call;
    await remove(call, subject);
    return showDomains(sql, { runtime, workspace_id: subject.workspace_id });
  },
});
