// Proposals among what waits for somebody's decision:
// each leads to what it would change, since nobody approves what they have not seen.
import { html } from "../../../kernel/plugin.ts";
import { type Asking, ask } from "../../app/port/ask.ts";
import type { Decision } from "../../app/port/decisions.ts";
import { proposalPath } from "../../app/port/paths.ts";
import { turningNamed } from "../../rendering/port.ts";
import { readProposals } from "../operations/proposals.ts";
import { byWhom } from "./proposal_rows.ts";
import { agentWords } from "./words.ts";

const SHOWN_MAX = 20;

export async function proposalsToDecide(call: Asking): Promise<Decision[]> {
  const words = agentWords(call);
  const query = { status: "pending", to_decide: true, limit: SHOWN_MAX } as const;
  const { proposals } = await ask(call, readProposals, { query });
  return proposals.map((proposal) => {
    const { id, title, message, created_at } = proposal;
    const who = byWhom(call, proposal);
    const href = proposalPath(id);
    return {
      key: `brain.propose:${id}`,
      who,
      title: words.proposes(who, title),
      href,
      said: message === null ? null : turningNamed(message),
      at: created_at,
      acts: html`<a class="btn small primary" href="${href}" aria-label="${words.look_named(id, title)}">${words.look}</a>`,
    };
  });
}
