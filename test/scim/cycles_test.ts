// The cycles of Microsoft Entra ID and Okta, request by request as their public documentation shows them,
// replayed against the surface.
import { expect, test } from "bun:test";
import { openHarness } from "../harness/harness.ts";
import { openProvider, type Provider } from "./provider.ts";

const h = await openHarness();
const USER = "urn:ietf:params:scim:schemas:core:2.0:User";
const ENTERPRISE = "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User";
const GROUP = "urn:ietf:params:scim:schemas:core:2.0:Group";
const PATCH = "urn:ietf:params:scim:api:messages:2.0:PatchOp";
const LIST = "urn:ietf:params:scim:api:messages:2.0:ListResponse";

/** A step of a cycle: what is sent, and what the answer has to be. Texts in `<>` are remembered ids. */
type Step = [route: string, body: unknown, status: number, holds?: object];

/** Replays a cycle; the id of what a POST made is remembered as `<1>`, `<2>` and so on. */
async function replay(p: Provider, steps: readonly Step[]): Promise<void> {
  const ids: string[] = [];
  const fillIn = <T>(value: T): T =>
    JSON.parse(JSON.stringify(value).replace(/<(\d+)>/g, (_whole, n) => ids[Number(n) - 1] ?? "none"));
  for (const [sent, body, status, holds] of steps) {
    const route = fillIn(sent);
    const cut = route.indexOf("?");
    const address = cut < 0 ? route : route.slice(0, cut + 1) + encodeURI(route.slice(cut + 1));
    const answer = await p.send(address, body === null ? undefined : fillIn(body));
    expect([route, answer.status, JSON.stringify(answer.body)]).toEqual([route, status, expect.anything()]);
    if (holds) expect([route, structuredClone(answer.body)]).toMatchObject([route, fillIn(holds)]);
    if (answer.status === 201) ids.push(answer.body.id);
  }
}

test("Entra: connection test, users made, changed, switched off and on, groups filled and emptied, everything deleted", async () => {
  const p = await openProvider(h);
  const upn = "Test_User_dfeef4c5@firm.example";
  const nobody = crypto.randomUUID();
  await replay(p, [
    // "Test Connection" asks for somebody who is not there.
    [`GET /Users?filter=userName eq "${nobody}"`, null, 200, { schemas: [LIST], totalResults: 0, Resources: [] }],
    [`GET /Groups?excludedAttributes=members&filter=displayName eq "${nobody}"`, null, 200, { totalResults: 0 }],
    [`GET /Users?filter=userName eq "${upn}"`, null, 200, { totalResults: 0 }],
    [
      "POST /Users",
      {
        schemas: [USER, ENTERPRISE],
        externalId: "0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef",
        userName: upn,
        active: true,
        emails: [{ primary: true, type: "work", value: upn }],
        meta: { resourceType: "User" },
        name: { formatted: "givenName familyName", familyName: "familyName", givenName: "givenName" },
        roles: [],
      },
      201,
      { externalId: "0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef", userName: upn, active: true },
    ],
    ["GET /Users/<1>", null, 200, { id: "<1>", userName: upn, meta: { resourceType: "User" } }],
    [`GET /Users?filter=userName eq "${upn}"`, null, 200, { totalResults: 1, startIndex: 1, itemsPerPage: 1 }],
    [`GET /Users?filter=externalId eq "0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef"`, null, 200, { totalResults: 1 }],
    [
      "PATCH /Users/<1>",
      {
        schemas: [PATCH],
        Operations: [
          { op: "Replace", path: 'emails[type eq "work"].value', value: "updatedEmail@firm.example" },
          { op: "Replace", path: "name.familyName", value: "updatedFamilyName" },
          { op: "Add", path: `${ENTERPRISE}:department`, value: "Sales" },
        ],
      },
      200,
      { userName: "updatedEmail@firm.example" },
    ],
    // The older shape of its values: a list of one, and truth as text.
    [
      "PATCH /Users/<1>",
      {
        schemas: [PATCH],
        Operations: [
          { op: "Replace", path: "userName", value: [{ $ref: null, value: upn }] },
          { op: "Replace", path: "displayName", value: [{ $ref: null, value: "Test User" }] },
        ],
      },
      200,
      { userName: upn },
    ],
    [
      "PATCH /Users/<1>",
      { schemas: [PATCH], Operations: [{ op: "Replace", path: "active", value: "False" }] },
      200,
      { active: false },
    ],
    ["GET /Users/<1>", null, 200, { active: false }],
    [`GET /Users?filter=userName eq "${upn}"`, null, 200, { totalResults: 1, Resources: [{ active: false }] }],
    [
      "PATCH /Users/<1>",
      { schemas: [PATCH], Operations: [{ op: "Replace", path: "active", value: "True" }] },
      200,
      { active: true },
    ],
    [
      "POST /Groups",
      {
        schemas: [GROUP, "http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group"],
        externalId: "8aa1a0c0-c4c3-4bc0-b4a5-2ef676900159",
        displayName: "displayName",
        members: [],
        meta: { resourceType: "Group" },
      },
      201,
      { displayName: "displayName", members: [] },
    ],
    ["GET /Groups/<2>?excludedAttributes=members", null, 200, { id: "<2>", displayName: "displayName" }],
    [
      'GET /Groups?excludedAttributes=members&filter=displayName eq "displayName"',
      null,
      200,
      { totalResults: 1, Resources: [{ id: "<2>", externalId: "8aa1a0c0-c4c3-4bc0-b4a5-2ef676900159" }] },
    ],
    [
      "PATCH /Groups/<2>",
      {
        schemas: [PATCH],
        Operations: [{ op: "Replace", path: "displayName", value: "1879db59-3bdf-4490-ad68-ab880a269474" }],
      },
      200,
      { displayName: "1879db59-3bdf-4490-ad68-ab880a269474" },
    ],
    [
      "PATCH /Groups/<2>",
      { schemas: [PATCH], Operations: [{ op: "Add", path: "members", value: [{ $ref: null, value: "<1>" }] }] },
      200,
      { members: [{ value: "<1>" }] },
    ],
    [
      "PATCH /Groups/<2>",
      { schemas: [PATCH], Operations: [{ op: "Remove", path: "members", value: [{ $ref: null, value: "<1>" }] }] },
      200,
      { members: [] },
    ],
    ["DELETE /Groups/<2>", null, 204],
    ["GET /Groups/<2>", null, 404, { status: "404" }],
    ["DELETE /Users/<1>", null, 204],
    // A soft-deleted user who is taken back later is found by the filter, and made active.
    [`GET /Users?filter=userName eq "${upn}"`, null, 200, { totalResults: 1 }],
  ]);
});

