// The language of the app: a cookie says it, so that the server writes the page in it.
import { anyone, seeOther, t } from "../../../kernel/plugin.ts";
import { hostCookie } from "../../../kernel/ports/auth.ts";
import { LANGUAGE_COOKIE, LANGUAGES } from "../../../kernel/ports/pages.ts";
import { operation } from "../../operation.ts";
import { pageForm } from "../../pages.ts";
import { pathInApp } from "../door/back.ts";

const YEAR_SECONDS = 365 * 86_400;

export const chooseLanguage = operation({
  id: "app.language",
  route: "POST /app/language",
  summary: "Show the app in a language, or in the one that the browser asks for",
  ...pageForm,
  effect: "read",
  anonymous: true,
  permit: anyone(),
  form: t.Object({
    language: t.OneOf(["", ...LANGUAGES], { description: "Nothing for what the browser asks for." }),
    back: t.Optional(t.String({ maxLength: 2048, description: "The page of the app to go back to." })),
  }),
  run: ({ runtime }, { form }) => {
    const { language } = form;
    const answer = seeOther(pathInApp(form.back, runtime.config.base_url));
    const seconds = language === "" ? 0 : YEAR_SECONDS;
    answer.headers.append("set-cookie", hostCookie(LANGUAGE_COOKIE, language, seconds));
    return answer;
  },
});
