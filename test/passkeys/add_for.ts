// A passkey in the table of somebody, without a device that could use it.

import { insertPasskey } from "../../plugins/passkeys/store.ts";
import type { Harness, Person } from "../harness/harness.ts";

let count = 0;

/** Its id. */
export async function addFor(
  h: Pick<Harness, "runtime" | "clock">,
  { user_id, workspace_id }: Pick<Person, "user_id" | "workspace_id">,
): Promise<number> {
  const bytes = new TextEncoder().encode(`${user_id} ${++count} ${crypto.randomUUID()}`);
  const passkey = await insertPasskey(h.runtime.database.sql, {
    ...{ user_id, workspace_id, credential_id: bytes, public_key: bytes, user_handle: bytes },
    ...{ counter: 0, transports: [], backed_up: false, name: `Key ${count}`, now: h.clock.now() },
  });
  if (!passkey) throw new Error("a passkey of random bytes was there already");
  return passkey.passkey_id;
}
