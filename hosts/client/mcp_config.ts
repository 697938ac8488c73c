// docsvc mcp-config: what to paste where, so that an agent's client connects to a server.
import { CommandError, command, readWord, type Terminal } from "../command/command.ts";
import { CLIENTS, type Connection } from "./mcp_config/clients.ts";

/** The endpoint and the addresses below it that offer some of the tools. */
const ENDPOINT = /^\/mcp(?:\/[a-z,_-]+)*\/?$/;
/** What a bearer token of the service can hold (RFC 6750, 2.1): nothing of it ends a quoted text. */
const TOKEN = /^dsk_[A-Za-z0-9._~+/-]+=*$/;

export const mcpConfig = command({
  name: "mcp-config",
  summary: "Print what connects an agent's client to a server",
  takes: [],
  options: {
    client: {
      value: "NAME",
      about: `Its configuration alone: ${CLIENTS.map(({ name }) => name).join(", ")}. Default: all of them.`,
    },
    server: { value: "URL", about: "The server's app address, or one below its /mcp. Default: this machine's own." },
    token: { value: "T", about: "A token that the client sends. Default: none, and the client asks in the browser." },
  },
  async run({ options, terminal }) {
    const names = CLIENTS.map(({ name }) => name);
    const wanted = options.client === undefined ? null : readWord(options.client, { what: "--client", choices: names });
    const token = options.token === undefined ? null : readToken(options.token);
    const url = options.server === undefined ? await ownEndpoint(terminal, token) : readEndpoint(options.server);
    warnOfPlainHttp(url, terminal);
    if (wanted === null) terminal.out(describeAll({ url, token }));
    else writeOne(wanted, { url, token }, terminal);
    return 0;
  },
});

function describeAll(connection: Connection): string {
  const parts = CLIENTS.map((client) => {
    const after = client.after?.(connection);
    const steps = [client.configure(connection), ...(after ? [`# then ${after}`] : [])];
    return [`# ${client.title}: ${client.place}`, ...steps].join("\n");
  });
  return parts.join("\n\n");
}

/** The configuration goes to stdout by itself, so that it can be sent into its file. */
function writeOne(name: string, connection: Connection, terminal: Terminal): void {
  for (const client of CLIENTS) {
    if (client.name !== name) continue;
    const after = client.after?.(connection);
    terminal.err(`${client.title}: ${client.place}${after ? `, then ${after}` : ""}`);
    terminal.out(client.configure(connection));
  }
}

async function ownEndpoint(terminal: Terminal, token: string | null): Promise<string> {
  if (!terminal.local) throw new CommandError("name the server with --server: this is the client alone");
  const local = await terminal.local();
  return local.mcpEndpoint(terminal, { has_token: token !== null });
}

function readEndpoint(server: string): string {
  const url = URL.canParse(server) ? new URL(server) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash) {
    throw new CommandError(`--server is "${hideUserinfo(server)}": give an address such as https://docs.example.com`);
  }
  if (url.pathname === "/") return `${url.origin}/mcp`;
  if (ENDPOINT.test(url.pathname)) return url.origin + url.pathname.replace(/\/$/, "");
  throw new CommandError(
    `--server has the path ${url.pathname}, and the app lives at the root of its host: give ${url.origin} or an address below ${url.origin}/mcp`,
  );
}

function hideUserinfo(address: string): string {
  return address.replace(/\/\/[^/@]*@/, "//...@");
}

/** What is no token could hold anything, so the value is not repeated. */
function readToken(value: string): string {
  if (TOKEN.test(value)) return value;
  throw new CommandError(
    '--token is not a token of this service, which looks like dsk_1a2b3c4d_...: make one with "docsvc token create", or leave it out to be asked in the browser',
  );
}

function warnOfPlainHttp(url: string, { err }: Terminal): void {
  const { protocol, hostname } = new URL(url);
  if (protocol === "https:" || ["localhost", "127.0.0.1", "[::1]"].includes(hostname)) return;
  err(
    `note: most clients refuse ${new URL(url).origin}, because plain http shows every token on the way; give it https`,
  );
}
