// What `.ci/run` reads of a log that failed:
// which files, also where two processes wrote by turns and an error came outside of tests.
import { expect, test } from "bun:test";

const { readFailures }: { readFailures(log: string): Map<string, string[]> } = await import(
  `${import.meta.dir}/rerun.mjs`
);

const LOG = `bun test v1.4.5 (0)
random tests: SEED=7 DEPTH=deep

test/a/one_test.ts:
(pass) first [1.00ms]

test/b/two_test.ts:
12 |   expect(slow).toEqual([]);
error: expect(received).toEqual(expected)

- []
+ [
+   "doc.edit: 70 ms",
+ ]

      at <anonymous> (test/b/two_test.ts:12:3)
\u001b[31m(fail)\u001b[0m second > inner [2.00ms]

test/a/one_test.ts:
(pass) third [1.00ms]

# Unhandled error between tests
-------------------------------
error: connection closed
-------------------------------

✗ test/d/four_test.ts (worker crashed: SIGKILL)

1 tests failed:
test/c/three_test.ts:
(fail) second > inner [2.00ms]

 2 pass
 1 fail
 1 error
`;

test("failures and errors outside of tests are told by file with what they said, and the list that repeats them is not read", () => {
  expect([...readFailures(LOG)]).toEqual([
    [
      "test/b/two_test.ts",
      [
        "(fail) second > inner [2.00ms]",
        "  error: expect(received).toEqual(expected)",
        "  - []",
        "  + [",
        '  +   "doc.edit: 70 ms",',
        "  + ]",
      ],
    ],
    ["test/a/one_test.ts", ["# Unhandled error between tests"]],
    ["test/d/four_test.ts", ["✗ test/d/four_test.ts (worker crashed: SIGKILL)"]],
  ]);
});

test("a log without failures has none, and what stands before any file is nobody's", () => {
  expect(readFailures("test/a_test.ts:\n(pass) one\n").size).toBe(0);
  expect([...readFailures("(fail) odd\n").keys()]).toEqual([""]);
});
