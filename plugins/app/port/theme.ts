// Light or dark, as somebody chose it in this browser.
export { chosenTheme, THEMES } from "../../../kernel/ports/pages.ts";
