// Checks that nobody can pick the address under which they are counted, and that real proxies are seen through.
import { expect, test } from "bun:test";
import fc from "fast-check";
import { createClientAddresses, networkOf, siteOf } from "./client_address.ts";

function addressOf(socket_address: string | null, forwarded: string | null, trusted: string[] = ["10.0.0.0/8", "::1"]) {
  const headers = new Headers(forwarded === null ? {} : { "x-forwarded-for": forwarded });
  return createClientAddresses(trusted).clientAddress({ socket_address, headers });
}

test("with no trusted proxy the socket's peer is the caller, whatever the header says", () => {
  expect(addressOf("203.0.113.9", "1.2.3.4", [])).toBe("203.0.113.9");
  expect(addressOf("127.0.0.1", "1.2.3.4", [])).toBe("127.0.0.1");
});

test("a peer that is not trusted cannot name another address", () => {
  expect(addressOf("203.0.113.9", "1.2.3.4")).toBe("203.0.113.9");
});

test("behind trusted proxies the right-most hop that is not trusted is the caller", () => {
  expect(addressOf("10.0.0.1", "203.0.113.9")).toBe("203.0.113.9");
  expect(addressOf("10.0.0.1", "6.6.6.6, 203.0.113.9, 10.0.0.2")).toBe("203.0.113.9");
});

test("what a caller writes left of its own hop is never believed", () => {
  const forged = fc.string({ unit: fc.constantFrom(..."0123456789.:,[] abcdef") });
  fc.assert(
    fc.property(forged, (text) => addressOf("10.0.0.1", `${text}, 203.0.113.9`.replace(/^[ ]+/, "")) === "203.0.113.9"),
  );
});

test("when every hop is trusted the farthest one is the caller", () => {
  expect(addressOf("10.0.0.1", "10.0.0.3, 10.0.0.2")).toBe("10.0.0.3");
  expect(addressOf("10.0.0.1", null)).toBe("10.0.0.1");
});

test("a malformed entry ends the walk at the proxy that reported it", () => {
  for (const bad of [
    "unknown",
    "",
    "127.1",
    "0x7f000001",
    "1.2.3.4.5",
    "1.2.3.4:port",
    "[::1",
    "256.1.1.1",
    "_hidden",
  ]) {
    expect(addressOf("10.0.0.1", `8.8.8.8, ${bad}, 10.0.0.2`)).toBe("10.0.0.2");
  }
});

test("ports and brackets are stripped", () => {
  expect(addressOf("10.0.0.1", "203.0.113.9:4711")).toBe("203.0.113.9");
  expect(addressOf("10.0.0.1", "[2001:db8::1]:4711")).toBe("2001:db8::1");
  expect(addressOf("10.0.0.1", "[2001:db8::1]")).toBe("2001:db8::1");
});

test("one caller has one form: IPv4-mapped, long and zoned IPv6 are normalised", () => {
  expect(addressOf("::ffff:203.0.113.9", null)).toBe("203.0.113.9");
  expect(addressOf("::FFFF:cb00:7109", null)).toBe("203.0.113.9");
  expect(addressOf("2001:0DB8:0:0:0:0:0:1", null)).toBe("2001:db8::1");
  expect(addressOf("fe80::1%eth0", null)).toBe("fe80::1");
});

test("an IPv4-mapped peer is matched by an IPv4 range, and the other way round", () => {
  expect(addressOf("::ffff:10.0.0.1", "203.0.113.9")).toBe("203.0.113.9");
  expect(addressOf("10.1.2.3", "203.0.113.9", ["::ffff:10.0.0.0/104"])).toBe("203.0.113.9");
});

test("IPv6 proxies are trusted by range", () => {
  expect(addressOf("2001:db8:1::5", "203.0.113.9", ["2001:db8::/32"])).toBe("203.0.113.9");
  expect(addressOf("2001:db9::5", "203.0.113.9", ["2001:db8::/32"])).toBe("2001:db9::5");
});

test("a unix socket has no address and trusts no header", () => {
  expect(addressOf(null, "203.0.113.9")).toBeNull();
});

test("the forwarded scheme is read from trusted proxies only, and the right-most counts", () => {
  const addresses = createClientAddresses(["10.0.0.0/8"]);
  const proto = (socket_address: string, value: string) =>
    addresses.forwardedProto({ socket_address, headers: new Headers({ "x-forwarded-proto": value }) });
  expect(proto("10.0.0.1", "https")).toBe("https");
  expect(proto("10.0.0.1", "https, HTTP")).toBe("http");
  expect(proto("10.0.0.1", "javascript")).toBeNull();
  expect(proto("203.0.113.9", "https")).toBeNull();
});

test("a trusted entry that is no address refuses to start", () => {
  expect(() => createClientAddresses(["proxy.local"])).toThrow();
});

test("a customer is a /64 and a site a /48 or /24, in one spelling each", () => {
  expect([networkOf("203.0.113.9"), siteOf("203.0.113.9")]).toEqual(["203.0.113.9", "203.0.113.0/24"]);
  for (const address of ["2001:db8:1:2::9", "2001:db8:1:2:ffff::1"]) {
    expect([networkOf(address), siteOf(address)]).toEqual(["2001:db8:1:2::/64", "2001:db8:1::/48"]);
  }
  for (const none of ["unknown", "", "fe80"]) expect([networkOf(none), siteOf(none)]).toEqual([none, none]);
});
