// The provisioning surface as a whole:
// who may call it, how it speaks, its lists and filters, and what it bounds (rules: provisioning/who).
import { expect, test } from "bun:test";
import { openHarness } from "../harness/harness.ts";
import { openProvider, patch } from "./provider.ts";

const h = await openHarness();
const MEDIA = "application/scim+json";
const ERROR = "urn:ietf:params:scim:api:messages:2.0:Error";
const surface = h.runtime.catalogue.entries.filter((entry) => entry.path?.startsWith("/scim/"));

const routeOf = (entry: (typeof surface)[number]) => `${entry.method} ${entry.path?.replace(/\{[a-z]+\}/, "1")}`;

test("every operation of the surface is 401 without a token that holds, in the shape of SCIM, with a challenge", async () => {
  const as = await h.person();
  expect(surface.length).toBeGreaterThan(15);
  for (const entry of surface) {
    for (const send of [{}, { as }, { as, with_cookie: true }]) {
      const { status, headers, body } = await h.call(routeOf(entry), { ...send, ...(entry.body ? { json: {} } : {}) });
      expect([entry.id, status, headers.get("content-type"), headers.get("www-authenticate")]).toEqual([
        ...[entry.id, 401, MEDIA],
        "Bearer",
      ]);
      expect(body).toMatchObject({ schemas: [ERROR], status: "401", detail: expect.any(String) });
      expect(body.scimType).toBeUndefined();
      h.clock.advance(2000);
    }
  }
});

test("who sends unknown tokens all the time is 429; a token that holds is not counted", async () => {
  const p = await openProvider(h);
  h.clock.advance(120_000);
  const headers = { authorization: "Bearer fsc_AAAAAAAAAAAAAAAAAAAAAAAA" };
  for (let n = 0; n < 60; n++) expect((await h.call("GET /scim/v2/Users", { headers })).status).toBe(401);
  const { status, body, headers: answered } = await h.call("GET /scim/v2/Users", { headers });
  expect([status, answered.get("content-type"), body.status]).toEqual([429, MEDIA, "429"]);
  expect((await p.send("GET /Users")).status).toBe(200);
  h.clock.advance(120_000);
});

test("addresses and methods that are not there, and bodies of other kinds and sizes, are refused in the shape of SCIM", async () => {
  const p = await openProvider(h);
  const big = { "content-length": String(64 * 1024 * 1024) };
  for (const [route, rest, expected] of [
    ["GET /Nothing", {}, 404],
    ["GET /Me", {}, 404],
    ["POST /Bulk", { body: "{}" }, 404],
    ["PUT /Users", { body: "{}" }, 405],
    ["DELETE /ServiceProviderConfig", {}, 405],
    ["POST /Users", { body: "<a/>", headers: { "content-type": "text/xml" } }, 415],
    ["POST /Users", { body: "a=b", headers: { "content-type": "application/x-www-form-urlencoded" } }, 415],
    ["POST /Users", { body: "{}", headers: big }, 413],
    ["POST /Users", { body: "{" }, 400],
    ["POST /Users", { body: "[]" }, 400],
    ["GET /Users/%ff", {}, 400],
    ["GET /Users?count=x", {}, 400],
    ["GET /Users?startIndex=1&startIndex=2", {}, 400],
    ["GET /Users", { headers: { "service-version": "1999-01-01" } }, 400],
  ] as const) {
    const { status, headers, body } = await p.send(route, undefined, rest);
    expect([route, status, headers.get("content-type")]).toEqual([route, expected, MEDIA]);
    expect(body).toMatchObject({ schemas: [ERROR], status: String(expected), detail: expect.any(String) });
  }
  expect((await p.send("POST /Users", undefined, { body: "[]" })).body.scimType).toBe("invalidSyntax");
  // Whichever it is that takes a body, nothing at all is no object.
  const taking = h.runtime.catalogue.entries.filter(
    ({ error_format, body }) => error_format === "scim" && body !== null,
  );
  expect(taking.length).toBeGreaterThan(5);
  for (const { id, method, path } of taking) {
    const route = `${method} ${path?.replace("/scim/v2", "").replace("{id}", "1")}`;
    for (const body of ["", " "]) {
      const answer = await p.send(route, undefined, { body });
      expect([id, answer.status, answer.body.scimType]).toEqual([id, 400, "invalidSyntax"]);
    }
  }
});

