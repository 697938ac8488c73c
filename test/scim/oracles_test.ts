// Random filters and histories of a provider,
// beside what the field's own libraries and a model in memory make of the same.
import { expect, test } from "bun:test";
import fc from "fast-check";
import { type ScimPatchOperation, scimPatch } from "scim-patch";
import { filter as filterOf, parse } from "scim2-parse-filter";
import { pickByDepth, SEED } from "../harness/depth.ts";
import { openHarness } from "../harness/harness.ts";
import { openProvider, type Provider, patch } from "./provider.ts";

const h = await openHarness();
const numRuns = pickByDepth({ small: 12, deep: 60 });
const LOGINS = ["ann", "bob", "cat", "dan", "eve"];
const DOMAIN = "firm.example";

/** A provider with users of random names and states. */
async function withPeople(): Promise<{ p: Provider; ids: string[] }> {
  const p = await openProvider(h);
  const ids: string[] = [];
  for (const login of LOGINS) {
    const userName = `${login}.${p.owner.user_id}@${DOMAIN}`;
    const externalId = login < "d" ? { externalId: `ext_${login}` } : {};
    ids.push((await p.made("POST /Users", { userName, ...externalId })).id);
  }
  await p.send(`DELETE /Users/${ids[1]}`);
  return { p, ids };
}

test(`users fit a filter as scim2-parse-filter has it, with SEED=${SEED}`, async () => {
  const { p } = await withPeople();
  const all: Record<string, unknown>[] = (await p.made("GET /Users")).Resources;
  const text = fc.oneof(
    fc.constantFrom(
      ...all.flatMap((user) => [user["userName"], user["externalId"]].filter((one) => one !== undefined)),
    ),
    fc.constantFrom("ann", "firm", ".example", "ext_", "_", "%", "zz", ""),
  );
  const term = fc.oneof(
    fc
      .tuple(
        fc.constantFrom("userName", "externalId", "emails.value"),
        fc.constantFrom("eq", "ne", "co", "sw", "ew"),
        text,
      )
      .map(([attribute, operator, value]) => `${attribute} ${operator} ${JSON.stringify(value)}`),
    fc.constantFrom("userName pr", "externalId pr", "active eq true", "active eq false"),
  );
  await fc.assert(
    fc.asyncProperty(term, async (filter) => {
      // An absent value is looked into as an empty text there, and a list as a whole.
      const shown = all.map((user) => ({ ...user, emails: { value: user["userName"], id: user["id"] } }));
      const wanted = shown.filter((user) => isFitting(filter, user)).map((user) => user.emails.id);
      const list = await p.made(`GET /Users?filter=${encodeURIComponent(filter)}`);
      expect([filter, list.Resources.map((user: { id: string }) => user.id)]).toEqual([filter, wanted]);
      expect([filter, list.totalResults]).toEqual([filter, wanted.length]);
    }),
    { numRuns: numRuns * 4, seed: SEED, endOnFailure: true },
  );
});

/** The library reads an absent attribute in its own way, which RFC 7644 leaves to nobody: it fits `ne` alone. */
function isFitting(filter: string, user: Record<string, unknown>): boolean {
  const [attribute = "", operator] = filter.split(" ");
  if (attribute === "externalId" && user["externalId"] === undefined) return operator === "ne";
  return filterOf(parse(filter))(user);
}

test(`a group's members after random PATCHes are those that scim-patch leaves, with SEED=${SEED}`, async () => {
  const { p, ids } = await withPeople();
  const people = ids.filter((_id, index) => index !== 1);
  const member = fc.constantFrom(...people).map((value) => ({ value }));
  const members = fc.uniqueArray(member, { maxLength: 4, selector: ({ value }) => value });
  const operation: fc.Arbitrary<ScimPatchOperation> = fc.oneof(
    fc.record({ op: fc.constantFrom("add", "Add", "replace"), path: fc.constant("members"), value: members }),
    member.map(({ value }) => ({ op: "remove" as const, path: `members[value eq "${value}"]` })),
    fc.record({ op: fc.constantFrom("add", "replace"), value: members.map((value) => ({ members: value })) }),
  ) as fc.Arbitrary<ScimPatchOperation>;
  const requests = fc.array(fc.array(operation, { minLength: 1, maxLength: 4 }), { maxLength: 5 });
  let made = 0;
  await fc.assert(
    fc.asyncProperty(requests, async (sent) => {
      const { id } = await p.made("POST /Groups", { displayName: `G${made++}` });
      let model: { schemas: string[]; meta: never; members: { value: string }[] } = {
        ...{ schemas: [], meta: {} as never },
        members: [],
      };
      for (const operations of sent) {
        for (const one of operations) model = applied(model, one);
        const answer = await p.made(`PATCH /Groups/${id}`, patch(...operations));
        expect([operations, valuesOf(answer.members)]).toEqual([operations, valuesOf(model.members)]);
      }
    }),
    { numRuns, seed: SEED, endOnFailure: true },
  );
});

/** Somebody who is not there is an error to the library, and nothing to remove to us; a list that it has emptied it drops. */
function applied<R extends { members: { value: string }[] }>(model: R, operation: ScimPatchOperation): R {
  const [, removed] = /value eq "(\d+)"/.exec(operation.path ?? "") ?? [];
  if (removed && !model.members.some(({ value }) => value === removed)) return model;
  const next = scimPatch(structuredClone(model) as never, [structuredClone(operation)]) as unknown as R;
  return { ...next, members: next.members ?? [] };
}

