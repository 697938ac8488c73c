// What a record may keep: each type just inside and just outside of its bounds, and a normal form that stays as it is.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { checkData, checkFields, type Field, type FieldInput } from "./mod.ts";

function fieldsOf(...input: FieldInput[]): Field[] {
  const checked = checkFields(input);
  if ("faults" in checked) throw new Error(checked.faults[0]?.message);
  return checked.fields;
}

/** One field `x`, and what comes of a value in it: the normal form, or the code of the fault. */
function keep(field: Omit<FieldInput, "key">, value: unknown, options = {}): unknown {
  const checked = checkData(fieldsOf({ key: "x", ...field }), { x: value }, options);
  return "data" in checked ? checked.data["x"] : { fault: checked.faults[0]?.code };
}

const fault = (code: string) => ({ fault: code });

describe("texts", () => {
  test("are kept in NFC up to 16,384 characters, and long ones up to 262,144, counted in code points", () => {
    expect(keep({ type: "text" }, "Gru\u0308n")).toBe("Grün");
    expect(keep({ type: "text" }, "😀".repeat(16_384))).toBe("😀".repeat(16_384));
    expect(keep({ type: "text" }, "😀".repeat(16_385))).toEqual(fault("too_long"));
    expect(keep({ type: "long_text" }, "a".repeat(262_144))).toHaveLength(262_144);
    expect(keep({ type: "long_text" }, "a".repeat(262_145))).toEqual(fault("too_long"));
    // Taken apart it is longer than what is kept.
    expect(keep({ type: "text" }, "u\u0308".repeat(16_384))).toHaveLength(16_384);
  });

  test("with NUL or half of a surrogate pair are refused, and so is what is no text", () => {
    for (const value of ["a\0b", "\ud800", "x\udc00", 1, true, ["a"], { a: 1 }]) {
      expect(keep({ type: "text" }, value)).toEqual(fault("type"));
    }
  });
});

describe("numbers", () => {
  test("come back as they were sent, as JSON numbers or decimal texts", () => {
    for (const value of [0, 0.1, -12.5, 1e20, 1e308, 5e-324, Number.MAX_SAFE_INTEGER]) {
      expect(keep({ type: "number" }, value)).toBe(value);
      expect(keep({ type: "number" }, String(value))).toBe(value);
    }
    expect(keep({ type: "number" }, " +012.50 ")).toBe(12.5);
    expect(keep({ type: "number" }, ".5e1")).toBe(5);
    expect(Object.is(keep({ type: "number" }, -0), 0)).toBe(true);
  });

  test("that a double does not hold are refused rather than kept as others", () => {
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY, JSON.parse("1e400"), JSON.parse("9007199254740993")]) {
      expect(keep({ type: "number" }, value)).toEqual(fault("range"));
    }
    for (const value of ["9007199254740993", "9007199254740994", "0.1234567890123456789", "1e400", "1e-400"]) {
      expect(keep({ type: "number" }, value)).toEqual(fault("range"));
    }
    for (const value of ["", "1,5", "0x10", "NaN", "Infinity", "1_000", "--1", ".", true, [1]]) {
      expect(keep({ type: "number" }, value)).toEqual(value === "" ? undefined : fault("type"));
    }
  });

  test("of 15 digits survive as texts, whatever they are", () => {
    const decimal = fc.tuple(fc.integer({ min: 1, max: 999_999_999_999_999 }), fc.integer({ min: -30, max: 30 }));
    fc.assert(
      fc.property(decimal, ([digits, exponent]) => {
        expect(keep({ type: "number" }, `${digits}e${exponent}`)).toBe(Number(`${digits}e${exponent}`));
      }),
    );
  });
});

