// A file of a version before it has its row: what makes files and what writes rows share this and nothing else.
import type { StoredBytes } from "../../../kernel/mod.ts";
import type { PageReference } from "../../rendering/port.ts";

/** One file whose bytes are in the store already. */
export interface ContentFile {
  path: string;
  content_type: string;
  stored: StoredBytes;
  /** The staged upload that brought the bytes; the write that takes them uses it up. */
  upload_id?: number;
  /** The version of the renderer for a page that the service made, null for what was sent. */
  renderer: number | null;
  /**
   * On an HTML page that was sent and on a page that was made from markdown: what it calls itself, null where it does not. A
   * document follows it until somebody sets its title.
   */
  title?: string | null;
  /** On a page that was made from markdown: what the source at `of` links to by name, and beside it by relative addresses. */
  references?: { of: string; found: readonly PageReference[]; paths: readonly string[] };
}
