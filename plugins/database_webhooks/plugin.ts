// Webhooks of one database: they are sent what happens to its records and what people answer to its forms.
import { handle, type Plugin } from "../../kernel/plugin.ts";
import { connectedDataHook, connectionHook } from "../webhooks/port.ts";
import { checkConnection, connectedData } from "./connections.ts";

export const database_webhooks: Plugin = {
  name: "database_webhooks",
  operations: [],
  handles: (runtime) => [
    handle(connectionHook, checkConnection),
    handle(connectedDataHook, (event) => connectedData(runtime, event)),
  ],
};
