// The least that the tool get_file can cost: JSON-RPC echoed around two indexed selects.
import { Elysia } from "elysia";
import { openFloorDatabase } from "./database.ts";
import { readFileRows } from "./file_rows.ts";

const sql = openFloorDatabase();

new Elysia()
  .get("/ready", async () => (await sql`select 1 as ready`)[0])
  .post("/mcp", async ({ body }) => {
    const { id, params } = Object(body);
    const file = await readFileRows(sql, params.arguments);
    return {
      jsonrpc: "2.0",
      id,
      result: { content: [{ type: "text", text: JSON.stringify(file) }], structuredContent: file },
    };
  })
  .listen(Number(process.env["PORT"]));
