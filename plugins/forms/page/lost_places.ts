// Tells whoever writes the page of a form that nobody could answer on it as it is about to be.
import type { Sql } from "../../../kernel/plugin.ts";
import type { Publishing } from "../../documents/port/hooks.ts";
import { EXAMPLE, findFault, PAGE_BYTES_MAX } from "./placeholders.ts";

const PAGE_PATH = "index.html";

/** A page may lose its places: it is shown as it is, and can be mended by its next version. */
export async function warnOfLostPlaces({
  sql,
  document_id,
  files,
  warn,
}: Pick<Publishing, "sql" | "document_id" | "files" | "warn">): Promise<void> {
  const page = files.find(({ path }) => path === PAGE_PATH);
  if (document_id === null || !page || !(await isForm(sql, document_id))) return;
  const fault =
    page.size_bytes > PAGE_BYTES_MAX
      ? `has ${page.size_bytes} bytes, of which at most ${PAGE_BYTES_MAX} are filled in`
      : findFault(new TextDecoder().decode(await page.read()));
  if (fault === null) return;
  warn(`nobody can answer on this page, which is a form's: it ${fault}; it needs one form such as ${EXAMPLE}`);
}

async function isForm(sql: Sql, document_id: number): Promise<boolean> {
  const [row] = await sql`select from forms where document_id = ${document_id}`;
  return row !== undefined;
}
