// Changing documents, for the plugins above:
// new content under the document's lock, and what a writer may claim to have read.
export type { Attrs } from "../model/attrs.ts";
export { type AnyCall, ownerOf, type PrepareCall, type WriteCall } from "../model/calls.ts";
export { conditionsOf, demandBase, requestedConditions, type SentConditions } from "../model/conditions.ts";
export { besideIt, forItsReaders, opennessOf } from "../model/openness.ts";
export { activate, baseSha256, baseVersion, lockToken, message, writtenMembers } from "../model/schemas.ts";
export { WRITTEN } from "../model/tool_results.ts";
export { lockWith } from "../permits.ts";
export { findStorageDifferences, recountStorage } from "../store/counting/recount.ts";
export { setStorageBeyondPlan, takeStorageMeter } from "../store/counting/storage.ts";
export { trashAccount } from "../store/life/account_end.ts";
export { untrashAccount } from "../store/life/account_return.ts";
export { claimExpiring, keepDocument, keepExpiring } from "../store/life/expiry.ts";
export { holdsContent, holdWith } from "../store/life/holds.ts";
export { setLegalHold, trashDocument } from "../store/life/lifecycle.ts";
export { holdDocument } from "../store/reading/by_key.ts";
export { lockLoaded } from "../store/reading/documents.ts";
export { holdDocumentsAt, relocateDocuments } from "../store/reading/folders.ts";
export { findKnownContents, type KnownContent } from "../store/reading/known_contents.ts";
export { clearIcon } from "../store/writing/icons.ts";
export { renewLater, renewLinking, renewNaming, replacePage } from "../store/writing/pages.ts";
export { holdDocumentsOf, moveDocumentsOf, tellRootRenamed } from "../store/writing/root_moves.ts";
export { reviseAsService } from "../write/as_service.ts";
export { type Conditions, refuseConflict } from "../write/conflict.ts";
export { PAGE_PATH } from "../write/content.ts";
export type { ContentFile } from "../write/content_file.ts";
export { giveDocType } from "../write/doc_type.ts";
export { typeOfFile } from "../write/file_type.ts";
export { changeAlias, changeIcon } from "../write/names.ts";
export { refuseGenerated, type Shown, showSource } from "../write/page.ts";
export { askBeside } from "../write/publishing.ts";
export { refuseHeld } from "../write/removing.ts";
export { settleRetention } from "../write/retention.ts";
export {
  type Changes,
  type Finish,
  filesOfWrite,
  type Revision,
  revise,
  reviseAlone,
  reviseHere,
} from "../write/revise.ts";
export type { StagedFile } from "../write/sent_content.ts";
export { tellType } from "../write/typed_documents.ts";
