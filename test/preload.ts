// Runs before the tests of a process: seeds what is random in them, and gives each a minute when one file is run by `bun test <file>`.
import "./depth.ts";
import { setDefaultTimeout } from "bun:test";

// Real databases and browsers start slower than the five seconds that Bun allows. Bun forgets this default after the first
// file, so the script `test` says the same by a flag.
setDefaultTimeout(60_000);
