// The page of an agent: its instructions, as markdown is shown.

import type { MadePage, PageMaker, PageRequest } from "../documents/port/hooks.ts";
import { findDestinations } from "../documents/port/read.ts";
import { renderMarkdown } from "../rendering/port.ts";
import { readBytesOf } from "../texts/port.ts";

/** The file that an agent is made of. */
export const SOURCE_PATH = "AGENT.md";

export function agentPageMaker(runtime: Parameters<typeof findDestinations>[0]): PageMaker {
  return {
    doc_type: "agent",
    renderer: 1,
    render: async ({ document, source, ...owned }: PageRequest): Promise<MadePage> => {
      const { title, workspace_id } = document;
      const read = async () => {
        const text = readBytesOf(await source.read(), SOURCE_PATH);
        return { source: text, destinations: await findDestinations(runtime, { source: text, workspace_id }) };
      };
      const { html } = await renderMarkdown({ read, size_bytes: source.size_bytes }, { title, ...owned });
      return { html };
    },
  };
}
