#!/usr/bin/env bun
// The command line of a server's own machine: the operator's commands and the client's.
import { COMMANDS } from "./cli/commands.ts";
import { runProcess } from "./command/command_line.ts";

await runProcess(COMMANDS, async () => (await import("./cli/server/local_server.ts")).localServer);
