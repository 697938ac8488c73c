// Holds the reading of the protocol's addresses to their grammar.
import { expect, test } from "bun:test";
import { readProtocolPath } from "./address.ts";

test.each([
  ["/mcp", { toolsets: null, read_only: false }],
  ["/mcp/", { toolsets: null, read_only: false }],
  ["/mcp/readonly", { toolsets: null, read_only: true }],
  ["/mcp/x/docs", { toolsets: ["docs"], read_only: false }],
  ["/mcp/x/docs,files", { toolsets: ["docs", "files"], read_only: false }],
  ["/mcp/x/Docs%2C%20nope,docs,,/", { toolsets: ["docs", "nope"], read_only: false }],
  ["/mcp/x/docs/readonly", { toolsets: ["docs"], read_only: true }],
  ["/mcp/x/,", { toolsets: [], read_only: false }],
])("%s is read", (path, expected) => {
  expect(readProtocolPath(path)).toEqual(expected);
});

test.each([
  "/mcpx",
  "/mcp/x",
  "/mcp/x/",
  "/mcp/other",
  "/mcp/readonly/x/docs",
  "/mcp/x/docs/files",
  "/mcp/x/%E0%A4%A",
  `/mcp/x/${"a".repeat(1000)}`,
])("%s is no address of the protocol", (path) => {
  expect(readProtocolPath(path)).toBeNull();
});
