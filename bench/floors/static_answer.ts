// The least that a yes can cost: an empty answer, whatever is asked.
import { Elysia } from "elysia";

new Elysia()
  .get("/ready", () => "ready")
  .get("/internal/tls-ask", () => new Response(null, { status: 200 }))
  .listen(Number(process.env["PORT"]));
