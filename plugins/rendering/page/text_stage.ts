// What a page shows of a shared file that is text: lines of code or prose, or a table.
import type { Element } from "hast";
import { readAnyText } from "../../texts/port/encoding.ts";
import { element } from "../html/element.ts";
import { codeLines, countOfLines, wrapChoice } from "./code_lines.ts";
import { languageOfFile } from "./file_language.ts";
import { highlights } from "./highlight.ts";
import { isTable, TEXT_BYTES_MAX } from "./shown_text.ts";
import { tableView } from "./table_view.ts";

/** A file as it is shown in place. */
export interface TextStage {
  content: Element[];
  /** What it turned out to be, such as its number of lines. */
  facts: string[];
  choices?: Element[];
}

/** Null for bytes that are no text. */
export function textStage(bytes: Uint8Array, path: string): TextStage | null {
  const text = readAnyText(bytes);
  if (text === null) return null;
  const table = isTable(path) ? tableView(text, { tabs: !/\.csv$/i.test(path) }) : null;
  if (table) {
    const note = table.note === null ? [] : [element("p", { className: ["note"], role: "note" }, table.note)];
    return { content: [...note, table.table], facts: [table.facts] };
  }
  if (bytes.length > TEXT_BYTES_MAX) return null;
  const language = languageOfFile(path);
  const isProse = !highlights(language);
  const { lines, block } = codeLines(text, isProse ? "" : language);
  if (isProse) block.properties["className"] = ["lines", "prose"];
  return { content: [block], facts: [countOfLines(lines)], choices: [wrapChoice({ checked: isProse })] };
}
