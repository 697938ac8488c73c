// Ends all that an account was given while the account stays, where whoever holds it may not be whose address it is.
import { endSessions } from "../auth/people.ts";
import { revokeTokensOf } from "../auth/tokens.ts";
import { hook } from "../hooks/hooks.ts";
import type { WriteCall } from "../operation/call.ts";
import type { PersonLeave } from "./departures.ts";

/**
 * Asked inside the transaction that ends what an account was given: each plugin ends what it keeps of that, such as connections,
 * tickets and passkeys. Sessions and tokens are the kernel's.
 */
export const credentialsEndHook = hook<PersonLeave>("person.credentials");

/** Ends every session, token and whatever else signs somebody in or acts as them. */
export async function endCredentials(
  { sql, now, callHook }: Pick<WriteCall<unknown, boolean>, "sql" | "now" | "callHook">,
  { workspace_id, user_id }: { workspace_id: number; user_id: number },
): Promise<void> {
  await callHook(credentialsEndHook, { sql, now, workspace_id, user_id });
  await revokeTokensOf(sql, { user_id, now });
  await endSessions(sql, user_id);
}
