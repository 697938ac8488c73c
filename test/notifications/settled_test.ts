// What asks for a decision is read by everybody once it is decided, by whoever it was.
import { expect, test } from "bun:test";
import { openHarness } from "../harness/harness.ts";
import { asking } from "../sharing/asking.ts";
import { listening } from "./listening.ts";

const h = await openHarness();
const { told } = listening(h);
const { asked, decide } = asking(h);

test.each(["approve", "deny"] as const)(
  "a request is read once somebody has said %s, and no other one is",
  async (decision) => {
    const one = await asked();
    const other = await asked();
    const unread = async (as = one.anna) => (await told(as)).filter((notice) => notice.read_at === null);
    expect(await unread()).toHaveLength(1);
    expect((await decide(one.request_id, one.anna, decision)).status).toBe(200);
    expect(await unread()).toEqual([]);
    expect(await unread(other.anna)).toHaveLength(1);
  },
);
