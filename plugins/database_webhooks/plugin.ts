// Webhooks of one database: they are sent what happens to its records and what people answer to its forms.
import { fill, type Plugin } from "../../kernel/plugin.ts";
import { connectedDataSlot, connectionSlot } from "../webhooks/port.ts";
import { checkConnection, connectedData } from "./connections.ts";

export const database_webhooks: Plugin = {
  name: "database_webhooks",
  operations: [],
  fills: (runtime) => [
    fill(connectionSlot, checkConnection),
    fill(connectedDataSlot, (event) => connectedData(runtime, event)),
  ],
};
