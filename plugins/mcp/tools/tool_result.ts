// What a tool call answers: the result as text and as data with links, or the refusal in the words REST would use.
import type { CallToolResult } from "@modelcontextprotocol/server";
import type { FieldError, Refusal } from "../../../kernel/plugin.ts";
import type { RefusalCode } from "../../../kernel/ports/base.ts";
import type { ToolEntry } from "../../../kernel/ports/plugin.ts";
import { pickResult } from "../../../kernel/ports/tools.ts";
import { manifest } from "../../manifest.ts";
import { exampleArguments } from "./tool_example.ts";

/** Clients drop or cut longer texts; the structured content carries the whole. */
const TEXT_CHARS_MAX = manifest.caps.mcp_result_text_chars;

/** Renders what the operation answered. `baseUrl` makes relative links absolute. */
export function renderResult(called: ToolEntry, value: unknown, baseUrl: string): CallToolResult {
  if (!isObject(value)) return { content: [{ type: "text", text: "done" }] };
  const structured = pickResult(called, value);
  const content = [...textOf(called, structured), ...linkOf(structured, baseUrl)];
  return called.shape.outputSchema ? { content, structuredContent: structured } : { content };
}

/** Renders what was kept within a budget: the text is the whole part, and says when there is more. */
export function renderPart(
  { tool }: ToolEntry,
  part: Readonly<Record<string, unknown>>,
  baseUrl: string,
): CallToolResult {
  const content: CallToolResult["content"] = [{ type: "text", text: JSON.stringify(part) }];
  if (part["next"] !== undefined) {
    content.push({
      type: "text",
      text: `There is more: call ${tool.name} again with the same arguments and this next.`,
    });
  }
  return { content: [...content, ...linkOf(part, baseUrl)], structuredContent: part };
}

/** Renders a refusal: the text is REST's own, and what REST carries beside it stands under `error`. */
export function renderRefusal(called: ToolEntry, refusal: Refusal): CallToolResult {
  const data = renderRefusalData(refusal);
  const faults = refusal.fields?.map((field) => ({ argument: argumentOf(field), message: field.msg }));
  if (!faults) return failure(data);
  const named = faults.map((one) => one.argument.split(/[.[]/)[0] ?? "");
  const example = JSON.stringify(exampleArguments(called, named));
  const message = `${faults.map((one) => one.message).join("; ")}. A correct call of ${called.tool.name}: ${example}`;
  return failure({ ...data, message, arguments: faults });
}

/** A refusal as data: its code, REST's text, and what REST carries beside it. */
export function renderRefusalData(refusal: Refusal): ErrorData {
  const { retry_after, code: _code, ...detail } = refusal.detail;
  const waiting = retry_after === undefined ? {} : { retry_after_seconds: retry_after };
  return { code: refusal.code, message: refusal.message, ...detail, ...waiting };
}

interface ErrorData {
  code: RefusalCode;
  message: string;
  [member: string]: unknown;
}

/** The answer to a fault of ours: the request id and nothing of the inside. */
export function renderFault(requestId: string): CallToolResult {
  const message = `something went wrong on our side; tell the operator request id ${requestId}`;
  return failure({ code: "internal", message, request_id: requestId });
}

function failure(error: ErrorData): CallToolResult {
  return { isError: true, content: [{ type: "text", text: error.message }], structuredContent: { error } };
}

/** `["body", "tags", 0]` is `tags[0]` to whoever sent flat arguments. */
function argumentOf({ loc }: FieldError): string {
  const [first, ...rest] = loc.slice(1);
  return rest.reduce<string>(
    (path, part) => (typeof part === "number" ? `${path}[${part}]` : `${path}.${part}`),
    String(first ?? "arguments"),
  );
}

/** Many clients show a model the text alone, so the text is the data itself, in compact JSON. */
function textOf({ shape }: ToolEntry, structured: unknown): CallToolResult["content"] {
  const whole = JSON.stringify(structured);
  // Who said how much they want gets it.
  const isHandled = "max_chars" in shape.inputSchema.properties;
  if (isHandled || whole.length <= TEXT_CHARS_MAX) return [{ type: "text", text: whole }];
  const notice = `The text above is cut after ${TEXT_CHARS_MAX} of ${whole.length} characters; the structured content holds the whole.`;
  // Half of a surrogate pair at the cut would not be valid text.
  const cut = whole.slice(0, TEXT_CHARS_MAX).replace(/[\uD800-\uDBFF]$/, "");
  return [
    { type: "text", text: cut },
    { type: "text", text: notice },
  ];
}

/** A document that the result is about, by its absolute address (rules: mcp/cut). */
function linkOf(structured: Readonly<Record<string, unknown>>, baseUrl: string): CallToolResult["content"] {
  const { url, title, doc_id } = structured;
  const name = typeof title === "string" ? title || url : doc_id;
  if (typeof url !== "string" || typeof name !== "string" || !URL.canParse(url, baseUrl)) return [];
  return [{ type: "resource_link", uri: new URL(url, baseUrl).href, name }];
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
