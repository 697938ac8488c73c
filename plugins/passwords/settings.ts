// Whether this server takes passwords.
import { type Runtime, refuse, settings, t } from "../../kernel/plugin.ts";

export const passwordSettings = settings(
  "passwords",
  t.Object({
    PASSWORDS: t.OneOf(["on", "off"], {
      default: "off",
      description: "on lets people set a password of theirs and sign in by it, beside links and passkeys.",
    }),
  }),
);

export function takesPasswords(runtime: Pick<Runtime, "settings">): boolean {
  return runtime.settings(passwordSettings).PASSWORDS === "on";
}

/** Throws 409 where they are switched off. */
export function demandPasswords(runtime: Pick<Runtime, "settings">): void {
  if (!takesPasswords(runtime))
    throw refuse.conflict("passwords are switched off on this server; whoever runs it sets PASSWORDS=on");
}
