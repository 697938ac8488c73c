// The field of the password on the page of sign-in, with its button.
import { html } from "../../kernel/plugin.ts";
import type { ShownWay } from "../signin/port.ts";

export function showWay(): ShownWay {
  return {
    at: "form",
    order: 20,
    body: html`<label class="field"><span>Password</span>
        <input type="password" name="password" autocomplete="current-password" maxlength="200">
        <small>Leave it empty to get a link instead.</small>
      </label>
      <p class="actions"><button class="full plain" formaction="/auth/password">Sign in</button></p>`,
  };
}
