// "Edit" on a document's page, for those who may write what it is made of.
import { documentPath } from "../app/port/paths.ts";
import type { DocumentAction, DocumentAsking } from "../app/port/slots.ts";
import { writingWords } from "./words.ts";
import { isWritten } from "./written_file.ts";

export function writeAction({ call, document }: DocumentAsking): DocumentAction[] {
  const { doc_id, my_level } = document;
  if (!isWritten(document) || (my_level !== "edit" && my_level !== "own")) return [];
  return [{ order: 5, at: "bar", href: documentPath(doc_id, "edit"), icon: "pencil", label: writingWords(call).edit }];
}
