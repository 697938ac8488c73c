// Tells what this process remembers of a workspace that a write of its own was committed there.
import { type Hook, hook } from "../hooks/hooks.ts";

/**
 * Told at once after the commit of every operation that writes, before it is answered: whoever asks here with the answer in hand
 * must see it. Other processes hear of changes by NOTIFY. A null workspace stands for any: nobody was signed in.
 */
export const committedHook: Hook<{ workspace_id: number | null }, void> = hook("committed");
