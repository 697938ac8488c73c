// Sharing: who has access to documents and folders, giving and taking it, and asking for it.
import { handle, noticeKindsHook, notify, type Plugin, personEndHook, personMoveHook } from "../../kernel/plugin.ts";
import { viewerHook } from "../../kernel/ports/auth.ts";
import { decisionsHook } from "../app/port/decisions.ts";
import { commandsHook } from "../app/port/find.ts";
import { noticeLeadsHook } from "../app/port/notice_leads.ts";
import { documentActionsHook, railHook } from "../app/port/slots.ts";
import { groupGrantsHook } from "../groups/port.ts";
import { shareAction } from "./app/actions.ts";
import { requestsToDecide } from "./app/decisions.ts";
import { leadsOfRequests } from "./app/leads.ts";
import { railOfSharing, sharingCommands } from "./app/mine.ts";
import { showMine } from "./app/mine_page.ts";
import { showShare } from "./app/share_page.ts";
import { readStrengthScript } from "./app/strength.ts";
import { showWhy } from "./app/why_page.ts";
import { EXPIRED, EXPIRING, EXPIRING_KIND, expiryJobs, tellExpiring } from "./expiring.ts";
import { listGroupGrants } from "./group_grants.ts";
import { ACCESS_KINDS, accessListeners } from "./notices.ts";
import { readWaitingScript, sendAskPage, showAskPage } from "./operations/ask_page.ts";
import { readAccess, revoke, shareDocument } from "./operations/documents.ts";
import { explainAccess } from "./operations/explain.ts";
import { readFolderAccess, revokeFolder, shareFolder } from "./operations/folders.ts";
import { leaveDocument, leaveFolder } from "./operations/leave.ts";
import { decideRequest, readRequestStatus, readRequests, requestAccess } from "./operations/requests.ts";
import { sendReview, showReview } from "./operations/review.ts";
import { readShared } from "./operations/shared.ts";
import { readWaiting } from "./operations/waiting.ts";
import { leadAsker } from "./requests/ask.ts";
import { requestJobs } from "./requests/mails.ts";
import { dropRequestsOf, forgetAsker } from "./requests/store.ts";
import { dropUnmetOf, forgetUnmet } from "./requests/unmet.ts";

export const sharing: Plugin = {
  name: "sharing",
  operations: [
    showShare,
    showWhy,
    showMine,
    readShared,
    readStrengthScript,
    readAccess,
    shareDocument,
    revoke,
    explainAccess,
    readFolderAccess,
    shareFolder,
    revokeFolder,
    leaveDocument,
    leaveFolder,
    requestAccess,
    readRequestStatus,
    readRequests,
    decideRequest,
    readWaiting,
    showAskPage,
    sendAskPage,
    readWaitingScript,
    showReview,
    sendReview,
  ],
  lends: [EXPIRING, EXPIRED],
  on: [...accessListeners, notify(EXPIRING, "tell_expiring", tellExpiring)],
  handles: (runtime) => [
    handle(personMoveHook, dropRequestsOf),
    handle(personMoveHook, dropUnmetOf),
    handle(personEndHook, forgetAsker),
    handle(personEndHook, forgetUnmet),
    handle(noticeKindsHook, () => [...ACCESS_KINDS, EXPIRING_KIND]),
    handle(groupGrantsHook, (wanted) => listGroupGrants(runtime, wanted)),
    handle(documentActionsHook, shareAction),
    handle(railHook, railOfSharing),
    handle(commandsHook, sharingCommands),
    handle(decisionsHook, requestsToDecide),
    handle(noticeLeadsHook, leadsOfRequests),
    handle(viewerHook, (options) => leadAsker(runtime.database.sql, options)),
  ],
  migrations: new URL("./migrations/", import.meta.url),
  jobs: (runtime) => [...requestJobs(runtime), ...expiryJobs(runtime)],
};
