// Proposals: made by whoever may comment, listed, and decided by a person who is signed in.
import {
  DAY_MS,
  later,
  nextCursor,
  type Openness,
  type Permit,
  paging,
  refuse,
  sessionOnly,
  signedIn,
  t,
  type WriteCall,
} from "../../../kernel/plugin.ts";
import { fileAt, type LoadedDocument, loadWith } from "../../documents/port/read.ts";
import {
  type AnyCall,
  filesOfWrite,
  lockWith,
  opennessOf,
  type PrepareCall,
  revise,
} from "../../documents/port/write.ts";
import { capOf, operation } from "../../operation.ts";
import { opennessAt } from "../../places/port.ts";
import { agentNamed, proposalNamed } from "../permits.ts";
import { checkProposed, diffOf, keptDiff, movedFiles, readProposed, showDetail } from "../proposing.ts";
import {
  agentParams,
  decisionNote,
  message,
  Proposal,
  ProposalDetail,
  proposalParams,
  proposedFiles,
} from "../schemas.ts";
import { showProposal } from "../showing.ts";
import {
  countPending,
  decideProposal,
  findProposal,
  insertProposal,
  listProposals,
  lockProposal,
  PROPOSALS,
  type ProposalRow,
  STATUSES,
} from "../store/proposals.ts";

/** What is approved is for whoever may open the agent. */
function forAgentsReaders(_input: unknown, { document }: Decidable): Openness {
  return opennessOf(document);
}

const DECISIONS = ["approve", "reject"] as const;

export const makeProposal = operation({
  id: "agent.propose",
  route: "POST /api/brains/{ref}/proposals",
  tool: {
    name: "propose_agent_change",
    formerly: ["propose_brain_change"],
    wording: "Propose new text for files of an agent, protected ones too; a person approves or rejects it.",
  },
  summary: "Propose a change of an agent's files",
  description:
    "Nothing changes before a person who manages the agent approves it. After 30 days it is over. Without base_version it is made on the current version.",
  params: agentParams,
  body: t.Object({
    files: proposedFiles,
    message,
    base_version: t.Optional(t.Version({ description: "The version that you read." })),
  }),
  output: t.Object({ proposal_id: t.Integer(), status: t.Literal("pending"), expires_at: t.Instant() }),
  status: 202,
  rules: ({ body }) => checkProposed(body.files),
  permit: agentNamed("comment"),
  connection_limit: "places",
  // Whoever may edit the agent reads what is proposed.
  publishes: (_input, agent) => opennessAt(agent),
  quota: "agent_proposal",
  audit: "brain.propose",
  refuses: [409, 413],
  run: async (call, { body }) => {
    const { sql, actor, now, runtime, note } = call;
    const agent = { ...call.subject, ...(await lockWith(call, call.subject, "comment")) };
    const base_version = body.base_version ?? agent.version;
    const files = await readProposed(call, agent, { files: body.files, base_version });
    const most = capOf(runtime, "proposals_per_agent");
    if ((await countPending(sql, { ...agent, now })) >= most)
      throw refuse.conflict(
        `${most} proposals for "${agent.agent.slug}" wait already; have some of them decided first`,
      );
    const expires_at = later(now, capOf(runtime, "proposal_days") * DAY_MS);
    const proposal_id = await insertProposal(sql, {
      ...{ workspace_id: agent.workspace_id, document_id: agent.document_id, proposer_id: actor.user_id },
      ...{ client: actor.token?.client ?? null, message: body.message ?? null, base_version, files, now, expires_at },
    });
    const meta = { slug: agent.agent.slug, proposal_id, paths: files.map((file) => file.path) };
    note("brain.propose", { target_type: "brain", target_id: agent.doc_id, meta });
    return { proposal_id, status: "pending" as const, expires_at: expires_at.toISOString() };
  },
});

export const readProposals = operation({
  id: "agent.proposal.list",
  route: "GET /api/brain-proposals",
  summary: "List proposals for agents that you may edit, and your own, the newest first",
  query: t.Object({
    status: t.Optional(t.OneOf(STATUSES, { description: "Only these." })),
    agent: t.Optional(t.Name({ maxLength: 80, description: "Only for this agent, by its slug or doc_id." })),
    to_decide: t.Optional(t.Boolean({ description: "True leaves out those that are not yours to decide." })),
    ...paging({ maximum: 200, default: 100 }),
  }),
  output: t.Object({ proposals: t.Array(Proposal), ...nextCursor }),
  permit: signedIn(),
  connection_limit: "places",
  run: async ({ sql, actor, now }, { query }) => {
    const { status = null, agent = null, to_decide = false } = query;
    const found = await listProposals(sql, { actor, now, status, agent, to_decide, ...PROPOSALS.options(query) });
    const { rows, next } = PROPOSALS.page(found, query);
    return { proposals: rows.map(showProposal), ...next };
  },
});

export const readProposal = operation({
  id: "agent.proposal.get",
  route: "GET /api/brain-proposals/{id}",
  summary: "Show a proposal with what it would change, or changed",
  params: proposalParams,
  output: ProposalDetail,
  permit: proposalNamed(),
  connection_limit: "places",
  run: (call) => showDetail(call, call.subject),
});

interface Decidable {
  proposal: ProposalRow;
  document: LoadedDocument;
}

