// Records that sixteen writers change, each its own over and over by the version that it was just told,
// for bench/databases.ts.
import { withCpu } from "./cpu.ts";
import type { askingAs } from "./databases_data.ts";
import { compare } from "./rounds.ts";
import type { Place, Server } from "./servers.ts";

const WRITERS = 16;

type Asking = Pick<ReturnType<typeof askingAs>, "send" | "emptyTable">;

/** Beside Elysia and one UPDATE of the same JSON, which knows no versions. */
export function compareChanges(
  asked: Asking & { place: Place; floor: Server; record: object; rounds: number; seconds: number },
): Promise<void> {
  const { place, floor, record, rounds, seconds, emptyTable } = asked;
  async function ask(route: string, json: object) {
    const [method = "", address = ""] = route.split(" ");
    const headers = { "content-type": "application/json" };
    return (await asked.send(address, { method, headers, body: JSON.stringify(json) })).json();
  }
  const run = <R>(server: Server, steps: Steps<R>) => runChanges(server, { ...steps, seconds, place });
  return compare({
    workload: "a record changed, 16 writers",
    rounds,
    floor: () =>
      run(floor, {
        make: () => ask(`POST ${floor.base_url}/create`, record),
        change: ({ id }: { id: number }, age) => ask(`POST ${floor.base_url}/change`, { id, data: { age } }),
      }),
    ours: async () => {
      const address = `${place.ours.base_url}${(await emptyTable()).path}/records`;
      return run(place.ours, {
        make: () => ask(`POST ${address}`, { data: record }),
        change: ({ id, version }: { id: number; version: number }, age) =>
          ask(`PATCH ${address}/${id}`, { base_version: version, data: { age } }),
      });
    },
    score: ({ rps }) => rps,
    reach: 0.5,
  });
}

interface Steps<R> {
  make: () => Promise<R>;
  /** The next change of the record that an answer was about. */
  change: (before: R, number: number) => Promise<R>;
}

/** How many changes came through in a second, and what each took of processor: the server's, and that of Postgres. */
async function runChanges<R>(
  server: Server,
  { make, change, seconds, place }: Steps<R> & { seconds: number; place: Place },
) {
  const records: R[] = [];
  for (let number = 0; number < WRITERS; number++) records.push(await make());
  let done = 0;
  const { cpu_ms } = await withCpu({ server: server.pid, postgres: place.postgres_pid }, async () => {
    const until = performance.now() + seconds * 1000;
    const writers = records.map(async (made) => {
      for (let record = made; performance.now() < until; done++) record = await change(record, done);
    });
    await Promise.all(writers);
    return {};
  });
  const [server_ms, postgres_ms] = [cpu_ms.server / done, cpu_ms.postgres / done];
  return { rps: done / seconds, server_ms, postgres_ms, cpu_ms: server_ms + postgres_ms };
}
