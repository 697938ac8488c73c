// The kernel's door for plugins to pages and their files, for those that serve them otherwise.

export { answerDocument, htmlDocument, MARK_SVG, type PageAnswer } from "../pages/page.ts";
export { answerPageFile, type PageFile } from "../pages/page_file.ts";
