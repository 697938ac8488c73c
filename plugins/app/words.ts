// All words of the frame's own pages.
import { words } from "./port/words.ts";

export const appWords = words(
  {
    settings: "Settings",
    settings_told: "Your own, and what you may settle for others here.",
    other_settings: "Other settings",
    group_me: "You",
    group_people: "People",
    group_space: "Spaces",
    group_data: "Bringing and taking",
    group_agents: "Agents",
    group_server: "This server",
  },
  {
    settings: "Einstellungen",
    settings_told: "Deine eigenen, und was du hier für andere festlegen darfst.",
    other_settings: "Andere Einstellungen",
    group_me: "Du",
    group_people: "Menschen",
    group_space: "Bereiche",
    group_data: "Holen und mitnehmen",
    group_agents: "Agenten",
    group_server: "Dieser Server",
  },
);
