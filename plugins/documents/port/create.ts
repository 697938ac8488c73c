// Making documents, for the plugins above: where a new one is to lie, of which files, and what is said about it.
export { manifestCaps } from "../model/caps.ts";
export { CONTENT_REFUSALS, checkContent, contentMembers } from "../model/content_members.ts";
export { setLater } from "../model/elsewhere.ts";
export { asPlaced, asUploaded } from "../model/openness.ts";
export { checkDescription, checkPlaced } from "../model/rules.ts";
export {
  Document,
  descriptionMember,
  folder,
  idempotencyKey,
  LISTINGS,
  placement,
  tags,
  titleText,
  VISIBILITIES,
} from "../model/schemas.ts";
export { createDocument, makeReady, publish, publishAlone } from "../operations/publish.ts";
export { refuseFullAccount, refuseStorage } from "../store/counting/counters.ts";
export { type Content, fileContent, keep as keepFile, shareContent } from "../write/content.ts";
export { keepPage } from "../write/page.ts";
export { askToAnnounce } from "../write/publishing.ts";
export { readContent, type SentContent, usingUploads, wholeContent } from "../write/sent_content.ts";
export { publishTarget, type Target } from "../write/targets.ts";
