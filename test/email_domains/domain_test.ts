// How e-mail domains are written and read, and whose can never be proven.
import { expect, test } from "bun:test";
import { domainOf, isPublicProvider, readDomain, readOwnDomain } from "../../plugins/email_domains/port.ts";

test("a domain is kept in lower case and ASCII, without the @ and the last dot", () => {
  for (const [text, kept] of [
    ["Berg.Example", "berg.example"],
    ["@berg.example.", "berg.example"],
    [" bücher.example ", "xn--bcher-kva.example"],
  ] as const) {
    expect(readDomain(text)).toBe(kept);
  }
});

test("a domain with controls or escapes is refused, not taken for the one without them", () => {
  for (const text of ["be\r\nrg.example", "be\trg.example", "b%65rg.example", "berg%2eexample"])
    expect(() => readDomain(text)).toThrow("is no e-mail domain");
});

test("the domain of an address is what follows its last @, as it is kept; what is no address has none", () => {
  expect(domainOf("Mia@Berg.Example")).toBe("berg.example");
  expect(domainOf("mia@BÜCHER.example")).toBe("xn--bcher-kva.example");
  for (const text of ["mia", "mia@", "@", "mia@localhost", "berg.example"]) expect(domainOf(text)).toBeNull();
});

test("public providers have no owner, and a name that merely ends like one may have", () => {
  for (const domain of ["gmail.com", "outlook.com", "gmx.de", "qq.com", "proton.me"]) {
    expect(isPublicProvider(domain)).toBe(true);
    expect(() => readOwnDomain(domain)).toThrow("public e-mail provider");
  }
  expect(readOwnDomain("notgmail.com")).toBe("notgmail.com");
});
