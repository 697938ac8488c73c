// Variables that are mistyped, and those of others, which are nobody's mistake.
import { expect, test } from "bun:test";
import { findMisspelt } from "./misspelt.ts";

test.each([
  [{ DATA_DRI: "/srv" }, [{ name: "DATA_DRI", meant: "DATA_DIR" }]],
  [{ BASEURL: "https://a.example" }, [{ name: "BASEURL", meant: "BASE_URL" }]],
  [{ base_url: "https://a.example" }, [{ name: "base_url", meant: "BASE_URL" }]],
  [{ S3_BUKET: "files", S3_BUCKET: "files" }, []],
  [{ S3_BUKET: "" }, []],
  [{ PATH: "/bin", HOME: "/root", USER: "me", LANG: "C", TERM: "xterm", SHELL: "/bin/sh", NODE_ENV: "x" }, []],
  [{ BASE_URL: "https://a.example", DATA_DIR: "/srv" }, []],
])("%j", (env, found) => {
  expect(findMisspelt(env)).toEqual(found);
});

test("what npm sets for whatever it starts is nobody's mistake", () => {
  expect(findMisspelt({ EDITOR: "vi" })).toEqual([]);
  expect(findMisspelt({ EDITIO: "cloud" })).toEqual([{ name: "EDITIO", meant: "EDITION" }]);
});
