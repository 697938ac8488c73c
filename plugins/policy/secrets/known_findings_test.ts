// What is remembered of where texts look like secrets: two at once look once, and a look that fails is nobody else's.
import { expect, test } from "bun:test";
import { createKnownFindings } from "./known_findings.ts";

const files = [{ path: "source.md", blob_id: 1 }];
const found = [{ path: "source.md", line: 3, rule: "github_token" }];

test("two at once look once, and so does whoever asks later", async () => {
  const known = createKnownFindings();
  const looked = Promise.withResolvers<typeof found>();
  let looks = 0;
  const look = () => {
    looks += 1;
    return looked.promise;
  };
  const both = [known.find(files, look), known.find(files, look)];
  looked.resolve(found);
  expect(await Promise.all(both)).toEqual([found, found]);
  expect(await known.find(files, look)).toEqual(found);
  expect(looks).toBe(1);
});

test("a look that fails fails for whoever began it alone, and is not remembered", async () => {
  const known = createKnownFindings();
  const failing = Promise.withResolvers<typeof found>();
  const first = known.find(files, () => failing.promise);
  const second = known.find(files, async () => found);
  failing.reject(new Error("too many of this person"));
  expect(await Promise.allSettled([first, second])).toMatchObject([
    { status: "rejected" },
    { status: "fulfilled", value: found },
  ]);
});

test("what is found counts, so that few documents full of it do not hold much memory", async () => {
  const known = createKnownFindings();
  const many = Array.from({ length: 1000 }, () => found[0] ?? { path: "", line: 0, rule: "" });
  let looks = 0;
  const look = async () => {
    looks += 1;
    return many;
  };
  for (let blob_id = 0; blob_id < 30; blob_id++) await known.find([{ path: "source.md", blob_id }], look);
  await known.find([{ path: "source.md", blob_id: 29 }], look);
  expect(looks).toBe(30);
  await known.find([{ path: "source.md", blob_id: 0 }], look);
  expect(looks).toBe(31);
});
