// Light or dark: a cookie says it, so that the server writes it into the page and nothing flashes.
import { anyone, seeOther, t } from "../../../kernel/plugin.ts";
import { hostCookie } from "../../../kernel/ports/auth.ts";
import { THEME_COOKIE, THEMES } from "../../../kernel/ports/pages.ts";
import { operation } from "../../operation.ts";
import { pageForm } from "../../pages.ts";
import { pathInApp } from "../door/back.ts";

const YEAR_SECONDS = 365 * 86_400;

export const chooseTheme = operation({
  id: "app.theme",
  route: "POST /app/theme",
  summary: "Show the app light, dark or as the system is",
  ...pageForm,
  effect: "read",
  anonymous: true,
  permit: anyone(),
  form: t.Object({
    theme: t.OneOf(["", ...THEMES], { description: "Nothing for what the system has." }),
    back: t.Optional(t.String({ maxLength: 2048, description: "The page of the app to go back to." })),
  }),
  run: ({ runtime }, { form }) => {
    const answer = seeOther(pathInApp(form.back, runtime.config.base_url));
    answer.headers.append("set-cookie", hostCookie(THEME_COOKIE, form.theme, form.theme === "" ? 0 : YEAR_SECONDS));
    return answer;
  },
});
