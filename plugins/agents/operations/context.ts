// What a model reads of an agent: all of it within a budget, or one file by its address.

import { refuse, t } from "../../../kernel/plugin.ts";
import { ResourceContent } from "../../../kernel/ports/operation.ts";
import { BUDGET_CHARS } from "../../../kernel/ports/tools.ts";
import { fileAt, parseFilePath, readText, refuseMissingFile, tellRead } from "../../documents/port/read.ts";
import { manifest } from "../../manifest.ts";
import { operation } from "../../operation.ts";
import { readContext } from "../context.ts";
import { agentNamed } from "../permits.ts";
import { AgentContext, agentParams } from "../schemas.ts";

const BYTES_MAX = manifest.caps.mcp_resource_bytes;

export const readAgentContext = operation({
  id: "agent.context",
  route: "GET /api/brains/{ref}/context",
  tool: {
    name: "get_agent",
    formerly: ["get_brain"],
    wording:
      "Read an agent: its instructions in their order, then the documents that go with them, each with its address to cite.",
    idempotent: true,
  },
  summary: "Read an agent's instructions and what goes with them",
  params: agentParams,
  query: t.Object({
    budget_chars: t.Limit({
      default: BUDGET_CHARS.default,
      maximum: BUDGET_CHARS.maximum,
      description: `Characters of text, ${BUDGET_CHARS.default} by default.`,
    }),
  }),
  output: AgentContext,
  permit: agentNamed("view"),
  connection_limit: "places",
  run: async (call, { query }) => {
    const { subject } = call;
    const context = await readContext(call, subject, query.budget_chars ?? BUDGET_CHARS.default);
    tellRead(call, subject, "view");
    return context;
  },
});

export const readAgentFile = operation({
  id: "agent.resource.read",
  resource: {
    reads: [
      {
        uri: "agent://{ref}/{+path}",
        name: "agent_file",
        title: "File of an agent",
        description: "One of an agent's own files, such as agent://support/AGENT.md.",
      },
    ],
  },
  summary: "Read a file of an agent by address",
  effect: "read",
  params: t.Object({ ref: t.Name({ maxLength: 80 }) }),
  query: t.Object({ path: t.Name({ minLength: 1 }) }),
  output: ResourceContent,
  rules: ({ query }) => void parseFilePath(query.path),
  permit: agentNamed("view"),
  connection_limit: "places",
  run: async (call, { query }) => {
    const { subject } = call;
    const file = fileAt(subject.files, query.path);
    if (!file) throw refuseMissingFile(query.path);
    const { size_bytes: size, content_type: mime_type } = file;
    if (size > BYTES_MAX) {
      throw refuse.tooLarge(`"${query.path}" has ${size} bytes; a resource is read up to ${BYTES_MAX}`, {
        ...{ size, limit: BYTES_MAX },
      });
    }
    const text = await readText(call, file);
    tellRead(call, subject, "view");
    return { mime_type, text };
  },
});
