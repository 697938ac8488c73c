// Signing in by a password, where the operator switches that on.
import { handle, noticeKindsHook, type Plugin, personEndHook, personMoveHook } from "../../kernel/plugin.ts";
import { credentialsEndHook } from "../../kernel/ports/access.ts";
import { wayPartHook } from "../passkeys/port.ts";
import { ownWayHook, signInWayHook } from "../signin/port.ts";
import { passwordPart } from "./app/password_part.ts";
import { failedJob } from "./failed_job.ts";
import { PASSWORD_KINDS, passwordListeners } from "./notices.ts";
import { changePassword, readPassword, removePassword } from "./operations/password.ts";
import { signInByPassword } from "./operations/sign_in.ts";
import { passwordSettings, takesPasswords } from "./settings.ts";
import { showWay } from "./shown_way.ts";
import { dropPassword, findPassword, movePassword } from "./store.ts";

export const passwords: Plugin = {
  name: "passwords",
  settings: passwordSettings,
  operations: [readPassword, changePassword, removePassword, signInByPassword],
  on: passwordListeners,
  handles: (runtime) => [
    handle(noticeKindsHook, () => PASSWORD_KINDS),
    handle(wayPartHook, passwordPart),
    handle(signInWayHook, (asked) => (takesPasswords(runtime) ? showWay(asked) : null)),
    handle(
      ownWayHook,
      async ({ sql, user_id }) => takesPasswords(runtime) && (await findPassword(sql, user_id)) !== null,
    ),
    handle(personMoveHook, movePassword),
    handle(credentialsEndHook, async (end) => void (await dropPassword(end))),
    handle(personEndHook, async (end) => void (await dropPassword(end))),
  ],
  jobs: (runtime) => [failedJob(runtime)],
  migrations: new URL("./migrations/", import.meta.url),
};
