// The protocol's names that are written down here instead of being imported, held to the library's own.
import { expect, test } from "bun:test";
import * as library from "@modelcontextprotocol/server";
import * as ours from "./plain_message.ts";

test("names and revisions are those of the library", () => {
  expect(ours.CLIENT_CAPABILITIES_META_KEY).toBe(library.CLIENT_CAPABILITIES_META_KEY);
  expect(ours.CLIENT_INFO_META_KEY).toBe(library.CLIENT_INFO_META_KEY);
  expect(ours.PROTOCOL_VERSION_META_KEY).toBe(library.PROTOCOL_VERSION_META_KEY);
  expect(ours.SERVER_INFO_META_KEY).toBe(library.SERVER_INFO_META_KEY);
  expect(ours.LEGACY_VERSIONS).toEqual([...library.SUPPORTED_PROTOCOL_VERSIONS]);
});
