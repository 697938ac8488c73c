// Runs before the tests of a process:
// seeds what is random in them, and gives each five minutes when one file is run by `bun test <file>`.
import "./harness/depth.ts";
import { setDefaultTimeout } from "bun:test";

// A limit only ends what stands still: beside other work a test takes ten times what it takes on a quiet machine, and the longest take
// half a minute there. Bun forgets this default after the first file, so the script `test` says the same by a flag.
setDefaultTimeout(300_000);
