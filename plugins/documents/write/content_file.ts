// A file of a version before it has its row: what makes files and what writes rows share this and nothing else.
import type { StoredBytes } from "../../../kernel/ports/blobs.ts";
import { type PageReference, tellUnknown } from "../../rendering/port.ts";

/** One file whose bytes are in the store already. */
export interface ContentFile {
  path: string;
  content_type: string;
  stored: StoredBytes;
  /** The staged upload that brought the bytes; the write that takes them uses it up. */
  upload_id?: number;
  /** The stamp of whatever made the page, for one that the service made; null for what was sent. */
  renderer: number | null;
  /**
   * On an HTML page that was sent and on a page that was made from markdown: what it calls itself, null where it does not. A
   * document follows it until somebody sets its title.
   */
  title?: string | null;
  /** On a page that was made from markdown: what the source at `of` links to by name, and beside it by relative addresses. */
  references?: { of: string; found: readonly PageReference[]; paths: readonly string[] };
  /** On such a page: words of the source that choose syntax and are not known. */
  unknown?: readonly string[];
}

/** Tells whoever writes these files what they choose and nobody knows: a text does not fail for it. */
export function tellChoice({ reply }: { reply: { warnings: string[] } }, files: readonly ContentFile[]): void {
  const unknown = new Set(files.flatMap((file) => file.unknown ?? []));
  if (unknown.size > 0) reply.warnings.push(tellUnknown([...unknown]));
}

/** The stamp of a page that is made again soon, wherever it stands; later marks go on below it. */
export const OUTDATED = 0;

/** The stamps below which pages are outdated: of the built-in renderer, and by type of documents those of makers above. */
export interface Stamps {
  own: number;
  /** Makers' stamps begin here. */
  from: number;
  by_type: Readonly<Record<string, number>>;
}
