// What costs most of single operations, beside what every request can be made to cost:
// each of them once held up everybody.
import type { Made } from "../permission/input.ts";
import type { Stage } from "../permission/stage.ts";

export interface Costly {
  name: string;
  make(stage: Stage): Promise<Made> | Made;
}

const MIB = 1024 * 1024;
/** The name of a file of a million line ends in the stage's document. */
export const LINES_PATH = "lines.txt";
export const LINES = "\n".repeat(MIB);

const onLines =
  (query: Record<string, string>) =>
  ({ doc }: Stage) => ({
    params: { doc_id: doc.doc_id },
    query: { path: LINES_PATH, ...query },
  });

export const COSTLY: Record<string, Costly[]> = {
  "doc.publish": [
    { name: "31 MiB of escapes", make: () => ({ json: { html: "\n".repeat(15.5 * MIB) } }) },
    {
      name: "20 MiB of wide letters",
      make: () => ({ json: { html: "é".repeat(9.9 * MIB), idempotency_key: "once" } }),
    },
  ],
  "doc.files.add": [
    {
      name: "19 MiB of what is nearly a boundary",
      make: ({ doc }) => ({ params: { doc_id: doc.doc_id }, form: fileOf("\r\n--x".repeat((19 * MIB) / 5)) }),
    },
  ],
  "doc.file.put": [
    {
      name: "20 MiB as base64",
      make: ({ doc }) => ({
        params: { doc_id: doc.doc_id, path: "a.bin" },
        json: { content: new Uint8Array(19 * MIB).toBase64(), encoding: "base64" },
      }),
    },
  ],
  "search.grep": [
    {
      name: "a glob of braces and stars over 900 long paths",
      make: async (stage) => {
        await addLongPaths(stage);
        return { query: { q: "x", path_glob: `${"{,a}".repeat(6)}/${"**a".repeat(20)}` } };
      },
    },
    { name: "a pattern that nearly matches everywhere", make: () => ({ query: { q: `${"a".repeat(255)}b` } }) },
    { name: "a regex of repeats", make: () => ({ query: { q: "((a{0,30}){0,30})$", regex: "true" } }) },
  ],
  "doc.grep": [
    { name: "a regex over line ends", make: onLines({ pattern: "^$", regex: "true" }) },
    { name: "a regex of repeats", make: onLines({ pattern: "((a{0,30}){0,30})$", regex: "true" }) },
  ],
  "doc.text": [
    { name: "one line of a million", make: onLines({ start: "1", end: "1" }) },
    { name: "the last line of a million", make: onLines({ start: "1000000" }) },
  ],
  "doc.blame": [{ name: "a million lines", make: onLines({}) }],
  "doc.file.read": [{ name: "a million lines", make: onLines({ max_chars: "200000" }) }],
  "doc.patch": [
    {
      name: "2 MiB of lines",
      make: ({ doc }) => ({ params: { doc_id: doc.doc_id }, json: { diff: patchOf(MIB) } }),
    },
  ],
  "doc.edit": [
    {
      name: "every line of a million",
      make: ({ doc }) => ({
        params: { doc_id: doc.doc_id },
        json: { path: LINES_PATH, old_string: "\n", new_string: "x\n", replace_all: true },
      }),
    },
    {
      name: "half a million lines that match nowhere",
      make: ({ doc }) => ({
        params: { doc_id: doc.doc_id },
        json: { path: LINES_PATH, old_string: `${"\n".repeat(MIB / 2)}x`, new_string: "" },
      }),
    },
  ],
};

function fileOf(text: string): FormData {
  const form = new FormData();
  form.append("file", new Blob([text]), "a.txt");
  return form;
}

async function addLongPaths({ h, doc, people }: Stage): Promise<void> {
  const paths = Array.from(
    { length: 900 },
    (_, index) => `${"a".repeat(100)}/${"a".repeat(100)}/${"a".repeat(90)}${index}`,
  );
  const diff = paths.map((path) => `--- /dev/null\n+++ b/${path}\n@@ -0,0 +1 @@\n+x\n`).join("");
  const answer = await h.call(`POST /api/docs/${doc.doc_id}/patch`, { as: people.owner, json: { diff } });
  if (answer.status !== 200) throw new Error(`no long paths: ${answer.status} ${JSON.stringify(answer.body)}`);
}

function patchOf(lines: number): string {
  return `--- /dev/null\n+++ b/new.txt\n@@ -0,0 +1,${lines} @@\n${"+\n".repeat(lines)}`;
}
