// The wire shapes of agents and of proposals.
import { t } from "../../kernel/plugin.ts";
import { manifest } from "../manifest.ts";
import { STATUSES } from "./store/proposals.ts";

const { caps } = manifest;

const agentRef = t.Name({ maxLength: 80, description: "Its slug or doc_id." });
export const agentParams = t.Object({ ref: agentRef });

export const agentName = t.Called({
  maxLength: caps.agent_name_chars,
  description: "What it is called.",
  examples: ["Support"],
});

export const agentSlug = t.String({
  minLength: 1,
  maxLength: caps.agent_slug_chars,
  pattern: "^[a-z0-9]+(-[a-z0-9]+)*$",
  description: "Lower case letters, digits and single hyphens; made from the name without it.",
  examples: ["support"],
});

const path = t.Name({ minLength: 1, maxLength: 1024 });

export const instructionFiles = t.Array(path, {
  minItems: 1,
  maxItems: caps.agent_instruction_files,
  uniqueItems: true,
  description: "Paths of its own files, in the order in which they are read. AGENT.md alone, unless said.",
});

export const protectedFiles = t.Array(path, {
  maxItems: caps.agent_protected_files,
  uniqueItems: true,
  description:
    "Paths that a person who is signed in saves and no token; notes/ stands for all below notes. AGENT.md alone, unless said.",
});

export const includes = t.Array(t.String({ maxLength: 64 }), {
  maxItems: caps.agent_includes,
  uniqueItems: true,
  description: "doc_ids of documents that are read after its instructions, by those who may open them.",
});

export const Agent = t.Object(
  {
    id: t.String({ description: "The doc_id of the document that it is." }),
    doc_id: t.String(),
    slug: t.String(),
    name: t.String(),
    description: t.String(),
    icon: t.Nullable(t.String()),
    url: t.String(),
    owner: t.OneOf(["user", "workspace"], { description: "workspace where it lies in a shared root." }),
    root: t.Nullable(t.String()),
    folder: t.String(),
    instruction_files: t.Array(t.String()),
    protected: t.Array(t.String()),
    includes: t.Array(t.String(), { description: "Those that you may open." }),
    navigation: t.Nullable(t.Object({ id: t.Integer(), name: t.String() }), {
      description: "What it knows of: documents that this navigation leads to.",
    }),
    default: t.Boolean({ description: "The workspace's own, which stays until another one is." }),
    my_level: t.String(),
    version: t.Integer(),
    updated_at: t.Instant(),
  },
  { $id: "Agent" },
);

const Cited = { doc_id: t.String(), title: t.String(), path: t.String(), url: t.String() };

export const AgentContext = t.Object(
  {
    agent: t.Object({ slug: t.String(), name: t.String(), description: t.String(), doc_id: t.String() }),
    parts: t.Array(
      t.Object({
        kind: t.OneOf(["instructions", "document"]),
        ...Cited,
        version: t.Integer(),
        content: t.String(),
        truncated: t.Boolean(),
      }),
      { description: "Its instructions in their order, then the documents that are read along." },
    ),
    left_out: t.Array(t.Object(Cited), { description: "What the budget has no room for, or is no text." }),
    navigation: Agent.properties.navigation,
    budget_chars: t.Integer(),
    used_chars: t.Integer(),
  },
  { $id: "AgentContext" },
);

export const proposalParams = t.Object({ id: t.Id({ description: "The proposal." }) });

export const message = t.Optional(
  t.Name({ maxLength: caps.proposal_message_chars, description: "Why; it is the version's message once approved." }),
);

export const decisionNote = t.Optional(
  t.Name({ maxLength: caps.proposal_message_chars, description: "Said to who proposed it." }),
);

export const proposedFiles = t.Array(
  t.Object({
    path: t.Name({ minLength: 1, maxLength: 1024, description: "Where the file lies.", examples: ["AGENT.md"] }),
    content: t.Nullable(t.LongText({ description: "The whole text that it is to hold; null removes it." })),
  }),
  { minItems: 1, maxItems: caps.proposal_files, description: "Each file once." },
);

const proposal = {
  id: t.Integer(),
  agent: t.String({ description: "The agent's slug." }),
  title: t.String({ description: "What the agent is called." }),
  doc_id: t.String(),
  status: t.OneOf(STATUSES),
  message: t.Nullable(t.String()),
  paths: t.Array(t.String()),
  proposed_by: t.Nullable(t.String({ description: "E-mail address." })),
  client: t.Nullable(t.String(), { description: "The program by which it was proposed." }),
  base_version: t.Integer(),
  note: t.Nullable(t.String()),
  decided_by: t.Nullable(t.String()),
  decided_at: t.Nullable(t.Instant()),
  version: t.Nullable(t.Integer(), { description: "The version that came of it." }),
  created_at: t.Instant(),
  expires_at: t.Instant(),
};

export const Proposal = t.Object(proposal, { $id: "AgentProposal" });

export const ProposalDetail = t.Object(
  {
    ...proposal,
    current_version: t.Integer(),
    moved: t.Boolean({ description: "A file that it changes has changed since it was proposed." }),
    diff: t.Nullable(t.String(), {
      description:
        "Unified: from what the files hold now, of a decided one from what they held then; null where one of them is no text.",
    }),
    files: t.Optional(
      t.Array(t.Object({ path: t.String(), content: t.Nullable(t.String()) }), {
        description: "What they are to hold, where there is no diff; null removes one.",
      }),
    ),
    can_decide: t.Boolean({ description: "A person who is signed in and manages the agent." }),
  },
  { $id: "AgentProposalDetail" },
);
