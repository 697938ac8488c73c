// Joins what the service tells every agent, which is in memory, with what the caller's workspace adds to it.
import { isJsonObject, type Runtime } from "../../../kernel/plugin.ts";
import type { Sight } from "../tools/tool_table.ts";
import { findInstructions } from "./workspace_store.ts";

/** The messages whose answers carry instructions. */
const TELLING = ["initialize", "server/discover"];

/** The instructions for whoever looks; the workspace is asked only where the answer carries them. */
export async function withWorkspaceWords(
  { runtime, instructions }: { runtime: Runtime; instructions: (sight: Sight) => string },
  sight: Sight,
  message: unknown,
): Promise<string> {
  const messages: unknown[] = Array.isArray(message) ? message : [message];
  const isTelling = messages.some((one) => isJsonObject(one) && TELLING.includes(String(one["method"])));
  if (!isTelling) return "";
  const { workspace } = sight.caller;
  const own = await findInstructions(runtime.database.sql, workspace.id);
  const told = instructions(sight);
  return own ? `${told}\n\nThe workspace ${JSON.stringify(workspace.name)} adds:\n${own.words}` : told;
}
