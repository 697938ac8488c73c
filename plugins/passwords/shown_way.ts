// The field of the password on the page of sign-in, with its button.
import { html } from "../../kernel/plugin.ts";
import type { ShownWay, WaysAsked } from "../signin/port.ts";
import { passwordWords } from "./app/words.ts";

export function showWay({ request }: Pick<WaysAsked, "request">): ShownWay {
  const words = passwordWords({ request });
  return {
    at: "form",
    order: 20,
    body: html`<label class="field"><span>${words.heading}</span>
        <input type="password" name="password" autocomplete="current-password" maxlength="200">
        <small>${words.or_link}</small>
      </label>
      <p class="actions"><button class="full plain" formaction="/auth/password">${words.sign_in}</button></p>`,
  };
}
