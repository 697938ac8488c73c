// The kinds of call that this plugin's functions take, whatever the operation's subject is.
import type {
  Call,
  NotingCall as Noting,
  PrepareCall as Preparing,
  WriteCall as Writing,
} from "../../../kernel/plugin.ts";

/** A call by a person, whose subject is of no interest here: in a write's transaction, before it, or in any phase. */
export type WriteCall = Writing<unknown, false>;
export type NotingCall = Noting<unknown, false>;
export type PrepareCall = Preparing<unknown, false>;
export type AnyCall = Call<unknown, false>;

/** On whose behalf the threads work for a call, and until when it is waited for; a job's work is nobody's. */
export function ownerOf({ actor, request }: Partial<Pick<AnyCall, "actor" | "request">>): {
  owner?: string;
  signal?: AbortSignal;
} {
  return { ...(actor && { owner: `user:${actor.user_id}` }), ...(request && { signal: request.signal }) };
}
