// Inputs of the permission matrix for the protocol and the words for every agent.
import { type Inputs, type Made, plain } from "../permission/input.ts";

const TOOL_LIST: Made = {
  json: { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} },
  headers: { accept: "application/json, text/event-stream" },
};

export const INPUTS: Inputs = {
  "mcp.serve": plain(TOOL_LIST),
  "mcp.serve.readonly": plain(TOOL_LIST),
  "mcp.serve.toolsets": plain({ ...TOOL_LIST, params: { toolsets: "docs" } }),
  "mcp.serve.toolsets.readonly": plain({ ...TOOL_LIST, params: { toolsets: "docs" } }),
  "workspace.instructions.get": plain(),
  "mcp.page.connect": plain({ with_cookie: true }),
  "workspace.instructions.set": { make: () => ({ json: { instructions: "Write short." }, with_cookie: true }) },
};
