// Pages that are marked because what they name is called otherwise, while somebody writes them:
// one waits, and nothing is given up.
import { expect, test } from "bun:test";
import { renewLinking, renewNaming } from "../../plugins/documents/store/writing/pages.ts";
import { openHarness } from "../harness/harness.ts";
import { until } from "../harness/until.ts";
import { publish } from "./published.ts";

const h = await openHarness();
const { sql, withTransaction } = h.runtime.database;

async function isWaited(): Promise<boolean> {
  const waiting = await sql`
    select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
  return waiting.count > 0;
}

test.each([
  ["links", renewLinking],
  ["names of vaults", renewNaming],
] as const)("a page that is written while the %s to a document mark it is written and marked", async (_what, mark) => {
  const { as, doc: named } = await publish(h, { markdown: "# Target", filename: "Target.md" });
  const { doc } = await publish(h, { markdown: `[[Target]] [[doc:${named.doc_id}]]` }, { as });
  const to = { workspace_id: as.workspace_id, aliases: [], doc_ids: [named.doc_id] };
  const marking = await withTransaction(async (held) => {
    await held`select from documents where doc_id = ${doc.doc_id} for no key update`;
    const begun = withTransaction((within) => mark({ sql: within, now: h.runtime.clock.now() }, to));
    await until(isWaited);
    // As every write of a document does once it holds it; a mark that had the page and waited for its document would close a circle.
    await held`
      update document_files set renderer = renderer where document_id = (select document_id from documents where doc_id = ${doc.doc_id})`;
    return [begun];
  });
  await Promise.all(marking);
  const marked = await sql`
    select from document_files join documents using (document_id) where doc_id = ${doc.doc_id} and renderer < 0`;
  expect(marked.count).toBe(1);
});