test("both media types are taken, and every success says to be SCIM's", async () => {
  const p = await openProvider(h);
  for (const type of [MEDIA, "application/json", "application/scim+json; charset=utf-8"]) {
    const json = { userName: `${crypto.randomUUID()}@firm.example` };
    const { status, headers } = await p.send("POST /Users", json, { headers: { "content-type": type } });
    expect([type, status, headers.get("content-type")]).toEqual([type, 201, MEDIA]);
  }
  for (const path of ["ServiceProviderConfig", "ResourceTypes", "Schemas", "Users", "Groups", "ResourceTypes/User"]) {
    const { status, headers } = await p.send(`GET /${path}`);
    expect([path, status, headers.get("content-type")]).toEqual([path, 200, MEDIA]);
  }
});

test("discovery says what there is", async () => {
  const p = await openProvider(h);
  expect(await p.made("GET /ServiceProviderConfig")).toMatchObject({
    patch: { supported: true },
    filter: { supported: true, maxResults: 200 },
    bulk: { supported: false },
    sort: { supported: false },
    etag: { supported: false },
    changePassword: { supported: false },
    authenticationSchemes: [{ type: "oauthbearertoken" }],
  });
  const types = await p.made("GET /ResourceTypes");
  expect(types.Resources.map((one: { id: string }) => one.id)).toEqual(["User", "Group"]);
  const schemas = await p.made("GET /Schemas");
  const named = schemas.Resources.map((one: { id: string; attributes: { name: string }[] }) => [
    one.id,
    one.attributes.map((attribute) => attribute.name).sort(),
  ]);
  expect(named).toEqual([
    [
      "urn:ietf:params:scim:schemas:core:2.0:User",
      ["active", "displayName", "emails", "externalId", "name", "userName"],
    ],
    ["urn:ietf:params:scim:schemas:core:2.0:Group", ["displayName", "externalId", "members"]],
  ]);
  for (const { id } of schemas.Resources) expect((await p.made(`GET /Schemas/${encodeURIComponent(id)}`)).id).toBe(id);
  expect((await p.send("GET /Schemas/x")).status).toBe(404);
});

test("attributes and excludedAttributes choose what an answer holds, on every answer of a resource", async () => {
  const p = await openProvider(h);
  const user = await p.made("POST /Users?attributes=userName", { userName: `${crypto.randomUUID()}@firm.example` });
  expect(Object.keys(user).sort()).toEqual(["id", "schemas", "userName"]);
  const keys = async (query: string) => Object.keys(await p.made(`GET /Users/${user.id}?${query}`)).sort();
  expect(await keys("attributes=USERNAME,urn:ietf:params:scim:schemas:core:2.0:User:active")).toEqual([
    "active",
    "id",
    "schemas",
    "userName",
  ]);
  expect(await keys("attributes=nothing")).toEqual(["id", "schemas"]);
  expect(await keys("excludedAttributes=id,schemas,meta,emails")).toEqual([
    "active",
    "displayName",
    "id",
    "name",
    "schemas",
    "userName",
  ]);
  expect((await p.made(`GET /Users/${user.id}?attributes=name.givenName,emails.value`)).emails).toEqual([
    { value: user.userName },
  ]);
});

