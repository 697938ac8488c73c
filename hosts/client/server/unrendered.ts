// Keeps markdown that no page can be made of as a file, for every command that sends some.
import { CallError } from "./caller.ts";

/** What was made, and what the server said against a page of it. */
export interface Kept<Document> {
  document: Document;
  reason: string | null;
}

/** Makes a page of a file, or where the server refuses that of markdown, a document that is the file itself. */
export async function pageOrFile<Document>(
  filename: string,
  make: (as: "page" | "file") => Promise<Document>,
): Promise<Kept<Document>> {
  try {
    return { document: await make("page"), reason: null };
  } catch (error) {
    const isRefused = error instanceof CallError && (error.status === 400 || error.status === 413);
    if (!isRefused || !/\.(md|markdown)$/i.test(filename)) throw error;
    return { document: await make("file"), reason: error.message };
  }
}

/** How a command tells it. */
export function wordsFor(reason: string): string {
  return `as a file, since no page can be made of it: ${reason}`;
}
