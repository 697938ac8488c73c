// The time zone of the app: a cookie says which one somebody chose, so that the server writes times in it.
import { anyone, refuse, seeOther, t } from "../../../kernel/plugin.ts";
import { hostCookie } from "../../../kernel/ports/auth.ts";
import { operation } from "../../operation.ts";
import { pageForm } from "../../pages.ts";
import { pathInApp } from "../door/back.ts";
import { isTimeZone, TIME_ZONE_COOKIE } from "../port/zone.ts";

const YEAR_SECONDS = 365 * 86_400;

export const chooseTimeZone = operation({
  id: "app.time_zone",
  route: "POST /app/time-zone",
  summary: "Show times in a time zone, or in the one that the browser has",
  ...pageForm,
  effect: "read",
  anonymous: true,
  permit: anyone(),
  form: t.Object({
    time_zone: t.String({
      maxLength: 64,
      description: "A name of the tz database; nothing for what the browser has.",
      examples: ["Europe/Berlin"],
    }),
    back: t.Optional(t.String({ maxLength: 2048, description: "The page of the app to go back to." })),
  }),
  run: ({ runtime }, { form }) => {
    const { time_zone } = form;
    if (time_zone !== "" && !isTimeZone(time_zone))
      throw refuse.invalid(`time_zone "${time_zone}" is none; take a name of the tz database, such as Europe/Berlin`);
    const answer = seeOther(pathInApp(form.back, runtime.config.base_url));
    const seconds = time_zone === "" ? 0 : YEAR_SECONDS;
    answer.headers.append("set-cookie", hostCookie(TIME_ZONE_COOKIE, time_zone, seconds));
    return answer;
  },
});
