// What a plugin's declared variables become, and which line tells of one that cannot be used.
import { expect, test } from "bun:test";
import { t } from "../base/schema.ts";
import { readSettings, settings, settingsGroup } from "./settings.ts";

const toys = settings(
  "toys",
  t.Object({
    TOYS_MAX: t.Integer({ default: 3, minimum: 1, maximum: 9, description: "How many." }),
    TOYS_SHOWN: t.Boolean({ default: false, description: "Whether they are shown." }),
    TOYS_KIND: t.OneOf(["wood", "tin"], { default: "wood", description: "What they are made of." }),
    TOYS_AT: t.String({ format: "uri", default: "https://toys.example", description: "Where they come from." }),
  }),
);
const door = settingsGroup("the toy door", t.Object({ DOOR_ID: t.String(), DOOR_KEY: t.String() }));

test("unset and empty variables have their defaults, and set ones their kind", () => {
  const defaults = { TOYS_MAX: 3, TOYS_SHOWN: false, TOYS_KIND: "wood" as const, TOYS_AT: "https://toys.example" };
  expect(readSettings(toys, {})).toEqual(defaults);
  expect(readSettings(toys, { TOYS_MAX: "", TOYS_SHOWN: "", TOYS_KIND: "", TOYS_AT: "" })).toEqual(defaults);
  const set = { TOYS_MAX: "9", TOYS_SHOWN: "true", TOYS_KIND: "tin", TOYS_AT: "http://localhost:1" };
  expect(readSettings(toys, set)).toEqual({ ...set, TOYS_MAX: 9, TOYS_SHOWN: true, TOYS_KIND: "tin" });
});

test.each([
  ["TOYS_MAX", "10", "give a whole number from 1 to 9"],
  ["TOYS_MAX", "two", "give a whole number from 1 to 9"],
  ["TOYS_SHOWN", "yes", "use one of true, false"],
  ["TOYS_KIND", "lead", "use one of wood, tin"],
  ["TOYS_AT", "toys.example", "give an address"],
  ["TOYS_AT", "ftp://toys.example", "give an address"],
])("%s=%s stops the start with the variable, the value and the fix", (name, value, fix) => {
  const read = () => readSettings(toys, { [name]: value });
  expect(read).toThrow(`${name} is "${value}": ${fix}`);
  expect(read).toThrow(expect.objectContaining({ name: "ConfigError" }));
});

test("a group is set whole or is null, and half of one names what is missing without a value", () => {
  expect(readSettings(door, {})).toBeNull();
  expect(readSettings(door, { DOOR_ID: "a", DOOR_KEY: "b" })).toEqual({ DOOR_ID: "a", DOOR_KEY: "b" });
  expect(() => readSettings(door, { DOOR_KEY: "hush" })).toThrow(
    "DOOR_ID must be set because DOOR_KEY is: the toy door needs all of DOOR_ID, DOOR_KEY; set them or unset DOOR_KEY",
  );
});
