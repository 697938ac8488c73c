// Says in plain words what is wrong with the params of a request,
// where the library would hand out what its schema found.
import { isSpecType, ProtocolErrorCode, type StandardSchemaV1, specTypeSchemas } from "@modelcontextprotocol/server";
import type { JsonValue } from "../../../kernel/plugin.ts";
import type { PlainMessage } from "./plain_message.ts";

/** Names of arguments are the sender's. */
const PATH_CHARS_MAX = 100;

interface Checked {
  "~standard": { validate(message: unknown): StandardSchemaV1.Result<unknown> };
}

/** The methods that this server answers and that take params. */
const SCHEMAS = new Map<string, Checked>([
  ["initialize", specTypeSchemas.InitializeRequest],
  ["ping", specTypeSchemas.PingRequest],
  ["tools/list", specTypeSchemas.ListToolsRequest],
  ["tools/call", specTypeSchemas.CallToolRequest],
  ["prompts/list", specTypeSchemas.ListPromptsRequest],
  ["prompts/get", specTypeSchemas.GetPromptRequest],
  ["resources/list", specTypeSchemas.ListResourcesRequest],
  ["resources/templates/list", specTypeSchemas.ListResourceTemplatesRequest],
  ["resources/read", specTypeSchemas.ReadResourceRequest],
]);

/** Lists that are always whole: no answer gave out a cursor, so each that comes is of some other list. */
const WHOLE_LISTS = ["tools/list", "prompts/list", "resources/templates/list"];

/** Of what a sender wrote, quoted in a refusal. */
const CURSOR_CHARS_MAX = 80;

/** What only the era of the handshake has. */
const ENDED_METHODS = ["initialize", "ping"];

/** Answers requests of that era with wrong params, one or those of a batch, and lets `answer` take what is left. */
export async function answerRefusingParams(
  message: unknown,
  answer: (sound: unknown) => Promise<Response>,
): Promise<Response> {
  if (!Array.isArray(message)) {
    const refused = refuseParams(message, "legacy");
    return refused ? Response.json(refused) : answer(message);
  }
  const refused = message.flatMap((one) => refuseParams(one, "legacy") ?? []);
  const sound = message.filter((one) => refuseParams(one, "legacy") === null);
  if (sound.length === 0) return Response.json(refused);
  const others = await answer(sound);
  if (!others.ok) return others;
  if (others.status === 202 && refused.length === 0) return others;
  const answered: JsonValue = others.status === 202 ? [] : await others.json();
  // The library answers one message without the array that a batch is answered by.
  return Response.json([answered, refused].flat());
}

/** The error that answers a request whose method is served and whose params are wrong; null for every other message. */
export function refuseParams(message: unknown, era: PlainMessage["era"]) {
  if (!isSpecType.JSONRPCRequest(message)) return null;
  if (era === "modern" && ENDED_METHODS.includes(message.method)) return null;
  const issue = SCHEMAS.get(message.method)?.["~standard"].validate(message).issues?.[0];
  const fault = issue ? wordsOf(issue) : strayCursor(message);
  if (fault === null) return null;
  const text = `${message.method}: ${fault}`;
  return { jsonrpc: "2.0", id: message.id, error: { code: ProtocolErrorCode.InvalidParams, message: text } };
}

function wordsOf(issue: StandardSchemaV1.Issue): string {
  const path = (issue.path ?? []).map((part) => String(typeof part === "object" ? part.key : part)).join(".");
  return `${path.slice(0, PATH_CHARS_MAX)} ${ruleOf(issue.message)}`;
}

/** Taking it for the beginning would let a client that follows it read the same list for ever (MCP, pagination). */
function strayCursor({
  method,
  params,
}: {
  method: string;
  params?: Record<string, unknown> | undefined;
}): string | null {
  const cursor = params?.["cursor"];
  if (!WHOLE_LISTS.includes(method) || typeof cursor !== "string") return null;
  return `cursor "${cursor.slice(0, CURSOR_CHARS_MAX)}" is none of ours; this list comes whole, so leave cursor out`;
}

/** The library's finding in our words, such as "must be a string, not a number". */
function ruleOf(finding: string): string {
  const [, expected, received] = /expected (\w+), received (\w+)/.exec(finding) ?? [];
  if (!expected || !received) return "is not of a kind that the protocol takes there";
  return received === "undefined"
    ? `is missing; send ${named(expected)}`
    : `must be ${named(expected)}, not ${named(received)}`;
}

const KINDS = new Map([["record", "object"]]);

function named(kind: string): string {
  const word = KINDS.get(kind) ?? kind;
  if (word === "null") return word;
  return `${/^[aeiou]/.test(word) ? "an" : "a"} ${word}`;
}
