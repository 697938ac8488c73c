// What a connected model is told of the service as a whole: short, and only about tools that run.

import type { ToolSelection } from "../tools/tool_selection.ts";
import type { Sight, ToolTable } from "../tools/tool_table.ts";

const PUBLISHING = ["publish_markdown", "publish_html", "publish_snippet", "publish_file"];

/** Each line stands on the tools that it speaks of; without them it is left out. */
const LINES: readonly { tools: readonly string[]; says: (running: readonly string[]) => string }[] = [
  {
    tools: PUBLISHING,
    says: (running) =>
      `To publish, call ${running.join(", ")}: the answer's url is the link to give to people, and doc_id names the document from then on.`,
  },
  {
    tools: ["set_visibility"],
    says: () => "Publish no wider than you were asked to; set_visibility changes who may open a document.",
  },
  {
    tools: ["update_markdown", "update_html", "update_snippet", "update_file", "put_file"],
    says: (running) =>
      `To change a document keep its link: call ${running.join(", ")} instead of publishing again, and pass base_version so that nobody's work is overwritten.`,
  },
  { tools: ["resolve_link"], says: () => "resolve_link finds the doc_id of a link that you were given." },
  { tools: ["list_docs"], says: () => "Look with list_docs before you ask for a doc_id." },
  {
    tools: ["create_upload"],
    says: () =>
      "For files that are large or not text call create_upload and send the bytes to the address it answers; with stage: true the file waits for the call that takes its upload_id.",
  },
];

/** What the list does not repeat for every tool (`outline.ts`). */
const ARGUMENTS =
  "Arguments that many tools share: doc_id is the document's; an answer that goes on has next_cursor or next, which you send back as cursor or next with the same arguments; max_chars bounds its length; idempotency_key makes a write safe to repeat; lock_token is that of a lease you hold.";

/** What whoever looks is told: of the tools that they see, and of the names that they sent in vain. */
export function writeInstructions(table: ToolTable, sight: Sight): string {
  const lines = ["This service publishes documents and shares them by link, exactly as far as their owner wants."];
  for (const { tools, says } of LINES) {
    const running = tools.filter((name) => table.offers(name, sight));
    if (running.length > 0) lines.push(says(running));
  }
  lines.push(ARGUMENTS);
  lines.push("A refused call says why and what to do; the details stand in structuredContent.error.");
  if (sight.selection) lines.push(...reportUnknown(table, sight.selection));
  return lines.join("\n");
}

const REPORTED_NAMES_MAX = 10;
const REPORTED_CHARS_MAX = 40;

function reportUnknown(table: ToolTable, selection: ToolSelection): string[] {
  const { toolsets, tools } = table.unknown(selection);
  const lines: string[] = [];
  if (toolsets.length > 0)
    lines.push(
      `No such toolsets, so they select nothing: ${inQuotes(toolsets)}. There are ${table.toolsets.join(", ")}.`,
    );
  if (tools.length > 0) lines.push(`No such tools, so their names do nothing: ${inQuotes(tools)}.`);
  return lines;
}

/** Names come from the client, and are no longer here than they need be. */
function inQuotes(names: readonly string[]): string {
  const quoted = names.slice(0, REPORTED_NAMES_MAX).map((name) => JSON.stringify(name.slice(0, REPORTED_CHARS_MAX)));
  const more = names.length - quoted.length;
  return more > 0 ? `${quoted.join(", ")} and ${more} more` : quoted.join(", ");
}
