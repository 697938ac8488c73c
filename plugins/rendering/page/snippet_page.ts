// A code snippet as a page.
import { toHtml } from "hast-util-to-html";
import { element } from "../html/element.ts";
import { codeLines, countOfLines, wrapChoice } from "./code_lines.ts";
import { languageOf } from "./highlight.ts";
import { pageShell } from "./page_shell.ts";
import { plainName } from "./plain_name.ts";
import { withPreview } from "./preview.ts";

/** Renders `content` as a page in UTF-8. An unknown language is shown plain. */
export function renderSnippetPage(
  content: string,
  options: { language: string | null; title: string },
): Uint8Array<ArrayBuffer> {
  const language = languageOf(options.language ?? "");
  const { lines, block } = codeLines(content, language);
  const count = countOfLines(lines);
  const page = pageShell({
    title: options.title,
    lang: null,
    toc: [],
    kind: "snippet",
    content: [
      element(
        "header",
        {},
        element("h1", { dir: "auto" }, plainName(options.title)),
        element(
          "p",
          { className: ["facts"] },
          language === "" ? count : `${language} · ${count}`,
          wrapChoice({ checked: false }),
        ),
      ),
      block,
    ],
  });
  const html = toHtml(page, { allowDangerousHtml: true });
  return new TextEncoder().encode(withPreview(html, { title: options.title, description: null, lang: null }));
}
