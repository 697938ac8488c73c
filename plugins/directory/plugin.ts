// Directory: groups that follow the company's own, from Google Workspace or Microsoft Entra.
import { groupEndHook, handle, listen, type Plugin, personEndHook, provide } from "../../kernel/plugin.ts";
import { confirmableHook } from "../confirmations/port.ts";
import { directoryConfirmables } from "./confirming.ts";
import { directoriesPort, openDirectories } from "./consent.ts";
import { holdToDirectory } from "./joining.ts";
import { connectDirectory, finishConsent } from "./operations/connect.ts";
import { changeDirectoryPolicy, disconnectDirectory, queueRefresh, readDirectory } from "./operations/directory.ts";
import { readProviderGroups, takeGroup } from "./operations/groups.ts";
import { admitJoiner, READING_MS, refreshJobs } from "./refreshing.ts";
import { addressSettings, googleSettings, microsoftSettings } from "./settings.ts";
import { dropDirectoryGroup, forgetMember } from "./store/groups.ts";

export const directory: Plugin = {
  name: "directory",
  settings: [googleSettings, microsoftSettings, addressSettings],
  operations: [
    readDirectory,
    connectDirectory,
    finishConsent,
    readProviderGroups,
    takeGroup,
    queueRefresh,
    changeDirectoryPolicy,
    disconnectDirectory,
  ],
  lends: ["directory.connect", "directory.pause", "directory.policy", "directory.refresh"],
  provides: (runtime) => [provide(directoriesPort, openDirectories(runtime))],
  on: [listen("member.join", "admit", admitJoiner)],
  handles: (runtime) => [
    holdToDirectory(runtime),
    ...directoryConfirmables.map((one) => handle(confirmableHook, () => one)),
    handle(personEndHook, forgetMember),
    // Before its people are taken out, in the order in which a refresh takes its locks.
    handle(groupEndHook, ({ sql, group_id }) => dropDirectoryGroup(sql, group_id)),
  ],
  jobs: refreshJobs,
  times: [
    { table: "directory_connections", column: "reading_until", ahead_ms: READING_MS },
    { table: "directory_connections", column: "tried_at", ahead_ms: 0 },
    { table: "directory_groups", column: "refreshed_at", ahead_ms: 0 },
  ],
  migrations: new URL("./migrations/", import.meta.url),
};
