// May an address act in a workspace:
// asked of whoever keeps such a rule, by the pipeline and by whatever answers without it.
import type { Actor } from "../auth/actor.ts";
import type { VisibilityLimit } from "../auth/openness.ts";
import { type Hook, hook } from "../hooks/hooks.ts";
import type { RequestFacts } from "../http/request.ts";
import type { Runtime } from "../operation/runtime.ts";

/** A request that is about to be answered. */
export interface NetworkQuestion {
  workspace_id: number;
  host: "app" | "content";
  /** The client's address, resolved through the trusted proxies. */
  ip: string;
  /** On the content host, whom the document is for; null on the app host. */
  readers: VisibilityLimit | null;
  /** Who is asking; null for a reader of the content host, whom the rule does not know yet. */
  actor: Actor | null;
  now: Date;
}

/**
 * A handler throws the refusal that its host is to answer with. The quick lane of the content host does not wait: whoever
 * answers with a promise sends its readers the long way, so answer from memory where the answer is known.
 */
export const networkHook: Hook<NetworkQuestion, void> = hook("network");

/** Asks for somebody on the app host. The pipeline does, but where an operation finds out by itself who is calling. */
export async function askNetwork(
  runtime: Pick<Runtime, "callHook">,
  { actor, request, now }: { actor: Actor; request: Pick<RequestFacts, "ip">; now: Date },
): Promise<void> {
  const { ip } = request;
  await runtime.callHook(networkHook, { workspace_id: actor.workspace.id, host: "app", ip, readers: null, actor, now });
}
