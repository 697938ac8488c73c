// What can be asked of a stranger's address, and that nothing inside our network is reached through it.
import { afterAll, expect, test } from "bun:test";
import { makeCertificate } from "../../test/harness/certificate.ts";
import { fetchOutside, INTERNET, isPublicAddress, type Outside } from "./outside.ts";

const { cert, key } = makeCertificate("hook.test");
const heard: { method: string; text: string; signature: string | null }[] = [];
let answer: () => Response = () => new Response("fine", { headers: { "content-type": "text/plain" } });
const server = Bun.serve({
  port: 0,
  tls: { cert, key },
  fetch: async (asked) => {
    heard.push({ method: asked.method, text: await asked.text(), signature: asked.headers.get("x-signature") });
    return answer();
  },
});
afterAll(() => server.stop(true));

const AT = new URL(`https://hook.test:${server.port}/hook`);
const ASKING = { bytes_max: 100 };
/** The test's server stands for one on the internet. */
const OUTSIDE: Outside = { resolve: async () => ["127.0.0.1"], isPublic: () => true, ca: cert };

test("a body and headers go out, and an answer of any status comes back whole", async () => {
  answer = () => new Response("not now", { status: 503, headers: { "content-type": "text/plain" } });
  const asking = { ...ASKING, method: "POST" as const, headers: { "x-signature": "t=1" }, body: "{}" };
  const { status, content_type, bytes } = await fetchOutside(AT, asking, OUTSIDE);
  expect({ status, content_type, text: Buffer.from(bytes).toString() }).toEqual({
    status: 503,
    content_type: "text/plain",
    text: "not now",
  });
  expect(heard.at(-1)).toEqual({ method: "POST", text: "{}", signature: "t=1" });
});

test("a redirect is an answer and is not followed", async () => {
  answer = () => Response.redirect("https://10.0.0.1/", 302);
  const asked = heard.length;
  expect((await fetchOutside(AT, ASKING, OUTSIDE)).status).toBe(302);
  expect(heard.length).toBe(asked + 1);
});

test("an answer that is too long is an error, and so is one that the asker's check throws at before it is read", async () => {
  answer = () => new Response("x".repeat(101));
  await expect(fetchOutside(AT, ASKING, OUTSIDE)).rejects.toThrow("larger than 100 bytes");
  const check = () => {
    throw new Error("not what was wanted");
  };
  await expect(fetchOutside(AT, { ...ASKING, check }, OUTSIDE)).rejects.toThrow("not what was wanted");
});

test("nothing but the port of https at an https address is asked", async () => {
  await expect(fetchOutside(new URL("http://hook.test/"), ASKING, OUTSIDE)).rejects.toThrow("https address");
  const outside = { ...OUTSIDE, port: INTERNET.port ?? "" };
  await expect(fetchOutside(AT, ASKING, outside)).rejects.toThrow("port of https");
});

test.each([
  ["a private address", ["10.1.2.3"]],
  ["one private address among public ones", ["93.184.216.34", "169.254.169.254"]],
  ["no address", []],
])("nothing is asked of a host with %s", async (_what, addresses) => {
  const outside = { ...OUTSIDE, isPublic: isPublicAddress, resolve: async () => addresses };
  // Of a name it is not told where it lies, nor whether it is known inside.
  const words = "its host hook.test cannot be found on the public internet";
  await expect(fetchOutside(AT, ASKING, outside)).rejects.toThrow(new RegExp(`^${words}$`));
  const resolve = () => Promise.reject(new Error("ENOTFOUND"));
  await expect(fetchOutside(AT, ASKING, { ...outside, resolve })).rejects.toThrow(new RegExp(`^${words}$`));
});

test.each([
  ["127.0.0.1", false],
  ["10.0.0.1", false],
  ["172.16.0.1", false],
  ["192.168.1.1", false],
  ["169.254.169.254", false],
  ["100.64.0.1", false],
  ["0.0.0.0", false],
  ["224.0.0.1", false],
  ["255.255.255.255", false],
  ["::1", false],
  ["::", false],
  ["fe80::1", false],
  ["fd00::1", false],
  ["::ffff:127.0.0.1", false],
  ["192.0.0.8", false],
  ["192.0.2.1", false],
  ["192.88.99.1", false],
  ["198.18.0.1", false],
  ["198.51.100.1", false],
  ["203.0.113.1", false],
  ["240.0.0.1", false],
  // Forms of IPv6 that carry an IPv4 address: compatible, mapped, translated, NAT64, 6to4, Teredo, ISATAP.
  ["::7f00:1", false],
  ["::10.0.0.1", false],
  ["::8.8.8.8", false],
  ["::ffff:10.0.0.1", false],
  ["::ffff:0:10.0.0.1", false],
  ["64:ff9b::7f00:1", false],
  ["64:ff9b:1::a00:1", false],
  ["2002:7f00:1::", false],
  ["2002:a00:1::1", false],
  ["2001:0:4136:e378:8000:63bf:3fff:fdd2", false],
  ["2606:4700::5efe:10.0.0.1", false],
  ["2606:4700::200:5efe:10.0.0.1", false],
  ["fec0::1", false],
  ["ff02::1", false],
  ["100::1", false],
  ["2001:db8::1", false],
  ["3fff::1", false],
  ["2001:10::1", false],
  ["2001:20::1", false],
  ["5f00::1", false],
  ["4000::1", false],
  ["fe80::1%eth0", false],
  ["1.1", false],
  ["not an address", false],
  ["::ffff:1.1.1.1", true],
  ["2a00:1450:4001::200e", true],
  ["1.1.1.1", true],
  ["2606:4700::1111", true],
])("%s is on the public internet: %p", (address, expected) => {
  expect(isPublicAddress(address)).toBe(expected);
});
