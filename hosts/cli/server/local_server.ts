// This machine's own server, for the client's commands:
// its address, and a token of its first owner for as long as a command works.
import { choosePlugins, findFirstOwner, type RunningServer } from "../../../kernel/host.ts";
import type { Config, Person } from "../../../kernel/plugin.ts";
import { mintToken, revokeToken } from "../../../kernel/ports/auth.ts";
import { manifest } from "../../../plugins/manifest.ts";
import { CommandError, type LocalServer, type Terminal } from "../../command/command.ts";
import { findRunning, lookAtConfig } from "./running_server.ts";
import { noteBySystem, withServer } from "./this_machine.ts";

export const localServer: LocalServer = {
  address: ({ env }) => lookAtServer(env).base_url,
  mcpEndpoint: ({ env }, { has_token }) => {
    const config = lookAtServer(env);
    const running = choosePlugins(manifest, config);
    if (!running.includes("mcp")) {
      throw new CommandError(
        "this server runs without the plugin mcp: remove -mcp from PLUGINS, or name another --server",
      );
    }
    if (!has_token && !running.includes("oauth")) {
      throw new CommandError("this server runs without the plugin oauth, so a client needs a token: add --token");
    }
    return `${config.base_url}/mcp`;
  },
  actAsFirstOwner: (terminal, worker, work) =>
    withServer(terminal, async (runtime) => {
      const owner = await findFirstOwner(runtime.database.sql);
      if (!owner) {
        throw new CommandError(
          'nobody has an account yet: open the link of "docsvc setup-link", or make one with "docsvc user add"',
        );
      }
      const minted = await mint(runtime, owner, worker.name);
      // Whoever stops the command must not leave a key behind.
      const giveUp = async () => {
        terminal.err("stopped");
        await revoke(runtime, owner, minted.id);
        process.exit(130);
      };
      if (!worker.stops_itself) process.once("SIGINT", giveUp).once("SIGTERM", giveUp);
      try {
        return await work(minted.token);
      } finally {
        process.off("SIGINT", giveUp).off("SIGTERM", giveUp);
        await revoke(runtime, owner, minted.id);
      }
    }),
};

function lookAtServer(env: Terminal["env"]): Config {
  const config = lookAtConfig(env);
  return { ...config, ...findRunning(config.data_dir) };
}

async function mint(runtime: RunningServer, owner: Person, name: string) {
  return runtime.database.withTransaction(async (sql) => {
    const { user_id, workspace } = owner;
    const now = runtime.clock.now();
    const minted = await mintToken(sql, { user_id, workspace_id: workspace.id, name, ttl_days: 1, now });
    const target = { workspace_id: workspace.id, target_type: "token", target_id: minted.id };
    const meta = { name, ttl_days: 1, for: owner.email };
    await noteBySystem(runtime, sql, [{ action: "token.create", ...target, meta }]);
    return minted;
  });
}

async function revoke(runtime: RunningServer, owner: Person, tokenId: number): Promise<void> {
  await runtime.database.withTransaction(async (sql) => {
    const now = runtime.clock.now();
    await revokeToken(sql, { token_id: tokenId, user_id: owner.user_id, now });
    const target = { workspace_id: owner.workspace.id, target_type: "token", target_id: tokenId };
    await noteBySystem(runtime, sql, [{ action: "token.revoke", ...target }]);
  });
}
