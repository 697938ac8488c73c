// The least that an answer from memory can cost: the bytes of static.json in the floor's folder, whatever is asked.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Elysia } from "elysia";

const bytes = readFileSync(join(process.env["FLOOR_FOLDER"] ?? ".", "static.json"));
const headers = { "content-type": "application/json" };

new Elysia()
  .get("/ready", () => "ready")
  .post("/mcp", () => new Response(bytes, { headers }))
  .listen(Number(process.env["PORT"]));
