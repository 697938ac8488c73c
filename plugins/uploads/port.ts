// What other plugins may use of uploads:
// receiving a file as a raw body, addresses that send one, the end of a person's tickets.
export { declaredLength, type Received, receiveNew, refuseUnstorable, uploadBytesMax } from "./receive.ts";
export { downloadAddress } from "./tickets/download_ticket.ts";
export { dropTickets } from "./tickets/store.ts";
