// Which server a command speaks to and as whom: with the given token, or on the server's own machine as its first owner.
import {
  type Config,
  findFirstOwner,
  type House,
  mintToken,
  type Person,
  readConfig,
  revokeToken,
} from "../../../kernel/mod.ts";
import { CommandError, type Terminal } from "../command.ts";
import { noteBySystem, withHouse } from "../local_house.ts";

export interface Access {
  /** Origin of the app host. */
  server: string;
  token: string;
}

/** Who works: the name of its token, and whether it ends in good order by itself when it is told to stop. */
export interface Worker {
  name: string;
  stops_itself: boolean;
}

/** Runs `work` with the given server and token, or as the first owner of this machine's own. Throws CommandError. */
export async function withAccess<T>(
  terminal: Terminal,
  { given, worker }: { given: { server?: string; token?: string }; worker: Worker },
  work: (access: Access) => Promise<T>,
): Promise<T> {
  const { token } = given;
  const { server, config } = readServer(given.server, token, terminal);
  if (token !== undefined) return work({ server, token });
  if (config) refuseForeignServer(server, config);
  await refuseSilence(server);
  return actAsFirstOwner(terminal, worker, (minted) => work({ server, token: minted }));
}

/** With both a server and a token nothing of this machine's own configuration is needed. */
function readServer(
  server: string | undefined,
  token: string | undefined,
  { env }: Terminal,
): { server: string; config: Config | null } {
  if (server !== undefined && (!URL.canParse(server) || !/^https?:$/.test(new URL(server).protocol))) {
    throw new CommandError(`--server is "${server}": give an address such as https://docs.example.com`);
  }
  if (server !== undefined && token !== undefined) return { server: new URL(server).origin, config: null };
  const config = readConfig(env);
  return { server: server === undefined ? config.base_url : new URL(server).origin, config };
}

/** Told before the database is opened, which without a server would have to be started for nothing. */
async function refuseSilence(server: string): Promise<void> {
  const response = await fetch(`${server}/healthz`).catch(() => null);
  if (response?.ok) return;
  throw new CommandError(`no server answers at ${server}: start it with "npm start", or name another with --server`);
}

/** Runs `work` with a token of the first owner that ends with it. Throws CommandError when nobody has an account. */
async function actAsFirstOwner<T>(terminal: Terminal, worker: Worker, work: (token: string) => Promise<T>): Promise<T> {
  return withHouse(terminal, async (house) => {
    const owner = await findFirstOwner(house.database.sql);
    if (!owner) {
      throw new CommandError(
        'nobody has an account yet: open the link of "docsvc setup-link", or make one with "docsvc user add"',
      );
    }
    const minted = await mint(house, owner, worker.name);
    // Whoever stops the command must not leave a key behind.
    const giveUp = async () => {
      await revoke(house, owner, minted.id);
      process.exit(130);
    };
    if (!worker.stops_itself) process.once("SIGINT", giveUp).once("SIGTERM", giveUp);
    try {
      return await work(minted.token);
    } finally {
      process.off("SIGINT", giveUp).off("SIGTERM", giveUp);
      await revoke(house, owner, minted.id);
    }
  });
}

/** Throws CommandError where a token is needed: the first owner's house is this machine's own. */
function refuseForeignServer(server: string, { base_url }: Config): void {
  if (new URL(server).origin === base_url) return;
  throw new CommandError(
    `${server} is not this machine's own server (${base_url}): make a token on its page and send it with --token`,
  );
}

async function mint(house: House, owner: Person, name: string) {
  return house.database.withTransaction(async (sql) => {
    const { user_id, workspace } = owner;
    const wish = { user_id, workspace_id: workspace.id, name, ttl_days: 1, now: house.clock.now() };
    const minted = await mintToken(sql, wish);
    const target = { workspace_id: workspace.id, target_type: "token", target_id: minted.id };
    const meta = { name, ttl_days: 1, for: owner.email };
    await noteBySystem(house, sql, [{ action: "token.create", ...target, meta }]);
    return minted;
  });
}

async function revoke(house: House, owner: Person, tokenId: number): Promise<void> {
  await house.database.withTransaction(async (sql) => {
    const now = house.clock.now();
    await revokeToken(sql, { token_id: tokenId, user_id: owner.user_id, now });
    const target = { workspace_id: owner.workspace.id, target_type: "token", target_id: tokenId };
    await noteBySystem(house, sql, [{ action: "token.revoke", ...target }]);
  });
}
