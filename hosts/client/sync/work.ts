// What every action works with, and how the journal learns of an agreement.
import type { Machine } from "../names/machine.ts";
import type { LocalFolder } from "./local_files.ts";
import type { Remote } from "./remote.ts";
import type { Report } from "./report.ts";
import type { Pairing, State } from "./state.ts";
import type { SyncedDoc } from "./trees.ts";

export interface Work {
  state: State;
  remote: Remote;
  folder: LocalFolder;
  report: Report;
  pairing: Pairing;
  /** What the file system of the folder does with names. */
  machine: Machine;
}

/** Both sides hold this now, as the server said. */
export function keepAgreement(
  state: State,
  { path, shape, is_suffixed, ...remote }: SyncedDoc,
  sendingKey: string,
): void {
  state.together(() => {
    state.synced.put(remote.doc_id, { ...remote, path, shape, is_suffixed });
    state.remote.put(remote.doc_id, remote);
    state.sending.drop(sendingKey);
  });
}