/** A proposal for an agent that the caller manages. Throws as `proposalNamed` does, and 403 to others. */
function decidable(): Permit<Decidable> {
  const named = proposalNamed();
  return {
    needs: "own on the agent",
    check: async (call, input) => {
      const proposal = await named.check(call, input);
      return { proposal, document: await loadWith(call, { needed: "own", doc_id: proposal.doc_id }) };
    },
  };
}

export const decideOnProposal = operation({
  id: "agent.proposal.decide",
  route: "POST /api/brain-proposals/{id}/decide",
  summary: "Approve a proposal, which writes it, or reject it",
  description:
    "For a person who is signed in. 409 where a file has changed since: look at the difference, and approve with the current version as base_version, which the proposal's texts then replace, or have it proposed anew.",
  params: proposalParams,
  body: t.Object({
    decision: t.OneOf(DECISIONS, { description: "What becomes of it." }),
    note: decisionNote,
    base_version: t.Optional(t.Version({ description: "The current_version with which you saw it." })),
  }),
  output: Proposal,
  permit: () => [decidable(), sessionOnly("decide on a proposal of an agent")],
  connection_limit: "places",
  publishes: forAgentsReaders,
  audit: ["brain.decide", "doc.edit"],
  refuses: [409, 413, 423],
  prepare: (call, { body }) => prepareDecision(call, body.decision),
  run: async (call, { body }, prepared) => showProposal(await decide(call, body, prepared)),
});

interface PreparedDecision {
  /** The files of a version that is about to come of it. */
  put: Awaited<ReturnType<typeof filesOfWrite>>;
  /** What it changes of the version that was current then. */
  diff: string | null;
}

async function prepareDecision(
  call: PrepareCall & { subject: Decidable },
  decision: (typeof DECISIONS)[number],
): Promise<PreparedDecision> {
  const { proposal, document } = call.subject;
  const diff = keptDiff(call, await diffOf(call, document, proposal.files));
  if (decision === "reject") return { put: [], diff };
  const bytesOf = (text: string) => new TextEncoder().encode(text);
  const files = proposal.files.flatMap(({ path, content }) =>
    content === null ? [] : [{ path, bytes: bytesOf(content) }],
  );
  return { put: (await Promise.all(files.map((file) => filesOfWrite(call, document, file)))).flat(), diff };
}

/** Throws 409 for one that is decided already or over, and where what it changes has moved since it was seen. */
async function decide(
  call: WriteCall<Decidable, false>,
  body: { decision: (typeof DECISIONS)[number]; note?: string; base_version?: number },
  { put, diff }: PreparedDecision,
): Promise<ProposalRow> {
  const { sql, actor, now, subject } = call;
  const { proposal } = subject;
  const { proposal_id } = proposal;
  const current = await lockWith(call, subject.document, "own");
  const locked = await lockProposal(sql, proposal_id);
  const status = proposal.expires_at <= now && locked?.status === "pending" ? "expired" : locked?.status;
  if (status !== "pending") throw refuse.conflict(`the proposal is ${status ?? "gone"} already`, { status });
  const isApproved = body.decision === "approve";
  if (isApproved) await refuseMoved(call, current, body.base_version);
  // Somebody wrote between the preparation and the lock: what is decided is the difference from that.
  const isSame = current.version === subject.document.version;
  const decided_diff = isSame ? diff : keptDiff(call, await diffOf(call, current, proposal.files));
  const remove = proposal.files.flatMap(({ path, content }) =>
    content === null && fileAt(current.files, path) ? [path] : [],
  );
  const revised = isApproved
    ? await revise(call, subject.document, { put, remove, needs: "own", message: proposal.message })
    : null;
  const version = revised?.document.version ?? null;
  await decideProposal(sql, {
    ...{ proposal_id, status: isApproved ? "approved" : "rejected", note: body.note ?? null },
    ...{ decided_by: actor.user_id, decided_diff, version, now },
  });
  noteDecision(call, { version, isChanged: revised?.changed === true, decision: body.decision });
  const decided = await findProposal(sql, { actor, now, proposal_id });
  if (!decided) throw refuse.notFound("proposal not found");
  return decided;
}

async function refuseMoved(
  call: AnyCall & { subject: Decidable },
  current: LoadedDocument,
  seen: number | undefined,
): Promise<void> {
  const { files } = call.subject.proposal;
  const moved = movedFiles(current, files);
  const isStale = seen === undefined ? moved.length > 0 : seen !== current.version;
  if (!isStale) return;
  const what = moved.length > 0 ? `"${moved[0]?.path}" has changed since it was proposed` : "the agent has changed";
  throw refuse.conflict(
    `${what}; look at the difference and approve with base_version ${current.version}, or have it proposed anew`,
    { code: "version_conflict", current_version: current.version, diff: await diffOf(call, current, files) },
  );
}

function noteDecision(
  { note, subject: { document, proposal } }: WriteCall<Decidable, false>,
  { version, isChanged, decision }: { version: number | null; isChanged: boolean; decision: string },
): void {
  const { doc_id } = document;
  const added = proposal.files.flatMap(({ path, content }) => (content === null ? [] : [path]));
  const removed = proposal.files.flatMap(({ path, content }) => (content === null ? [path] : []));
  const meta = { slug: proposal.agent_slug, proposal_id: proposal.proposal_id, decision, version };
  note("brain.decide", { target_type: "brain", target_id: doc_id, meta });
  if (isChanged && version !== null)
    note("doc.edit", { target_type: "doc", target_id: doc_id, meta: { version, added, removed } });
}
