// E-mail domains: named, checked and removed by those who manage the workspace (rules: companies/domains).
import { nextCursor, type Permit, paging, refuse, t } from "../../../kernel/plugin.ts";
import { deleteWaitingSetting, findWaitingSetting, listWaitingSettings, tellOwners } from "../../confirmations/port.ts";
import { isByHand, managedRow, workspaceManager } from "../../members/port.ts";
import { capOf, operation } from "../../operation.ts";
import { KIND, letProofWait } from "../confirming.ts";
import { readOwnDomain } from "../domain.ts";
import { domainUsesHook } from "../port.ts";
import { lookUp, prove } from "../proving.ts";
import { EmailDomain, showEmailDomain } from "../schemas.ts";
import {
  deleteEmailDomain,
  EMAIL_DOMAINS,
  type EmailDomainRow,
  ensureEmailDomain,
  findEmailDomain,
  listEmailDomains,
  markUnproven,
} from "../store/email_domains.ts";

const pathId = t.Object({ id: t.Id({ description: "The domain's id, as GET /api/email-domains shows it." }) });

export const readEmailDomains = operation({
  id: "email_domain.list",
  route: "GET /api/email-domains",
  summary: "Lists the workspace's e-mail domains, proven or not, oldest first",
  query: t.Object({ ...paging({ maximum: 200 }) }),
  output: t.Object({ domains: t.Array(EmailDomain), ...nextCursor }),
  permit: workspaceManager(),
  async run({ subject, sql, runtime }, { query }) {
    const found = await listEmailDomains(sql, {
      workspace_id: subject.workspace.id,
      ...EMAIL_DOMAINS.options(query),
    });
    const { rows, next } = EMAIL_DOMAINS.page(found, query);
    const waiting = (await listWaitingSettings(sql, subject.workspace.id)).filter(({ kind }) => kind === KIND);
    const of = (row: EmailDomainRow) => waiting.find((one) => one.subject === String(row.domain_id)) ?? null;
    return { domains: rows.map((row) => showEmailDomain(row, { runtime, waiting: of(row) })), ...next };
  },
});

export const addEmailDomain = operation({
  id: "email_domain.add",
  route: "POST /api/email-domains",
  decides: "sign-in",
  summary: "Names an e-mail domain as the workspace's own, and answers the DNS record that proves it",
  description:
    "Single sign-on, provisioning and everything else that takes over accounts of a domain asks for its proof first. Set the record, then call `verify`. A domain is proven for one workspace at a time; a public mail provider's for none.",
  body: t.Object({
    domain: t.String({
      minLength: 1,
      maxLength: 300,
      description: "What stands behind the @; each subdomain is a domain of its own.",
      examples: ["example.com"],
    }),
  }),
  output: EmailDomain,
  status: 201,
  permit: workspaceManager(),
  opens: () => "outsiders",
  audit: "email_domain.add",
  refuses: [409],
  rules: ({ body }) => void readOwnDomain(body.domain),
  async run({ subject, sql, runtime, now, note }, { body }) {
    const domain = readOwnDomain(body.domain);
    const domains_max = capOf(runtime, "email_domains_per_workspace");
    const row = await ensureEmailDomain(sql, { workspace_id: subject.workspace.id, domain, now, domains_max });
    if (!row) throw refuse.conflict(`a workspace has at most ${domains_max} e-mail domains; remove one first`);
    if (!row.is_new) {
      throw refuse.conflict(`"${domain}" is in the list already, as number ${row.domain_id}`, {
        code: "already_exists",
        id: row.domain_id,
      });
    }
    note("email_domain.add", { target_type: "email_domain", target_id: row.domain_id, meta: { domain } });
    return showEmailDomain(row, { runtime, waiting: null });
  },
});

export const verifyEmailDomain = operation({
  id: "email_domain.verify",
  route: "POST /api/email-domains/{id}/verify",
  decides: "sign-in",
  summary: "Looks for a domain's DNS record",
  description:
    "Asked for by anything else than a session, a proof that is found waits until an owner confirms it in one, at `/auth/confirmations`. Answers the domain: `proven`, or as before with what was seen instead in `error`. 409 where another workspace holds it. Where this server has a sign-in provider that names the domain it serves (Google's `hd`), an owner or admin who signed in through it proves a domain that nobody holds without a record.",
  params: pathId,
  output: EmailDomain,
  permit: managedEmailDomain(),
  quota: "email_domain_check",
  opens: () => "outsiders",
  audit: "email_domain.prove",
  refuses: [409],
  prepare: ({ runtime, subject }) => lookUp(runtime, subject),
  async run(call, _input, finding) {
    const { subject, sql, runtime, now, note } = call;
    const key = { workspace_id: subject.workspace_id, kind: KIND, subject: String(subject.domain_id) };
    if (finding.found && subject.proven_at === null && !(await isByHand(call))) {
      const row = await letProofWait(call, { row: subject, finding });
      return showEmailDomain(row, { runtime, waiting: await findWaitingSetting(sql, key) });
    }
    if (!finding.found) {
      const row = await markUnproven(sql, subject, { error: finding.error, keeps: true, now });
      if (!row) throw refuse.notFound("e-mail domain not found");
      return showEmailDomain(row, { runtime, waiting: await findWaitingSetting(sql, key) });
    }
    await deleteWaitingSetting(sql, key);
    const row = await prove(runtime, sql, { row: subject, by: finding.by, texts: finding.texts, now });
    if (subject.proof !== finding.by) {
      const meta = { domain: row.domain, proven_by: finding.by };
      note("email_domain.prove", { target_type: "email_domain", target_id: row.domain_id, meta });
    }
    return showEmailDomain(row, { runtime, waiting: null });
  },
});

export const removeEmailDomain = operation({
  id: "email_domain.remove",
  route: "DELETE /api/email-domains/{id}",
  decides: "sign-in",
  summary: "Removes an e-mail domain, and its proof with it",
  description: "409 while something leans on it, such as single sign-on. Afterwards another workspace may prove it.",
  params: pathId,
  output: t.Object({ deleted: t.Literal(true), id: t.Integer() }),
  permit: managedEmailDomain(),
  opens: null,
  audit: "email_domain.remove",
  refuses: [409],
  async run(call) {
    const { subject, sql, callHook, note } = call;
    const { domain_id, workspace_id, domain } = subject;
    await deleteWaitingSetting(sql, { workspace_id, kind: KIND, subject: String(domain_id) });
    const uses = (await callHook(domainUsesHook, { sql, workspace_id, domain })).filter((use) => use !== null);
    if (uses.length > 0) throw refuse.conflict(`"${domain}" is used by ${uses.join(" and ")}; take it out there first`);
    if (!(await deleteEmailDomain(sql, subject))) throw refuse.notFound("e-mail domain not found");
    note("email_domain.remove", { target_type: "email_domain", target_id: domain_id, meta: { domain } });
    if (subject.proven_at !== null && !(await isByHand(call))) {
      const described = { title: `${domain} is no domain of the workspace any more`, facts: [] };
      await tellOwners(call, { action: "sign_in_setting.end", described });
    }
    return { deleted: true as const, id: domain_id };
  },
});

/** The domain of the path. Throws 403 for who is no owner or admin, and 404 for one that is not their workspace's. */
function managedEmailDomain(): Permit<EmailDomainRow> {
  return managedRow("e-mail domain not found", (sql, { workspace_id, params }) =>
    findEmailDomain(sql, { workspace_id, domain_id: Number(params["id"]) }),
  );
}
