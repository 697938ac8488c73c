// What the endpoint and the library's part of it share, apart from the library, which is slow to load.
import type { RequestFacts, Runtime, Surface } from "../../../kernel/plugin.ts";
import type { ToolLists } from "../tools/tool_lists.ts";
import type { Sight, ToolTable } from "../tools/tool_table.ts";

export interface WholeParts {
  runtime: Runtime;
  surface: Surface;
  table: ToolTable;
  lists: ToolLists;
  instructions: (sight: Sight) => string;
}

/** A request, and what its sender sees. */
export interface Asked {
  facts: RequestFacts;
  sight: Sight;
}

/** Answers whatever the protocol knows, refusals of what it does not know included. */
export interface WholeProtocol {
  answer(asked: Asked, message: unknown): Promise<Response>;
  close(): Promise<void>;
}
