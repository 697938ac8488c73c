// Making pages: of markdown, of snippets, of files that a browser shows; and reading what markdown refers to.

export { tellUnknown } from "./extensions/extensions.ts";
export { element } from "./html/element.ts";
export { readPictureSet, writePictureSet } from "./html/picture_set.ts";
export { decodeReferences } from "./html/references.ts";
export { slugOf } from "./markdown/heading_ids.ts";
export { embedded, findNoteLinks, keyOfNote, mayBeNote, type NoteLink } from "./markdown/note_links.ts";
export { readRelative, UP_SEGMENT } from "./markdown/relative_links.ts";
export { FRAME_SCRIPT, frameTail, PAGE_SCRIPT, pageAssets } from "./page/assets.ts";
export { LIVE_STYLESHEET, livePagePolicy, PAGE_STYLESHEET, renderLivePage } from "./page/live_page.ts";
export { renderShell } from "./page/page_shell.ts";
export { PAGE_CSS } from "./page/page_style.ts";
export { plainName } from "./page/plain_name.ts";
export { beginningOfChars, describe } from "./page/preview.ts";
export { proseStyle } from "./page/prose_style.ts";
export { turningNamed } from "./page/turning.ts";
export {
  type Destinations,
  generatedPagePolicy,
  type Later,
  type MarkdownSource,
  markdownOfHtml,
  type Owned,
  RENDERER_VERSION,
  renderMarkdown,
  renderMarkdownFragment,
  renderSnippet,
  renderViewer,
  titleOfHtml,
  type ViewerPage,
} from "./render.ts";
export {
  ALIAS_CHARS_MAX,
  ALIAS_PATTERN,
  findCandidates,
  hrefOf,
  keyOf,
  LINES,
  type PageReference,
  readReference,
} from "./wiki.ts";
