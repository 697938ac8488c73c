// GET of an unlisted page of 16 KiB as a browser asks for it, and its 304,
// with the plugin activity beside a server without it.
import { withCpu } from "./cpu.ts";
import { runGets } from "./load.ts";
import { writePage } from "./published.ts";
import { compare, readRounds } from "./rounds.ts";
import { openPlace, type Place } from "./servers.ts";

const AS_BROWSER = {
  "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0",
  accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
  "accept-language": "en-US,en;q=0.5",
  "sec-fetch-dest": "document",
  "sec-fetch-mode": "navigate",
  "sec-fetch-site": "none",
  "sec-fetch-user": "?1",
};

interface Published {
  place: Place;
  address: string;
  etag: string;
}

async function openWith(env: Record<string, string> = {}): Promise<Published> {
  const place = await openPlace(env);
  const [token = ""] = await place.makeTokens(1);
  const made = await fetch(`${place.ours.base_url}/api/docs`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ html: writePage(16 * 1024), visibility: "unlisted" }),
  });
  const { url: address }: { url: string } = await made.json();
  const etag = (await fetch(address, { headers: AS_BROWSER })).headers.get("etag") ?? "";
  return { place, address, etag };
}

/** What wrk saw, with the answers that a millisecond of the server's processor was enough for. */
async function run({ place, address }: Published, headers: Record<string, string>) {
  const seconds = 4;
  const { cpu_ms, ...seen } = await withCpu({ server: place.ours.pid }, () =>
    runGets({ address, headers: { ...AS_BROWSER, ...headers }, connections: 16, seconds }),
  );
  return { ...seen, answers_each_cpu_ms: (seen.rps * seconds) / cpu_ms.server };
}

const off = await openWith({ PLUGINS: "-activity" });
const on = await openWith();
try {
  const measured = { rounds: readRounds(), reach: 0.95 };
  await compare({
    ...measured,
    workload: "GET /d/{slug}/, counted",
    floor: () => run(off, {}),
    ours: () => run(on, {}),
    score: (seen) => seen.answers_each_cpu_ms,
  });
  await compare({
    ...measured,
    workload: "GET /d/{slug}/, 304, counted",
    floor: () => run(off, { "if-none-match": off.etag }),
    ours: () => run(on, { "if-none-match": on.etag }),
    score: (seen) => seen.answers_each_cpu_ms,
  });
} finally {
  await on.place.close();
  await off.place.close();
}
