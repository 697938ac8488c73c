// Plain lists of tools for the host, which sends them ahead of the pipeline.
import type { KeptLists } from "../../kernel/ports/plugin.ts";
import { PROTOCOL_PATH, type ProtocolAddress, readProtocolPath } from "../protocol/port.ts";
import type { Endpoint } from "./protocol/endpoint.ts";

export function keptLists(endpoint: Endpoint): KeptLists {
  return {
    prefix: PROTOCOL_PATH,
    at: (path) => {
      const address = readProtocolPath(path);
      return (
        address && {
          operation: servingOperation(address),
          find: async (message) => {
            const found = await endpoint.findList({ ...message, address });
            return found && ((encoding) => found.list.answer(found.id, encoding));
          },
        }
      );
    },
  };
}

/** The operation that serves an address. */
function servingOperation({ toolsets, read_only }: ProtocolAddress): string {
  return `mcp.serve${toolsets ? ".toolsets" : ""}${read_only ? ".readonly" : ""}`;
}