test("wrong values and operations are 400 with the keyword of SCIM, and change nothing", async () => {
  const p = await openProvider(h);
  const { id } = await p.made("POST /Users", { userName: `${crypto.randomUUID()}@firm.example` });
  const group = await p.made("POST /Groups", { displayName: "G" });
  const before = await h.rows("users", "groups", "group_members", "audit_events", "scim_users");
  const many = (length: number) => patch(...Array.from({ length }, () => ({ op: "add", path: "active", value: true })));
  for (const [route, json, scimType] of [
    ["POST /Users", {}, "invalidValue"],
    ["POST /Users", { userName: "no address" }, "invalidValue"],
    ["POST /Users", { userName: 5 }, "invalidValue"],
    ["POST /Users", { userName: "a@firm.example", active: "maybe" }, "invalidValue"],
    ["POST /Users", { userName: "a@firm.example", externalId: {}, active: [] }, "invalidValue"],
    ["POST /Users", { userName: "a@firm.example", externalId: "x".repeat(300) }, "invalidValue"],
    ["POST /Users", { userName: "a@firm.example\r\nBcc: b@c.example" }, "invalidValue"],
    [`PATCH /Users/${id}`, { Operations: [{ op: "move", path: "active", value: true }] }, "invalidSyntax"],
    [`PATCH /Users/${id}`, { Operations: [{ path: "active", value: true }] }, "invalidSyntax"],
    [`PATCH /Users/${id}`, { Operations: "replace" }, "invalidSyntax"],
    [`PATCH /Users/${id}`, { Operations: [] }, "invalidSyntax"],
    [`PATCH /Users/${id}`, {}, "invalidSyntax"],
    [`PATCH /Users/${id}`, { Operations: [7] }, "invalidSyntax"],
    [
      `PATCH /Users/${id}`,
      { schemas: ["x"], Operations: [{ op: "add", path: "active", value: true }] },
      "invalidSyntax",
    ],
    [`PATCH /Users/${id}`, patch({ op: "replace", path: 5, value: true }), "invalidSyntax"],
    [`PATCH /Users/${id}`, patch({ op: "replace", path: "active", value: 7 }), "invalidValue"],
    [`PATCH /Users/${id}`, patch({ op: "replace", value: "x" }), "invalidValue"],
    [`PATCH /Users/${id}`, patch({ op: "remove" }), "noTarget"],
    [`PATCH /Users/${id}`, patch({ op: "remove", path: "userName" }), "mutability"],
    [`PATCH /Users/${id}`, many(1001), "invalidValue"],
    [`PATCH /Users/${id}`, many(10_000), "invalidValue"],
    ["POST /Groups", {}, "invalidValue"],
    ["POST /Groups", { displayName: " " }, "invalidValue"],
    ["POST /Groups", { displayName: "x".repeat(300) }, "invalidValue"],
    ["POST /Groups", { displayName: "x", members: "me" }, "invalidValue"],
    ["POST /Groups", { displayName: "x", members: Array.from({ length: 5001 }, (_, n) => `${n}`) }, "invalidValue"],
    [`PATCH /Groups/${group.id}`, patch({ op: "add", path: "members", value: [{}] }), "invalidValue"],
    [`PATCH /Groups/${group.id}`, patch({ op: "remove", path: 'members[display eq "x"]' }), "invalidPath"],
  ] as const) {
    const { status, body } = await p.send(route, json);
    expect([route, JSON.stringify(json).slice(0, 100), status, body.scimType]).toEqual([
      ...[route, JSON.stringify(json).slice(0, 100), 400],
      scimType,
    ]);
  }
  expect(await h.rows("users", "groups", "group_members", "audit_events", "scim_users")).toEqual(before);
});

test("other paths are taken and ignored", async () => {
  const p = await openProvider(h);
  const { id, userName } = await p.made("POST /Users", { userName: `${crypto.randomUUID()}@firm.example` });
  const answer = await p.made(
    `PATCH /Users/${id}`,
    patch(
      { op: "Add", path: "name.givenName", value: "X" },
      { op: "Replace", path: "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department", value: "X" },
      { op: "Remove", path: 'phoneNumbers[type eq "work"].value' },
      { op: "Add", path: "roles", value: [{ value: "admin" }] },
      { op: "Replace", value: { "name.familyName": "Y", title: "Z", emails: [{ value: "x@y.example" }] } },
    ),
  );
  expect(answer).toMatchObject({ userName, active: true });
});
