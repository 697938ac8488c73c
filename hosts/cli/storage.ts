// docsvc storage recount: holds what each workspace keeps against its counters, prints those that differed,
// and mends them.
import { findStorageDifferences, recountStorage } from "../../plugins/documents/port/write.ts";
import { command } from "../command/command.ts";
import { demandWorkspace } from "./accounts.ts";
import { withServer } from "./server/this_machine.ts";

export const storageRecount = command({
  name: "storage recount",
  summary: "Count anew what each workspace stores, and mend the counters that differ",
  takes: [],
  options: { workspace: { value: "SLUG", about: "Only this workspace." } },
  run: ({ options, terminal }) =>
    withServer(terminal, async (runtime) => {
      const { sql } = runtime.database;
      const workspace_id = options.workspace === undefined ? null : (await demandWorkspace(sql, options.workspace)).id;
      let mended = 0;
      for (const found of await findStorageDifferences(sql, { workspace_id })) {
        const difference = await recountStorage(runtime, found.workspace_id);
        if (!difference) continue;
        const { slug: workspace, bytes, owners } = difference;
        terminal.out(JSON.stringify({ workspace, bytes, documents: owners }));
        mended += 1;
      }
      terminal.err(
        mended === 0
          ? "every counter is right"
          : `mended the counters of ${mended === 1 ? "one workspace" : `${mended} workspaces`}`,
      );
      return 0;
    }),
});
