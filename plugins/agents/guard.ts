// What is asked of plugins above when documents change:
// which files of an agent only a person saves, how many there are, and which stays.
import { type Actor, type Plan, type Refusal, type Runtime, refuse } from "../../kernel/plugin.ts";
import { refuseFull } from "../../kernel/ports/limits.ts";
import { type ContentWrite, type Publishing, type Removal, retentionRangeHook } from "../documents/port/hooks.ts";
import { holds, readLoaded } from "../documents/port/read.ts";
import { findAgentNavigation, type NavigationEnd, takeAgentNavigation } from "../navigations/port.ts";
import { findAhead, findUnread, isProtected } from "./protected.ts";
import {
  type AgentRow,
  countAgents,
  findAgent,
  findDefaultSlug,
  findDefaults,
  findSlugs,
  isInRoot,
  takeTurn,
} from "./store/agents.ts";

/** Throws 403 for a protected file that anything but a person who is signed in and manages the agent would write or remove. */
export async function guardProtected(write: ContentWrite): Promise<void> {
  const { sql, actor, doc_type, document_id, by_service, paths } = write;
  if (doc_type !== "agent" || by_service) return;
  const agent = await findAgent(sql, document_id);
  const path = agent && paths.find((one) => isProtected(agent.protected, one));
  if (!agent || path === undefined) return;
  const wayOut = `propose the change with POST /api/brains/${agent.slug}/proposals`;
  if (actor.credential !== "session") {
    throw refuse.forbidden(
      `"${path}" of the agent "${agent.slug}" is protected: only a person who is signed in saves it; ${wayOut}`,
      { code: "session_required", path },
    );
  }
  const document = await readLoaded(sql, document_id, actor);
  if (document && holds(document, "own")) return;
  throw refuse.forbidden(
    `"${path}" of the agent "${agent.slug}" is protected: only who manages it saves it; ${wayOut}`,
    {
      code: "level_too_low",
      path,
    },
  );
}

/**
 * Throws 403 where anything but a person who is signed in would have a protected file read no more, or another one before it: a model
 * takes what it reads first for what holds (rules: agents/pushed_out).
 */
export function guardReading({ credential }: Pick<Actor, "credential">, before: AgentRow, after: AgentRow): void {
  if (credential === "session") return;
  const unread = findUnread(before, after);
  if (unread !== undefined) {
    throw refuse.forbidden(
      `"${unread}" of the agent "${before.slug}" is protected: only a person who is signed in takes it out of instruction_files`,
      { code: "session_required", path: unread },
    );
  }
  const ahead = findAhead(before, after);
  if (!ahead) return;
  throw refuse.forbidden(
    `"${ahead.behind}" of the agent "${before.slug}" is protected: only a person who is signed in has "${ahead.path}" read before it; send it behind`,
    { code: "session_required", path: ahead.path },
  );
}

/** Throws 402 for an agent that comes into a shared root beyond what the plan carries, and 403 for the default one on its way out. */
export async function guardPlace(runtime: Runtime, publishing: Publishing): Promise<void> {
  const { sql, now, actor, doc_type, document_id, root_id, workspace_id } = publishing;
  if (doc_type !== "agent") return;
  if (root_id !== null) {
    const most = runtime.plans.allowance("agents", actor.workspace.plan);
    // What is there stays as it was, also where the plan carries less than it did.
    if (most === null || (document_id !== null && (await isInRoot(sql, { workspace_id, now, document_id })))) return;
    // Of two that come at once the second counts the first.
    await takeTurn(sql, workspace_id);
    const count = await countAgents(sql, { workspace_id, now });
    if (count < most) return;
    const { plan } = actor.workspace;
    throw refuseRoots(runtime, { plan, most, count });
  }
  if (await isDefault(publishing))
    throw refuse.forbidden("the workspace's default agent lies in a shared root; make another one the default first");
}

/** Throws 403 for a default agent that would be gone after some days. */
export async function guardRetention(runtime: Runtime, publishing: Publishing): Promise<void> {
  const { sql, doc_type, before, workspace_id, retention_days } = publishing;
  if (doc_type !== "agent" || before === null || before.retention_days === retention_days) return;
  if ((await endsUnasked(runtime, { sql, workspace_id, retention_days })) && (await isDefault(publishing)))
    throw refuse.forbidden("the workspace's default agent is kept for ever; make another one the default first");
}

/** Whether days are counted that no rule of the workspace asks for; where one ends every document it ends the default agent, too. */
export async function endsUnasked(
  { callHook }: Pick<Runtime, "callHook">,
  { sql, workspace_id, retention_days }: Pick<Publishing, "sql" | "workspace_id" | "retention_days">,
): Promise<boolean> {
  if (retention_days === 0) return false;
  const ranges = await callHook(retentionRangeHook, { sql, workspace_id });
  return ranges.every(({ days_max }) => days_max === null);
}

async function isDefault({ sql, document_id }: Pick<Publishing, "sql" | "document_id">): Promise<boolean> {
  return document_id !== null && (await findDefaults(sql, [document_id])).length > 0;
}

/** The refusal of one more agent in shared roots than the plan carries. */
export function refuseRoots({ plans }: Runtime, of: { plan: Plan; most: number; count: number }): Refusal {
  const called = ["agent in shared roots", "agents in shared roots"] as const;
  return refuseFull(plans, "plan", { ...of, called, instead: "keep it in My documents" });
}

/** As somebody removes a document of a workspace that goes on; with the last account of a workspace its default agent goes, too. */
const KEPT_FROM: readonly Removal["by"][] = ["delete", "purge", "trash"];

/** The default agent stays; the navigation of any other is the workspace's again. */
export async function guardRemoval({ sql, by, document_ids }: Removal): Promise<number[]> {
  const kept = KEPT_FROM.includes(by) ? await findDefaults(sql, document_ids) : [];
  const going = document_ids.filter((id) => !kept.includes(id));
  for (const { slug, workspace_id } of await findSlugs(sql, going))
    await takeAgentNavigation(sql, { agent_slug: slug, workspace_id });
  return kept;
}

/** Throws 409 for the navigation of the default agent. */
export async function guardNavigation({ call: { sql }, workspace_id, navigation_id }: NavigationEnd): Promise<void> {
  const slug = await findDefaultSlug(sql, workspace_id);
  const held = slug && (await findAgentNavigation(sql, { workspace_id, agent_slug: slug }));
  if (held && held.navigation_id === navigation_id)
    throw refuse.conflict(`the default agent "${slug}" knows of this navigation; give it another one first`);
}
