// What is set about sign-in among what waits for an owner's decision: each leads to the page that shows all of it.
import { html } from "../../../kernel/plugin.ts";
import { type Asking, ask } from "../../app/port/ask.ts";
import type { Decision } from "../../app/port/decisions.ts";
import { CONFIRMATIONS_PATH } from "../../members/port.ts";
import { readConfirmations } from "../operations/list.ts";
import { confirmationWords } from "./words.ts";

export async function settingsToConfirm(call: Asking): Promise<Decision[]> {
  if (call.actor.role !== "owner") return [];
  const { can_decide, settings, roles } = await ask(call, readConfirmations, {});
  if (!can_decide) return [];
  const words = confirmationWords(call);
  const one = (of: Pick<Decision, "key" | "title" | "at"> & { who: string | null; said: string | null }): Decision => ({
    ...of,
    who: of.who ?? words.gone,
    href: CONFIRMATIONS_PATH,
    acts: html`<a class="btn small primary" href="${CONFIRMATIONS_PATH}" aria-label="${words.look_named(of.title)}">${words.look}</a>`,
  });
  return [
    ...settings.map(({ id, title, set_by, set_with, set_at }) =>
      one({ key: `sign_in_setting:${id}`, who: set_by, title, said: words.set_with(set_with), at: set_at }),
    ),
    ...roles.map(({ user_id, email, role, given_by, given_at }) => {
      const title = words.is_to_be(email, words[role]);
      return one({ key: `unconfirmed_role:${user_id}`, who: given_by, title, said: null, at: given_at });
    }),
  ];
}
