// The kernel's door for plugins to pages, their files and their language, for those that serve them otherwise.

export {
  chosenLanguage,
  chosenTheme,
  LANGUAGE_COOKIE,
  LANGUAGES,
  type Language,
  languageOf,
  type Reader,
  THEME_COOKIE,
  THEMES,
} from "../pages/language.ts";
export { answerDocument, htmlDocument, MARK_SVG, PAGE_TOKENS, type PageAnswer } from "../pages/page.ts";
export { answerPageFile, type PageFile } from "../pages/page_file.ts";
export { words } from "../pages/words.ts";
