// Who reads what is said of a folder: whom its place lets in, and whoever reads the site that it is part of.
import { type Openness, type PermitCall, widest } from "../../kernel/plugin.ts";
import { opennessAt, type PlaceFound } from "../places/port.ts";
import { findSites, type SettingsRow } from "./store/settings.ts";

const SITE_OPENNESS = { public: "public", signed_in: "workspace", group: "restricted" } as const;

/** The site that a folder is part of, its own or that of a folder above; null where there is none and where nobody asks. */
export interface OfSite {
  site: Openness | null;
}

/** Read for callers whose token may not open everything; it makes no difference to others. */
export async function findSiteOf({ sql, actor }: PermitCall, at: PlaceFound): Promise<Openness | null> {
  if (!actor?.token?.limits?.max_visibility) return null;
  const sites = await findSites(sql, at);
  return widest(...sites.map((publish_visibility) => SITE_OPENNESS[publish_visibility]));
}

/** Who reads what is written about a folder or into it. */
export function opennessOfFolder(at: Pick<PlaceFound, "audience"> & OfSite): Openness {
  const site = at.site ?? "restricted";
  return widest(opennessAt(at), site) ?? site;
}

type Publication = Pick<SettingsRow, "published" | "publish_visibility">;

/** Who reads the site that a change makes of a folder; null where it makes none. A member that is null goes back to what it was at first. */
export function openedSite(
  change: { published?: boolean | null; publish_visibility?: SettingsRow["publish_visibility"] | null },
  before: Publication,
): Openness | null {
  const published = change.published === undefined ? before.published : change.published === true;
  if (!published) return null;
  const asked = change.publish_visibility === null ? "public" : change.publish_visibility;
  return SITE_OPENNESS[asked ?? before.publish_visibility];
}
