// The button of passkeys on the page of sign-in; it stays hidden until its script runs.
import { html } from "../../kernel/plugin.ts";
import type { ShownWay, WaysAsked } from "../signin/port.ts";
import { PASSKEY_SCRIPT_PATH } from "./files.ts";

export function showWay({ next_path }: WaysAsked): ShownWay {
  return {
    at: "above",
    order: 10,
    scripts: [PASSKEY_SCRIPT_PATH],
    autocomplete: "webauthn",
    body: html`<form method="post" action="/auth/passkey" hidden data-passkey-sign-in>
      <input type="hidden" name="ticket"><input type="hidden" name="credential"><input type="hidden" name="next" value="${next_path}">
      <p class="notice" role="alert" hidden data-none="No passkey was chosen. Try again, or sign in in another way." data-failed="The server cannot be reached. Try again in a moment."></p>
      <button class="full">Sign in with a passkey</button>
      <p class="or">or</p>
    </form>`,
  };
}
