// The page of one agent: what it goes by, what is proposed to change of it, and what it is set to.
import { type Html, html, isManager } from "../../../kernel/plugin.ts";
import { type AnswerOf, type Asking, ask } from "../../app/port/ask.ts";
import { askFirst } from "../../app/port/ask_first.ts";
import { buttonFor, formFor } from "../../app/port/form.ts";
import { icon } from "../../app/port/icons.ts";
import { agentPath, documentPath, placePath } from "../../app/port/paths.ts";
import { answerScreen, screen } from "../../app/port/screen.ts";
import { when } from "../../app/port/when.ts";
import { operation } from "../../operation.ts";
import { turningNamed } from "../../rendering/port.ts";
import { readAgent, removeAgent, updateAgent } from "../operations/agents.ts";
import { readAgentContext } from "../operations/context.ts";
import { readProposals } from "../operations/proposals.ts";
import { agentNamed } from "../permits.ts";
import { agentParams } from "../schemas.ts";
import { proposalRows } from "./proposal_rows.ts";
import { agentWords } from "./words.ts";

const SHOWN_MAX = 20;

export const showAgentPage = operation({
  id: "agent.page",
  route: "GET /app/agents/{ref}",
  summary: "An agent with what it goes by, as a page",
  params: agentParams,
  ...screen,
  permit: agentNamed("view"),
  run: async (call, { params }) => {
    const words = agentWords(call);
    const [agent, context, proposed] = await Promise.all([
      ask(call, readAgent, { params }),
      ask(call, readAgentContext, { params, query: {} }),
      ask(call, readProposals, { query: { agent: call.subject.doc_id, limit: SHOWN_MAX } }),
    ]);
    const waiting = proposed.proposals.filter(({ status }) => status === "pending").length;
    const body = html`<div class="head"><div><h1 dir="auto">${agent.name}</h1>${agent.description !== "" && html`<p dir="auto">${agent.description}</p>`}</div></div>
${waiting > 0 && html`<p class="note warn">${icon("warn")}<span>${words.proposals_wait(waiting)}</span></p>`}
<div class="side part"><div class="stack loose">${goesBy(call, agent, context)}
<section aria-labelledby="proposals"><h2 id="proposals">${words.all_proposals}</h2>${proposed.proposals.length > 0 ? proposalRows(call, proposed.proposals) : html`<p class="soft">${words.nothing_proposed}</p>`}</section></div>
<aside class="stack">${facts(call, agent)}${settings(call, agent)}</aside></div>`;
    const actions = html`<a class="btn" href="${documentPath(agent.doc_id)}">${icon("doc")}<span>${words.as_document}</span></a>`;
    const crumbs = [{ href: agentPath(), label: words.agents }];
    return answerScreen(call, { title: agent.name, crumbs, actions, body, place: agentPath() });
  },
});

type Shown = AnswerOf<typeof readAgent>;
type Context = AnswerOf<typeof readAgentContext>;

/** Its own files in their order, then what it reads along; the words themselves are unfolded. */
function goesBy(call: Asking, agent: Shown, { parts, left_out }: Context): Html {
  const words = agentWords(call);
  const isProtected = (path: string) =>
    agent.protected.some((one) => one === path || (one.endsWith("/") && path.startsWith(one)));
  return html`<section aria-labelledby="goes-by"><h2 id="goes-by">${words.goes_by}</h2><p class="fine">${words.goes_by_told}</p><ul class="rows roomy still">
${parts.map(({ kind, doc_id, title, path, version, content, truncated }) => {
  const name = kind === "instructions" ? turningNamed(path) : title;
  return html`<li>${icon("doc")}<div class="main">${kind === "instructions" ? html`<span class="name" dir="auto">${name}</span>` : html`<a class="name" href="${documentPath(doc_id)}" dir="auto">${name}</a>`}<span class="what">${kind === "instructions" ? words.instructions : words.read_along}, ${words.version(version)}${truncated && html`, ${words.truncated}`}</span>
<details class="fold"><summary>${icon("right", "turn")}${words.read_it}</summary><pre tabindex="0" dir="auto">${turningNamed(content)}</pre></details></div>${kind === "instructions" && isProtected(path) && html`<div class="acts"><span class="chip" title="${words.protected_told}">${words.protected}</span></div>`}</li>`;
})}${left_out.map(({ doc_id, title, path }) => html`<li>${icon("file")}<div class="main"><a class="name" href="${documentPath(doc_id)}" dir="auto">${title}</a><span class="what"><bdi>${path}</bdi>, ${words.left_out}</span></div></li>`)}</ul></section>`;
}

function facts(call: Asking, agent: Shown): Html {
  const words = agentWords(call);
  const { slug, root, folder, navigation, version, updated_at } = agent;
  return html`<dl class="facts card"><dt>${words.called}</dt><dd><code>${slug}</code>${agent.default && html` <span class="chip">${words.default}</span>`}</dd>
<dt>${words.where}</dt><dd><a href="${placePath(root, folder)}" dir="auto">${root === null ? words.my_documents : root}${folder !== "" && html` / ${folder}`}</a></dd>
${navigation && html`<dt>${words.knows_of}</dt><dd dir="auto">${navigation.name}</dd>`}<dt>${words.written}</dt><dd>${words.version(version)}, ${when(call, updated_at)}</dd></dl>`;
}

/** What is set here of an agent; its name, place and readers are its document's. */
function settings(call: Asking, agent: Shown): Html | null {
  const words = agentWords(call);
  if (agent.my_level !== "own") return null;
  const { slug, name } = agent;
  const rename = formFor(
    call,
    updateAgent,
    { fixed: { ref: agent.doc_id }, then: `${agentPath()}/{slug}`, done: words.saved },
    (fields) =>
      html`${fields.text("slug", { label: words.called, hint: words.called_hint, value: slug, required: true, maxlength: 60, autocomplete: "off" })}<p class="line"><button class="btn">${words.save}</button></p>`,
  );
  const makeDefault =
    isManager(call.actor) &&
    !agent.default &&
    agent.owner === "workspace" &&
    buttonFor(call, updateAgent, {
      fixed: { ref: agent.doc_id, default: "true" },
      button: words.make_default,
      done: words.is_default(name),
    });
  const remove =
    !agent.default &&
    askFirst({
      open: words.remove,
      told: words.remove_told,
      form: buttonFor(call, removeAgent, {
        fixed: { ref: agent.doc_id },
        then: agentPath(),
        button: words.remove_it,
        kind: "btn danger",
        done: words.removed_agent(name),
        undo: { operation: "doc.undelete", fixed: { doc_id: agent.doc_id } },
      }),
    });
  return html`<details class="fold boxed"><summary>${icon("right", "turn")}${words.settings}</summary><div class="stack">${rename}${makeDefault}${remove}</div></details>`;
}
