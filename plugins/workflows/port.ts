// What the parts of this plugin share of the running server.
import { type Port, port, type Surface } from "../../kernel/plugin.ts";

/** Everything that steps may call, and the way to call it. */
export const surfacePort: Port<Surface> = port("workflows.surface");
