// The inputs that several sign-in routes share.
import { t } from "../../kernel/plugin.ts";

/** Longer or foreign ones are not refused but not followed either. */
export const NextText = t.String({ description: "Where to go on to: a path on this host." });

export const NameText = t.String({ maxLength: 100, description: "a name of at most 100 characters" });
