// The pages of agents: which there are and what waits to be decided, and of one proposal what it would change.
import { type Actor, type Html, html, momentOf, type Page, type Static } from "../../../kernel/plugin.ts";
import { manifest } from "../../manifest.ts";
import { pageFor } from "../../pages.ts";
import { turningNamed } from "../../rendering/port.ts";
import type { Agent, ProposalDetail } from "../schemas.ts";
import type { ProposalRow } from "../store/proposals.ts";
import { PAGE_PATH, STYLE_PATH } from "./assets.ts";

const PROPOSALS_PATH = `${PAGE_PATH}/proposals`;
const STATUS_WORDS = { pending: "To be decided", approved: "Approved", rejected: "Rejected", expired: "Over" };
const STATUS_LOOKS = { pending: "", approved: "good", rejected: "bad", expired: "bad" };

export function agentsPage(shown: {
  actor: Actor;
  agents: readonly Static<typeof Agent>[];
  proposals: readonly ProposalRow[];
  /** Those that are decided or over are among them. */
  is_all: boolean;
  further: { agents: string | undefined; proposals: string | undefined };
}): Page {
  const { actor, agents, proposals, is_all, further } = shown;
  return {
    ...pageFor(actor, STYLE_PATH),
    title: "Agents",
    body: html`
    <h1>Agents</h1>
    <p class="soft">What programs of ${actor.workspace.name} are told, and what they propose to change of it.</p>
    <h2>Proposals</h2>
    ${
      proposals.length === 0
        ? html`<div class="empty"><h3>${is_all ? "Nothing has been proposed" : "Nothing waits to be decided"}</h3><p>What an agent's files would say instead shows here.</p></div>`
        : html`<ul class="agents">${proposals.map(proposalItem)}</ul>`
    }
    ${further.proposals && furtherLink({ older: further.proposals, ...(is_all && { proposals: "all" }) }, "Older ones")}
    <p class="fine"><a href="${is_all ? PAGE_PATH : `${PAGE_PATH}?proposals=all`}">${is_all ? "Only what waits to be decided" : "All proposals, decided ones too"}</a></p>
    <h2>All agents</h2>
    ${
      agents.length === 0
        ? html`<div class="empty"><h3>No agents yet</h3><p>Make one with the API:</p><p><code>POST /api/brains</code></p></div>`
        : html`<ul class="agents">${agents.map(agentItem)}</ul>`
    }
    ${further.agents && furtherLink({ after: further.agents }, "Newer ones")}
    <p class="fine"><a href="/app">To your documents</a></p>`,
  };
}

function furtherLink(query: Record<string, string>, text: string): Html {
  const href = `${PAGE_PATH}?${new URLSearchParams(query).toString()}`;
  return html`<p class="actions"><a class="button plain" href="${href}">${text}</a></p>`;
}

function agentItem({ name, slug, url, description, owner, root, ...agent }: Static<typeof Agent>): Html {
  return html`
      <li class="card"><a href="${url}"><bdi>${name}</bdi></a>
      <ul class="marks"><li>${slug}</li><li>${owner === "workspace" ? html`in <bdi>${root}</bdi>` : "personal"}</li>
        ${agent.default && html`<li class="good">default</li>`}
        ${agent.navigation && html`<li>knows of <bdi>${agent.navigation.name}</bdi></li>`}</ul>
      ${description !== "" && html`<p class="soft">${description}</p>`}</li>`;
}

function proposalItem(row: ProposalRow): Html {
  const { proposal_id, title, status, message, files } = row;
  const what = turningNamed(files.map((file) => file.path).join(", "));
  return html`
      <li class="card"><a href="${PROPOSALS_PATH}/${proposal_id}"><bdi>${title}</bdi>: <bdi>${what}</bdi></a>
      <ul class="marks"><li class="${STATUS_LOOKS[status]}">${STATUS_WORDS[status]}</li><li>${byWhom(row)}</li><li>${momentOf(row.created_at)}</li></ul>
      ${message !== null && html`<p class="soft">${turningNamed(message)}</p>`}</li>`;
}

function byWhom({ proposer, client }: Pick<ProposalRow, "proposer" | "client">): string {
  const who = proposer ?? "somebody who is gone";
  return client === null ? who : `${client} for ${who}`;
}

export function proposalPage(shown: { actor: Actor; row: ProposalRow; detail: Static<typeof ProposalDetail> }): Page {
  const { actor, row, detail } = shown;
  const { status, note, decided_by } = row;
  return {
    ...pageFor(actor, STYLE_PATH),
    title: `A proposal for ${row.title}`,
    body: html`
    <p class="fine"><a href="${PAGE_PATH}">All agents and proposals</a></p>
    <h1>A proposal for <bdi>${row.title}</bdi></h1>
    <ul class="marks"><li class="${STATUS_LOOKS[status]}">${STATUS_WORDS[status]}</li><li>${byWhom(row)}</li><li>${momentOf(row.created_at)}</li></ul>
    ${row.message !== null && html`<p>${turningNamed(row.message)}</p>`}
    ${decided_by !== null && html`<p class="soft">${STATUS_WORDS[status]} by ${decided_by}${note !== null && html`: ${note}`}</p>`}
    ${detail.moved && html`<p class="notice">A file has changed since this was proposed: what is approved replaces that too, as is shown here.</p>`}
    <h2>What it would change</h2>
    ${changesOf(detail, row)}
    ${status === "pending" && decisionOf(detail)}`,
  };
}

/** More of a difference is not laid out: a page has to open in a moment. */
const LINES_MAX = 5000;

function changesOf({ id, diff }: Static<typeof ProposalDetail>, { files }: ProposalRow): Html {
  if (diff === null) {
    return html`<p class="notice">A file is no text as it is now, so that there is nothing to compare: the proposal replaces it.</p>
    ${files.map(({ path, content }) => html`<h3>${turningNamed(path)}</h3><pre class="diff" tabindex="0">${turningNamed(content ?? "(removed)")}</pre>`)}`;
  }
  if (diff === "") return html`<p class="soft">Nothing: the files hold that already.</p>`;
  const lines = turningNamed(diff).split("\n");
  return html`<pre class="diff" tabindex="0">${linesOf(lines.slice(0, LINES_MAX))}</pre>
    ${lines.length > LINES_MAX && html`<p class="notice">${lines.length - LINES_MAX} more lines are not shown: <code>GET /api/brain-proposals/${id}</code> has all of them.</p>`}`;
}

const HUNK = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/;

/** The lines of a unified diff. Within a hunk each is one of the file, also where it looks like the name of another file. */
function linesOf(lines: readonly string[]): Html[] {
  const left = { before: 0, after: 0 };
  return lines.map((line) => {
    if (left.before <= 0 && left.after <= 0) {
      const [isHunk, before = 1, after = 1] = HUNK.exec(line) ?? [];
      if (isHunk) Object.assign(left, { before: Number(before), after: Number(after) });
      return html`${line}\n`;
    }
    const [sign] = line;
    if (sign === "-" || sign === " ") left.before--;
    if (sign === "+" || sign === " ") left.after--;
    if (sign === "+") return html`<ins>${line}</ins>`;
    return sign === "-" ? html`<del>${line}</del>` : html`${line}\n`;
  });
}

function decisionOf({ id, can_decide, current_version }: Static<typeof ProposalDetail>): Html {
  if (!can_decide) return html`<p class="soft">Who manages the agent decides on it.</p>`;
  return html`
    <form class="decision" method="post" action="${PROPOSALS_PATH}/${id}">
      <input type="hidden" name="base_version" value="${current_version}">
      <label for="note">A word to who proposed it</label>
      <textarea id="note" name="note" rows="2" maxlength="${manifest.caps.proposal_message_chars}"></textarea>
      <p class="actions"><button name="decision" value="approve">Approve</button>
      <button class="plain" name="decision" value="reject">Reject</button></p>
    </form>`;
}
