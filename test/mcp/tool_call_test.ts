// A tool call is the REST call by another door: same words, same quota, same audit, shaped for a model.
import { afterAll, describe, expect, test } from "bun:test";
import { openToyServer } from "./toy_server.ts";
import { madeToys } from "./toys.ts";

const server = await openToyServer();
afterAll(() => server.close());

describe("a result", () => {
  test("comes as JSON text, as structured content and with an absolute link", async () => {
    const { token } = await server.harness.person();
    const { body } = await server.call(token, "get_toy", { toy_id: "t1" });
    const toy = { toy_id: "t1", title: "A toy", url: "/toys/t1" };
    expect(body.result.structuredContent).toEqual(toy);
    expect(body.result.content).toEqual([
      { type: "text", text: JSON.stringify(toy) },
      { type: "resource_link", uri: `${server.origin}/toys/t1`, name: "A toy" },
    ]);
  });

  test("of a write longer than 24,000 characters is cut in the text and whole in the structured content", async () => {
    const { token } = await server.harness.person();
    const { body } = await server.call(token, "make_toy", { title: "t".repeat(30_000) });
    const [cut, notice] = body.result.content;
    expect(cut.text).toHaveLength(24_000);
    expect(notice.text).toContain("structured content");
    expect(body.result.structuredContent.title).toHaveLength(30_000);
  });

  test("whose length was asked for is whole in the text too", async () => {
    const { token } = await server.harness.person();
    const { body } = await server.call(token, "get_toy", { toy_id: "t1", max_chars: 30_000 });
    expect(JSON.parse(body.result.content[0].text)).toEqual(body.result.structuredContent);
  });

  test("of an operation that answers nothing is done", async () => {
    const { token } = await server.harness.person();
    const { body } = await server.call(token, "touch_toys");
    expect(body.result).toEqual({ content: [{ type: "text", text: "done" }] });
  });

  test("holds what the tool gives of it, with what the tool fixes", async () => {
    const person = await server.harness.person();
    const { body } = await server.call(person.token, "make_red_toy", { title: "ball" });
    expect(body.result.structuredContent).toEqual({ title: "ball" });
    expect(await server.audit(person)).toMatchObject([{ meta: { colour: "red" } }]);
  });
});

describe("a write", () => {
  test("is audited once, with via mcp and the token's name", async () => {
    const person = await server.harness.person();
    await server.call(person.token, "make_toy", { title: "kite", tags: '["wood"]' });
    expect(await server.audit(person)).toMatchObject([
      { action: "toy.make", target_id: "kite", actor: person.email, meta: { via: "mcp", token: "test" } },
    ]);
  });

  test("counts in the same quota as REST and is refused in REST's words", async () => {
    const person = await server.harness.person();
    await server.call(person.token, "make_toy", { title: "one" });
    expect((await server.harness.call("POST /api/toys", { as: person, json: { title: "two" } })).status).toBe(201);
    const refused = await server.call(person.token, "make_toy", { title: "three" });
    const overRest = (await server.harness.call("POST /api/toys", { as: person, json: { title: "four" } })).body;
    const text = refused.body.result.content[0].text;
    expect(text).toBe("publish rate limit exceeded (2/hour); slow down and retry later");
    expect(overRest).toMatchObject({ error: text });
    expect(refused.body.result).toMatchObject({
      isError: true,
      structuredContent: { error: { code: "rate_limited", message: text, retry_after_seconds: 3600 } },
    });
    expect(await server.audit(person)).toHaveLength(2);
    expect(madeToys()).not.toContain("three");
  });
});

describe("a refusal", () => {
  test("of the service carries REST's text and what REST carries beside it", async () => {
    const person = await server.harness.person();
    const { body } = await server.call(person.token, "make_toy", { title: "taken" });
    const message = 'title is already held by "taken"';
    expect(body.result).toEqual({
      isError: true,
      content: [{ type: "text", text: message }],
      structuredContent: { error: { code: "conflict", message, current_version: 3, diff: "-old\n+taken" } },
    });
    expect(await server.audit(person)).toHaveLength(0);
  });

  test("of a value is REST's text", async () => {
    const person = await server.harness.person();
    const { body } = await server.call(person.token, "make_toy", { title: "x", colour: "green" });
    const overRest = (
      await server.harness.call("POST /api/toys", { as: person, json: { title: "x", colour: "green" } })
    ).body;
    expect(body.result.content[0].text).toBe('colour "green" is not allowed; use one of red, blue');
    expect(overRest).toMatchObject({ error: body.result.content[0].text });
  });

  test("of arguments names each of them and shows a correct call", async () => {
    const person = await server.harness.person();
    const { body } = await server.call(person.token, "make_toy", { tags: "wood", colur: "red" });
    expect(body.result.content[0].text).toBe(
      'unknown argument "colur"; make_toy takes title, colour, tags, idempotency_key; title is required. A correct call of make_toy: {"title":"<title>","tags":["wood"]}',
    );
    const typed = await server.call(person.token, "make_toy", { title: "x", tags: "wood" });
    expect(typed.body.result.content[0].text).toBe(
      'tags must be an array. A correct call of make_toy: {"title":"<title>","tags":["wood"]}',
    );
    expect(typed.body.result.structuredContent.error).toMatchObject({
      code: "invalid_arguments",
      arguments: [{ argument: "tags", message: "tags must be an array" }],
    });
    const nested = await server.call(person.token, "make_toy", { title: "x", tags: ["a", 5] });
    expect(nested.body.result.structuredContent.error.arguments[0].argument).toBe("tags[1]");
    expect(await server.audit(person)).toHaveLength(0);
  });

  test("of a fault of ours tells the request id and nothing of the inside", async () => {
    const { token } = await server.harness.person();
    const { body, headers } = await server.call(token, "get_toy", { toy_id: "broken" });
    const id = headers.get("x-request-id");
    expect(body.result).toMatchObject({
      isError: true,
      structuredContent: { error: { code: "internal", request_id: id } },
    });
    expect(JSON.stringify(body)).not.toContain("spring");
  });
});

test("an argument of 20 MiB arrives whole", async () => {
  const { token } = await server.harness.person();
  const tags = ["é".repeat(10 * 1024 * 1024), "x".repeat(10 * 1024 * 1024)];
  const { body } = await server.call(token, "make_toy", { title: "large", tags });
  expect(body.result.structuredContent.note).toBe(`labels of ${20 * 1024 * 1024} characters`);
});
