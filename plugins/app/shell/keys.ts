// Keys of one letter: a cookie says that somebody wants none (WCAG 2.1.4).
import { anyone, seeOther, t } from "../../../kernel/plugin.ts";
import { hostCookie } from "../../../kernel/ports/auth.ts";
import { operation } from "../../operation.ts";
import { pageForm } from "../../pages.ts";
import { pathInApp } from "../door/back.ts";

export const KEYS_COOKIE = "__Host-docsvc_keys";
const YEAR_SECONDS = 365 * 86_400;

export const chooseKeys = operation({
  id: "app.keys",
  route: "POST /app/keys",
  summary: "Have keys of one letter do something in the app, or not",
  ...pageForm,
  effect: "read",
  anonymous: true,
  permit: anyone(),
  form: t.Object({
    keys: t.OneOf(["", "off"], { description: "`off` leaves them to the browser; Ctrl K stays." }),
    back: t.Optional(t.String({ maxLength: 2048, description: "The page of the app to go back to." })),
  }),
  run: ({ runtime }, { form }) => {
    const answer = seeOther(pathInApp(form.back, runtime.config.base_url));
    answer.headers.append("set-cookie", hostCookie(KEYS_COOKIE, form.keys, form.keys === "" ? 0 : YEAR_SECONDS));
    return answer;
  },
});
