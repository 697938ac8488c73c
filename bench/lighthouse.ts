// What Lighthouse says of a book as a wiki and as a folder site, at a domain of its own that crawlers are let in to.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { unpackChromium } from "../test/browser/chromium.ts";
import { makeCertificate } from "../test/harness/certificate.ts";
import { startNameServer } from "../test/harness/name_server.ts";
import { until } from "../test/harness/until.ts";
import { findLongest, openBook } from "./book.ts";
import { print } from "./rounds.ts";
import { openPlace } from "./servers.ts";

/** Run by the package's own command, which a first run fetches; LIGHTHOUSE names another that is there. */
const COMMAND = (process.env["LIGHTHOUSE"] ?? `${process.execPath} x lighthouse@13`).split(" ");
const NAME = "docs.berg.example";
const TARGET = "cname.service.example";
const REACH = 95;

const folder = mkdtempSync(join(tmpdir(), "docsvc-lighthouse-"));
const certificate = makeCertificate(NAME);
writeFileSync(join(folder, "ca.pem"), certificate.cert);
const dns = await startNameServer();
dns.set(TARGET, { A: ["127.0.0.1"] });
/** Ends TLS, as a proxy does before a server of ours. */
let base = "";
const proxy = Bun.serve({
  ...{ port: 0, hostname: "127.0.0.1", tls: certificate },
  fetch: (request) => {
    const { pathname, search } = new URL(request.url);
    const { method, headers } = request;
    headers.set("host", NAME);
    return fetch(base + pathname + search, { method, headers, redirect: "manual", decompress: false });
  },
});
const place = await openPlace({
  ...{ DNS_SERVERS: dns.address, DOMAINS_CNAME_TARGET: TARGET, DOMAINS_ALLOW: "127.0.0.0/8" },
  ...{ DOMAINS_CA_FILE: join(folder, "ca.pem"), DOMAINS_PROBE_PORT: String(proxy.port) },
});
base = place.ours.base_url;
try {
  const { send, url } = await openBook(place);
  const { pathname } = new URL(await findLongest(url));
  const own = await letCrawlersIn(send);
  const chapter = pathname.replace(/^\/w\/@[^/]+\//, "");
  for (const [what, path] of [
    ["the overview of the wiki", ""],
    ["its longest chapter", chapter],
    ["the folder site", "r/handbook/book/"],
  ] as const) {
    for (const device of ["phone", "desk"] as const) print({ what, device, ...(await judge(own + path, device)) });
  }
} finally {
  await place.close();
  await Promise.all([proxy.stop(true), dns.close()]);
  rmSync(folder, { recursive: true, force: true });
}

type Send = Awaited<ReturnType<typeof openBook>>["send"];

/** Registers the domain, proves it and makes it the wiki's; answers the wiki's address there. */
async function letCrawlersIn(send: Send): Promise<string> {
  const { domains } = await send("POST", "/api/domains", { hostname: NAME });
  const [{ id, records }] = domains;
  const [alias, proof] = records;
  dns.set(alias.name, { CNAME: alias.value });
  dns.set(proof.name, { TXT: [proof.value] });
  await until(async () => {
    const { domains: now } = await send("POST", `/api/domains/${id}/verify`, {});
    return now[0].status === "active";
  });
  await send("PUT", "/api/wiki-site", { domain: NAME });
  let said = "";
  await until(async () => {
    const wiki = await send("PUT", "/api/wiki-site", { indexable: true }).catch(() => null);
    said = wiki?.url ?? "";
    return wiki?.indexable === true;
  });
  return said;
}

/** The score of each category out of 100, and what is short of it. */
async function judge(address: string, device: "phone" | "desk") {
  const { executable, env } = await unpackChromium();
  const rules = `MAP ${NAME}:443 127.0.0.1:${proxy.port}, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost`;
  const flags = ["--headless", "--no-sandbox", "--disable-gpu", "--ignore-certificate-errors"];
  const report = join(folder, "report.json");
  const chrome = [...flags, `--host-resolver-rules="${rules}"`].join(" ");
  const options = [`--chrome-flags=${chrome}`, "--output=json", `--output-path=${report}`, "--quiet"];
  const preset = device === "desk" ? ["--preset=desktop"] : [];
  const run = Bun.spawn([...COMMAND, address, ...options, ...preset], {
    env: { ...process.env, ...env, CHROME_PATH: executable },
    stdout: "ignore",
    stderr: "pipe",
  });
  const complaint = await new Response(run.stderr).text();
  if ((await run.exited) !== 0) throw new Error(`lighthouse ended with ${run.exitCode}: ${complaint}`);
  const { categories, audits } = await Bun.file(report).json();
  const scores = Object.entries<{ score: number; auditRefs: { id: string; weight: number }[] }>(categories);
  const short = scores.flatMap(([, { auditRefs }]) =>
    auditRefs.filter(({ id, weight }) => weight > 0 && (audits[id].score ?? 1) < 1).map(({ id }) => id),
  );
  return {
    ...Object.fromEntries(scores.map(([name, { score }]) => [name, Math.round(score * 100)])),
    ...{ reach: REACH, is_reached: scores.every(([, { score }]) => score * 100 >= REACH), short },
  };
}
