// The kinds of call that this plugin's functions take, whatever the operation's subject is.
import type { Call } from "../../kernel/mod.ts";

/** A call by a person; its subject is of no interest here. */
export type WriteCall = Call<unknown, false>;

/** On whose behalf the threads work for a call; a job's work is nobody's. */
export function ownerOf({ actor }: Partial<Pick<WriteCall, "actor">>): { owner?: string } {
  return actor ? { owner: `user:${actor.user_id}` } : {};
}
