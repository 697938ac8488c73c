// The page of agents: what is proposed and waits to be decided, the agents that one may open, and making one.
import { type Html, html, KERNEL_BOUNDS, signedIn, t } from "../../../kernel/plugin.ts";
import { type AnswerOf, type Asking, ask } from "../../app/port/ask.ts";
import { formFor } from "../../app/port/form.ts";
import { icon } from "../../app/port/icons.ts";
import { agentPath } from "../../app/port/paths.ts";
import { answerScreen, screen } from "../../app/port/screen.ts";
import type { RailPart, SettingsLine } from "../../app/port/slots.ts";
import { when } from "../../app/port/when.ts";
import { operation } from "../../operation.ts";
import { readAgents } from "../operations/agents.ts";
import { makeAgent, readAgentRoots } from "../operations/create.ts";
import { readProposals } from "../operations/proposals.ts";
import { proposalRows } from "./proposal_rows.ts";
import { agentWords } from "./words.ts";

const PAGE = 50;
const cursor = t.Optional(
  t.String({ maxLength: KERNEL_BOUNDS.cursor_chars, description: "Where the page before ended." }),
);

export const showAgentsPage = operation({
  id: "agent.page.list",
  route: "GET /app/agents",
  summary: "The agents that you may open, and what is proposed for them, as a page",
  query: t.Object({
    after: cursor,
    older: cursor,
    proposals: t.Optional(
      t.OneOf(["pending", "all"], { default: "pending", description: "all shows those too that are decided or over." }),
    ),
  }),
  ...screen,
  permit: signedIn(),
  run: async (call, { query }) => {
    const words = agentWords(call);
    const isAll = query.proposals === "all";
    const [listed, proposed, roots] = await Promise.all([
      ask(call, readAgents, { query: { limit: PAGE, cursor: query.after } }),
      ask(call, readProposals, { query: { limit: PAGE, cursor: query.older, ...(!isAll && { status: "pending" }) } }),
      ask(call, readAgentRoots, {}),
    ]);
    const body = html`<div class="head"><div><h1>${words.agents}</h1><p>${words.told}</p></div></div>
<div class="stack loose">${proposals(call, proposed, isAll)}
<section aria-labelledby="agents"><h2 id="agents">${words.yours}</h2>${listed.agents.length > 0 ? html`<ul class="rows roomy">${listed.agents.map((agent) => row(call, agent))}</ul>` : html`<div class="empty"><h3>${words.none}</h3><p>${words.none_told}</p></div>`}
${listed.next_cursor && html`<p class="line"><a class="btn" rel="next" href="${agentPath()}?${new URLSearchParams({ after: listed.next_cursor }).toString()}">${words.more}</a></p>`}</section>
${makePart(call, roots, listed.agents.length === 0)}</div>`;
    return answerScreen(call, { title: words.agents, body });
  },
});

export function agentSettings(call: Asking): SettingsLine[] {
  return [{ group: "agents", order: 10, href: agentPath(), icon: "agent", label: agentWords(call).agents }];
}

export function railOfAgents(call: Asking): RailPart[] {
  return [{ at: "end", order: 60, places: [{ href: agentPath(), icon: "agent", label: agentWords(call).agents }] }];
}

function proposals(call: Asking, { proposals, next_cursor }: AnswerOf<typeof readProposals>, isAll: boolean): Html {
  const words = agentWords(call);
  const older = new URLSearchParams({ ...(next_cursor && { older: next_cursor }), ...(isAll && { proposals: "all" }) });
  return html`<section aria-labelledby="proposals"><h2 id="proposals">${isAll ? words.all_proposals : words.waiting}</h2>
${proposals.length > 0 ? proposalRows(call, proposals) : html`<p class="soft">${isAll ? words.nothing_proposed : words.nothing_waits}</p>`}
<p class="line">${next_cursor && html`<a class="btn" rel="next" href="${agentPath()}?${older.toString()}">${words.older}</a>`}<a class="btn quiet" href="${isAll ? agentPath() : `${agentPath()}?proposals=all`}">${isAll ? words.only_waiting : words.show_all}</a></p></section>`;
}

function row(call: Asking, agent: AnswerOf<typeof readAgents>["agents"][number]): Html {
  const words = agentWords(call);
  const { name, slug, description, owner, root, updated_at, default: isDefault } = agent;
  return html`<li>${icon("agent")}<div class="main"><a class="name" href="${agentPath(slug)}" dir="auto">${name}</a>
<span class="what">${description !== "" && html`<bdi>${description}</bdi> · `}${owner === "workspace" ? html`${words.in_space} <bdi>${root}</bdi>` : words.personal} · ${when(call, updated_at)}</span></div>${isDefault && html`<div class="acts"><span class="chip">${words.default}</span></div>`}</li>`;
}

function makePart(call: Asking, { roots }: AnswerOf<typeof readAgentRoots>, isFirst: boolean): Html | null {
  const words = agentWords(call);
  const places = roots.filter(({ can_create }) => can_create).map(({ root, name }) => ({ value: root, label: name }));
  if (places.length === 0) return null;
  const form = formFor(
    call,
    makeAgent,
    { then: `${agentPath()}/{slug}`, done: words.made, label: words.make },
    (fields) =>
      html`<div class="pair">${fields.text("name", { label: words.name, hint: words.name_hint, required: true, maxlength: 200, autocomplete: "off" })}
${fields.choice("root", { label: words.where, value: "~", options: places })}</div>
${fields.text("description", { label: words.description, autocomplete: "off" })}
${fields.lines("instructions", { label: words.instructions, hint: words.instructions_hint, rows: 6 })}
<p class="line"><button class="btn primary">${words.make}</button></p>`,
  );
  return html`<section aria-labelledby="make"><details class="fold boxed"${isFirst && html` open`}><summary>${icon("right", "turn")}<span id="make">${words.make}</span></summary>${form}</details></section>`;
}
