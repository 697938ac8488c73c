// Which server a command speaks to and as whom:
// with the given token, or on the server's own machine as its first owner.
import { CommandError, type LocalServer, type Terminal } from "../../command/command.ts";

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
  const named = given.server === undefined ? null : readAddress(given.server);
  const token = given.token === undefined ? undefined : readToken(given.token);
  // With both, nothing of this machine's own configuration is needed.
  if (named !== null && token !== undefined) return work({ server: named, token });
  if (named !== null && !terminal.local) {
    throw new CommandError(
      `${named} wants to know who you are: make a token on its page, ${named}/app, and send it with --token`,
    );
  }
  const local = await demandLocal(terminal);
  const own = local.address(terminal);
  const server = named ?? own;
  if (token !== undefined) return work({ server, token });
  if (server !== own) {
    throw new CommandError(
      `${server} is not this machine's own server (${own}): make a token on its page, ${server}/app, and send it with --token`,
    );
  }
  await refuseSilence(server);
  return local.actAsFirstOwner(terminal, worker, (minted) => work({ server, token: minted }));
}

function readAddress(server: string): string {
  if (URL.canParse(server) && /^https?:$/.test(new URL(server).protocol)) return new URL(server).origin;
  throw new CommandError(`--server is "${server}": give an address such as https://docs.example.com`);
}

/** What a header can carry (RFC 6750, 2.1); the value is not repeated, since what is no token could hold anything. */
function readToken(token: string): string {
  if (/^[\x21-\x7e]+$/.test(token.trim())) return token.trim();
  throw new CommandError(
    "--token holds a space, a line break or a letter that no token has: send the one line that the server gave",
  );
}

/** This machine's own server. Throws CommandError where the client is installed alone. */
async function demandLocal({ local }: Terminal): Promise<LocalServer> {
  if (local) return local();
  throw new CommandError("name the server with --server and send a token of its page with --token");
}

/** Told before the database is opened, which without a server would have to be started for nothing. */
async function refuseSilence(server: string): Promise<void> {
  const response = await fetch(`${server}/healthz`).catch(() => null);
  if (response?.ok) return;
  throw new CommandError(`no server answers at ${server}: start it with "docsvc serve", or name another with --server`);
}
