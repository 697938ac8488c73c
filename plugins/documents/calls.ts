// The kinds of call that this plugin's functions take, whatever the operation's subject is.
import type { Call } from "../../kernel/mod.ts";

/** A call by a person; its subject is of no interest here. */
export type WriteCall = Call<unknown, false>;

/** On whose behalf the threads work for a call, and until when it is waited for; a job's work is nobody's. */
export function ownerOf({ actor, request }: Partial<Pick<WriteCall, "actor" | "request">>): {
  owner?: string;
  signal?: AbortSignal;
} {
  return { ...(actor && { owner: `user:${actor.user_id}` }), ...(request && { signal: request.signal }) };
}
