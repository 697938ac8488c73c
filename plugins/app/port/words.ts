// All words of a plugin's screens stand in one file of its own, `app/words.ts`, once in each language.
export { chosenLanguage, LANGUAGES, languageOf, words } from "../../../kernel/ports/pages.ts";
