// Custom domains: registered, checked, chosen for links and removed by those who manage the workspace (rules: domains 1).
import { type Actor, demandActor, type Permit, refuse, t } from "../../../kernel/mod.ts";
import { workspaceManager } from "../../members/port.ts";
import { operation } from "../../operation.ts";
import { applyLook, look } from "../applying.ts";
import { driverPort } from "../driver.ts";
import { readHostname } from "../hostname.ts";
import { tellServers } from "../known.ts";
import { demandRoom, findLeave, register } from "../registering.ts";
import { CustomDomains, showDomains } from "../schemas.ts";
import { ownNames } from "../settings.ts";
import { type DomainRow, deleteDomain, findDomain, holdDomainsOf, listDomains, setDefault } from "../store/domains.ts";

const pathId = t.Object({ domain_id: t.Id({ description: "The domain's id, as GET /api/domains shows it." }) });

export const readDomains = operation({
  id: "domain.list",
  route: "GET /api/domains",
  summary: "The workspace's custom domains, with the DNS records that they need",
  output: CustomDomains,
  permit: workspaceManager(),
  run: ({ subject, sql, house }) => showDomains(sql, { house, workspace_id: subject.workspace.id }),
});

export const addDomain = operation({
  id: "domain.add",
  route: "POST /api/domains",
  summary: "Registers a host name of the workspace's own, and answers the DNS records to set",
  description:
    "Set both records, then call `verify`. Whoever registers a name that another workspace has registered gets a 409 with the TXT record by which the name's zone decides for them.",
  body: t.Object({
    hostname: t.String({
      minLength: 1,
      maxLength: 300,
      description: "A name below a domain of your own, as people type it.",
      examples: ["docs.example.com"],
    }),
  }),
  output: CustomDomains,
  status: 201,
  permit: workspaceManager(),
  gate: "custom_domains",
  quota: "domain_check",
  audit: "domain.add",
  refuses: [402, 409],
  rules: ({ body }) => void readHostname(body.hostname, { own: [] }),
  async prepare({ subject, house, now }, { body }) {
    const claim = {
      workspace_id: subject.workspace.id,
      hostname: readHostname(body.hostname, { own: ownNames(house) }),
    };
    return { claim, has_leave: await findLeave(house, claim, now) };
  },
  async run({ subject, sql, house, now, note }, _input, prepared) {
    const { domain_id, hostname } = await register(house, sql, { ...prepared, now });
    note("domain.add", { target_type: "domain", target_id: domain_id, meta: { hostname } });
    return showDomains(sql, { house, workspace_id: subject.workspace.id });
  },
});

export const verifyDomain = operation({
  id: "domain.verify",
  route: "POST /api/domains/{domain_id}/verify",
  summary: "Looks for a domain's DNS records, and whether https answers",
  description:
    "Ask again while it is `issuing`: it turns `active` once https answers with a certificate of its own. `error` names what is missing and what was seen instead. 409 where another workspace holds the name by a record of its own.",
  params: pathId,
  output: CustomDomains,
  permit: managedDomain(),
  quota: "domain_check",
  audit: ["domain.verify", "domain.activate", "domain.fail", "domain.recover", "domain.lapse"],
  refuses: [402, 409],
  prepare: ({ house, subject }) => look(house, subject),
  async run({ subject: row, sql, house, now, note, afterCommit }, _input, seen) {
    const { workspace_id } = row;
    if (row.verified_at === null && seen.sighting.is_proven) {
      await holdDomainsOf(sql, workspace_id);
      const proven = (await listDomains(sql, workspace_id)).filter((one) => one.verified_at !== null);
      await demandRoom(house, sql, { workspace_id, count: proven.length });
    }
    for (const told of await applyLook(house, sql, { row, seen, now, is_asked: true })) note(told.action, told.note);
    afterCommit(() => house.jobs.poke());
    return showDomains(sql, { house, workspace_id });
  },
});

export const chooseDomain = operation({
  id: "domain.default",
  route: "POST /api/domains/default",
  summary: "Chooses the domain that the workspace's links are given out with",
  body: t.Object({ domain_id: t.Nullable(t.Id(), { description: "An active domain's; null for the shared host." }) }),
  output: CustomDomains,
  permit: workspaceManager(),
  audit: "domain.default",
  refuses: [400, 404],
  async run({ subject, sql, house, note }, { body: { domain_id } }) {
    const workspace_id = subject.workspace.id;
    await holdDomainsOf(sql, workspace_id);
    const rows = await listDomains(sql, workspace_id);
    const chosen = rows.find((row) => row.domain_id === domain_id) ?? null;
    if (domain_id !== null) demandActive(chosen);
    const before = rows.find((row) => row.is_default) ?? null;
    if (before?.domain_id !== chosen?.domain_id) {
      await setDefault(sql, { workspace_id, domain_id });
      await tellServers(house, sql, workspace_id);
      const meta = { hostname: chosen?.hostname ?? null, was: before?.hostname ?? null };
      note("domain.default", { target_type: "workspace", target_id: workspace_id, meta });
    }
    return showDomains(sql, { house, workspace_id });
  },
});

export const removeDomain = operation({
  id: "domain.remove",
  route: "DELETE /api/domains/{domain_id}",
  summary: "Removes a domain with its certificate; links on it lead nowhere afterwards",
  params: pathId,
  output: CustomDomains,
  permit: managedDomain(),
  audit: "domain.remove",
  async run({ subject, sql, house, note }) {
    const { workspace_id, domain_id, hostname } = subject;
    await holdDomainsOf(sql, workspace_id);
    const row = await deleteDomain(sql, subject);
    if (!row) throw refuse.notFound("domain not found");
    if (row.verified_at !== null) await house.use(driverPort).release(sql, hostname);
    await tellServers(house, sql, workspace_id);
    note("domain.remove", { target_type: "domain", target_id: domain_id, meta: { hostname } });
    return showDomains(sql, { house, workspace_id });
  },
});

function demandActive(row: DomainRow | null): void {
  if (!row) throw refuse.notFound("domain not found");
  if (row.status === "active") return;
  throw refuse.invalid(
    `"${row.hostname}" is not active but ${row.status}; links can be given out with it once POST /api/domains/${row.domain_id}/verify has made it active`,
  );
}

/** The domain of the path. Throws 403 for who is no owner or admin, and 404 for one that is not their workspace's. */
function managedDomain(): Permit<DomainRow> {
  const manager: Permit<Actor> = workspaceManager();
  return {
    needs: manager.needs,
    check: async (call, input) => {
      await manager.check(call, input);
      const { workspace } = demandActor(call.actor);
      const by = { workspace_id: workspace.id, domain_id: Number(input.params["domain_id"]) };
      const row = await findDomain(call.sql, by);
      if (!row) throw refuse.notFound("domain not found");
      return row;
    },
  };
}
