// The command line of the client installed alone, without a server beside it.
import { runProcess } from "../command/command_line.ts";
import { CLIENT_COMMANDS } from "./commands.ts";

await runProcess(CLIENT_COMMANDS, null);
