// Holds the reading of addresses to what authors of folders write:
// relative, rendered names, indexes, and what is not theirs.
import { expect, test } from "bun:test";
import { findTarget } from "./target.ts";

const FILES = ["README.md", "ch01.md", "part/README.md", "part/ch02.md", "part/real.html", "img/a b.png", "c++.md"];
const has = (path: string) => FILES.includes(path);

function find(address: string, from = "ch01.md") {
  const target = findTarget(address, { from, has });
  return target.to === "file" ? target.path + target.fragment : target.to;
}

test.each([
  ["part/ch02.md", "part/ch02.md"],
  ["./part/ch02.md#types", "part/ch02.md#types"],
  ["part/ch02.html#types", "part/ch02.md#types"],
  ["part/ch02?raw=1#types", "part/ch02.md#types"],
  ["part/real.html", "part/real.html"],
  ["part/", "part/README.md"],
  ["part", "part/README.md"],
  ["part/index.html", "part/README.md"],
  ["/ch01.md", "ch01.md"],
  ["img/a%20b.png", "img/a b.png"],
  ["img/a b.png", "img/a b.png"],
  ["c++.html", "c++.md"],
])("an address %p means the file %p", (address, path) => {
  expect(find(address)).toBe(path);
});

test("an address in a subfolder is read from there", () => {
  expect(find("../ch01.html#x", "part/ch02.md")).toBe("ch01.md#x");
  expect(find("../", "part/ch02.md")).toBe("README.md");
  expect(find("..", "part/ch02.md")).toBe("README.md");
});

test.each(["https://example.com/ch01.md", "//example.com/", "mailto:a@example.com", "#here", "", "data:,x"])(
  "an address %p is not the folder's",
  (address) => {
    expect(find(address)).toBe("elsewhere");
  },
);

test("an address above the folder leads outside, however it is written", () => {
  expect(find("../secret.md")).toBe("outside");
  expect(find("%2e%2e/secret.md")).toBe("outside");
  expect(find("part/../../secret.md")).toBe("outside");
});

test("an address of no file leads to nothing, also when its encoding is broken", () => {
  expect(find("nowhere.md")).toBe("nothing");
  expect(find("%zz.md")).toBe("nothing");
});
