// How strong a document's password is, beside the sentence of what makes one strong; its script says it as it is typed.
import { type Html, html, pageScript } from "../../../kernel/plugin.ts";
import { servePageFile } from "../../pages.ts";
import type { ShareWords } from "./words.ts";

export const STRENGTH_SCRIPT_PATH = "/app/password-strength.js";

export const readStrengthScript = servePageFile({
  id: "access.strength_script",
  route: `GET ${STRENGTH_SCRIPT_PATH}`,
  summary: "The script that says how strong a document's password is",
  file: await pageScript(new URL("../browser/strength.ts", import.meta.url)),
});

/** Empty until the script of the page fills it. */
export function passwordHint(words: ShareWords): Html {
  const { password_hint, password_weak, password_fair, password_strong } = words;
  return html`${password_hint} <span role="status" data-strength data-weak="${password_weak}" data-fair="${password_fair}" data-strong="${password_strong}"></span>`;
}
