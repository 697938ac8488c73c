// Runs before every test file: gives each test a minute, since real databases and browsers start slower than Bun's five seconds allow.
import { setDefaultTimeout } from "bun:test";

setDefaultTimeout(60_000);
