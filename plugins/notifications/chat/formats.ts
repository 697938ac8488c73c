// What the makers of chats take at an incoming webhook, each with its own way to write a link;
// told by the address where that says it.

/** Mattermost takes what Slack takes, but for links and mentions, which are markdown there. */
export const CHAT_FORMATS = ["slack", "mattermost", "teams", "discord"] as const;
export type ChatFormat = (typeof CHAT_FORMATS)[number];

/** One line of a message. */
export interface ChatLine {
  text: string;
  /** Where to look at it. */
  url: string | null;
}

export interface ChatMessage {
  lines: readonly ChatLine[];
  /** A last line about what did not fit or where to change it. */
  footer: ChatLine | null;
}

/** https://discord.com/developers/docs/resources/webhook#execute-webhook */
const DISCORD_CHARS_MAX = 2000;
const LINE_CHARS_MAX = 300;

const HOSTS: readonly [RegExp, ChatFormat][] = [
  // https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks
  [/^hooks\.slack(?:-gov)?\.com$/, "slack"],
  [/^(?:[a-z]+\.)?discord(?:app)?\.com$/, "discord"],
  // https://learn.microsoft.com/microsoftteams/platform/webhooks-and-connectors/how-to/add-incoming-webhook
  [/(?:^|\.)webhook\.office\.com$|(?:^|\.)logic\.azure\.com$|(?:^|\.)(?:powerplatform|powerautomate)\.com$/, "teams"],
];
/** https://developers.mattermost.com/integrate/webhooks/incoming: on whatever host, with a key of 26 characters. */
const MATTERMOST_PATH = /\/hooks\/[a-z0-9]{26}$/;

/** The format that an address takes; null where it does not tell. */
export function detectFormat(url: URL): ChatFormat | null {
  const known = HOSTS.find(([host]) => host.test(url.hostname));
  if (known) return known[1];
  return MATTERMOST_PATH.test(url.pathname) ? "mattermost" : null;
}

/** The message as the body of a POST. */
export function composeChat(format: ChatFormat, message: ChatMessage): string {
  const lines = [...message.lines, ...(message.footer ? [message.footer] : [])].map(({ text, url }) => ({
    text: shorten(text, LINE_CHARS_MAX),
    url,
  }));
  if (format === "teams") return JSON.stringify(adaptiveCard(lines));
  const text = lines.map((line) => WRITERS[format](line)).join("\n");
  if (format === "discord") {
    // Nobody is named by a title that reads like a mention.
    return JSON.stringify({ content: wholeLines(text, DISCORD_CHARS_MAX), allowed_mentions: { parse: [] } });
  }
  return JSON.stringify({ text });
}

const WRITERS: Readonly<Record<Exclude<ChatFormat, "teams">, (line: ChatLine) => string>> = {
  slack: ({ text, url }) => (url === null ? slackText(text) : `<${slackText(url)}|${slackText(text)}>`),
  mattermost: ({ text, url }) => (url === null ? markdownText(text) : `[${markdownText(text)}](${linkTarget(url)})`),
  // Discord makes no link of a markdown one that a webhook's text holds an address in, so the address stands behind it.
  discord: ({ text, url }) => (url === null ? markdownText(text) : `${markdownText(text)} <${linkTarget(url)}>`),
};

/** https://docs.slack.dev/messaging/formatting-message-text#escaping: these three alone have a meaning, `|` only in a link. */
function slackText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll("|", "¦");
}

/** Markdown in which nothing is markup, and no word calls everybody. */
function markdownText(text: string): string {
  return text.replace(/[\\`*_{}[\]()#+!|~<>-]/g, "\\$&").replace(/@(?=all|channel|here|everyone)/gi, "@\u200b");
}

function linkTarget(url: string): string {
  return url.replaceAll("(", "%28").replaceAll(")", "%29").replaceAll(">", "%3E");
}

/** https://adaptivecards.io/explorer/, in the envelope that Teams wants. */
function adaptiveCard(lines: readonly ChatLine[]) {
  const body = lines.map(({ text, url }) => ({
    type: "TextBlock",
    wrap: true,
    text: url === null ? markdownText(text) : `[${markdownText(text)}](${linkTarget(url)})`,
  }));
  const content = {
    $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
    type: "AdaptiveCard",
    version: "1.4",
    body,
  };
  return {
    type: "message",
    attachments: [{ contentType: "application/vnd.microsoft.card.adaptive", contentUrl: null, content }],
  };
}

function shorten(text: string, chars_max: number): string {
  const chars = [...text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")];
  return chars.length > chars_max ? `${chars.slice(0, chars_max - 1).join("")}…` : chars.join("");
}

/** As many lines from the beginning as fit. */
function wholeLines(text: string, chars_max: number): string {
  if (text.length <= chars_max) return text;
  const cut = text.lastIndexOf("\n", chars_max);
  return text.slice(0, cut > 0 ? cut : chars_max);
}
