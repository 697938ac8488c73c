// The stylesheet in which pages of the app show a document's text.
export { PROSE_STYLE_PATH } from "../files.ts";
