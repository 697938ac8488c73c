// Changing documents, for the plugins above: new content under the document's lock, and what a writer may claim to have read.
export type { Attrs } from "../model/attrs.ts";
export { type AnyCall, ownerOf, type PrepareCall, type WriteCall } from "../model/calls.ts";
export { conditionsOf, demandBase, requestedConditions, type SentConditions } from "../model/conditions.ts";
export { besideIt, forItsReaders, opennessOf } from "../model/openness.ts";
export { activate, baseSha256, baseVersion, lockToken, message, writtenMembers } from "../model/schemas.ts";
export { WRITTEN } from "../model/tool_results.ts";
export { lockLoaded } from "../store/documents.ts";
export { findKnownContents, type KnownContent } from "../store/known_contents.ts";
export { setLegalHold } from "../store/lifecycle.ts";
export { renewLater, replacePage } from "../store/pages.ts";
export { reviseAsService } from "../write/as_service.ts";
export { type Conditions, refuseConflict } from "../write/conflict.ts";
export { PAGE_PATH } from "../write/content.ts";
export type { ContentFile } from "../write/content_file.ts";
export { refuseGenerated, type Shown, showSource } from "../write/page.ts";
export { type Changes, filesOfWrite, type Revision, revise } from "../write/revise.ts";
export type { StagedFile } from "../write/sent_content.ts";
