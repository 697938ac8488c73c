#!/usr/bin/env node
// The command that `npm install -g` makes of a checkout, or of all of it packed:
// installs what is missing, then runs docsvc under Bun.
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { launch } from "./client/launch.mjs";

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
// npm has installed what a package of it needs; a checkout does that itself.
if (existsSync(join(ROOT, "bun.lock"))) await (await import("./install.mjs")).ensureInstalled({ tools: false });
launch(join(ROOT, "hosts/docsvc.ts"), { folder: ROOT });
