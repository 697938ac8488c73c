// Proposals as rows: changes of an agent's files that a person approves or rejects.
import { type Actor, type JsonObject, pagesOf, type Sql } from "../../../kernel/plugin.ts";
import { held, levelColumns, live, placedFor } from "../../documents/port/sql.ts";

export interface ProposedFile {
  path: string;
  /** Null removes the file. */
  content: string | null;
  /** Of what the file held; null where it was not there. */
  base_sha256: string | null;
}

export const STATUSES = ["pending", "approved", "rejected", "expired"] as const;
export type Status = (typeof STATUSES)[number];

export interface ProposalRow {
  proposal_id: number;
  document_id: number;
  doc_id: string;
  agent_slug: string;
  title: string;
  proposer: string | null;
  client: string | null;
  message: string | null;
  base_version: number;
  files: ProposedFile[];
  status: Status;
  note: string | null;
  decided_by: string | null;
  decided_at: Date | null;
  /** What it changed when somebody decided on it; null where that is not kept. */
  decided_diff: string | null;
  version: number | null;
  created_at: Date;
  expires_at: Date;
}

/** The newest first. */
export const PROPOSALS = pagesOf("proposals", (at) => ({ proposal_id: at.id("proposal_id") }));

function columns(sql: Sql, now: Date) {
  return sql`p.proposal_id, p.document_id, s.doc_id, a.slug as agent_slug, s.title, by_whom.email as proposer, p.client, p.message,
    p.base_version, p.files, p.status, p.note, decider.email as decided_by, p.decided_at, p.decided_diff, p.version, p.created_at, p.expires_at,
    p.status = 'pending' and p.expires_at <= ${now} as is_over`;
}

/** Over proposals of agents that the caller may edit, or that they made themselves and may open. */
function seen(sql: Sql, { actor, now }: { actor: Actor; now: Date }) {
  return sql`agent_proposals p join agents a using (document_id)
    join (select d.document_id, d.doc_id, d.title, ${levelColumns(sql, actor)} from ${placedFor(sql, actor)}
      where d.document_id in (select document_id from agents where workspace_id = ${actor.workspace.id}) and ${live(sql, now)}) s
      on s.document_id = p.document_id and (s.level in ('edit', 'own') or (s.level <> 'none' and p.proposer_id = ${actor.user_id}))
    left join users by_whom on by_whom.user_id = p.proposer_id left join users decider on decider.user_id = p.decided_by`;
}

type Read = ProposalRow & { is_over: boolean };

function shown({ is_over, ...row }: Read): ProposalRow {
  return is_over ? { ...row, status: "expired" } : row;
}

export async function listProposals(
  sql: Sql,
  options: {
    actor: Actor;
    now: Date;
    status: Status | null;
    /** The slug or doc_id of the agent that they are for; null for any. */
    agent: string | null;
    /** Only for agents that the caller manages. */
    to_decide: boolean;
    after: { proposal_id: number } | null;
    limit: number | null;
  },
): Promise<ProposalRow[]> {
  const { now, status, agent, to_decide, after, limit } = options;
  const pending = sql`p.status = 'pending' and p.expires_at > ${now}`;
  const expired = sql`p.status = 'pending' and p.expires_at <= ${now}`;
  const decided = sql`p.status = ${status}`;
  const isHandled = status === "pending" ? pending : status === "expired" ? expired : decided;
  const rows = await sql<Read[]>`
    select ${columns(sql, now)} from ${seen(sql, options)}
    where ${status === null ? sql`true` : isHandled} ${after === null ? sql`` : sql`and p.proposal_id < ${after.proposal_id}`}
      ${agent === null ? sql`` : sql`and ${agent} in (a.slug, s.doc_id)`} ${to_decide ? sql`and s.level = 'own'` : sql``}
    order by p.proposal_id desc limit ${limit}`;
  return rows.map(shown);
}

/** Null for one that the caller does not see. */
export async function findProposal(
  sql: Sql,
  by: { actor: Actor; now: Date; proposal_id: number },
): Promise<ProposalRow | null> {
  const [row] = await sql<Read[]>`
    select ${columns(sql, by.now)} from ${seen(sql, by)} where p.proposal_id = ${by.proposal_id}`;
  return row ? shown(row) : null;
}

/** Waits for whoever decides on it; answers how it stands then. */
export async function lockProposal(sql: Sql, proposalId: number): Promise<{ status: Status } | null> {
  const [row] = await sql<{ status: Status }[]>`
    select status from agent_proposals where proposal_id = ${proposalId} for update`;
  return row ?? null;
}

export async function countPending(sql: Sql, by: { document_id: number; now: Date }): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from agent_proposals
    where document_id = ${by.document_id} and status = 'pending' and expires_at > ${by.now}`;
  return row?.count ?? 0;
}

export async function insertProposal(
  sql: Sql,
  proposal: Pick<ProposalRow, "document_id" | "client" | "message" | "base_version" | "files"> & {
    workspace_id: number;
    proposer_id: number;
    now: Date;
    expires_at: Date;
  },
): Promise<number> {
  const { now, files, ...columnsOf } = proposal;
  const row = { ...columnsOf, files: sql.json(files as unknown as JsonObject[]), status: "pending", created_at: now };
  const [made] = await sql<[{ proposal_id: number }]>`
    insert into agent_proposals ${sql(row)} returning proposal_id`;
  return made.proposal_id;
}

export async function decideProposal(
  sql: Sql,
  decision: {
    proposal_id: number;
    status: "approved" | "rejected";
    note: string | null;
    decided_by: number;
    decided_diff: string | null;
    version: number | null;
    now: Date;
  },
): Promise<void> {
  const { proposal_id, status, note, decided_by, decided_diff, version, now } = decision;
  await sql`
    update agent_proposals set status = ${status}, note = ${note}, decided_by = ${decided_by}, decided_at = ${now}, decided_diff = ${decided_diff},
      version = ${version}
    where proposal_id = ${proposal_id}`;
}

/** Forgets what ended before a time; answers how many. */
export async function dropOldProposals(sql: Sql, by: { before: Date; limit: number }): Promise<number> {
  const gone = await sql`
    delete from agent_proposals where proposal_id in (
      select proposal_id from agent_proposals where expires_at < ${by.before}
        and document_id not in (select document_id from documents where ${held(sql)}) order by expires_at limit ${by.limit})`;
  return gone.count;
}

/** Whom a proposal is about. */
export async function findProposalPeople(
  sql: Sql,
  by: { workspace_id: number; proposal_id: number },
): Promise<{
  doc_id: string;
  owner_id: number;
  created_by: number | null;
  proposer_id: number | null;
  status: string;
} | null> {
  const [row] = await sql<
    [{ doc_id: string; owner_id: number; created_by: number | null; proposer_id: number | null; status: string }]
  >`
    select d.doc_id, d.owner_id, d.created_by, p.proposer_id, p.status from agent_proposals p join documents d using (document_id)
    where p.proposal_id = ${by.proposal_id} and p.workspace_id = ${by.workspace_id}`;
  return row ?? null;
}
