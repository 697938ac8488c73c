// The page of a proposal: what it would change and the decision on it, or what was decided and what that changed.
import { type Html, html, pageStyle, signedIn } from "../../../kernel/plugin.ts";
import { type AnswerOf, type Asking, ask } from "../../app/port/ask.ts";
import { formFor } from "../../app/port/form.ts";
import { icon } from "../../app/port/icons.ts";
import { agentPath } from "../../app/port/paths.ts";
import { answerScreen, screen } from "../../app/port/screen.ts";
import { when } from "../../app/port/when.ts";
import { manifest } from "../../manifest.ts";
import { operation } from "../../operation.ts";
import { servePageFile } from "../../pages.ts";
import { turningNamed } from "../../rendering/port.ts";
import { decideOnProposal, readProposal } from "../operations/proposals.ts";
import { proposalParams } from "../schemas.ts";
import { diffPart } from "./diff_part.ts";
import STYLE from "./proposal.css" with { type: "text" };
import { byWhom, statusChip } from "./proposal_rows.ts";
import { agentWords } from "./words.ts";

const STYLE_PATH = "/app/agents.css";

export const showProposalPage = operation({
  id: "agent.page.proposal",
  route: "GET /app/agents/proposals/{id}",
  summary: "What a proposal changes, as a page",
  params: proposalParams,
  ...screen,
  permit: signedIn(),
  refuses: [404],
  run: async (call, { params }) => {
    const words = agentWords(call);
    const shown = await ask(call, readProposal, { params });
    const { agent, title: name, id, message } = shown;
    const title = words.proposal_for(name, id);
    const crumbs = [
      { href: agentPath(), label: words.agents },
      { href: agentPath(agent), label: name },
    ];
    const body = html`<div class="head"><div><h1 dir="auto">${message === null ? words.proposal_for(name, id) : turningNamed(message)}</h1>
<p class="byline">${statusChip(call, shown)}<span><span><bdi>${byWhom(call, shown)}</bdi>, ${when(call, shown.created_at)}</span></span></p></div></div>
<div class="side"><section class="stack" aria-labelledby="changes"><h2 id="changes">${shown.status === "pending" ? words.would_change : words.changes}</h2>
${shown.moved && html`<p class="note warn">${icon("warn")}<span>${words.moved}</span></p>`}${changes(call, shown)}</section>
<aside class="stack stick">${shown.status === "pending" ? decisionForm(call, shown) : decisionMade(call, shown)}</aside></div>`;
    return answerScreen(call, { title, crumbs, body, width: "wide", styles: [STYLE_PATH], place: agentPath() });
  },
});

export const readProposalStyle = servePageFile({
  id: "agent.style",
  route: `GET ${STYLE_PATH}`,
  summary: "The stylesheet of the page of a proposal",
  file: pageStyle(STYLE),
});

type Shown = AnswerOf<typeof readProposal>;

function changes(call: Asking, { diff, files = [] }: Shown): Html {
  const words = agentWords(call);
  if (diff === null)
    return html`<p class="note">${icon("info")}<span>${words.no_text}</span></p>${files.map(({ path, content }) => html`<h3 dir="auto">${turningNamed(path)}</h3><pre tabindex="0">${turningNamed(content ?? words.removed)}</pre>`)}`;
  if (diff === "") return html`<p class="soft">${words.nothing_changes}</p>`;
  return diffPart(call, turningNamed(diff));
}

function decisionForm(call: Asking, { id, can_decide, current_version }: Shown): Html {
  const words = agentWords(call);
  if (!can_decide) return html`<p class="card soft">${words.who_decides}</p>`;
  // The version stands beside what is typed: when the page comes back with a newer one, the note stays.
  return formFor(
    call,
    decideOnProposal,
    { fixed: { id }, done: words.decided, look: "card stack", label: words.your_decision },
    (fields) => html`<h2>${words.your_decision}</h2><input type="hidden" name="base_version" value="${current_version}">
${fields.lines("note", { label: words.note, hint: words.note_hint, maxlength: manifest.caps.proposal_message_chars })}
<div class="line"><button class="btn primary" name="decision" value="approve">${icon("check")}<span>${words.approve}</span></button><button class="btn danger" name="decision" value="reject">${icon("x")}<span>${words.reject}</span></button></div><p class="fine">${words.stays}</p>`,
  );
}

function decisionMade(call: Asking, { status, decided_by, decided_at, note, version, expires_at }: Shown): Html {
  const words = agentWords(call);
  if (status === "expired") return html`<p class="card soft">${words.over_since} ${when(call, expires_at)}.</p>`;
  return html`<section class="card stack tight" aria-labelledby="decision"><h2 id="decision">${words[status]}</h2>
<p><bdi>${decided_by ?? words.gone}</bdi>${decided_at && html`, ${when(call, decided_at)}`}</p>${note !== null && html`<blockquote dir="auto">${turningNamed(note)}</blockquote>`}${version !== null && html`<p class="fine">${words.became(version)}</p>`}</section>`;
}
