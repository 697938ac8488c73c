// Gives each test a minute when one file is run by `bun test <file>`: real databases and browsers start slower than Bun's five seconds allow.
// Bun forgets this default after the first file, so the script `test` says the same by a flag.
import { setDefaultTimeout } from "bun:test";

setDefaultTimeout(60_000);
