// Answers of `tools/list` that are ready to send:
// the whole list from the start, narrower ones as they are first asked for.

import { LRUCache } from "lru-cache";
import { PRODUCT } from "../../../kernel/plugin.ts";
import type { PlainMessage } from "../protocol/plain_message.ts";
import { SERVER_INFO_META_KEY } from "../protocol/plain_message.ts";
import { type ReadyList, readyList } from "./ready_list.ts";
import type { ListedTool, Sight, ToolTable } from "./tool_table.ts";

/** What every result of the modern era carries beside its own members. */
export const MODERN_RESULT = { resultType: "complete", _meta: { [SERVER_INFO_META_KEY]: PRODUCT } };

/** The tools change with a restart alone; a client that looks again after this long misses nothing for long. */
export const LIST_CACHING = { ttlMs: 5 * 60 * 1000, cacheScope: "private" } as const;

export interface ToolLists {
  /** What whoever looks is answered. */
  ready(era: PlainMessage["era"], sight: Sight): ReadyList;
  tools(sight: Sight): ListedTool[];
}

/** A list has about a hundred thousand bytes, and some twenty thousand for each of its compressed forms. */
const LISTS_MAX = 32;

export function createToolLists(table: ToolTable): ToolLists {
  const lines = table.rows.map(({ listed }) => JSON.stringify(listed));
  const whole = table.rows.map(({ is_former }) => !is_former);
  const wholeLists = { legacy: write("legacy", whole), modern: write("modern", whole) };
  const kept = new LRUCache<string, ReadyList>({ max: LISTS_MAX });

  function write(era: PlainMessage["era"], seen: readonly boolean[]): ReadyList {
    const tools = lines.filter((_line, place) => seen[place]).join(",");
    const members = era === "modern" ? `${JSON.stringify({ ...MODERN_RESULT, ...LIST_CACHING }).slice(1, -1)},` : "";
    return readyList(`{${members}"tools":[${tools}]}`);
  }

  return {
    ready: (era, sight) => {
      if (!sight.selection && !sight.caller.token?.limits) return wholeLists[era];
      const seen = table.rows.map((row) => table.isSeen(row, sight));
      // Clients that see the same tools share a list, whatever they sent or whoever limited them.
      const key = `${era} ${seen.map(Number).join("")}`;
      const list = kept.get(key) ?? write(era, seen);
      kept.set(key, list);
      return list;
    },
    tools: (sight) => table.rows.filter((row) => table.isSeen(row, sight)).map(({ listed }) => listed),
  };
}
