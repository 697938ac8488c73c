// What a table's fields may be, and how they may change while there are records.
import { describe, expect, test } from "bun:test";
import type { FieldInput } from "./definitions.ts";
import { BOUNDS, type ChangedFields, changeFields, checkFields, type Field, type FieldsChange } from "./mod.ts";

const rulesOf = (checked: { faults: { rule: string }[] } | object) =>
  "faults" in checked ? checked.faults.map((fault) => fault.rule) : [];
const refused = (...input: FieldInput[]) => rulesOf(checkFields(input));

function fieldsOf(...input: FieldInput[]): Field[] {
  const checked = checkFields(input);
  if ("faults" in checked) throw new Error(checked.faults[0]?.message);
  return checked.fields;
}

describe("fields", () => {
  test("take what they leave out from the rules", () => {
    expect(
      fieldsOf(
        { key: "a", type: "text" },
        { key: "f", type: "attachment", label: " Files ", accept: [".PDF", ".pdf"] },
      ),
    ).toEqual([
      { key: "a", label: "a", type: "text", required: false },
      {
        key: "f",
        label: "Files",
        type: "attachment",
        required: false,
        max_files: 10,
        max_file_bytes: 104_857_600,
        accept: [".pdf"],
      },
    ]);
  });

  test("have lower-case keys of up to 63 characters, each once, and at most 128 of them", () => {
    for (const key of ["", "A", "1a", "_a", "a-b", "ä", "__proto__", "$form_status", "a".repeat(64)]) {
      expect(refused({ key, type: "text" })).toEqual(["key"]);
    }
    for (const key of ["a", "constructor", "a_1", "a".repeat(63)]) expect(refused({ key, type: "text" })).toEqual([]);
    expect(refused({ key: "a", type: "text" }, { key: "a", type: "number" })).toEqual(["key"]);
    const many = Array.from({ length: 129 }, (_, index): FieldInput => ({ key: `k${index}`, type: "text" }));
    expect(refused(...many.slice(1))).toEqual([]);
    expect(refused(...many)).toEqual(["fields"]);
  });

  test("have only the members of their type", () => {
    expect(refused({ key: "a", type: "text", options: ["x"] })).toEqual(["options"]);
    expect(refused({ key: "a", type: "number", max_files: 1, accept: [] })).toEqual(["max_files", "accept"]);
    expect(refused({ key: "a", type: "attachment", default: [{}] })).toEqual(["default"]);
    expect(
      refused({ key: "a", type: "review", sources: [{ doc_id: "d", version: 1, path: "p" }], default: [1] }),
    ).toEqual(["default"]);
    expect(refused({ key: "a", type: "number", default: "x" })).toEqual(["default"]);
    expect(fieldsOf({ key: "a", type: "number", default: "1.50" })[0]?.default).toBe(1.5);
  });

  test("have 1 to 500 different options", () => {
    const many = Array.from({ length: BOUNDS.options + 1 }, (_, index) => `o${index}`);
    for (const options of [undefined, [], ["a", "a"], ["a", " a "], [""], many, ["x".repeat(201)]]) {
      expect(refused({ key: "a", type: "select", ...(options ? { options } : {}) })).toEqual(["options"]);
    }
    expect(refused({ key: "a", type: "multi_select", options: many.slice(1) })).toEqual([]);
  });

  test("hold attachments to 20 files of 1 GiB", () => {
    const gib = 1024 ** 3;
    expect(refused({ key: "a", type: "attachment", max_files: 20, max_file_bytes: gib })).toEqual([]);
    expect(refused({ key: "a", type: "attachment", max_files: 21, max_file_bytes: gib + 1 })).toEqual([
      "max_files",
      "max_file_bytes",
    ]);
    expect(refused({ key: "a", type: "attachment", accept: ["pdf"] })).toEqual(["accept"]);
  });

  test("review an attachment field of the table, or up to 20 fixed files, or both", () => {
    const source = (index: number) => ({ doc_id: `d${index}`, version: 1, path: "p" });
    const sources = (count: number) => Array.from({ length: count }, (_, index) => source(index));
    expect(refused({ key: "r", type: "review" })).toEqual(["sources"]);
    expect(refused({ key: "r", type: "review", sources: sources(20) })).toEqual([]);
    expect(refused({ key: "r", type: "review", sources: sources(21) })).toEqual(["sources"]);
    expect(refused({ key: "r", type: "review", sources: [source(1), source(1)] })).toEqual(["sources"]);
    expect(refused({ key: "t", type: "text" }, { key: "r", type: "review", attachment_field: "t" })).toEqual([
      "attachment_field",
    ]);
    expect(refused({ key: "f", type: "attachment" }, { key: "r", type: "review", attachment_field: "f" })).toEqual([]);
  });
});

