// Checks what each chat is sent:
// told by the address, links as it writes them, and no title that is markup or calls everybody.
import { expect, test } from "bun:test";
import { CHAT_FORMATS, composeChat, detectFormat } from "./formats.ts";

const TITLE = 'A <!channel> & *b* [c](https://evil.example) @everyone | "d"';
const URL_OF = "https://docs-content.example.com/d/x(1)/";
const message = { lines: [{ text: TITLE, url: URL_OF }], footer: { text: "And 3 more", url: null } };

test.each([
  ["https://hooks.slack.com/services/T0/B0/x", "slack"],
  ["https://hooks.slack.com.evil.example/services/T0/B0/x", null],
  ["https://discord.com/api/webhooks/1/x", "discord"],
  ["https://ptb.discord.com/api/webhooks/1/x", "discord"],
  ["https://acme.webhook.office.com/webhookb2/x", "teams"],
  ["https://prod-12.westeurope.logic.azure.com:443/workflows/x", "teams"],
  ["https://chat.example.com/hooks/abcdefghijklmnopqrstuvwx12", "mattermost"],
  ["https://chat.example.com/team/hooks/abcdefghijklmnopqrstuvwx12", "mattermost"],
  ["https://chat.example.com/hooks/short", null],
])("%s takes %p", (address, format) => {
  expect(detectFormat(new URL(address))).toBe(format as ReturnType<typeof detectFormat>);
});

test("slack escapes the three that have a meaning, and writes its own links", () => {
  expect(JSON.parse(composeChat("slack", message))).toEqual({
    text: `<${URL_OF}|A &lt;!channel&gt; &amp; *b* [c](https://evil.example) @everyone ¦ "d">\nAnd 3 more`,
  });
});

test("in markdown a title is no link and calls nobody", () => {
  for (const format of ["mattermost", "discord"] as const) {
    const sent = JSON.parse(composeChat(format, message));
    const text: string = sent.text ?? sent.content;
    expect(text).toContain("\\[c\\]\\(https://evil.example\\)");
    expect(text).toContain("\\*b\\*");
    expect(text).not.toContain("@everyone");
  }
  expect(JSON.parse(composeChat("discord", message)).allowed_mentions).toEqual({ parse: [] });
  expect(JSON.parse(composeChat("mattermost", message)).text).toContain(
    "](https://docs-content.example.com/d/x%281%29/)",
  );
});

test("teams gets one adaptive card in an envelope", () => {
  const sent = JSON.parse(composeChat("teams", message));
  expect(sent).toMatchObject({
    type: "message",
    attachments: [
      {
        contentType: "application/vnd.microsoft.card.adaptive",
        content: { type: "AdaptiveCard", body: [{}, { text: "And 3 more" }] },
      },
    ],
  });
});

test("what is long is cut, and for discord at a whole line", () => {
  const lines = Array.from({ length: 10 }, (_one, n) => ({ text: `${n} ${"x".repeat(1000)}`, url: URL_OF }));
  for (const format of CHAT_FORMATS) {
    const sent = composeChat(format, { lines, footer: null });
    expect(sent.length).toBeLessThan(10_000);
  }
  const { content } = JSON.parse(composeChat("discord", { lines, footer: null }));
  expect(content.length).toBeLessThanOrEqual(2000);
  expect(content).toEndWith(">");
});
