// Confirmations: what is set about sign-in otherwise than in a session waits here until an owner
// who is signed in has confirmed it.
import { handle, noticeKindsHook, type Plugin, personEndHook } from "../../kernel/plugin.ts";
import { decisionsHook } from "../app/port/decisions.ts";
import { settingsToConfirm } from "./app/decisions.ts";
import { SETTING_KINDS, settingListeners, tellStandingJob } from "./notices.ts";
import { readConfirmations } from "./operations/list.ts";
import { decideRole, decideSetting, readConfirmationsStyle, showConfirmations } from "./operations/pages.ts";
import { forgetSetter } from "./store/waiting_settings.ts";

export const confirmations: Plugin = {
  name: "confirmations",
  operations: [showConfirmations, readConfirmations, decideSetting, decideRole, readConfirmationsStyle],
  lends: ["sign_in_setting.wait", "sign_in_setting.end", "sign_in_setting.confirm"],
  on: settingListeners,
  handles: () => [
    handle(noticeKindsHook, () => SETTING_KINDS),
    handle(decisionsHook, settingsToConfirm),
    handle(personEndHook, forgetSetter),
  ],
  jobs: (runtime) => [tellStandingJob(runtime)],
  migrations: new URL("./migrations/", import.meta.url),
};
