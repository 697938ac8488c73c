// What several people write at the same time into one table is written by one call and one commit:
// new records, and changes of those that are there.

import type { NotingCall } from "../../../kernel/plugin.ts";
import { gathering } from "../../../kernel/ports/db.ts";
import {
  changeRecords,
  createRecords,
  type NewRecord,
  type RecordChange,
  type WriteBounds,
  type Written,
} from "../store/records.ts";
import type { LoadedTable } from "../store/rows.ts";
import { boundsOf } from "./bounds.ts";

type Call = NotingCall<LoadedTable>;

/** So much goes together that its costs are shared, and so little that nobody waits long for the one ahead. */
const SHARED = {
  most: 64,
  size_max: 1024 * 1024,
  // The next one would wait for the database's turn.
  running_max: 1,
  has_batching_window: true,
};

type Creation = NewRecord & { call: Call };

const gatherCreations = gathering<Creation, number | null>({
  ...SHARED,
  sizeOf: ({ entry }) => entry.size,
  send: (database, parts) => createRecords(database, parts, boundsOf((parts[0] as Creation).call)),
});

/** The number of the record; null where nothing was written and it has to be done in a transaction, which may say why not. */
export function createTogether(call: Call, record: Pick<NewRecord, "entry" | "noted">): Promise<number | null> {
  const { database } = call.runtime;
  const bounds = boundsOf(call);
  const part = { call, ...record };
  return gatherCreations(database, {
    key: keyOf(call, bounds),
    part,
    alone: async () => (await createRecords(database, [part], bounds))[0] ?? null,
    finish: (record_id) => record_id,
  });
}

type Change = RecordChange & { call: Call };

const gatherChanges = gathering<Change, Written>({
  ...SHARED,
  sizeOf: ({ op }) => ("entry" in op ? op.entry.size : 0),
  send: (database, parts) => changeRecords(database, parts, boundsOf((parts[0] as Change).call)),
});

/** What came of the record; null as above, also where its version is another by now. */
export function changeTogether(call: Call, change: Pick<RecordChange, "op" | "noted">): Promise<Written> {
  const { database } = call.runtime;
  const bounds = boundsOf(call);
  const part = { call, ...change };
  return gatherChanges(database, {
    key: keyOf(call, bounds),
    part,
    alone: async () => (await changeRecords(database, [part], bounds))[0] ?? null,
    finish: (written) => written,
  });
}

/** They are of one table as it is for all of them, and held to the same; a person may take it along to another workspace. */
function keyOf({ subject: { workspace_id, table } }: Call, { records_max, bytes_max }: WriteBounds): string {
  return [workspace_id, table.table_id, table.schema_version, records_max, bytes_max].join(" ");
}
