// Rows of agents and proposals as they are answered.
import type { Call, Runtime, Static } from "../../kernel/plugin.ts";
import { documentAddress, findDocuments, type LoadedDocument } from "../documents/port/read.ts";
import { findAgentNavigations } from "../navigations/port.ts";
import type { Agent, Proposal } from "./schemas.ts";
import type { ListedAgent, LoadedAgent } from "./store/agents.ts";
import type { ProposalRow } from "./store/proposals.ts";

type Asking = Pick<Call, "sql" | "now" | "runtime"> & { actor: NonNullable<Call["actor"]> };

/** Agents as the caller sees them: documents that they may not open are not among what an agent includes. */
export async function showAgents(
  call: Asking,
  rows: readonly (ListedAgent | LoadedAgent)[],
): Promise<Static<typeof Agent>[]> {
  const { sql, actor, runtime } = call;
  const [open, navigations] = await Promise.all([
    findDocuments(
      call,
      rows.flatMap((row) => row.agent.includes),
    ),
    findAgentNavigations(sql, {
      workspace_id: actor.workspace.id,
      agent_slugs: rows.map((row) => row.agent.slug),
    }),
  ]);
  return rows.map(({ agent, ...row }) => {
    const navigation = navigations.get(agent.slug);
    return {
      ...{ id: row.doc_id, doc_id: row.doc_id, slug: agent.slug, name: row.title, description: row.description },
      ...{ icon: row.icon, url: documentAddress(runtime, row), owner: row.root_id === null ? "user" : "workspace" },
      ...{ root: row.root_slug, folder: row.folder },
      ...{ instruction_files: agent.instruction_files, protected: agent.protected },
      includes: agent.includes.filter((doc_id) => open.has(doc_id)),
      navigation: navigation ? { id: navigation.navigation_id, name: navigation.name } : null,
      ...{ default: agent.is_default, my_level: row.level, version: row.version },
      updated_at: row.updated_at.toISOString(),
    } satisfies Static<typeof Agent>;
  });
}

/** One of them. */
export async function showAgent(call: Asking, row: LoadedAgent): Promise<Static<typeof Agent>> {
  const [shown] = await showAgents(call, [row]);
  if (!shown) throw new Error("one row is shown as one");
  return shown;
}

/** Where a file of a document is read. */
export function fileAddress(runtime: Pick<Runtime, "contentHosts">, document: LoadedDocument, path: string): string {
  return `${documentAddress(runtime, document)}${path.split("/").map(encodeURIComponent).join("/")}`;
}

export function showProposal(row: ProposalRow): Static<typeof Proposal> {
  const { proposal_id, agent_slug, title, doc_id, status, message, files, proposer, client, base_version, note } = row;
  return {
    ...{ id: proposal_id, agent: agent_slug, title, doc_id, status, message, paths: files.map((file) => file.path) },
    ...{ proposed_by: proposer, client, base_version, note, decided_by: row.decided_by, version: row.version },
    decided_at: row.decided_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
  };
}
