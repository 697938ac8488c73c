// Checks that cells are written as RFC 4180 has them, that none of them is a formula,
// and that a stream ends with its reader.
import { expect, test } from "bun:test";
import { csvLine, csvResponse } from "./csv.ts";

test("commas, quotes and line ends are quoted, nothing is empty, numbers are plain", () => {
  expect(csvLine([1, "a", null, "b,c", 'say "hi"', "two\nlines", "", -5])).toBe(
    '1,a,,"b,c","say ""hi""","two\nlines",,-5\r\n',
  );
});

test("what another reader takes for the end of a cell is quoted too", () => {
  expect(csvLine([";=1", "a;b", "a\tb"])).toBe('";=1","a;b","a\tb"\r\n');
});

test("no text begins as a formula does, in whatever guise", () => {
  const formulas = ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", " =1", "＝1", "　-1", '="x"', "-"];
  for (const formula of formulas) expect(csvLine([formula])).toBe(`"'${formula.replaceAll('"', '""')}"\r\n`);
  for (const plain of ["a=1", "1-2", '{"a":"=1"}', "anna@example.org"]) expect(csvLine([plain])).not.toContain("'");
});

test("a stream is made as it is read, and its maker ends when the reader goes away", async () => {
  const seen: string[] = [];
  async function* pieces() {
    try {
      for (let n = 1; n <= 100; n++) {
        seen.push(`made ${n}`);
        yield csvLine([n]);
      }
    } finally {
      seen.push("ended");
    }
  }
  const response = csvResponse("numbers.csv", pieces());
  expect(response.headers.get("content-disposition")).toBe('attachment; filename="numbers.csv"');
  const reader = response.body?.getReader();
  expect(new TextDecoder().decode((await reader?.read())?.value)).toBe("1\r\n");
  await reader?.cancel();
  expect(seen.at(-1)).toBe("ended");
  expect(seen.length).toBeLessThan(10);
});
