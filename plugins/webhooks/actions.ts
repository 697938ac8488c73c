// The audit actions of the running server, so that a webhook's owner is told of a name that nothing has.
import { type Port, port } from "../../kernel/plugin.ts";

export const actionsPort: Port<readonly string[]> = port("webhooks.actions");
