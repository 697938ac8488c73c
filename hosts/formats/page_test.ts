// What a refused page says in German:
// what its status means, and of one without a meaning of its own nothing that is false.
import { expect, test } from "bun:test";
import { Refusal } from "../../kernel/plugin.ts";
import { renderPage } from "./page.ts";

const MALFORMED = "Etwas an dem, was gesendet wurde, stimmt nicht.";

async function pageOf(kind: Refusal["kind"], language: string): Promise<string> {
  const headers = { accept: "text/html", "accept-language": language };
  const request = new Request("https://app.example.test/app", { headers });
  return renderPage(new Refusal(kind, "the thing that was asked is not so"), { request, request_id: "req_1" }).text();
}

test.each([
  ["plan", "Dein Tarif trägt das nicht."],
  ["conflict", "Das verträgt sich nicht mit dem, was inzwischen da ist."],
  ["tooLarge", "Das ist mehr, als angenommen wird."],
  ["locked", "Es ist gerade vor Änderungen geschützt."],
  ["unsupported", null],
  ["unsatisfiable", null],
] as const)("%s is not called malformed", async (kind, meaning) => {
  const page = await pageOf(kind, "de");
  expect(page).not.toContain(MALFORMED);
  expect(page).toContain("he thing that was asked is not so");
  if (meaning !== null) expect(page).toContain(meaning);
});

test("what is malformed is called so in German, and in English the message stands alone", async () => {
  expect(await pageOf("invalid", "de")).toContain(MALFORMED);
  expect(await pageOf("invalid", "en")).not.toContain(MALFORMED);
});
