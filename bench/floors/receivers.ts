// Receivers of events in a process of their own: they say how many came, how fast and how long after their commit;
// some may hang.
const late: number[] = [];
let first = 0;
let last = 0;
let hanging = 0;
let hangMs = 0;

function seen() {
  const sorted = late.toSorted((one, other) => one - other);
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
  const seconds = (last - first) / 1000;
  return { arrived: sorted.length, per_second: sorted.length / seconds, p50_ms: at(0.5), p99_ms: at(0.99) };
}

Bun.serve({
  port: Number(process.env["PORT"]),
  idleTimeout: 60,
  fetch: async (asked) => {
    const { pathname, searchParams } = new URL(asked.url);
    if (pathname === "/ready") return new Response("ready");
    if (pathname === "/seen") return Response.json(seen());
    if (pathname === "/begin") {
      late.length = 0;
      first = 0;
      hanging = Number(searchParams.get("hanging"));
      hangMs = Number(searchParams.get("ms"));
      return new Response("begun");
    }
    const { meta } = await asked.json();
    if (Number(pathname.slice(1)) < hanging) {
      await Bun.sleep(hangMs);
      return new Response("late");
    }
    last = performance.timeOrigin + performance.now();
    // From the first commit to the last arrival.
    first ||= meta.at;
    late.push(last - meta.at);
    return new Response("ok");
  },
});
