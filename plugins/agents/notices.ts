// Who is told of proposals: whose the agent is, and once it is decided who proposed it.
import {
  type AuditEvent,
  type Listener,
  type Notice,
  type NoticeContext,
  type NoticeKind,
  notify,
  settle,
} from "../../kernel/plugin.ts";
import { findProposalPeople } from "./store/proposals.ts";

const CREATED = "proposal.created";
const DECIDED = "proposal.decided";

export const PROPOSAL_KINDS: readonly NoticeKind[] = [
  { kind: CREATED, title: "Changes proposed for your agents", channels: { app: true, email: true, chat: true } },
  { kind: DECIDED, title: "Decisions on what you proposed", channels: { app: true, email: false, chat: false } },
];

export const proposalListeners: readonly Listener[] = [
  notify("brain.propose", "tell_owner", (event, context) => tell(event, context)),
  notify("brain.decide", "tell_proposer", (event, context) => tell(event, context)),
  settle("brain.decide", CREATED, threadOf),
];

function threadOf({ meta }: AuditEvent): string {
  return `proposal:${meta["proposal_id"]}`;
}

async function tell(event: AuditEvent, { sql }: NoticeContext): Promise<Notice[]> {
  const { workspace_id, action, actor, created_at, meta } = event;
  const found = await findProposalPeople(sql, { workspace_id, proposal_id: Number(meta["proposal_id"]) });
  if (!found) return [];
  const isNew = action === "brain.propose";
  const user_ids = isNew ? [found.owner_id, found.created_by] : [found.proposer_id];
  const words = isNew ? 'A change of "{document}" is proposed' : `Your proposal for "{document}" is ${found.status}`;
  return [
    {
      ...{ workspace_id, kind: isNew ? CREATED : DECIDED, actor, actor_user_id: null, body: null, created_at },
      user_ids: [...new Set(user_ids)].filter((id) => id !== null),
      key: `${action}:${meta["proposal_id"]}`,
      title: words,
      target: { type: "doc", id: found.doc_id },
      thread: threadOf(event),
      doc_id: found.doc_id,
    },
  ];
}
