// What documents ask of the plugins above, and tell them, inside the transaction of a change or right after it.
/** Somebody read a document: told beside the answer. */
export { documentReadSlot } from "../reading.ts";
export { type ContentWrite, contentWriteSlot } from "../write/content_write.ts";
export { type CopiedDocument, copyCommentsSlot, documentsCopiedSlot } from "../write/copying.ts";
export { documentPageSlot, type MadePage, type PageMaker, type PageRequest } from "../write/page.ts";
export {
  documentsPublishSlot,
  type HeldAsked,
  heldTextsSlot,
  type PublishedFile,
  type PublishedText,
  type PublishedTexts,
  type Publishing,
} from "../write/publishing.ts";
export {
  documentsHoldSlot,
  documentsRemoveSlot,
  type Holding,
  type Removal,
  type Removing,
} from "../write/removing.ts";
export { type RetentionRange, retentionRangeSlot } from "../write/retention.ts";
export { lockedUploadsSlot, stagedFileSlot } from "../write/sent_content.ts";
export { documentsClosedSlot, documentsShownSlot } from "../write/showing.ts";
export { type Happening, type TypedHappening, typedDocumentSlot } from "../write/typed_documents.ts";
