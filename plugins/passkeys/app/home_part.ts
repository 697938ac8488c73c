// The offer of a first passkey on home: one line, which can be put away for good.
import { html } from "../../../kernel/plugin.ts";
import { type Asking, ask } from "../../app/port/ask.ts";
import { buttonFor } from "../../app/port/form.ts";
import { settingsPath } from "../../app/port/paths.ts";
import type { HomePart } from "../../app/port/slots.ts";
import { putAwayOffer, readPasskeys } from "../operations/passkeys.ts";
import { waysWords } from "./words.ts";

export async function offerPasskey(call: Asking): Promise<HomePart | null> {
  const { is_offered } = await ask(call, readPasskeys, {});
  if (!is_offered) return null;
  const words = waysWords(call);
  return {
    order: 90,
    id: "passkey-offer",
    heading: words.offer,
    body: html`<div class="line far"><p>${words.offer_told}</p><div class="line"><a class="btn" href="${settingsPath("me/passkeys")}">${words.offer_add}</a>${buttonFor(call, putAwayOffer, { button: words.offer_away, kind: "btn quiet", done: words.offer_gone })}</div></div>`,
  };
}
