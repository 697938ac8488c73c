// docsvc site export: a site's files in a folder of this disk, ready for a plain file server.
import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { createClient } from "../../openapi/client/mod.ts";
import { CommandError, command, readWord } from "../command/command.ts";
import { SERVER_OPTIONS } from "./options.ts";
import { withAccess } from "./server/access.ts";
import { createCaller, demandMe, tellWaits } from "./server/caller.ts";
import { download, keep, refuseTaken } from "./server/download.ts";
import { refuseFilled, unpack, wordsOf } from "./site/unpack.ts";
import { stopSignal } from "./stop_signal.ts";

/** A wait that the server asks for and that is worth it. */
const WAIT_SECONDS_MAX = 120;
const FILE_TYPES = ["application/x-tar", "application/zip"];
const VIEWS = ["anonymous", "me"] as const;

export const siteExport = command({
  name: "site export",
  summary: "Write a wiki or a published folder as files for a plain file server",
  takes: ["folder"],
  options: {
    ...SERVER_OPTIONS,
    root: { value: "R", about: "A published root's slug. Default: the workspace's wiki." },
    as: { value: "V", about: "Whose view: anonymous or me. Default: anonymous." },
    "base-url": { value: "URL", about: "Where it will be served: adds a sitemap and lets crawlers in." },
    zip: { value: null, about: "Write one zip of that name instead of a folder." },
  },
  async run({ args, options, terminal }) {
    const to = resolve(terminal.folder, args.folder);
    const isZip = options.zip !== undefined;
    const as = options.as === undefined ? "anonymous" : readWord(options.as, { what: "--as", choices: VIEWS });
    const query = new URLSearchParams({
      as,
      ...(options.root !== undefined && { root: options.root }),
      ...(options["base-url"] !== undefined && { base_url: options["base-url"] }),
    });
    // Before the server makes a site of it, which it does a few times an hour.
    await (isZip ? refuseZip(to) : refuseFilled(to));
    const worker = { name: "docsvc site export", stops_itself: true };
    return withAccess(terminal, { given: options, worker }, async ({ server, token }) => {
      const stop = stopSignal();
      try {
        const onWait = tellWaits(terminal.err);
        const call = createCaller({ onWait, seconds_max: WAIT_SECONDS_MAX, signal: stop.signal });
        await demandMe({ api: createClient({ base_url: server, token }), call }, server);
        const address = `${server}/api/wiki-site/export?${query}&format=${isZip ? "zip" : "tar"}`;
        const site = await download(address, { token, signal: stop.signal, what: "the site", types: FILE_TYPES });
        const count = isZip ? await keepZip(site, to) : await unpack(site, to);
        terminal.out(count === null ? `written to ${to}` : `${count} files written to ${to}`);
        return 0;
      } catch (error) {
        if (!stop.signal.aborted) throw error;
        terminal.err("stopped; nothing is left behind");
        return 130;
      } finally {
        stop.end();
      }
    });
  },
});

/** A zip that is there stays, as files in a folder do. */
async function refuseZip(to: string): Promise<void> {
  const found = await stat(to).catch(() => null);
  if (found?.isDirectory()) throw new CommandError(`${to} is a folder: name a file for the zip, or leave --zip out`);
  await refuseTaken(to);
}

async function keepZip(zip: ReadableStream<Uint8Array>, to: string): Promise<null> {
  await keep(zip, { to, refusal: (error) => `the site is not exported: ${wordsOf(error)}` });
  return null;
}
