// Forms: pages that put what people answer into a database's table.
import { fill, noticeKindsSlot, type Plugin, personEndSlot, personMoveSlot } from "../../kernel/plugin.ts";
import { livePageSlot } from "../content/port.ts";
import { databaseFormsSlot } from "../databases/port.ts";
import { documentsCopiedSlot, documentsHoldSlot, documentsPublishSlot } from "../documents/port/slots.ts";
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
  fills: (runtime) => [
    fill(livePageSlot, (asked) => serveForm(runtime, asked)),
    fill(databaseFormsSlot, (asked) => showFormsOf({ runtime, ...asked })),
    fill(documentsPublishSlot, warnOfLostPlaces),
    fill(documentsCopiedSlot, (copy) => copyForm(runtime, copy)),
    fill(documentsHoldSlot, findHeldAlong),
    fill(personMoveSlot, moveForms),
    fill(personEndSlot, forgetPerson),
    fill(noticeKindsSlot, () => FORM_KINDS),
  ],
  on: formListeners,
  jobs: mailJobs,
  times: [{ table: "forms", column: "mailed_at", ahead_ms: 0 }],
  migrations: new URL("./migrations/", import.meta.url),
};