function valuesOf(members: readonly { value: string }[]): string[] {
  return [...new Set(members.map(({ value }) => value))].sort();
}

/** What a model knows of somebody. */
interface Known {
  id: string;
  userName: string;
  externalId: string | undefined;
  active: boolean;
}

type Change =
  | { do: "activate" | "deactivate" | "delete"; login: number }
  | { do: "rename"; login: number; to: number }
  | { do: "name"; login: number; externalId: number | null };

type Step =
  | Change
  | { do: "create"; login: number }
  | { do: "find"; login: number }
  | { do: "group"; members: number[] };

test(`random histories of users leave what a model has, and one group of the active, with SEED=${SEED}`, async () => {
  const login = fc.nat({ max: 3 });
  const step: fc.Arbitrary<Step> = fc.oneof(
    { weight: 4, arbitrary: fc.record({ do: fc.constant("create" as const), login }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant("find" as const), login }) },
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constantFrom("activate" as const, "deactivate" as const, "delete" as const),
        login,
      }),
    },
    { weight: 2, arbitrary: fc.record({ do: fc.constant("rename" as const), login, to: login }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant("name" as const), login, externalId: fc.option(login) }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant("group" as const), members: fc.uniqueArray(login) }) },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 15 }), async (steps) => {
      const p = await openProvider(h);
      const address = (n: number) => `${LOGINS[n]}.${p.owner.user_id}@${DOMAIN}`;
      const { id: group } = await p.made("POST /Groups", { displayName: "All" });
      const known = new Map<string, Known>();
      const in_group = new Set<string>();
      for (const one of steps) await take(one);
      const list: Known[] = (await p.made("GET /Users?startIndex=2")).Resources;
      const shown = list.map(({ id, userName, externalId, active }) => ({ id, userName, externalId, active }));
      expect([steps, sorted(shown)]).toEqual([steps, sorted([...known.values()])]);
      const { members } = await p.made(`GET /Groups/${group}`);
      expect([steps, valuesOf(members)]).toEqual([steps, [...in_group].sort()]);

      async function take(one: Step): Promise<void> {
        if (one.do === "group") {
          const people = one.members.map((n) => known.get(address(n)));
          const whole = people.every((person) => person?.active);
          const value = one.members.map((n) => ({ value: known.get(address(n))?.id ?? address(n) }));
          const { status } = await p.send(`PUT /Groups/${group}`, { displayName: "All", members: value });
          expect([steps, one, status]).toEqual([steps, one, whole ? 200 : 400]);
          if (!whole) return;
          in_group.clear();
          for (const person of people) in_group.add(person?.id ?? "");
          return;
        }
        const person = known.get(address(one.login));
        if (one.do === "create") {
          const { status, body } = await p.send("POST /Users", { userName: address(one.login) });
          expect([steps, one, status]).toEqual([steps, one, person?.active ? 409 : 201]);
          if (status !== 201) return;
          const { id, userName } = body;
          known.set(userName, { id, userName, externalId: person?.externalId, active: true });
          return;
        }
        if (one.do === "find") {
          const list = await p.made(`GET /Users?filter=${encodeURIComponent(`userName eq "${address(one.login)}"`)}`);
          expect([steps, one, list.totalResults]).toEqual([steps, one, person ? 1 : 0]);
          return;
        }
        if (!person) return;
        await change(one, person);
      }

      async function change(one: Change, person: Known): Promise<void> {
        const at = `/Users/${person.id}`;
        switch (one.do) {
          case "activate":
            await p.made(`PATCH ${at}`, patch({ op: "replace", path: "active", value: "True" }));
            person.active = true;
            return;
          case "deactivate":
          case "delete": {
            const off = patch({ op: "Replace", value: { active: "False" } });
            const { status } = await (one.do === "delete" ? p.send(`DELETE ${at}`) : p.send(`PATCH ${at}`, off));
            expect(status).toBe(one.do === "delete" ? 204 : 200);
            person.active = false;
            in_group.delete(person.id);
            return;
          }
          case "rename": {
            const to = address(one.to);
            const { status } = await p.send(`PATCH ${at}`, patch({ op: "replace", path: "userName", value: to }));
            const holder = known.get(to);
            expect([steps, one, status]).toEqual([steps, one, holder && holder !== person ? 409 : 200]);
            if (status !== 200) return;
            known.delete(person.userName);
            known.set(to, Object.assign(person, { userName: to }));
            return;
          }
          case "name": {
            const value = one.externalId === null ? undefined : `ext${one.externalId}`;
            const op =
              value === undefined ? { op: "remove", path: "externalId" } : { op: "add", path: "externalId", value };
            const { status } = await p.send(`PATCH ${at}`, patch(op));
            const holder = value && [...known.values()].find((other) => other.externalId === value);
            expect([steps, one, status]).toEqual([steps, one, holder && holder !== person ? 409 : 200]);
            if (status === 200) person.externalId = value;
          }
        }
      }
    }),
    { numRuns, seed: SEED, endOnFailure: true },
  );
});

function sorted(people: readonly Known[]): Known[] {
  return [...people].sort((one, other) => Number(one.id) - Number(other.id));
}
