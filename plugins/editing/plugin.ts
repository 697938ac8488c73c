// Editing: changing parts of files, and leases that keep others from writing meanwhile.
import { fill, type Plugin, personMoveSlot } from "../../kernel/mod.ts";
import { contentWriteSlot } from "../documents/port.ts";
import { editingSweepJob } from "./jobs.ts";
import { refuseLeased } from "./leases.ts";
import { editFile, patchFile } from "./operations/edit.ts";
import { readLock, releaseLock, renewLock, takeLock, unlockTool } from "./operations/leases.ts";
import { patchDocument } from "./operations/patch.ts";
import { readLines } from "./operations/text.ts";
import { endLeases } from "./store/leases.ts";

export const editing: Plugin = {
  name: "editing",
  operations: [editFile, patchFile, patchDocument, readLines, readLock, takeLock, renewLock, releaseLock, unlockTool],
  fills: () => [fill(contentWriteSlot, refuseLeased), fill(personMoveSlot, endLeases)],
  migrations: new URL("./migrations/", import.meta.url),
  jobs: (house) => [editingSweepJob(house)],
};
