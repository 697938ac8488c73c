// What a connected model is told of the service as a whole: short, and only about tools that run.
import type { ToolTable } from "./tool_table.ts";

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
  { tools: ["list_docs"], says: () => "Look with list_docs before you ask for a doc_id." },
  {
    tools: ["create_upload"],
    says: () => "For files that are large or not text call create_upload and send the bytes to the address it answers.",
  },
];

export function writeInstructions(table: ToolTable): string {
  const lines = ["This service publishes documents and shares them by link, exactly as far as their owner wants."];
  for (const { tools, says } of LINES) {
    const running = tools.filter((name) => table.find(name));
    if (running.length > 0) lines.push(says(running));
  }
  lines.push("A refused call says why and what to do; the details stand in structuredContent.error.");
  return lines.join("\n");
}
