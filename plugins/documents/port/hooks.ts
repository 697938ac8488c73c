// What documents ask of the plugins above, and tell them, inside the transaction of a change or right after it.
/** Somebody read a document: told beside the answer. */
export { documentReadHook } from "../reading.ts";
export { type ContentWrite, contentWriteHook } from "../write/content_write.ts";
export { type CopiedDocument, copyCommentsHook, documentsCopiedHook } from "../write/copying.ts";
export { documentPageHook, type MadePage, type PageMaker, type PageRequest } from "../write/page.ts";
export {
  documentsPublishHook,
  type HeldAsked,
  heldTextsHook,
  type PublishedFile,
  type PublishedText,
  type PublishedTexts,
  type Publishing,
} from "../write/publishing.ts";
export {
  documentsHoldHook,
  documentsRemoveHook,
  type Holding,
  type Removal,
  type Removing,
} from "../write/removing.ts";
export { type RetentionRange, retentionRangeHook } from "../write/retention.ts";
export { lockedUploadsHook, stagedFileHook } from "../write/sent_content.ts";
export { documentsClosedHook, documentsShownHook } from "../write/showing.ts";
export { type Happening, type TypedHappening, typedDocumentHook } from "../write/typed_documents.ts";
