// A process of its own that uses the Postgres of a DATA_DIR until its input ends,
// for tests of several processes on one.
import { createLog } from "../../kernel/base/log.ts";
import { startEmbedded } from "../../kernel/db/embedded/embedded.ts";

const [dataDir = ""] = process.argv.slice(2);
const embedded = await startEmbedded({ data_dir: dataDir, log: createLog("silent") });
console.log(`joined ${embedded.pid()}`);
for await (const _ of console) break;
await embedded.stop();
console.log("left");
process.exit(0);