describe("days and times", () => {
  test("a day is kept when it exists", () => {
    for (const day of ["0001-01-01", "2024-02-29", "9999-12-31"]) expect(keep({ type: "date" }, day)).toBe(day);
    for (const day of ["2023-02-29", "2026-13-01", "2026-04-31", "0000-01-01", "2026-00-10"]) {
      expect(keep({ type: "date" }, day)).toEqual(fault("range"));
    }
    for (const day of ["2026-1-1", "01.02.2026", "2026-03-01T00:00:00Z", 20260301]) {
      expect(keep({ type: "date" }, day)).toEqual(fault("type"));
    }
  });

  test("a time with its zone is kept in UTC to the microsecond", () => {
    const cases = {
      "2026-03-01T12:00:00+01:00": "2026-03-01T11:00:00.000000Z",
      "2026-03-01 00:30:00.123456000-05:30": "2026-03-01T06:00:00.123456Z",
      "2026-03-01T12:00Z": "2026-03-01T12:00:00.000000Z",
      "0001-01-01T00:00:00z": "0001-01-01T00:00:00.000000Z",
      "9999-12-31T23:59:59.999999Z": "9999-12-31T23:59:59.999999Z",
      "1969-12-31T23:59:59.5Z": "1969-12-31T23:59:59.500000Z",
      "2026-03-01T12:00:00+0530": "2026-03-01T06:30:00.000000Z",
    };
    for (const [sent, kept] of Object.entries(cases)) expect(keep({ type: "datetime" }, sent)).toBe(kept);
  });

  test("a time finer than a microsecond is refused, and never kept as another one", () => {
    const fields = fieldsOf({ key: "x", type: "datetime" });
    for (const digits of ["9999995", "000000001", "12345678"]) {
      const sent = `2024-12-31T23:59:59.${digits}Z`;
      const rule = "kept to the microsecond; write at most six digits of a second";
      const message = `x is "${sent}", and a time is ${rule}`;
      expect(checkData(fields, { x: sent })).toEqual({ faults: [{ key: "x", code: "range", message }] });
    }
  });

  test("a time without a zone is refused, and one that there is not", () => {
    for (const time of ["2026-03-01T12:00:00", "2026-03-01", "now", 0]) {
      expect(keep({ type: "datetime" }, time)).toEqual(fault("type"));
    }
    const none = ["2026-02-30T12:00:00Z", "2026-03-01T24:00:00Z", "2026-03-01T12:60:00Z", "2026-03-01T12:00:00+24:00"];
    for (const time of [...none, "0001-01-01T00:00:00+01:00", "9999-12-31T23:59:59-01:00"]) {
      expect(keep({ type: "datetime" }, time)).toEqual(fault("range"));
    }
  });

  test("an instant says the same as Temporal", () => {
    const instant = fc.tuple(
      fc.date({ min: new Date(0), max: new Date("9990-01-01"), noInvalidDate: true }),
      fc.integer({ min: -1439, max: 1439 }),
    );
    fc.assert(
      fc.property(instant, ([date, offset]) => {
        const minutes = Math.abs(offset);
        const two = (n: number) => String(n).padStart(2, "0");
        const zone = `${offset < 0 ? "-" : "+"}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
        const sent = `${date.toISOString().slice(0, -1)}${zone}`;
        const kept = String(keep({ type: "datetime" }, sent));
        expect(Date.parse(kept)).toBe(date.getTime() - offset * 60_000);
        expect(keep({ type: "datetime" }, kept)).toBe(kept);
      }),
    );
  });
});

describe("addresses", () => {
  test("e-mail keeps its name and has its domain in lower case", () => {
    expect(keep({ type: "email" }, " Anna@Example.COM ")).toBe("Anna@example.com");
    for (const value of ["anna", "a@b@c", "anna@", "a b@c.de", `${"a".repeat(250)}@x.de`]) {
      expect(keep({ type: "email" }, value)).toEqual(fault("type"));
    }
  });

  test("a web address is http or https and kept as written", () => {
    for (const value of ["https://example.com", "http://[::1]:8080/a?b#c", "HTTPS://Grün.example/ä"]) {
      expect(keep({ type: "url" }, value)).toBe(value);
    }
    for (const value of [
      "javascript:alert(1)",
      "//example.com",
      "http:/x",
      "https://",
      "https://a b",
      "java\nscript:x",
      "http://[x]",
    ]) {
      expect(keep({ type: "url" }, value)).toEqual(fault("type"));
    }
  });
});

describe("choices", () => {
  const options = ["Low", "Mid", "High", "constructor", "__proto__"];
  test("a choice is one of the options", () => {
    expect(keep({ type: "select", options }, "Mid")).toBe("Mid");
    expect(keep({ type: "select", options }, "__proto__")).toBe("__proto__");
    for (const value of ["low", "toString", "None"])
      expect(keep({ type: "select", options }, value)).toEqual(fault("option"));
    expect(keep({ type: "select", options }, 1)).toEqual(fault("type"));
  });

  test("several stand in the order of the options, each once, up to 100", () => {
    const many = Array.from({ length: 101 }, (_, index) => `o${index}`);
    expect(keep({ type: "multi_select", options }, ["High", "Low"])).toEqual(["Low", "High"]);
    expect(keep({ type: "multi_select", options }, ["Low", "Low"])).toEqual(fault("unique"));
    expect(keep({ type: "multi_select", options }, "Low")).toEqual(fault("type"));
    expect(keep({ type: "multi_select", options: many }, many.slice(1))).toHaveLength(100);
    expect(keep({ type: "multi_select", options: many }, many)).toEqual(fault("range"));
    expect(keep({ type: "multi_select", options, required: true }, [])).toEqual(fault("required"));
  });
});

test("a checkbox is true or false, and false is a value", () => {
  expect(keep({ type: "checkbox", required: true }, false)).toBe(false);
  expect(keep({ type: "checkbox" }, "true")).toEqual(fault("type"));
  expect(keep({ type: "checkbox", required: true }, null)).toEqual(fault("required"));
});

describe("JSON", () => {
  const nested = (levels: number): unknown => (levels === 1 ? [] : [nested(levels - 1)]);
  test("goes 20 levels deep and holds 10,000 values", () => {
    expect(keep({ type: "json" }, nested(20))).toEqual(nested(20));
    expect(keep({ type: "json" }, nested(21))).toEqual(fault("range"));
    expect(keep({ type: "json" }, Array(9999).fill(0))).toHaveLength(9999);
    expect(keep({ type: "json" }, Array(10_000).fill(0))).toEqual(fault("range"));
  });

  test("is an object or a list, or a text of one", () => {
    expect(keep({ type: "json" }, ' {"b":[1,null]} ')).toEqual({ b: [1, null] });
    expect(keep({ type: "json" }, [])).toEqual([]);
    for (const value of ["{", '"a"', '"{}"', "null", "1", 1, true])
      expect(keep({ type: "json" }, value)).toEqual(fault("type"));
  });

  test("keeps members of whatever name, and no text or number that would come back as another", () => {
    const value = JSON.parse('{"__proto__":{"x":1},"constructor":2,"":3}');
    const kept = keep({ type: "json" }, value);
    expect(JSON.stringify(kept)).toBe('{"__proto__":{"x":1},"constructor":2,"":3}');
    expect(Object.getPrototypeOf(kept)).toBe(Object.prototype);
    for (const text of ['{"a":"\\u0000"}', '{"\\u0000":1}', '["\\ud800"]']) {
      expect(keep({ type: "json" }, JSON.parse(text))).toEqual(fault("type"));
    }
    for (const text of ["[1e999]", "[12345678901234567890]"])
      expect(keep({ type: "json" }, text)).toEqual(fault("range"));
  });
});

describe("attachments", () => {
  const file = (index: number, path = "a.pdf") => ({ doc_id: `d${index}`, version: 1, path });
  const files = (count: number) => Array.from({ length: count }, (_, index) => file(index));
  test("are as many different files as the field takes, 10 unless it says otherwise and 20 at most", () => {
    expect(keep({ type: "attachment" }, files(10))).toEqual(files(10));
    expect(keep({ type: "attachment" }, files(11))).toEqual(fault("range"));
    expect(keep({ type: "attachment", max_files: 20 }, files(20))).toHaveLength(20);
    expect(keep({ type: "attachment", max_files: 20 }, files(21))).toEqual(fault("range"));
    expect(keep({ type: "attachment" }, [file(1), file(1)])).toEqual(fault("unique"));
  });

  test("end as the field accepts, and have no other members", () => {
    const accept = [".PDF", ".tar.gz"];
    expect(keep({ type: "attachment", accept }, [file(1, "A.Pdf"), file(1, "b.tar.gz")])).toHaveLength(2);
    expect(keep({ type: "attachment", accept }, [file(1, "a.png")])).toEqual(fault("option"));
    for (const bad of [
      {},
      "a",
      { ...file(1), name: "x" },
      { ...file(1), version: 0 },
      { ...file(1), version: 1.5 },
      null,
    ]) {
      expect(keep({ type: "attachment" }, [bad])).toEqual(fault("type"));
    }
  });
});
