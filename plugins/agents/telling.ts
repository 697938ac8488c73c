// What the audit log says of an agent beside what it says of its document: made, written, removed, opened to others.
import type { WriteCall } from "../../kernel/plugin.ts";
import type { Happening, TypedHappening } from "../documents/port/hooks.ts";
import { type AgentRow, findAgent } from "./store/agents.ts";

const ACTIONS = {
  create: "brain.create",
  write: "brain.write",
  delete: "brain.delete",
  access: "brain.access",
} as const satisfies Record<Happening, string>;

/** Written by whichever operation does it to the document. */
export const LENT: readonly string[] = Object.values(ACTIONS);

export async function tellOfAgent({ call, document_id, doc_id, what, note }: TypedHappening): Promise<void> {
  const agent = await findAgent(call.sql, document_id);
  if (!agent) return;
  call.noteLent(ACTIONS[what], {
    ...note,
    ...{ target_type: "brain", target_id: doc_id, meta: { slug: agent.slug, ...note.meta } },
  });
}

/** Which members a row is about: what is read of it, what is read along, who saves which file, and the rest. */
const CHANGES = [
  { action: "brain.source", members: ["instruction_files"] },
  { action: "brain.includes", members: ["includes"] },
  { action: "brain.access", members: ["protected"] },
  { action: "brain.update", members: ["slug", "is_default"] },
] as const;

/** Called otherwise in requests. */
const CALLED: Readonly<Record<string, string>> = { is_default: "default" };

/** Notes what has changed of an agent's own row, each under its action; what was set to what it is already in none. */
export function noteChanges(
  { note }: Pick<WriteCall, "note">,
  options: { doc_id: string; before: AgentRow; agent: AgentRow; navigation: boolean },
): void {
  const { doc_id, before, agent, navigation } = options;
  for (const { action, members } of CHANGES) {
    const own = members
      .filter((name) => !Bun.deepEquals(before[name], agent[name]))
      .map((name) => CALLED[name] ?? name);
    const changed = [...own, ...(action === "brain.update" && navigation ? ["navigation"] : [])];
    if (changed.length === 0) continue;
    note(action, { target_type: "brain", target_id: doc_id, meta: { slug: agent.slug, changed } });
  }
}
