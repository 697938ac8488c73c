// What reading a cap promises: a name that the manifest does not have neither compiles nor reads as nothing.
import { expect, test } from "bun:test";
import { capsFor, listCaps, sealCaps } from "../../kernel/limits/caps.ts";
import type { capOf } from "../../plugins/operation.ts";

type Name = Parameters<typeof capOf>[1];
/** Another type than `true` does not compile. */
const isClosed: "documents_per_acount" extends Name ? false : string extends Name ? false : true = true;

test("a cap is read by a name of the manifest; any other does not compile, and one that is not there is a fault", () => {
  expect(isClosed).toBe(true);
  const runtime = { caps: sealCaps({ toys_per_box: 3 }) };
  const toyCap = capsFor<"toys_per_box" | "boxes">();
  expect(toyCap(runtime, "toys_per_box")).toBe(3);
  expect(() => toyCap(runtime, "boxes")).toThrow('cap "boxes" is not in the manifest');
  expect(listCaps(runtime)).toEqual({ toys_per_box: 3 });
});
