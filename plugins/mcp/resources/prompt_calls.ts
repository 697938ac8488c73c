// Answers `prompts/*`: whoever sees the tools that a prompt speaks of sees the prompt.
import { ProtocolError, ProtocolErrorCode, type Server } from "@modelcontextprotocol/server";
import { Refusal } from "../../../kernel/plugin.ts";
import { renderRefusalData } from "../tools/tool_result.ts";
import { PROMPTS, writePrompt } from "./prompts.ts";

/** Registers the methods. `sees` says whether the caller sees a tool. */
export function servePrompts(server: Server, sees: (tool: string) => boolean): void {
  const offered = () => PROMPTS.filter((prompt) => prompt.tools.every(sees));
  server.setRequestHandler("prompts/list", () => ({
    prompts: offered().map(({ name, title, description, arguments: known }) => ({
      name,
      title,
      description,
      arguments: known.map((one) => ({ ...one })),
    })),
  }));
  server.setRequestHandler("prompts/get", ({ params }) => {
    const prompt = offered().find(({ name }) => name === params.name);
    if (!prompt) {
      const names = offered().map(({ name }) => name);
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        `unknown prompt "${params.name.slice(0, 100)}"; there are ${names.join(", ") || "none"}`,
      );
    }
    const text = writeOrRefuse(() => writePrompt(prompt, params.arguments ?? {}));
    return {
      description: prompt.description,
      messages: [{ role: "user" as const, content: { type: "text" as const, text } }],
    };
  });
}

function writeOrRefuse(write: () => string): string {
  try {
    return write();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { message, ...data } = renderRefusalData(error);
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, message, data);
  }
}
