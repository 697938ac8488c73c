// Runs one tool call through the same pipeline as the REST route: permits, gates, quotas and audit are not told apart.
import type { CallToolResult } from "@modelcontextprotocol/server";
import { Refusal, type RequestFacts, type Runtime, refuse, type Surface } from "../../../kernel/plugin.ts";
import { checkInput, databaseRefusal } from "../../../kernel/ports/pipeline.ts";
import type { ToolEntry } from "../../../kernel/ports/plugin.ts";
import { keyAmong, readArguments } from "../../../kernel/ports/tools.ts";
import { type Ask, answerWithin } from "../parts/within_budget.ts";
import { renderFault, renderPart, renderRefusal, renderResult } from "./tool_result.ts";

/** What every call of a tool stands on. */
type Ground = { runtime: Runtime; surface: Surface };

export interface ToolCall {
  arguments: Readonly<Record<string, unknown>>;
  /** The request that carries the call. */
  facts: RequestFacts;
}

/** Answers a call; every failure is a tool error. */
export async function callTool(ground: Ground, called: ToolEntry, call: ToolCall): Promise<CallToolResult> {
  try {
    return await run(ground, called, call);
  } catch (error) {
    const { runtime } = ground;
    const refusal = databaseRefusal(runtime, error, called.entry.id);
    if (refusal instanceof Refusal) return renderRefusal(called, refusal);
    const { id } = call.facts;
    runtime.log.error(
      { err: error, request_id: id, operation: called.entry.id, tool: called.tool.name },
      "a tool call failed by our own fault",
    );
    return renderFault(id);
  }
}

async function run(
  { runtime, surface }: Ground,
  called: ToolEntry,
  { facts, arguments: given }: ToolCall,
): Promise<CallToolResult> {
  const { entry } = called;
  const now = runtime.clock.now();
  // Asked again for every call: the body may have been long under way, and a batch holds many calls.
  const actor = await runtime.identifier.identifyBearer(facts.headers, now);
  if (!actor) throw refuse.unauthenticated("authentication lost; retry the request");
  const ask: Ask = async (sent) => {
    const input = await checkInput(entry, readArguments(called, sent));
    const idempotency_key = keyAmong(called, sent);
    const call = { entry, facts, called: called.tool.name, actor, via: "mcp" as const, input, idempotency_key, now };
    return (await surface.perform(call)).value;
  };
  const { base_url } = runtime.config;
  if (!called.shape.is_budgeted) return renderResult(called, await ask(given), base_url);
  return renderPart(called, await answerWithin(called, given, ask), base_url);
}
