// What the pages of other plugins about people share with those of members.
export { peopleTabs } from "../app/tabs.ts";
