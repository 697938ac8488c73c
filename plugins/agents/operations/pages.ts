// The pages of agents and what their form does; under /auth, where a form from another origin is refused.
import { answerPage, KERNEL_BOUNDS, seeOther, sessionOnly, signedIn, t } from "../../../kernel/plugin.ts";
import { operation } from "../../operation.ts";
import { pageForm, servePageFile, signedInPage } from "../../pages.ts";
import { agentsPage, proposalPage } from "../pages/agents_page.ts";
import { agentsStyle, PAGE_PATH } from "../pages/assets.ts";
import { proposalNamed } from "../permits.ts";
import { showDetail } from "../proposing.ts";
import { decisionNote, proposalParams } from "../schemas.ts";
import { showAgents } from "../showing.ts";
import { AGENTS, listAgents } from "../store/agents.ts";
import { listProposals, PROPOSALS } from "../store/proposals.ts";
import { DECISIONS, decidable, decide, forAgentsReaders, prepareDecision } from "./proposals.ts";

const PAGE = 50;
const cursor = t.Optional(
  t.String({ maxLength: KERNEL_BOUNDS.cursor_chars, description: "Where the page before ended." }),
);
const asked = (from: string | undefined) => ({ limit: PAGE, ...(from === undefined ? {} : { cursor: from }) });

export const showAgentsPage = operation({
  id: "agent.page.list",
  route: "GET /auth/agents",
  summary: "The agents that you may open, and what is proposed for them, as a page",
  query: t.Object({
    after: cursor,
    older: cursor,
    proposals: t.Optional(
      t.OneOf(["pending", "all"], { default: "pending", description: "all shows those too that are decided or over." }),
    ),
  }),
  ...signedInPage,
  permit: signedIn(),
  run: async (call, { query }) => {
    const { actor, sql, now } = call;
    const isAll = query.proposals === "all";
    const [found, proposed] = await Promise.all([
      listAgents(sql, { actor, now, ...AGENTS.options(asked(query.after)) }),
      listProposals(sql, { actor, now, status: isAll ? null : "pending", ...PROPOSALS.options(asked(query.older)) }),
    ]);
    const agents = AGENTS.page(found, asked(query.after));
    const proposals = PROPOSALS.page(proposed, asked(query.older));
    const further = { agents: agents.next.next_cursor, proposals: proposals.next.next_cursor };
    const shown = await showAgents(call, agents.rows);
    return answerPage(agentsPage({ actor, agents: shown, proposals: proposals.rows, is_all: isAll, further }), {
      holds_no_secret: true,
    });
  },
});

export const showProposalPage = operation({
  id: "agent.page.proposal",
  route: "GET /auth/agents/proposals/{id}",
  summary: "What a proposal would change, as a page",
  params: proposalParams,
  ...signedInPage,
  permit: proposalNamed(),
  run: async (call) => {
    const { actor, subject: row } = call;
    return answerPage(proposalPage({ actor, row, detail: await showDetail(call, row) }), { holds_no_secret: true });
  },
});

export const sendDecision = operation({
  id: "agent.page.decide",
  route: "POST /auth/agents/proposals/{id}",
  summary: "Approves or rejects a proposal from its page",
  params: proposalParams,
  form: t.Object({
    decision: t.OneOf(DECISIONS, { description: "What becomes of it." }),
    note: decisionNote,
    base_version: t.Version({ description: "The version that was looked at." }),
  }),
  ...pageForm,
  permit: () => [decidable(), sessionOnly("decide on a proposal of an agent")],
  publishes: forAgentsReaders,
  audit: ["brain.decide", "doc.edit"],
  refuses: [409, 413, 423],
  prepare: (call, { form }) => prepareDecision(call, form.decision),
  run: async (call, { form }, put) => {
    const { decision, base_version, note } = form;
    await decide(call, { decision, base_version, ...(note && { note }) }, put);
    return seeOther(`${PAGE_PATH}/proposals/${call.subject.proposal.proposal_id}`);
  },
});

export const readPageStyle = servePageFile({
  id: "agent.style",
  route: "GET /auth/pages/agents.css",
  summary: "The stylesheet of the pages of agents",
  file: agentsStyle,
});
