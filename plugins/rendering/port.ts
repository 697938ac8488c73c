// Making pages: of markdown, of snippets, of files that a browser shows; and reading what markdown refers to.

export { FRAME_SCRIPT, frameTail, PAGE_SCRIPT, pageAssets } from "./assets.ts";
export { element } from "./element.ts";
export { tellUnknown } from "./extensions.ts";
export { slugOf } from "./heading_ids.ts";
export { LIVE_STYLESHEET, livePagePolicy, PAGE_STYLESHEET, renderLivePage } from "./live_page.ts";
export { embedded, findNoteLinks, type NoteLink } from "./note_links.ts";
export { renderShell } from "./page_shell.ts";
export { PAGE_CSS } from "./page_style.ts";
export { readPictureSet, writePictureSet } from "./picture_set.ts";
export { plainName } from "./plain_name.ts";
export { beginningOfChars, describe } from "./preview.ts";
export { decodeReferences } from "./references.ts";
export { readRelative, UP_SEGMENT } from "./relative_links.ts";
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
export { turningNamed } from "./turning.ts";
export {
  ALIAS_CHARS_MAX,
  ALIAS_PATTERN,
  findCandidates,
  hrefOf,
  keyOf,
  LINES,
  type PageReference,
  type Reference,
  readReference,
} from "./wiki.ts";
