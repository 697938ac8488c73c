// Parses JSON that came with a request: on a thread when it is so long that the loop would stand still.
import { sharedThreads } from "../workers/workers.ts";
import { type ParsedJson, parseJson, type tasks } from "./json_worker.ts";

/** A shorter text is parsed in a few milliseconds, whatever it holds. */
const INLINE_BYTES_MAX = 128 * 1024;
/** Parsing more leaves a large heap behind. */
const HEAVY_BYTES = 4 * 1024 * 1024;
/** The cost of what is parsed is bounded beforehand. */
const BUDGET = { cpu_ms: 30_000 };

/** On whose behalf a thread works; see `TaskOptions`. */
export interface Sender {
  owner?: string;
  signal?: AbortSignal;
}

/** Parses within bounds. Of a long text the bytes are given away. */
export async function parseBody(bytes: Uint8Array<ArrayBuffer>, sender: Sender): Promise<ParsedJson> {
  if (bytes.byteLength <= INLINE_BYTES_MAX) return parseJson(bytes);
  const run = sharedThreads().module<typeof tasks>(new URL("./json_worker.ts", import.meta.url));
  const heavy = bytes.byteLength > HEAVY_BYTES;
  return run("parse", bytes, { ...sender, lane: "publish", budget: BUDGET, heavy, transfer: [bytes.buffer] });
}