test("Okta: connection test and import, a user assigned, updated, taken away and assigned again, a group pushed, changed and unlinked", async () => {
  const p = await openProvider(h);
  const login = "isaac.brock@firm.example";
  const user = {
    schemas: [USER],
    userName: login,
    name: { givenName: "Isaac", familyName: "Brock" },
    emails: [{ primary: true, value: login, type: "work" }],
    displayName: "Isaac Brock",
    locale: "en-US",
    externalId: "00ujl29u0le5T6Aj10h7",
    groups: [],
    password: "1mz050nq",
    active: true,
  };
  await replay(p, [
    ["GET /Users?startIndex=1&count=2", null, 200, { schemas: [LIST], startIndex: 1 }],
    ["GET /Groups?startIndex=1&count=100", null, 200, { schemas: [LIST], totalResults: 0, itemsPerPage: 0 }],
    ["GET /Users?startIndex=1&count=100", null, 200, { totalResults: 1, itemsPerPage: 1 }],
    ["GET /Users/010101001010101011001010101011", null, 404, { status: "404" }],
    [`GET /Users?filter=userName eq "${login}"&startIndex=1&count=100`, null, 200, { totalResults: 0, Resources: [] }],
    ["POST /Users", user, 201, { userName: login, active: true, externalId: user.externalId }],
    ["POST /Users", user, 409, { status: "409", scimType: "uniqueness" }],
    ["GET /Users/<1>", null, 200, { id: "<1>", emails: [{ primary: true, value: login }] }],
    ["PUT /Users/<1>", { ...user, id: "<1>", name: { givenName: "Anders" }, meta: { resourceType: "User" } }, 200],
    [
      "PATCH /Users/<1>",
      { schemas: [PATCH], Operations: [{ op: "replace", value: { active: false } }] },
      200,
      { active: false },
    ],
    [`GET /Users?filter=userName eq "${login}"&startIndex=1&count=100`, null, 200, { totalResults: 1 }],
    ["PUT /Users/<1>", { ...user, id: "<1>", active: true }, 200, { active: true }],
    [
      "POST /Groups",
      { schemas: [GROUP], displayName: "Test SCIMv2", members: [] },
      201,
      { displayName: "Test SCIMv2" },
    ],
    ["GET /Groups/<2>", null, 200, { id: "<2>", members: [] }],
    [
      "PATCH /Groups/<2>",
      { schemas: [PATCH], Operations: [{ op: "replace", value: { id: "<2>", displayName: "Test SCIMv2 renamed" } }] },
      200,
      { displayName: "Test SCIMv2 renamed", members: [] },
    ],
    [
      "PATCH /Groups/<2>",
      { schemas: [PATCH], Operations: [{ op: "add", path: "members", value: [{ value: "<1>", display: login }] }] },
      200,
      { members: [{ value: "<1>", display: login }] },
    ],
    [
      "PATCH /Groups/<2>",
      {
        schemas: [PATCH],
        Operations: [
          { op: "remove", path: 'members[value eq "<1>"]' },
          { op: "add", path: "members", value: [{ value: "<1>", display: login }] },
        ],
      },
      200,
      { members: [{ value: "<1>" }] },
    ],
    [
      "PUT /Groups/<2>",
      { schemas: [GROUP], id: "<2>", displayName: "Test SCIMv2", members: [{ value: "<1>", display: login }] },
      200,
      { displayName: "Test SCIMv2", members: [{ value: "<1>" }] },
    ],
    ['GET /Groups?filter=displayName eq "Test SCIMv2"&startIndex=1&count=100', null, 200, { totalResults: 1 }],
    ["PATCH /Users/<1>", { schemas: [PATCH], Operations: [{ op: "replace", value: { active: false } }] }, 200],
    ["GET /Groups/<2>", null, 200, { members: [] }],
    ["DELETE /Groups/<2>", null, 204],
    ["POST /Users", user, 201, { id: "<1>", active: true }],
  ]);
});
