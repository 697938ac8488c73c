// Proposals as lines: which files, of which agent, by whom, and how they stand.
import { type Html, html } from "../../../kernel/plugin.ts";
import type { AnswerOf, Asking } from "../../app/port/ask.ts";
import { icon } from "../../app/port/icons.ts";
import { proposalPath } from "../../app/port/paths.ts";
import { when } from "../../app/port/when.ts";
import { turningNamed } from "../../rendering/port.ts";
import type { readProposals } from "../operations/proposals.ts";
import { agentWords } from "./words.ts";

type Shown = AnswerOf<typeof readProposals>["proposals"][number];
const LOOKS = { pending: "chip warn", approved: "chip good", rejected: "chip bad", expired: "chip" } as const;

export function proposalRows(call: Asking, proposals: readonly Shown[]): Html {
  const words = agentWords(call);
  return html`<ul class="rows roomy">${proposals.map((proposal) => {
    const { id, title, message, paths, created_at } = proposal;
    const files = turningNamed(paths.join(", "));
    const called = message === null ? words.change_of(files) : turningNamed(message);
    return html`<li>${icon("pencil")}<div class="main"><a class="name" href="${proposalPath(id)}" dir="auto">${called}</a>
<span class="what"><bdi>${title}</bdi>: <bdi>${files}</bdi> · <bdi>${byWhom(call, proposal)}</bdi>, ${when(call, created_at)}</span></div><div class="acts">${statusChip(call, proposal)}</div></li>`;
  })}</ul>`;
}

export function statusChip(call: Asking, { status }: Pick<Shown, "status">): Html {
  return html`<span class="${LOOKS[status]}">${agentWords(call)[status]}</span>`;
}

export function byWhom(call: Asking, { proposed_by, client }: Pick<Shown, "proposed_by" | "client">): string {
  const words = agentWords(call);
  const who = proposed_by ?? words.gone;
  return client === null ? who : words.for_whom(turningNamed(client), who);
}
