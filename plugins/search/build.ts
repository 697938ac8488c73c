// What the index keeps of a document's files, made from their bytes.
import { decodeText } from "../documents/port.ts";
import { gramsOf } from "./grams.ts";
import { visibleText } from "./visible_text.ts";
import { markOf, type Weighted, writeVector } from "./words.ts";

export interface BuildWish {
  workspace_id: number;
  title: string;
  tags: string[];
  description: string;
  files: { path: string; content_type: string; bytes: Uint8Array | null }[];
}

export interface BuiltFile {
  path: string;
  /** Null when the file is no text. */
  text: { body: string; visible: string | null; grams: string } | null;
  words: string;
}

/** A file without bytes counts as no text; its row still carries the title. */
export function buildFiles({ workspace_id, title, tags, description, files }: BuildWish): BuiltFile[] {
  return files.map(({ path, content_type, bytes }) => {
    const body = bytes && decodeText(bytes);
    const visible = body !== null && content_type.startsWith("text/html") ? visibleText(body) : null;
    const parts: Weighted[] = [
      { text: title, weight: "A" },
      { text: tags.join(" "), weight: "B" },
      { text: `${description} ${path}`, weight: "C" },
      { text: visible ?? body ?? "", weight: "D" },
    ];
    return {
      path,
      text: body === null ? null : { body, visible, grams: `{${gramsOf(body, workspace_id).join(",")}}` },
      words: writeVector(parts, markOf(workspace_id)),
    };
  });
}
