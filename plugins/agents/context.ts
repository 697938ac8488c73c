// What a model is given of an agent:
// its instructions in their order, then the documents that are read along, within a budget.

import type { Call, Static } from "../../kernel/plugin.ts";
import { countCharacters, firstCharacters, isLongerThan } from "../../kernel/plugin.ts";
import { documentAddress, type FileRow, fileAt, type LoadedDocument, sourceFileOf } from "../documents/port/read.ts";
import { documentColumns, filesColumn, live, openTo, placed, reachedBy, reachedLevels } from "../documents/port/sql.ts";
import { findAgentNavigation } from "../navigations/port.ts";
import { reach } from "../places/port.ts";
import { readTexts } from "../texts/port.ts";
import { isProtected } from "./protected.ts";
import type { AgentContext } from "./schemas.ts";
import { fileAddress } from "./showing.ts";
import type { LoadedAgent } from "./store/agents.ts";

type Context = Static<typeof AgentContext>;
type Part = Context["parts"][number];
type Asking = Pick<Call, "sql" | "now" | "runtime"> & { actor: NonNullable<Call["actor"]> };

interface Wanted {
  kind: Part["kind"];
  document: Pick<LoadedDocument, "doc_id" | "title" | "version">;
  file: FileRow;
  url: string;
  /** One of the agent's own files that only a person saves. */
  is_protected: boolean;
}

/**
 * What does not fit is cut at the end of a line, and what comes after it is named alone. Where not everything fits, protected files
 * come first, so that no other one, however long somebody has made it, takes their room (rules: agents/pushed_out).
 */
export async function readContext(call: Asking, agent: LoadedAgent, budget_chars: number): Promise<Context> {
  const { sql, actor, runtime } = call;
  const [included, navigation] = await Promise.all([
    findIncluded(call, agent.agent.includes),
    findAgentNavigation(sql, { workspace_id: actor.workspace.id, agent_slug: agent.agent.slug }),
  ]);
  const own = agent.agent.instruction_files.flatMap((path): Wanted[] => {
    const file = fileAt(agent.files, path);
    if (!file) return [];
    const is_protected = isProtected(agent.agent.protected, path);
    return [{ kind: "instructions", document: agent, file, url: fileAddress(runtime, agent, path), is_protected }];
  });
  const along = included.map((document): Wanted => {
    const url = documentAddress(runtime, document);
    return { kind: "document", document, file: sourceFileOf(document), url, is_protected: false };
  });
  const wanted = [...own, ...along];
  const texts = await readTexts(
    call,
    wanted.map((one) => one.file),
  );
  const tell = ({ parts, left_out }: Filled): Context => ({
    agent: { slug: agent.agent.slug, name: agent.title, description: agent.description, doc_id: agent.doc_id },
    ...{ parts, left_out, budget_chars },
    navigation: navigation && { id: navigation.navigation_id, name: navigation.name },
    used_chars: parts.reduce((sum, part) => sum + countCharacters(part.content), 0),
  });
  const asOrdered = tell(fill(wanted, texts, budget_chars));
  if (isWhole(asOrdered)) return asOrdered;
  const kept = wanted.filter((one) => one.is_protected);
  const others = wanted.filter((one) => !one.is_protected);
  return tell(fill([...kept, ...others], texts, budget_chars));
}

/** Whether everything fits, as it is written too: a tool's answer of that length is cut nowhere before a protected file. */
function isWhole(context: Context): boolean {
  const { parts, left_out, budget_chars } = context;
  if (left_out.length > 0 || parts.some(({ truncated }) => truncated)) return false;
  return JSON.stringify(context).length <= budget_chars;
}

/** The documents that the caller may open, in the order in which they are included. */
async function findIncluded({ sql, actor, now }: Asking, doc_ids: readonly string[]): Promise<LoadedDocument[]> {
  if (doc_ids.length === 0) return [];
  const rows = await sql<LoadedDocument[]>`
    with ${reach(sql, actor)}
    select ${documentColumns(sql)}, ${reachedLevels(sql, actor)}, ${filesColumn(sql)} from ${placed(sql)} ${reachedBy(sql)}
    where d.doc_id = any(${[...doc_ids]}::text[]) and ${live(sql, now)} and ${openTo(sql, actor)}`;
  return rows.toSorted((one, other) => doc_ids.indexOf(one.doc_id) - doc_ids.indexOf(other.doc_id));
}

type Filled = Pick<Context, "parts" | "left_out">;

function fill(wanted: readonly Wanted[], texts: ReadonlyMap<number, string | null>, budget: number): Filled {
  const parts: Part[] = [];
  const left_out: Filled["left_out"] = [];
  let left = budget;
  for (const { kind, document, file, url } of wanted) {
    const cited = { doc_id: document.doc_id, title: document.title, path: file.path, url };
    const text = texts.get(file.blob_id) ?? null;
    const content = text === null ? "" : cut(text, left);
    const truncated = text !== null && content.length < text.length;
    if (content === "" && text !== "") left_out.push(cited);
    else parts.push({ kind, ...cited, version: document.version, content, truncated });
    // What comes after a text that did not fit is not put before the rest of it.
    left = truncated ? 0 : left - countCharacters(content);
  }
  return { parts, left_out };
}

/** As many whole lines as there is room for. */
function cut(text: string, room: number): string {
  return isLongerThan(text, room) ? text.slice(0, firstCharacters(text, room).lastIndexOf("\n") + 1) : text;
}
