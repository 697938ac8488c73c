// Inputs of the permission matrix for what can act in the workspace, whosever it is.
import { INPUTS as OWN_CONNECTIONS } from "../oauth/matrix_inputs.ts";
import { type Inputs, plain } from "../permission/input.ts";
import { made } from "../permission/stage.ts";

const { make: makeConnection } = OWN_CONNECTIONS["connection.end"] ?? plain();

export const INPUTS: Inputs = {
  "workspace.token.list": plain(),
  "workspace.token.revoke": {
    make: async ({ h, spare }) => {
      const token = await made(h.call("POST /api/tokens", { as: spare, with_cookie: true, json: { name: "to go" } }));
      return { params: { token_id: token.id }, with_cookie: true };
    },
  },
  "workspace.connection.list": plain(),
  "workspace.connection.end": {
    make: async (stage) => ({ ...(await makeConnection(stage, "workspace owner")), with_cookie: true }),
  },
  "member.sign_out": {
    fresh: "everything",
    make: ({ spare }) => ({ params: { user_id: spare.user_id }, json: {}, with_cookie: true }),
  },
};
