// What other plugins may use of uploads: the end of a person's tickets.
export { dropTickets } from "./tickets/store.ts";
