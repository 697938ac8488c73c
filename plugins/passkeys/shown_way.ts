// The button of passkeys on the page of sign-in; it stays hidden until its script runs.
import { html } from "../../kernel/plugin.ts";
import type { ShownWay, WaysAsked } from "../signin/port.ts";
import { waysWords } from "./app/words.ts";
import { PASSKEY_SCRIPT_PATH } from "./files.ts";

export function showWay({ next_path, request }: WaysAsked): ShownWay {
  const words = waysWords({ request });
  return {
    at: "above",
    order: 10,
    scripts: [PASSKEY_SCRIPT_PATH],
    autocomplete: "webauthn",
    body: html`<form method="post" action="/auth/passkey" hidden data-passkey-sign-in>
      <input type="hidden" name="ticket"><input type="hidden" name="credential"><input type="hidden" name="next" value="${next_path}">
      <p class="notice" role="alert" hidden data-none="${words.sign_in_none}" data-failed="${words.sign_in_failed}"></p>
      <button class="full">${words.sign_in}</button>
      <p class="or">${words.or}</p>
    </form>`,
  };
}
