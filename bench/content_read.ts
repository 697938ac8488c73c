// GET of an unlisted page of 64 KiB, and its 304, on 16 connections, beside nginx with the same bytes.

import { freePort } from "../test/harness/free_port.ts";
import { runGets, type Seen } from "./load.ts";
import { startNginx } from "./nginx.ts";
import { writePage } from "./published.ts";
import { compare, readRounds } from "./rounds.ts";
import { makeFolder, openPlace, removeFolder } from "./servers.ts";

const page = writePage(64 * 1024);
const folder = makeFolder();
const place = await openPlace();
const nginx = await startNginx(folder, { port: await freePort(), files: { "index.html": page } });
try {
  const [token = ""] = await place.makeTokens(1);
  const response = await fetch(`${place.ours.base_url}/api/docs`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ html: page, visibility: "unlisted" }),
  });
  if (!response.ok) throw new Error(`publishing answered ${response.status}: ${await response.text()}`);
  const { url }: { url: string } = await response.json();
  const measured = { score: (seen: Seen) => seen.rps, rounds: readRounds() };
  const load = { connections: 16, seconds: 4 };

  const nginxUrl = `${nginx.base_url}/`;
  await compare({
    ...measured,
    workload: "GET /d/{slug}/, 64 KiB",
    floor: () => runGets({ ...load, address: nginxUrl }),
    ours: () => runGets({ ...load, address: url }),
    reach: 0.5,
  });
  const validators = { ours: await etagOf(url), nginx: await etagOf(nginxUrl) };
  await compare({
    ...measured,
    workload: "GET /d/{slug}/, 304",
    floor: () => runGets({ ...load, address: nginxUrl, headers: { "if-none-match": validators.nginx } }),
    ours: () => runGets({ ...load, address: url, headers: { "if-none-match": validators.ours } }),
    reach: 0.6,
  });
} finally {
  await nginx.stop();
  await place.close();
  removeFolder(folder);
}

/** The page's validator; both servers must know it again. */
async function etagOf(address: string): Promise<string> {
  const etag = (await fetch(address)).headers.get("etag") ?? "";
  const again = await fetch(address, { headers: { "if-none-match": etag } });
  if (again.status !== 304) throw new Error(`${address} answered ${again.status} to its own ETag ${etag}`);
  return etag;
}
