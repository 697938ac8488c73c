// Holds whoever would join to the directory, where the workspace lets only its people in
// (rules: directories/only_followed).
import { handle, type Runtime, readWorkspace, refuse } from "../../kernel/plugin.ts";
import { joiningHook } from "../members/port.ts";
import { listExclusive } from "./store/connections.ts";
import { isInDirectory } from "./store/groups.ts";

export const holdToDirectory = ({ plans }: Runtime) =>
  handle(joiningHook, async ({ sql, workspace_id, email }) => {
    const providers = await listExclusive(sql, workspace_id);
    if (providers.length === 0 || (await isInDirectory(sql, { workspace_id, email, providers }))) return;
    // Nobody is kept out by what the plan does not carry any more.
    if (!plans.carries("directory_only", (await readWorkspace(sql, workspace_id)).plan)) return;
    throw refuse.forbidden(
      `only people of the workspace's directory may join, and no group taken from ${providers.join(" or ")} has ${email}`,
      { code: "not_in_directory" },
    );
  });
