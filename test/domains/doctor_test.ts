// What the doctor says of custom domains: of the name that they lead to, and of the authorities that are named.
import { afterAll, expect, test } from "bun:test";
import { examineDomains } from "../../hosts/cli/doctor/domains.ts";
import { readConfig } from "../../kernel/host.ts";
import { startNameServer } from "../harness/name_server.ts";

const dns = await startNameServer();
afterAll(() => dns.close());
dns.set("content.service.example", { A: ["203.0.113.7"] });

function examine(env: Record<string, string>) {
  const own = { SECRET: "a secret for tests, long enough to pass", DNS_SERVERS: dns.address };
  return examineDomains(readConfig({ ...own, CONTENT_URL: "https://content.service.example", ...env }));
}

test("a target that leads somewhere is fine, one that leads nowhere or cannot be asked for is a warning with the way out", async () => {
  expect(await examine({})).toMatchObject([
    { state: "ok", seen: "they lead to content.service.example at 203.0.113.7" },
  ]);
  expect(await examine({ DOMAINS_CNAME_TARGET: "gone.service.example" })).toMatchObject([
    { state: "warn", seen: "they are to lead to gone.service.example, which leads nowhere" },
  ]);
  expect(await examine({ DNS_SERVERS: "127.0.0.1:1" })).toMatchObject([{ state: "warn" }]);
  expect(await examine({ CONTENT_URL: "http://127.0.0.1:3000" })).toMatchObject([{ state: "ok" }]);
  expect(await examine({ PLUGINS: "-domains" })).toEqual([]);
});

test("a file without authorities is a failure that names the variable", async () => {
  const [finding] = await examine({ DOMAINS_CA_FILE: import.meta.path });
  expect(finding).toMatchObject({ state: "fail", seen: expect.stringContaining("DOMAINS_CA_FILE") });
});
