// Answers of `tools/list` as text that is ready to send: the whole list from the start, narrower ones as they are first asked for.

import { LRUCache } from "lru-cache";
import { PRODUCT } from "../../kernel/mod.ts";
import type { PlainMessage } from "./plain_message.ts";
import { SERVER_INFO_META_KEY } from "./plain_message.ts";
import type { ListedTool, Sight, ToolTable } from "./tool_table.ts";

/** What every result of the modern era carries beside its own members. */
export const MODERN_RESULT = { resultType: "complete", _meta: { [SERVER_INFO_META_KEY]: PRODUCT } };

/** The tools change with a restart alone; a client that looks again after this long misses nothing for long. */
export const LIST_CACHING = { ttlMs: 5 * 60 * 1000, cacheScope: "private" } as const;

export interface ToolLists {
  /** The result as JSON text. */
  text(era: PlainMessage["era"], sight: Sight): string;
  tools(sight: Sight): ListedTool[];
}

/** A text has about a hundred thousand characters. */
const TEXTS_MAX = 32;

export function createToolLists(table: ToolTable): ToolLists {
  const lines = table.rows.map(({ listed }) => JSON.stringify(listed));
  const whole = table.rows.map(({ is_former }) => !is_former);
  const ready = { legacy: write("legacy", whole), modern: write("modern", whole) };
  const kept = new LRUCache<string, string>({ max: TEXTS_MAX });

  function write(era: PlainMessage["era"], seen: readonly boolean[]): string {
    const tools = lines.filter((_line, place) => seen[place]).join(",");
    const members = era === "modern" ? `${JSON.stringify({ ...MODERN_RESULT, ...LIST_CACHING }).slice(1, -1)},` : "";
    return `{${members}"tools":[${tools}]}`;
  }

  return {
    text: (era, sight) => {
      if (!sight.selection && !sight.caller.token?.limits) return ready[era];
      const seen = table.rows.map((row) => table.isSeen(row, sight));
      // Clients that see the same tools share a text, whatever they sent or whoever limited them.
      const key = `${era} ${seen.map(Number).join("")}`;
      const text = kept.get(key) ?? write(era, seen);
      kept.set(key, text);
      return text;
    },
    tools: (sight) => table.rows.filter((row) => table.isSeen(row, sight)).map(({ listed }) => listed),
  };
}
