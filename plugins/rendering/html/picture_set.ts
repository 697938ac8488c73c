// Reads and writes the sets from which a browser takes the picture that suits it best
// (HTML standard, "srcset attributes").

/** One picture of a set: its address, and the width or density that it is for, such as `2x`. */
export interface Candidate {
  url: string;
  descriptor: string | null;
}

/** So many sizes of one picture are more than any page has. */
const CANDIDATES_MAX = 32;
const CANDIDATE = /[\s,]*(\S*[^\s,])(?:\s+([^,]*))?(?:,|$)/y;
const DESCRIPTOR = /^\d{1,6}(?:\.\d{1,6})?[wx]$/;

/** The pictures of a set; those with anything but one plain descriptor are left out. */
export function readPictureSet(text: string): Candidate[] {
  const candidates: Candidate[] = [];
  CANDIDATE.lastIndex = 0;
  for (let found = CANDIDATE.exec(text); found && candidates.length < CANDIDATES_MAX; found = CANDIDATE.exec(text)) {
    const [, url = "", rest = ""] = found;
    const descriptor = rest.trim();
    if (descriptor === "" || DESCRIPTOR.test(descriptor)) candidates.push({ url, descriptor: descriptor || null });
  }
  return candidates;
}

/** The set in writing; null for an empty one. An address in it never begins or ends with a comma, so that none is cut. */
export function writePictureSet(candidates: readonly Candidate[]): string | null {
  const written = candidates
    .filter(({ url }) => !/^,|,$|\s/.test(url))
    .map(({ url, descriptor }) => (descriptor === null ? url : `${url} ${descriptor}`));
  return written.length === 0 ? null : written.join(", ");
}
