// As whom the command publishes: with the given token, or on the server's own machine as its first owner.
import { type Config, findFirstOwner, type House, mintToken, type Person, revokeToken } from "../../../kernel/mod.ts";
import { CommandError, type Terminal } from "../command.ts";
import { noteBySystem, withHouse } from "../local_house.ts";

const TOKEN_NAME = "docsvc publish";

/** Runs `work` with a token of the first owner that ends with it. Throws CommandError when nobody has an account. */
export async function actAsFirstOwner<T>(terminal: Terminal, work: (token: string) => Promise<T>): Promise<T> {
  return withHouse(terminal, async (house) => {
    const owner = await findFirstOwner(house.database.sql);
    if (!owner) {
      throw new CommandError(
        'nobody has an account yet: open the link of "docsvc setup-link", or make one with "docsvc user add"',
      );
    }
    const minted = await mint(house, owner);
    // Whoever stops the command must not leave a key behind.
    const giveUp = async () => {
      await revoke(house, owner, minted.id);
      process.exit(130);
    };
    process.once("SIGINT", giveUp).once("SIGTERM", giveUp);
    try {
      return await work(minted.token);
    } finally {
      process.off("SIGINT", giveUp).off("SIGTERM", giveUp);
      await revoke(house, owner, minted.id);
    }
  });
}

/** Throws CommandError where a token is needed: the first owner's house is this machine's own. */
export function refuseForeignServer(server: string, { base_url }: Config): void {
  if (new URL(server).origin === base_url) return;
  throw new CommandError(
    `${server} is not this machine's own server (${base_url}): make a token on its page and send it with --token`,
  );
}

async function mint(house: House, owner: Person) {
  return house.database.withTransaction(async (sql) => {
    const { user_id, workspace } = owner;
    const wish = { user_id, workspace_id: workspace.id, name: TOKEN_NAME, ttl_days: 1, now: house.clock.now() };
    const minted = await mintToken(sql, wish);
    const target = { workspace_id: workspace.id, target_type: "token", target_id: minted.id };
    const meta = { name: TOKEN_NAME, ttl_days: 1, for: owner.email };
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
