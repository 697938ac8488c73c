// Loads the tables of a backup, one COPY each, and compares what Postgres then holds with what was backed up.
import type { Transaction } from "../../kernel/host.ts";
import { BackupError } from "./backup_error.ts";
import type { BackupManifest, BackupTable } from "./backup_manifest.ts";
import type { BackupPart } from "./backup_parts.ts";
import { type CopyIn, openCopyIn } from "./copy.ts";
import type { ReportProgress } from "./progress.ts";
import { sumTable } from "./tables.ts";

export interface TableLoader {
  /** Takes the parts in the order of the file. */
  add(part: Extract<BackupPart, { kind: "table" }>): Promise<void>;
  /** Throws BackupError unless every table holds exactly its rows. Called again, it does nothing. */
  finish(): Promise<void>;
}

export function openTableLoader(
  sql: Transaction,
  { manifest, report }: { manifest: BackupManifest; report: ReportProgress | undefined },
): TableLoader {
  const tables = new Map(manifest.tables.map((table) => [table.name, table]));
  let current: { name: string; copy: CopyIn } | null = null;
  let begun = 0;
  let finished = false;

  async function open(name: string): Promise<CopyIn> {
    await current?.copy.end();
    const table = tables.get(name);
    if (!table) throw new BackupError(`table ${name} is not in the manifest: take another copy of the file`);
    const copy = await openCopyIn(sql, table);
    current = { name, copy };
    report?.({ step: "tables", done: begun++, total: tables.size });
    return copy;
  }

  return {
    add: async ({ table, body }) => {
      const copy = current?.name === table ? current.copy : await open(table);
      for await (const chunk of body) await copy.write(chunk);
    },
    finish: async () => {
      if (finished) return;
      finished = true;
      await current?.copy.end();
      for (const table of tables.values()) await compare(sql, table);
      report?.({ step: "tables", done: tables.size, total: tables.size });
    },
  };
}

async function compare(sql: Transaction, table: BackupTable): Promise<void> {
  const { rows, checksum } = await sumTable(sql, table);
  if (rows === table.rows && checksum === table.checksum) return;
  throw new BackupError(
    `table ${table.name} came out different: ${rows} rows of checksum ${checksum}, and the manifest says ${table.rows} of ${table.checksum}; nothing was restored`,
  );
}
