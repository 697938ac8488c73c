// Editing: changing parts of files, and leases that keep others from writing meanwhile.
import { handle, type Plugin, personEndHook, personMoveHook, SECOND_MS } from "../../kernel/plugin.ts";
import { contentWriteHook } from "../documents/port/hooks.ts";
import { editingSweepJob } from "./jobs.ts";
import { refuseLeased } from "./leases.ts";
import { beginCommit, finalizeCommit, sendContent } from "./operations/commits.ts";
import { editFile, patchFile } from "./operations/edit.ts";
import { readLock, releaseLock, renewLock, TTL_SECONDS_MAX, takeLock, unlockTool } from "./operations/leases.ts";
import { patchDocument } from "./operations/patch.ts";
import { readLines } from "./operations/text.ts";
import { dropCommits, dropOwnCommits } from "./store/commits.ts";
import { dropOwnLeases, endLeases } from "./store/leases.ts";

export const editing: Plugin = {
  name: "editing",
  operations: [
    editFile,
    patchFile,
    patchDocument,
    beginCommit,
    sendContent,
    finalizeCommit,
    readLines,
    readLock,
    takeLock,
    renewLock,
    releaseLock,
    unlockTool,
  ],
  handles: () => [
    handle(contentWriteHook, refuseLeased),
    handle(personMoveHook, endLeases),
    handle(personMoveHook, dropCommits),
    handle(personEndHook, dropOwnLeases),
    handle(personEndHook, dropOwnCommits),
  ],
  blobs: [{ table: "document_commit_blobs", column: "blob_id" }],
  times: [{ table: "edit_leases", column: "expires_at", ahead_ms: TTL_SECONDS_MAX * SECOND_MS }],
  migrations: new URL("./migrations/", import.meta.url),
  jobs: (runtime) => [editingSweepJob(runtime)],
};
