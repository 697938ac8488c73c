// The same tool as the protocol's own library serves it in its stateless example:
// a server and a transport for each request.
import { createMcpExpressApp } from "@modelcontextprotocol/sdk/server/express.js";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import * as z from "zod/v4";
import { openFloorDatabase } from "./database.ts";
import { readFileRows } from "./file_rows.ts";

const sql = openFloorDatabase();

function makeServer(): McpServer {
  const server = new McpServer({ name: "example", version: "1.0.0" });
  const inputSchema = { doc_id: z.string(), path: z.string() };
  server.registerTool("get_file", { description: "Read one file of a document.", inputSchema }, async (given) => {
    const file = await readFileRows(sql, given);
    return { content: [{ type: "text", text: JSON.stringify(file) }], structuredContent: file };
  });
  return server;
}

const app = createMcpExpressApp();
app.get("/ready", async (_request, response) => {
  response.json((await sql`select 1 as ready`)[0]);
});
app.post("/mcp", async (request, response) => {
  const server = makeServer();
  // The example streams its answer; as one JSON text, like ours, it is faster.
  const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport as Parameters<typeof server.connect>[0]);
  await transport.handleRequest(request, response, request.body);
  response.on("close", () => {
    void transport.close();
    void server.close();
  });
});
app.listen(Number(process.env["PORT"]));
