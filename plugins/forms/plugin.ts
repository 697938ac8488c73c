// Forms: pages that put what people answer into a database's table.
import { handle, noticeKindsHook, type Plugin, personEndHook, personMoveHook } from "../../kernel/plugin.ts";
import { noticeLeadsHook } from "../app/port/notice_leads.ts";
import { livePageHook } from "../content/port.ts";
import { databaseFormsHook } from "../databases/port.ts";
import { documentsCopiedHook, documentsHoldHook, documentsPublishHook } from "../documents/port/hooks.ts";
import { leadsOfAnswers } from "./leads.ts";
import { mailJobs } from "./mails.ts";
import { FORM_KINDS, formListeners } from "./notices.ts";
import { createForm } from "./operations/create.ts";
import { draftAnswer } from "./operations/draft.ts";
import { changeForm, deleteForm, readForm, readForms } from "./operations/manage.ts";
import { resolveSent, sendFile, showSent } from "./operations/media.ts";
import { submitForm } from "./operations/submit.ts";
import { serveForm } from "./page/live.ts";
import { warnOfLostPlaces } from "./page/lost_places.ts";
import { showFormsOf } from "./showing.ts";
import { copyForm, findHeldAlong, forgetPerson, moveForms } from "./store/belongings.ts";

export const forms: Plugin = {
  name: "forms",
  operations: [
    createForm,
    readForms,
    readForm,
    changeForm,
    deleteForm,
    submitForm,
    draftAnswer,
    sendFile,
    resolveSent,
    showSent,
  ],
  handles: (runtime) => [
    handle(livePageHook, (asked) => serveForm(runtime, asked)),
    handle(databaseFormsHook, (asked) => showFormsOf({ runtime, ...asked })),
    handle(documentsPublishHook, warnOfLostPlaces),
    handle(documentsCopiedHook, (copy) => copyForm(runtime, copy)),
    handle(documentsHoldHook, findHeldAlong),
    handle(personMoveHook, moveForms),
    handle(personEndHook, forgetPerson),
    handle(noticeKindsHook, () => FORM_KINDS),
    handle(noticeLeadsHook, leadsOfAnswers),
  ],
  on: formListeners,
  jobs: mailJobs,
  times: [{ table: "forms", column: "mailed_at", ahead_ms: 0 }],
  migrations: new URL("./migrations/", import.meta.url),
};
