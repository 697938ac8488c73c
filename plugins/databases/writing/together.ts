// New records that several people send into one table at the same time are written by one call and one commit.
import { gathering, type NotingCall } from "../../../kernel/mod.ts";
import { createRecords, type NewRecord } from "../store/records.ts";
import type { LoadedTable } from "../store/rows.ts";
import { boundsOf } from "./bounds.ts";

type Part = NewRecord & { call: NotingCall<LoadedTable> };

const gatherCreations = gathering<Part, number | null>({
  // So much that its costs are shared, and so little that nobody waits long for the one ahead.
  most: 64,
  size_max: 1024 * 1024,
  sizeOf: ({ entry }) => entry.size,
  // The next one would wait for the database's turn.
  running_max: 1,
  in_company: true,
  send: (database, parts) => createRecords(database, parts, boundsOf((parts[0] as Part).call)),
});

/** The number of the record; null where nothing was written and it has to be done in a transaction, which may say why not. */
export function createTogether(
  call: NotingCall<LoadedTable>,
  record: Pick<NewRecord, "entry" | "noted">,
): Promise<number | null> {
  const { database } = call.house;
  const { workspace_id, table } = call.subject;
  const bounds = boundsOf(call);
  const part = { call, ...record };
  return gatherCreations(database, {
    // They are of one table as it is for all of them, and held to the same; a person may take it along to another workspace.
    key: [workspace_id, table.table_id, table.schema_version, bounds.records_max, bounds.bytes_max].join(" "),
    part,
    alone: async () => (await createRecords(database, [part], bounds))[0] ?? null,
    finish: (record_id) => record_id,
  });
}