describe("changes", () => {
  const source = { doc_id: "d", version: 1, path: "p" };
  const before = fieldsOf(
    { key: "name", type: "text" },
    { key: "level", type: "select", options: ["a", "b"] },
    { key: "files", type: "attachment", max_files: 5, accept: [".pdf"] },
    { key: "files2", type: "attachment" },
    { key: "notes", type: "review", attachment_field: "files", sources: [source] },
  );
  const change = (what: FieldsChange, empty = false) => changeFields(before, what, { records: empty ? 0 : 7 });
  const update = (field: { key: string } & Record<string, unknown>, empty = false) =>
    change({ update_fields: [field as never] }, empty);
  const changed = (result: ChangedFields | object, key: string) =>
    "fields" in result ? result.fields.find((field) => field.key === key) : result;

  test("widen text to long_text and no other type", () => {
    expect(changed(update({ key: "name", type: "long_text", label: "Name" }), "name")).toMatchObject({
      type: "long_text",
      label: "Name",
    });
    for (const type of ["number", "select", "json"])
      expect(rulesOf(update({ key: "name", type }, true))).toEqual(["type"]);
    expect(rulesOf(update({ key: "level", type: "multi_select" }))).toEqual(["type"]);
  });

  test("keep options in their places and add others after them", () => {
    expect(changed(update({ key: "level", options: ["a", "b", "c"] }), "level")).toMatchObject({
      options: ["a", "b", "c"],
    });
    for (const options of [["a"], ["b", "a"], ["c", "a", "b"], []]) {
      expect(rulesOf(update({ key: "level", options }, true))).toContain("options");
    }
  });

  test("only widen the limits of attachments", () => {
    expect(changed(update({ key: "files", max_files: 6, accept: [".png", ".pdf"] }), "files")).toMatchObject({
      max_files: 6,
    });
    expect(rulesOf(update({ key: "files", accept: [] }))).toEqual([]);
    expect(rulesOf(update({ key: "files", max_files: 4 }, true))).toEqual(["max_files"]);
    expect(rulesOf(update({ key: "files", max_file_bytes: 1 }))).toEqual(["max_file_bytes"]);
    expect(rulesOf(update({ key: "files", accept: [".png"] }))).toEqual(["accept"]);
    expect(rulesOf(update({ key: "files2", accept: [".png"] }))).toEqual(["accept"]);
  });

  test("keep what reviews are bound to while there are records", () => {
    const more = { ...source, version: 2 };
    expect(rulesOf(update({ key: "notes", sources: [more, source] }))).toEqual([]);
    expect(rulesOf(update({ key: "notes", sources: [more] }))).toEqual(["sources"]);
    expect(rulesOf(update({ key: "notes", attachment_field: "files2" }))).toEqual(["attachment_field"]);
    expect(rulesOf(update({ key: "notes", sources: [more], attachment_field: "files2" }, true))).toEqual([]);
  });

  test("add required fields to an empty table alone, and have records looked at where one becomes required", () => {
    const add_fields = [{ key: "x", type: "text", required: true }] as const;
    expect(rulesOf(change({ add_fields }))).toEqual(["required"]);
    expect(change({ add_fields }, true)).toMatchObject({ rechecks: [] });
    expect(update({ key: "name", required: true })).toMatchObject({ rechecks: ["name"] });
    expect(update({ key: "name", required: true }, true)).toMatchObject({ rechecks: [] });
    expect(update({ key: "name", label: "N" })).toMatchObject({ rechecks: [] });
  });

  test("set and clear defaults", () => {
    const result = update({ key: "name", default: "x" });
    expect(changed(result, "name")).toMatchObject({ default: "x" });
    const next =
      "fields" in result
        ? changeFields(result.fields, { update_fields: [{ key: "name", default: null }] }, { records: 7 })
        : {};
    expect(changed(next, "name")).not.toHaveProperty("default");
  });

  test("order what they name first, and refuse what is not there or twice", () => {
    const result = change({ order: ["notes", "x", "name"], add_fields: [{ key: "x", type: "text" }] });
    expect("fields" in result && result.fields.map((field) => field.key)).toEqual([
      "notes",
      "x",
      "name",
      "level",
      "files",
      "files2",
    ]);
    expect(rulesOf(change({ order: ["nothing"] }))).toEqual(["order"]);
    expect(rulesOf(change({ order: ["name", "name"] }))).toEqual(["order"]);
    expect(rulesOf(update({ key: "nothing" }))).toEqual(["key"]);
    expect(rulesOf(change({ add_fields: [{ key: "name", type: "text" }] }))).toEqual(["key"]);
    expect(rulesOf(change({ update_fields: [{ key: "name" }, { key: "name" }] }))).toEqual(["key"]);
  });
});
