// The kinds of call that this plugin's functions take, whatever the operation's subject is.
import type { Call } from "../../kernel/mod.ts";

/** A call by a person; its subject is of no interest here. */
export type WriteCall = Call<unknown, false>;
