// A proof that something else than a session asked for:
// it waits until an owner confirms it in one (rules: companies/waiting).
import { type Runtime, refuse, type WriteCall } from "../../kernel/plugin.ts";
import { type Confirmable, type Described, letWait } from "../confirmations/port.ts";
import { demandUnheld, type Finding, lookUp, prove } from "./proving.ts";
import { type EmailDomainRow, findEmailDomain, listProven, markUnproven } from "./store/email_domains.ts";

export const KIND = "email_domain";

/** Lets a proof wait that was found. Throws 409 where another workspace holds the domain. */
export async function letProofWait(
  call: WriteCall,
  { row, finding }: { row: EmailDomainRow; finding: Finding & { found: true } },
): Promise<EmailDomainRow> {
  const { sql, now } = call;
  await demandUnheld(sql, { row, by: finding.by, texts: finding.texts });
  const looked = await markUnproven(sql, row, { error: null, keeps: true, now });
  if (!looked) throw refuse.notFound("e-mail domain not found");
  const wanted = { domain: row.domain, proof: finding.by };
  await letWait(call, {
    kind: KIND,
    subject: String(row.domain_id),
    wanted,
    sealed: null,
    described: describe(wanted),
  });
  return looked;
}

function describe({ domain, proof }: { domain: string; proof: string }): Described {
  return {
    title: `${domain} is a domain of the workspace`,
    facts: [["Proven by", proof === "dns" ? "a record in its zone" : "its own sign-in provider"]],
    note: "Single sign-on, provisioning and directories take over accounts with its addresses.",
  };
}

/** How the owners decide on a proof that waits; its record is looked for once more. */
export function domainConfirmable(runtime: Runtime): Confirmable {
  const { sql: pool } = runtime.database;
  return {
    kind: KIND,
    describe: (_sql, { wanted }) => describe({ domain: String(wanted["domain"]), proof: String(wanted["proof"]) }),
    prepare: async ({ workspace_id, subject }) => {
      const row = await findEmailDomain(pool, { workspace_id, domain_id: Number(subject) });
      return row && { row, finding: await lookUp(runtime, row) };
    },
    apply: async (call, _row, prepared) => {
      const ready = prepared as { row: EmailDomainRow; finding: Finding } | null;
      if (!ready) throw refuse.notFound("e-mail domain not found");
      const { row, finding } = ready;
      if (!finding.found) throw refuse.conflict(finding.error);
      const proven = await prove(runtime, call.sql, { row, by: finding.by, texts: finding.texts, now: call.now });
      const meta = { domain: proven.domain, proven_by: finding.by };
      call.noteLent("email_domain.prove", { target_type: "email_domain", target_id: proven.domain_id, meta });
    },
    holds: async (sql, workspaceId) =>
      (await listProven(sql, workspaceId)).map((domain) => `${domain} is proven to be the workspace's own`),
  };
}
