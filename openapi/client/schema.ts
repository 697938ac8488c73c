// Generated from openapi/openapi.json by "bun run openapi": what every route takes and answers. Do not edit.
export interface paths {
    "/healthz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Tell that the server answers
         * @description - HEAD answers the same without the body.
         */
        get: operations["health.status"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/livez": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Tell that the process runs
         * @description - HEAD answers the same without the body.
         */
        get: operations["health.live"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Tell whether everything the server leans on answers
         * @description 503 when a dependency is away. Details are shown to callers on the same machine alone.
         *
         *     - HEAD answers the same without the body.
         */
        get: operations["health.ready"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/.well-known/security.txt": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Name the contact for security reports (RFC 9116)
         * @description - HEAD answers the same without the body.
         */
        get: operations["health.security_contact"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/limits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Say every limit and what is left
         * @description Asking costs nothing. A bucket's window begins with its first use and is empty again at `resets_at`. Names of sizes and counts end in their unit.
         *
         *     - Permission: a signed-in person or their token.
         *     - MCP: `get_limits`.
         */
        get: operations["limits.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/changelog": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Say which versions of the API there are and what changed
         * @description Ask for one of them by the header `Service-Version`; without it the newest answers.
         */
        get: operations["changelog.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The sign-in page
         * @description The sign-in page.
         */
        get: operations["login.show"];
        put?: never;
        /**
         * Mails a sign-in link
         * @description Answers the same for every address, but for those of a domain whose company signs them in itself: they are led there. The link works once, for 15 minutes, in the browser that asked (its `__Host-` cookie is set here).
         *
         *     - Quota: `login`, at most 300 in 600 s per address.
         *     - Audit: `login.link`.
         */
        post: operations["login.link"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/link/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The page behind a sign-in link
         * @description The page behind a sign-in link.
         */
        get: operations["login.confirm.show"];
        put?: never;
        /**
         * Signs in with a link
         * @description Sets the session cookie and redirects. A link for an address without an account makes one.
         *
         *     - Quota: `login`, at most 300 in 600 s per address.
         *     - Audit: `login.ok`, `account.create`.
         */
        post: operations["login.confirm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/setup/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The page that makes the first account
         * @description The page that makes the first account.
         */
        get: operations["setup.show"];
        put?: never;
        /**
         * Makes the first workspace and its owner, and signs in
         * @description - Quota: `login`, at most 300 in 600 s per address.
         *     - Audit: `login.ok`, `account.create`.
         */
        post: operations["setup.finish"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/oidc": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Starts a sign-in through the OpenID Connect provider
         * @description - Quota: `login`, at most 300 in 600 s per address.
         */
        get: operations["login.provider"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/callback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Takes the provider's redirect and signs in
         * @description The one GET that signs in: it is the provider's redirect, bound to the browser that started by state, nonce and PKCE (S256). An identity joins an existing account only by a verified e-mail address.
         *
         *     - Quota: `login`, at most 300 in 600 s per address.
         *     - Audit: `login.ok`, `account.create`.
         */
        get: operations["login.callback"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Signs out of this browser
         * @description Clears the session cookie and ends what this browser may read on the content host: 204, or a redirect to the sign-in page for a browser's form.
         *
         *     - Audit: `login.out`.
         */
        post: operations["logout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/logout-all": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Signs out of every browser
         * @description Ends every session of the person, this one included. Tokens stay as they are.
         *
         *     - Permission: a person signed in with the session cookie.
         *     - Audit: `login.out_all`.
         */
        post: operations["logout.all"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/viewer/authorize": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Says to the content host who reads
         * @description Redirects to `/d/{slug}/?handoff=` on the content host, or the domain that asked, with a code that works once, for 60 seconds, there alone, for that document and browser. People outside the workspace of a workspace document, or of the domain that asked, are refused here, and members to whom a document is closed are led to where they can ask for it; whether anything else exists or opens is decided by the content host on each read.
         */
        get: operations["viewer.authorize"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who is signed in
         * @description - Permission: a signed-in person or their token.
         */
        get: operations["me.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists your tokens, newest first
         * @description - Permission: a signed-in person or their token.
         */
        get: operations["token.list"];
        put?: never;
        /**
         * Makes a token
         * @description Only from a signed-in session: a token cannot make tokens. The plaintext is in this answer and nowhere else.
         *
         *     - Permission: a person signed in with the session cookie.
         *     - Quota: `token_mint`, at most 10 in 3600 s per caller.
         *     - No `Idempotency-Key`: the answer holds the token, which is kept nowhere.
         *     - Audit: `token.create`.
         */
        post: operations["token.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tokens/{token_id}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revokes a token at once
         * @description A revoked token stays in the list. Revoking it again changes nothing. The token of a connected program ends the connection.
         *
         *     - Permission: a signed-in person or their token.
         *     - Audit: `token.revoke`.
         */
        post: operations["token.revoke"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the members of the workspace and its seats
         * @description Whole without `limit`. Every filter narrows what the others leave.
         *
         *     - Permission: a signed-in person or their token.
         *     - Plan: groups need the Team plan or above (else 403), where the request asks for it.
         *     - MCP: `list_members`.
         */
        get: operations["member.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/members/{user_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a member from the workspace
         * @description The person moves to a new workspace of their own and takes My documents along; what they wrote in General and shared roots stays. They leave every group, and grants that name them here end. A document under legal hold has to be released or handed over before. With `hand_over_to` My documents go to that colleague first: for owners, where the workspace's policy has it so, and never to who removes; the person is told by mail.
         *
         *     - Permission: an owner or admin of the workspace.
         *     - Audit: `member.leave`, `member.hand_over`.
         */
        delete: operations["member.remove"];
        options?: never;
        head?: never;
        /**
         * Change a member's role
         * @description Owners only. The workspace keeps at least one owner. The new role holds from the person's next request.
         *
         *     - Permission: an owner of the workspace.
         *     - Audit: `member.role`.
         *     - MCP: `set_member_role`.
         */
        patch: operations["member.role"];
        trace?: never;
    };
    "/api/members/transfer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Hand your ownership over to another member
         * @description The other becomes an owner, you become an admin.
         *
         *     - Permission: an owner of the workspace.
         *     - Audit: `member.role`.
         */
        post: operations["member.transfer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/members/{user_id}/removal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * See what removing a member would concern
         * @description Numbers alone, of what you may not open as of what you may. Nothing changes.
         *
         *     - Permission: an owner or admin of the workspace.
         */
        get: operations["member.removal"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/hand-over": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Hand My documents over to a colleague
         * @description Everything in your My documents belongs to them from then on, in the same folders below a new one of theirs; links, versions, comments and grants stay. You may open what a grant, its visibility or its place still opens to you. What is in your trash stays yours.
         *
         *     - Permission: a person signed in with the session cookie.
         *     - Audit: `member.hand_over`.
         */
        post: operations["account.hand_over"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/invites": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the open invites, the newest first
         * @description Whole without `limit`. An expired invite stays listed until it is sent again or revoked, and holds no seat. Every filter narrows what the others leave.
         *
         *     - Permission: an owner or admin of the workspace.
         *     - Plan: groups need the Team plan or above (else 403), where the request asks for it.
         *     - MCP: `list_invites`.
         */
        get: operations["invite.list"];
        put?: never;
        /**
         * Invite a person to the workspace
         * @description Queues a mail with a link that works for 14 days and for this address alone. Where mail is not set up (`delivery_status: not_configured`), pass `url` on yourself: it is in this answer and nowhere else. The invite holds a seat; membership and groups begin when it is accepted.
         *
         *     - Permission: an owner or admin of the workspace.
         *     - Plan: groups need the Team plan or above (else 403), where the request asks for it.
         *     - Quota: `invite`, at most 30 in 3600 s per account.
         *     - No `Idempotency-Key`: the answer holds the link, which is kept nowhere; a second invite is refused as one that waits.
         *     - Audit: `invite.create`, `invite.revoke`.
         *     - MCP: `invite_member`.
         */
        post: operations["invite.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/invites/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Invite up to 100 people, with a result for each
         * @description Each is what an invite of its own would be, in the order of the request: while seats are left the first get them, and throttles count each. `results` has an entry for every one that was sent, in that order; of those that are refused nothing is kept.
         *
         *     - Permission: an owner or admin of the workspace.
         *     - Plan: groups need the Team plan or above (else 403), where the request asks for it.
         *     - Quota: `invite`, at most 30 in 3600 s per account.
         *     - No `Idempotency-Key`: the answer holds the links, which are kept nowhere; a second invite is refused as one that waits.
         *     - Audit: `invite.create`, `invite.revoke`.
         */
        post: operations["invite.batch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/invites/{id}/groups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change which groups an invited person joins
         * @description Replaces the assignments; they begin to count when the invite is accepted.
         *
         *     - Permission: an owner or admin of the workspace.
         *     - Plan: groups need the Team plan or above (else 403), where the request asks for it.
         *     - Audit: `invite.groups`.
         */
        patch: operations["invite.groups"];
        trace?: never;
    };
    "/api/invites/{id}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send an invite again with a new link
         * @description The old link ends, the new one works for 14 days. An expired invite takes a seat again.
         *
         *     - Permission: an owner or admin of the workspace.
         *     - Quota: `invite`, at most 30 in 3600 s per account.
         *     - No `Idempotency-Key`: the answer holds the link, which is kept nowhere.
         *     - Audit: `invite.resend`.
         */
        post: operations["invite.resend"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/invites/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke an open invite
         * @description - Permission: an owner or admin of the workspace.
         *     - Audit: `invite.revoke`.
         *     - MCP: `revoke_invite`.
         */
        delete: operations["invite.revoke"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/u/invite/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Joins the workspace of an invite
         * @description For a browser: signed in with the invited address, an account that leaves nothing behind joins and is led to `/app?invite=joined`; one with documents, tokens, connected programs or colleagues sees who invites to what, what comes along and what stays, with a button; signed out it leads through sign-in and back here; everything else leads to `/app?invite=` with the reason. A caller that asks for `application/json` alone is refused instead: 410 for an invite that expired, was used or revoked, 403 for another account, 402 for a full workspace, 409 for the only owner of another workspace and for an account with something to leave, 423 for one whose documents are under legal hold, 404 for an unknown link, 401 for nobody.
         *
         *     - Audit: `invite.accept`, `invite.revoke`, `member.join`, `member.leave`.
         */
        get: operations["invite.accept"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/invite/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Joins the workspace of an invite and leaves the present one
         * @description The button of the invite's page. It answers as the link does, and asks nothing more.
         *
         *     - Audit: `invite.accept`, `invite.revoke`, `member.join`, `member.leave`.
         */
        post: operations["invite.accept.decide"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/groups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the groups of the workspace
         * @description Whole without `limit`. Every filter narrows what the others leave.
         *
         *     - Permission: a signed-in person or their token.
         *     - Plan: groups need the Team plan or above (else 403).
         *     - MCP: `list_groups`.
         */
        get: operations["group.list"];
        put?: never;
        /**
         * Make a group
         * @description Its handle is the one you choose, or made from the name, and stays through every later name.
         *
         *     - Permission: an owner or admin of the workspace.
         *     - Plan: groups need the Team plan or above (else 403).
         *     - Audit: `group.create`.
         *     - MCP: `create_group`.
         */
        post: operations["group.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/groups/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show one group
         * @description - Permission: depends on the request.
         *     - Plan: groups need the Team plan or above (else 403).
         *     - MCP: `get_group`.
         */
        get: operations["group.get"];
        put?: never;
        post?: never;
        /**
         * Delete a group
         * @description Grants that name the group are removed. Works on every plan, since it only takes access away.
         *
         *     - Permission: depends on the request.
         *     - Audit: `group.delete`.
         *     - MCP: `delete_group`.
         */
        delete: operations["group.delete"];
        options?: never;
        head?: never;
        /**
         * Rename or describe a group
         * @description - Permission: depends on the request.
         *     - Plan: groups need the Team plan or above (else 403).
         *     - Audit: `group.update`.
         *     - MCP: `rename_group`.
         */
        patch: operations["group.update"];
        trace?: never;
    };
    "/api/groups/{id}/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List who is in a group, by address
         * @description Whole without `limit`. Every filter narrows what the others leave.
         *
         *     - Permission: depends on the request.
         *     - Plan: groups need the Team plan or above (else 403).
         */
        get: operations["group.member.list"];
        /**
         * Put many people into a group, or take them out, at once
         * @description Every address must be an active member of the workspace, or nothing changes.
         *
         *     - Permission: depends on the request.
         *     - Plan: groups need the Team plan or above (else 403), where the request asks for it.
         *     - Audit: `group.member_add`, `group.member_remove`.
         *     - MCP: `add_group_members`, `remove_group_members`.
         */
        put: operations["group.members"];
        /**
         * Put a member of the workspace into a group
         * @description - Permission: depends on the request.
         *     - Plan: groups need the Team plan or above (else 403).
         *     - Audit: `group.member_add`.
         */
        post: operations["group.member.add"];
        /**
         * Take somebody out of a group
         * @description What the group opened to them is closed from their next request. Works on every plan.
         *
         *     - Permission: depends on the request.
         *     - Audit: `group.member_remove`.
         */
        delete: operations["group.member.remove"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/docs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List documents
         * @description - Permission: depends on the request.
         *     - MCP: `list_docs`.
         */
        get: operations["doc.list"];
        put?: never;
        /**
         * Publish an HTML or markdown document
         * @description JSON with `html` or `markdown` (or the same as `content`, `content_base64` or `upload_id` with a `format`), or a multipart form with one UTF-8 HTML `file`.
         *
         *     - Permission: depends on the request.
         *     - Quota: `publish`, at most 120 in 3600 s per account.
         *     - A repeat with the same `idempotency_key` answers the first result.
         *     - Audit: `doc.publish`.
         *     - MCP: `publish_html`, `publish_markdown`.
         */
        post: operations["doc.publish"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/snippets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Publish a code snippet
         * @description - Permission: depends on the request.
         *     - Quota: `publish`, at most 120 in 3600 s per account.
         *     - A repeat with the same `idempotency_key` answers the first result.
         *     - Audit: `doc.publish`.
         *     - MCP: `publish_snippet`.
         */
        post: operations["doc.publish_snippet"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/files": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Publish a file
         * @description HTML and markdown become pages; pictures, PDF, audio and video get a viewer page; text, code and tables are shown; anything else is a download page. An HTML page comes with the `files` that it shows.
         *
         *     - Permission: depends on the request.
         *     - Quota: `publish`, at most 120 in 3600 s per account.
         *     - A repeat with the same `idempotency_key` answers the first result.
         *     - Audit: `doc.publish`.
         */
        post: operations["doc.publish_file"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List tags with their counts
         * @description The tags of your own documents; with include_team also those of every document that is listed to you.
         *
         *     - Permission: a signed-in person or their token.
         *     - MCP: `list_tags`.
         */
        get: operations["doc.tags"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/docs/{doc_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read one document
         * @description Answers whoever may edit it; for everyone else it does not exist.
         *
         *     - Permission: edit on the document.
         *     - MCP: `get_link`, `list_files`.
         */
        get: operations["doc.get"];
        put?: never;
        post?: never;
        /**
         * Delete a document
         * @description Moves it to the trash. With purge it is gone for good: for its owner, and in a root for who wrote it, while they may edit there, and the root's managers.
         *
         *     - Permission: depends on the request.
         *     - Audit: `doc.delete`, `doc.purge`.
         *     - MCP: `delete_doc`.
         */
        delete: operations["doc.delete"];
        options?: never;
        head?: never;
        /**
         * Change a document's content or settings
         * @description In My documents editors may send html, title, tags, attrs and filename; everything else is the owner's. In a root whoever may edit the folder may change every field.
         *
         *     - Permission: depends on the request.
         *     - Quota: `publish`, at most 120 in 3600 s per account, where the request counts.
         *     - Audit: `doc.update`, `doc.visibility`, `doc.tags`, `doc.move`, `doc.retention`.
         *     - MCP: `update_html`, `set_visibility`, `set_tags`, `set_retention`, `set_listing`, `set_description`, `rename_doc`, `move_doc`.
         */
        patch: operations["doc.update"];
        trace?: never;
    };
    "/api/docs/{doc_id}/manifest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the hashes of a version's files
         * @description - Permission: view on the document.
         */
        get: operations["doc.manifest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/docs/{doc_id}/files/{path}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download one file of a document
         * @description ETag is the file's SHA-256; `X-Doc-Version` names the version served. Ranges and conditions work as in RFC 9110.
         *
         *     - Permission: view on the document.
         */
        get: operations["doc.file.get"];
        /**
         * Write one file of a document
         * @description - Permission: edit on the document.
         *     - Quota: `publish`, at most 120 in 3600 s per account.
         *     - Audit: `doc.edit`.
         *     - MCP: `put_file`, `update_markdown`, `write_file`.
         */
        put: operations["doc.file.put"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Replace an exact text in the file at this address
         * @description As `POST .../edit`; `If-Match` with the file's ETag is understood too.
         *
         *     - Permission: edit on the document.
         *     - Quota: `publish`, at most 120 in 3600 s per account.
         *     - Audit: `doc.edit`.
         */
        patch: operations["doc.file.edit"];
        trace?: never;
    };
    "/api/docs/{doc_id}/files": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add files to a document
         * @description One `file` with an optional `path`, or several `files` parts whose file names become their paths. One version.
         *
         *     - Permission: edit on the document.
         *     - Quota: `publish`, at most 120 in 3600 s per account.
         *     - Audit: `doc.edit`.
         */
        post: operations["doc.files.add"];
        /**
         * Remove a file from a document
         * @description - Permission: edit on the document.
         *     - Quota: `publish`, at most 120 in 3600 s per account.
         *     - Audit: `doc.edit`.
         *     - MCP: `delete_file`.
         */
        delete: operations["doc.files.remove"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/docs/{doc_id}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a document's versions, newest first
         * @description - Permission: view on the document.
         *     - MCP: `list_versions`.
         */
        get: operations["doc.versions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/docs/{doc_id}/versions/{version}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore a version
         * @description - Permission: edit on the document.
         *     - Quota: `publish`, at most 120 in 3600 s per account.
         *     - Audit: `doc.restore`.
         *     - MCP: `restore_version`.
         */
        post: operations["doc.restore"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/docs/{doc_id}/versions/{version}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Give a version a label
         * @description - Permission: edit on the document.
         *     - Audit: `doc.label`.
         *     - MCP: `label_version`.
         */
        patch: operations["doc.version.label"];
        trace?: never;
    };
    "/api/docs/{doc_id}/duplicate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Copy a document
         * @description The copy begins at version 1 with the files of one version. It has a link of its own and the tags, and neither the alias nor the grants, and with `include.comments` the comments as they are.
         *
         *     - Permission: depends on the request.
         *     - Plan: comments need the Team plan or above (else 403), where the request asks for it.
         *     - Quota: `publish`, at most 120 in 3600 s per account.
         *     - A repeat with the same `idempotency_key` answers the first result.
         *     - Audit: `doc.duplicated`.
         *     - MCP: `duplicate_doc`.
         */
        post: operations["doc.duplicate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/docs/{doc_id}/versions/{version}/activate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Show a candidate version
         * @description 409 when the current version is not base_version. A candidate older than the current version is shown as a new one.
         *
         *     - Permission: edit on the document.
         *     - Quota: `publish`, at most 120 in 3600 s per account.
         *     - Audit: `doc.activate`.
         *     - MCP: `activate_version`.
         */
        post: operations["doc.version.activate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/trash": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the trash, the last to leave first
         * @description Your own by default; with root, what left that root from folders where you hold edit.
         *
         *     - Permission: depends on the request.
         *     - MCP: `list_trash`.
         */
        get: operations["doc.trash"];
        put?: never;
        post?: never;
        /**
         * Empty the trash
         * @description Removes what GET /api/trash lists at this moment, expired documents too, in the background; in a root, for others than its managers, only what they wrote. What is brought back before its turn comes stays.
         *
         *     - Permission: depends on the request.
         *     - Audit: `trash.empty`.
         *     - MCP: `empty_trash`.
         */
        delete: operations["doc.trash.empty"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/docs/{doc_id}/keep": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Keep a document for ever
         * @description Takes its retention away, or makes it the longest that the workspace's policy allows. Brings back a document that has expired, until the purge 7 days later.
         *
         *     - Permission: own on the document, or edit on its folder in a root.
         *     - Audit: `doc.retention`.
         */
        post: operations["doc.keep"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/docs/{doc_id}/undelete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Bring a document back from the trash
         * @description With its visibility, unless another is sent: a policy may not allow the former one any more. A retention outside the policy is brought within it.
         *
         *     - Permission: depends on the request.
         *     - Audit: `doc.undelete`, `doc.visibility`.
         *     - MCP: `undelete_doc`.
         */
        post: operations["doc.undelete"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/robots.txt": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Tell crawlers what they may read
         * @description Nothing, but for the sites of a domain whose workspace lets crawlers in.
         *
         *     - HEAD answers the same without the body.
         */
        get: operations["content.robots"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/d/{slug}/~unlock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The form that asks for a document's password
         * @description Leads to the document where no password is needed, or where this browser has given it already.
         *
         *     - HEAD answers the same without the body.
         */
        get: operations["doc.unlock.show"];
        put?: never;
        /**
         * Opens a password document to this browser
         * @description With the right password it sets a cookie of the content host for 12 hours and leads to the document. Wrong ones count together with those sent by HTTP Basic.
         */
        post: operations["doc.unlock"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/d/{slug}/{path}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Open a published document or one of its files
         * @description Unlisted documents open for everyone with the link, password documents by HTTP Basic or the form at `~unlock`, all others for signed-in readers who may view them.
         *
         *     - HEAD answers the same without the body.
         */
        get: operations["doc.serve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/upload": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Publish a file as a raw body, or replace one
         * @description Streams up to 2 GiB; pages, JavaScript, CSS and replacements up to 20 MiB. HTML and markdown become pages. With doc_id, path and base_version (or If-Match) it replaces a file of that document and answers 200.
         *
         *     - Permission: depends on the request.
         *     - Quota: `publish`, at most 120 in 3600 s per account.
         *     - A repeat with the same `idempotency_key` answers the first result.
         *     - Audit: `doc.publish`, `doc.edit`.
         */
        put: operations["doc.upload"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/uploads": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make an upload ticket
         * @description The address in upload_url takes one file by PUT within 60 minutes and needs no other credential. It ends with the token that made it.
         *
         *     - Permission: depends on the request.
         *     - A repeat with the same `idempotency_key` answers the first result.
         *     - Audit: `upload.create`.
         *     - MCP: `create_upload`.
         */
        post: operations["upload.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/uploads/{ticket_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How an upload goes
         * @description For whoever made the ticket.
         *
         *     - Permission: to have made the ticket.
         */
        get: operations["upload.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/u/{ticket}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The page to drop a ticket's file on
         * @description HEAD answers Upload-Offset: how many bytes have come, and where the next part begins.
         */
        get: operations["upload.page"];
        /**
         * Send the file of an upload ticket
         * @description The address is the credential. The first whole file answers 201 with its document; every later request answers 200 with the same one. A file may come in parts, each with Content-Range: 202 tells where to go on. A staged file makes no document; the answer says until when a write may take it.
         *
         *     - Quota: `publish`, at most 120 in 3600 s per account, where the request counts.
         *     - Audit: `doc.publish`, `doc.edit`, `upload.stage`.
         */
        put: operations["upload.put"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/u/page/upload.js": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The script of the upload page
         * @description The script of the upload page.
         */
        get: operations["upload.script"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/u/page/upload.css": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The stylesheet of the upload page
         * @description The stylesheet of the upload page.
         */
        get: operations["upload.style"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/docs/{doc_id}/download": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a download ticket
         * @description The address in url sends one file of one version to whoever holds it, until expires_at and for as long as its maker may view the document. It ends with the token that made it. Ranges work.
         *
         *     - Permission: view on the document.
         *     - MCP: `create_download`.
         */
        post: operations["doc.download.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/download/{ticket}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch the file of a download ticket
         * @description The address is the credential. Always an attachment. ETag is the file's SHA-256; ranges and conditions work as in RFC 9110.
         *
         *     - HEAD answers the same without the body.
         */
        get: operations["doc.download.use"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/docs/{doc_id}/edit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace an exact text in one file
         * @description The edit is made on the file as it is when it is written, unless base_version or base_sha256 says otherwise.
         *
         *     - Permission: edit on the document.
         *     - Quota: `publish`, at most 120 in 3600 s per account.
         *     - Audit: `doc.edit`.
         *     - MCP: `edit_file`.
         */
        post: operations["doc.edit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/docs/{doc_id}/patch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Apply a unified diff to a document's files
         * @description Reads what git prints: new files, deletions, renames, quoted paths, CRLF, files without a final line end. Line numbers may be off as long as the lines are found.
         *
         *     - Permission: edit on the document.
         *     - Quota: `publish`, at most 120 in 3600 s per account.
         *     - Audit: `doc.patch`.
         *     - MCP: `apply_patch`.
         */
        post: operations["doc.patch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/docs/{doc_id}/commits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Announce files that are to become one version
         * @description Answers which contents are missing and where to PUT them; then finalize. Contents of documents that you may open need not be sent again.
         *
         *     - Permission: edit on the document.
         *     - Quota: `publish`, at most 120 in 3600 s per account.
         *     - Audit: `doc.commit`.
         */
        post: operations["doc.commit.begin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/docs/{doc_id}/commits/{commit_id}/blobs/{hash}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Send one content of a commit as a raw body
         * @description - Permission: depends on the request.
         *     - Audit: `doc.commit`.
         */
        put: operations["doc.commit.send"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/docs/{doc_id}/commits/{commit_id}/finalize": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Write a commit as one version
         * @description A repeat answers what the first one did. 409 names contents that are still missing.
         *
         *     - Permission: depends on the request.
         *     - Audit: `doc.edit`.
         */
        post: operations["doc.commit.finalize"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/docs/{doc_id}/text": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a text file, or some of its lines
         * @description - Permission: view on the document.
         */
        get: operations["doc.text"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/docs/{doc_id}/lock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who is editing a document
         * @description - Permission: view on the document.
         *     - MCP: `get_lock`.
         */
        get: operations["lock.get"];
        put?: never;
        /**
         * Take the edit lease of a document
         * @description It blocks other people's writes unless they present its token. Taking one's own lease again gives a fresh token.
         *
         *     - Permission: edit on the document.
         *     - No `Idempotency-Key`: the answer holds the lease's token; whoever holds the lease takes it anew.
         *     - Audit: `lock.acquire`.
         *     - MCP: `lock_doc`.
         */
        post: operations["lock.take"];
        /**
         * Give an edit lease back, or end one
         * @description The token stands in the body or in the query. A lease that has run out may be cleared without one.
         *
         *     - Permission: depends on the request.
         *     - Audit: `lock.release`.
         */
        delete: operations["lock.release"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/docs/{doc_id}/lock/renew": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Extend an edit lease
         * @description - Permission: edit on the document.
         *     - Audit: `lock.acquire`.
         *     - MCP: `renew_lock`.
         */
        post: operations["lock.renew"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/u/keep/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The page behind the keep link of an expiry warning
         * @description The link is the credential, as long as whom it was sent to may keep the document. Changes nothing.
         */
        get: operations["doc.keep_link.show"];
        put?: never;
        /**
         * Keeps the document of an expiry warning
         * @description Leads back to the page, which says that the document is kept. One whose expiry has changed since the mail stays as it is: 410.
         *
         *     - Audit: `doc.retention`.
         */
        post: operations["doc.keep_link.use"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/docs/{doc_id}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The versions in which a file changed, newest first
         * @description - Permission: view on the document.
         *     - MCP: `get_history`.
         */
        get: operations["doc.history"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/docs/{doc_id}/diff": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What changed in a file between two versions
         * @description - Permission: view on the document.
         *     - Quota: `diff`, at most 240 in 60 s per account.
         *     - MCP: `diff_versions`.
         */
        get: operations["doc.diff"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/docs/{doc_id}/blame": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Which version each line of a file came with
         * @description - Permission: view on the document.
         *     - Quota: `blame`, at most 120 in 60 s per account.
         *     - MCP: `blame_file`.
         */
        get: operations["doc.blame"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/docs/{doc_id}/rendered": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A document as HTML, with its contents and what is linked
         * @description - Permission: view on the document.
         *     - Quota: `document_render`, at most 300 in 60 s per account.
         */
        get: operations["doc.rendered"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/render/markdown": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Render markdown without publishing it
         * @description The body of the page, with references to what you may open in your workspace resolved. Its addresses are whole; relative ones begin at the document of doc_id and stay as they are without one. At most 2 MiB.
         *
         *     - Permission: depends on the request.
         *     - Quota: `markdown_render`, at most 60 in 60 s per account.
         *     - MCP: `render_markdown`.
         */
        post: operations["render.markdown"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/docs/{doc_id}/access": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List who has access to a document
         * @description - Permission: view on the document.
         *     - MCP: `list_access`.
         */
        get: operations["access.list"];
        put?: never;
        /**
         * Share a document
         * @description Sharing again changes the level. A grant on a workspace document narrows it: from then on only those it is shared with may open it.
         *
         *     - Permission: depends on the request.
         *     - Plan: groups need the Team plan or above (else 403), where the request asks for it.
         *     - Audit: `access.grant`.
         *     - MCP: `share_doc`.
         */
        post: operations["access.grant"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/access/{grant_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Take a grant away
         * @description For the owner of the document or folder, who gave the grant, and the workspace's owners and admins; for a grant of a root, as `DELETE /api/roots/{root}/access/{grant_id}`, for the root's managers and from the Business plan on.
         *
         *     - Permission: depends on the request.
         *     - Audit: `access.revoke`.
         *     - MCP: `unshare_doc`.
         */
        delete: operations["access.revoke"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/docs/{doc_id}/access/explain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Why a person holds the level that they hold
         * @description - Permission: depends on the request.
         *     - MCP: `explain_access`.
         */
        get: operations["access.explain"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/folders/access": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List whom a folder of yours is shared with
         * @description - Permission: depends on the request.
         *     - MCP: `list_folder_access`.
         */
        get: operations["access.folder.list"];
        put?: never;
        /**
         * Share a folder of yours
         * @description Holds for every document of yours at or under the path, those to come too. Sharing again changes the level.
         *
         *     - Permission: depends on the request.
         *     - Plan: groups need the Team plan or above (else 403), where the request asks for it.
         *     - Audit: `access.grant`.
         *     - MCP: `share_folder`.
         */
        post: operations["access.folder.grant"];
        /**
         * Take a grant on a folder of yours away
         * @description - Permission: depends on the request.
         *     - Audit: `access.revoke`.
         *     - MCP: `unshare_folder`.
         */
        delete: operations["access.folder.revoke"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/docs/{doc_id}/access/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Give up your access to a document
         * @description Ends the grant that names you. What a group, the place or the visibility gives you stays, and `my_level` says what that is. A workspace document stays narrowed as it was.
         *
         *     - Permission: view on the document.
         *     - Audit: `access.leave`.
         *     - MCP: `leave_doc`.
         */
        delete: operations["access.leave"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/folders/access/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Give up your access to somebody's folder
         * @description Ends the grant that names you on just that folder; list_access of a document in it names owner and folder.
         *
         *     - Permission: depends on the request.
         *     - Audit: `access.leave`.
         *     - MCP: `leave_folder`.
         */
        delete: operations["access.folder.leave"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/access-requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask for access to a document
         * @description For members of the document's workspace. A request that is pending already is reused; it stands for 30 days. The answer tells nothing of the document.
         *
         *     - Permission: depends on the request.
         *     - Quota: `access_request`, at most 10 in 3600 s per account.
         *     - Audit: `access.request`.
         *     - MCP: `request_access`.
         */
        post: operations["access_request.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/access-requests/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How your request for a document stands
         * @description A slug that leads nowhere is answered as one that you have not asked for. Poll only while pending.
         *
         *     - Permission: depends on the request.
         *     - Quota: `access_request_status`, at most 120 in 60 s per account, where the request counts.
         *     - MCP: `access_request_status`.
         */
        get: operations["access_request.status"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/docs/{doc_id}/access-requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List who asked for access to a document
         * @description Up to 100, what is pending first, then the newest.
         *
         *     - Permission: own on the document.
         *     - MCP: `list_access_requests`.
         */
        get: operations["access_request.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/access-requests/{request_id}/decision": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approve or deny a request for access
         * @description Approving gives view on the document and lowers nothing; denying takes nothing away. The first decision stands: a later one is answered with it and `already_decided`.
         *
         *     - Permission: depends on the request.
         *     - Audit: `access.decide`, `access.grant`.
         *     - MCP: `decide_access_request`.
         */
        post: operations["access_request.decide"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/request-access/{slug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The page to ask for access on
         * @description The same for every slug that is closed to the person or leads nowhere; an open document is redirected to.
         */
        get: operations["access_request.page"];
        put?: never;
        /**
         * Asks for access from the page
         * @description - Permission: depends on the request.
         *     - Quota: `access_request`, at most 10 in 3600 s per account.
         *     - Audit: `access.request`.
         */
        post: operations["access_request.page.send"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/pages/request-access.js": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The script of the page to ask for access on
         * @description The script of the page to ask for access on.
         */
        get: operations["access_request.script"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/access-request/{ticket}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The page on which a manager looks at a request for access
         * @description For whom the mail went to, signed in, while they may share the document. Changes nothing.
         */
        get: operations["access_request.review.show"];
        put?: never;
        /**
         * Decides on a request for access from its mail
         * @description The right to share the document, the membership of both and the network rule are looked at again.
         *
         *     - Audit: `access.decide`, `access.grant`.
         */
        post: operations["access_request.review"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/roots": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the roots that you see
         * @description General comes first; another root is listed to its managers and to whoever holds a level in it.
         *
         *     - Permission: a signed-in person or their token.
         *     - MCP: `list_roots`.
         */
        get: operations["root.list"];
        put?: never;
        /**
         * Make a shared root
         * @description Its access list starts empty, so that it is open to its managers alone: workspace owners and admins, and you. Without slug, one is made from the name.
         *
         *     - Permission: an owner or admin of the workspace.
         *     - Plan: shared roots beyond General need the Team plan or above (else 402).
         *     - Audit: `root.create`.
         *     - MCP: `create_root`.
         */
        post: operations["root.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/roots/{root}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show one root
         * @description - Permission: depends on the request.
         *     - MCP: `get_root`.
         */
        get: operations["root.get"];
        put?: never;
        post?: never;
        /**
         * Delete a root
         * @description A root that still holds documents is refused with their number. With force they move into General with all folders, empty ones too, where every member may open them unless a folder there says otherwise.
         *
         *     - Permission: depends on the request.
         *     - Audit: `root.delete`.
         *     - MCP: `delete_root`.
         */
        delete: operations["root.delete"];
        options?: never;
        head?: never;
        /**
         * Change a root
         * @description Null clears description or icon. General keeps its slug.
         *
         *     - Permission: depends on the request.
         *     - Audit: `root.update`.
         *     - MCP: `update_root`.
         */
        patch: operations["root.update"];
        trace?: never;
    };
    "/api/roots/{root}/access": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show the access list of a root or folder
         * @description A folder without a list of its own has the nearest one above it: `inherited_from` names that folder and `inherited` its entries.
         *
         *     - Permission: depends on the request.
         *     - MCP: `list_root_access`.
         */
        get: operations["root.access.list"];
        put?: never;
        /**
         * Give access to a root or folder
         * @description The first entry of a folder gives it a list of its own, which stands in for the one above it. General's top is open to everybody and cannot be changed.
         *
         *     - Permission: depends on the request.
         *     - Plan: giving a group access to a root needs the Team plan or above (else 402), where the request asks for it.
         *     - Audit: `access.grant`.
         *     - MCP: `share_root`.
         */
        post: operations["root.access.grant"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/roots/{root}/access/inherit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Let a folder inherit its access again
         * @description Removes the folder's own entries. Taking the last entry away does not do this: it closes the folder.
         *
         *     - Permission: depends on the request.
         *     - Audit: `access.inherit`.
         *     - MCP: `inherit_root_access`.
         */
        post: operations["root.access.inherit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/roots/{root}/access/{grant_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Take access to a root or folder away
         * @description A folder whose last entry goes is closed to all but the root's managers until it inherits again.
         *
         *     - Permission: depends on the request.
         *     - Plan: taking access to a root away needs the Business plan or above (else 402).
         *     - Audit: `access.revoke`.
         *     - MCP: `unshare_root`.
         */
        delete: operations["root.access.revoke"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/roots/{root}/access/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Give up your access to a root
         * @description Ends the entries that name you: with `folder` those of its own list, else those of every list of the root. What a group or the workspace was given stays, and so does managing the root.
         *
         *     - Permission: depends on the request.
         *     - Audit: `access.leave`.
         *     - MCP: `leave_root`.
         */
        delete: operations["root.access.leave"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/roots/{root}/access/review": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Review who may open what in a root
         * @description Every way into the root, folder by folder: its managers, the entries of each list with the people of their groups, grants on documents, and what visibility opens. What is highest of what applies to a document is somebody's level on it; of lists the nearest one above a document counts. Grants that are over are left out.
         *
         *     - Permission: depends on the request.
         *     - MCP: `review_root_access`.
         */
        get: operations["root.access.review"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/roots/{root}/access/review.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the review of a root's access as CSV
         * @description The same rows as RFC 4180 in UTF-8. A cell that a spreadsheet would take for a formula begins with an apostrophe.
         *
         *     - Permission: depends on the request.
         *     - Quota: `access_review_export`, at most 30 in 3600 s per account.
         *     - Audit: `export.access`.
         */
        get: operations["root.access.review.export"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/folders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List folders
         * @description Folders that documents imply are listed like those made on their own. With root, only what you can see of it, and more of each.
         *
         *     - Permission: depends on the request.
         *     - MCP: `list_folders`.
         */
        get: operations["folder.list"];
        put?: never;
        /**
         * Make a folder
         * @description A folder that is there already is answered as it is.
         *
         *     - Permission: depends on the request.
         *     - Audit: `folder.create`.
         *     - MCP: `create_folder`.
         */
        post: operations["folder.create"];
        /**
         * Remove a folder
         * @description The folder above stays, also where this was the last one in it; one that documents alone imply goes with those.
         *
         *     - Permission: depends on the request.
         *     - Audit: `folder.delete`.
         *     - MCP: `delete_folder`.
         */
        delete: operations["folder.delete"];
        options?: never;
        head?: never;
        /**
         * Rename or move a folder
         * @description Documents, subfolders, stars, settings, access lists and shortcuts follow. Where a folder is at the new path already the two become one, with the settings and the access of that one.
         *
         *     - Permission: depends on the request.
         *     - Audit: `folder.rename`, `folder.move`.
         *     - MCP: `rename_folder`.
         */
        patch: operations["folder.rename"];
        trace?: never;
    };
    "/api/tree": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a tree of folders and documents
         * @description - Permission: depends on the request.
         *     - MCP: `list_tree`.
         */
        get: operations["folder.tree"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/folder-meta": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a folder's settings
         * @description - Permission: depends on the request.
         *     - MCP: `get_folder_settings`.
         */
        get: operations["folder.settings.get"];
        /**
         * Change a folder's settings
         * @description Only the members present change; null clears. Publishing is for who manages the root.
         *
         *     - Permission: depends on the request.
         *     - Plan: publishing folders needs the Team plan or above (else 402), where the request asks for it.
         *     - Audit: `folder.update`.
         *     - MCP: `set_folder_settings`.
         */
        put: operations["folder.settings.set"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/folder-view": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read all that a folder shows
         * @description Its settings, what lies in it in the folder's own order and then by name, and the way to it.
         *
         *     - Permission: depends on the request.
         */
        get: operations["folder.view"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/shortcuts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the shortcuts in a folder
         * @description - Permission: depends on the request.
         *     - MCP: `list_shortcuts`.
         */
        get: operations["shortcut.list"];
        put?: never;
        /**
         * Put a shortcut into a folder
         * @description Everybody who sees the folder sees it, and what it leads to under their own rights.
         *
         *     - Permission: depends on the request.
         *     - Audit: `shortcut.create`.
         *     - MCP: `create_shortcut`.
         */
        post: operations["shortcut.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/shortcuts/{shortcut_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a shortcut; what it leads to stays
         * @description - Permission: depends on the request.
         *     - Audit: `shortcut.delete`.
         *     - MCP: `delete_shortcut`.
         */
        delete: operations["shortcut.delete"];
        options?: never;
        head?: never;
        /**
         * Change a shortcut
         * @description - Permission: depends on the request.
         *     - Audit: `shortcut.update`.
         *     - MCP: `update_shortcut`.
         */
        patch: operations["shortcut.update"];
        trace?: never;
    };
    "/api/docs/{doc_id}/alias": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Give a document an alias
         * @description An alias belongs to one live document of the workspace; force takes it from the one that has it, where you may set that one's alias.
         *
         *     - Permission: own on the document, or edit on its folder in a root.
         *     - Audit: `doc.alias`.
         *     - MCP: `set_alias`.
         */
        put: operations["doc.alias.set"];
        post?: never;
        /**
         * Take a document's alias away
         * @description - Permission: own on the document, or edit on its folder in a root.
         *     - Audit: `doc.alias`.
         *     - MCP: `clear_alias`.
         */
        delete: operations["doc.alias.clear"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/docs/{doc_id}/links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the links of a document, both ways
         * @description Each document is listed once, with how often it is referred to; ref, path and href are those of the first reference. Only documents that you may open are named. The pages hold the first 1,000 references that it makes, in their order, and then the documents that refer to it, by title.
         *
         *     - Permission: view on the document.
         *     - MCP: `list_links`.
         */
        get: operations["doc.links"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/resolve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find what a reference means
         * @description A reference to what you may not open is answered like one to nothing.
         *
         *     - Permission: a signed-in person or their token.
         *     - MCP: `resolve_link`.
         */
        get: operations["link.resolve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/x/{ref}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Go to the document that a name means
         * @description A bare alias leads somewhere when exactly one live document anywhere has it; @workspace/alias and doc:<id> always mean one. On a workspace's own domain each means a document of that workspace.
         *
         *     - HEAD answers the same without the body.
         */
        get: operations["link.follow"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/x/{ref}/{path}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Go to a file of the document that a name means
         * @description A bare alias leads somewhere when exactly one live document anywhere has it; @workspace/alias and doc:<id> always mean one. On a workspace's own domain each means a document of that workspace.
         *
         *     - HEAD answers the same without the body.
         */
        get: operations["link.follow_path"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/icons": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the icons
         * @description Pages are of the workspace's own pictures; the rest stands in the first one alone.
         *
         *     - Permission: a signed-in person or their token.
         *     - MCP: `list_icons`.
         */
        get: operations["icon.list"];
        put?: never;
        /**
         * Add a picture to the icon library
         * @description Identical bytes answer the entry that is there. A picture with scripts, embedded or outside parts is refused with the reason.
         *
         *     - Permission: a signed-in person or their token.
         *     - Plan: uploading icons needs the Team plan or above (else 402).
         *     - Audit: `icon.upload`.
         *     - MCP: `upload_icon`.
         */
        post: operations["icon.upload"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/icons/{icon_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a picture from the icon library
         * @description Whoever uploaded it and the workspace's owners and admins may. Everything that shows it is without an icon then.
         *
         *     - Permission: depends on the request.
         *     - Audit: `icon.delete`.
         */
        delete: operations["icon.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/icons/target": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set an icon
         * @description - Permission: depends on the request.
         *     - Audit: `icon.set`.
         *     - MCP: `set_icon`.
         */
        put: operations["icon.set"];
        post?: never;
        /**
         * Clear an icon
         * @description - Permission: depends on the request.
         *     - Audit: `icon.set`.
         *     - MCP: `clear_icon`.
         */
        delete: operations["icon.clear"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/icons/description": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Describe a folder or a tag
         * @description Null, or an empty text, clears it.
         *
         *     - Permission: depends on the request.
         *     - Audit: `icon.describe`.
         */
        put: operations["icon.describe"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/icons/{workspace_slug}/{icon_id}.svg": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Open a picture of an icon library
         * @description On a workspace's own domain its own pictures alone.
         *
         *     - HEAD answers the same without the body.
         */
        get: operations["icon.serve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/navigations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the navigations of the workspace
         * @description - Permission: a signed-in person or their token.
         *     - MCP: `list_navigations`.
         */
        get: operations["nav.list"];
        put?: never;
        /**
         * Make a navigation
         * @description Without slug, one is made from the name.
         *
         *     - Permission: an owner or admin of the workspace.
         *     - Audit: `nav.create`.
         *     - MCP: `create_navigation`.
         */
        post: operations["nav.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/navigations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a navigation as its editor
         * @description Every entry; folders and tags with the documents that they show. Who may not edit the navigation gets the entries that they may see.
         *
         *     - Permission: depends on the request.
         *     - MCP: `get_navigation`.
         */
        get: operations["nav.get"];
        /**
         * Replace a navigation's tree
         * @description An entry with an id is kept, one without is made, and what is not named goes. A stale version is a 409 with the tree as it is. `If-Match` does for `version`.
         *
         *     - Permission: depends on the request.
         *     - Audit: `nav.tree`.
         *     - MCP: `set_navigation_tree`.
         */
        put: operations["nav.tree"];
        post?: never;
        /**
         * Delete a navigation
         * @description Its entries go; documents are untouched.
         *
         *     - Permission: depends on the request.
         *     - Audit: `nav.delete`.
         *     - MCP: `delete_navigation`.
         */
        delete: operations["nav.delete"];
        options?: never;
        head?: never;
        /**
         * Change a navigation's name, slug or icon
         * @description - Permission: depends on the request.
         *     - Audit: `nav.update`.
         *     - MCP: `update_navigation`.
         */
        patch: operations["nav.update"];
        trace?: never;
    };
    "/api/navigations/{id}/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a navigation as a reader
         * @description Without what is hidden from the reader and what leads nowhere.
         *
         *     - Permission: depends on the request.
         *     - MCP: `preview_navigation`.
         */
        get: operations["nav.preview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/navigations/{id}/orphans": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what a navigation reaches and does not name
         * @description Documents that a folder or a tag of it shows you and that no entry leads to, by title.
         *
         *     - Permission: depends on the request.
         *     - MCP: `list_navigation_orphans`.
         */
        get: operations["nav.orphans"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/navigations/{id}/entries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add an entry to a navigation
         * @description A group and a link need a label; an entry without target needs kind or a label. Without position it is the last.
         *
         *     - Permission: depends on the request.
         *     - Plan: showing navigation entries to a group alone needs the Business plan or above (else 402), where the request asks for it.
         *     - Audit: `nav.entry_create`.
         *     - MCP: `add_navigation_entry`.
         */
        post: operations["nav.entry.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/navigations/{id}/entries/{entry_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove an entry of a navigation
         * @description The entries below it go, too; documents are untouched.
         *
         *     - Permission: depends on the request.
         *     - Audit: `nav.entry_delete`.
         *     - MCP: `remove_navigation_entry`.
         */
        delete: operations["nav.entry.delete"];
        options?: never;
        head?: never;
        /**
         * Change an entry of a navigation
         * @description Only the members present change; null clears label, icon and sort. A member that is not known is a 422.
         *
         *     - Permission: depends on the request.
         *     - Plan: showing navigation entries to a group alone needs the Business plan or above (else 402), where the request asks for it.
         *     - Audit: `nav.entry_update`.
         *     - MCP: `update_navigation_entry`.
         */
        patch: operations["nav.entry.update"];
        trace?: never;
    };
    "/api/navigations/{id}/entries/{entry_id}/move": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Move an entry of a navigation
         * @description - Permission: depends on the request.
         *     - Audit: `nav.entry_move`.
         *     - MCP: `move_navigation_entry`.
         */
        post: operations["nav.entry.move"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/w/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a wiki's home
         * @description The home document, or an overview. On a workspace's own domain.
         *
         *     - HEAD answers the same without the body.
         */
        get: operations["wiki.home"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/w/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search a wiki
         * @description Only what its reader may open is found. On a workspace's own domain.
         *
         *     - HEAD answers the same without the body.
         */
        get: operations["wiki.search"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/w/sitemap.xml": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the public pages of a wiki for crawlers
         * @description Where crawlers are let in. On a workspace's own domain.
         *
         *     - HEAD answers the same without the body.
         */
        get: operations["wiki.map"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/w/opensearch.xml": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Tell a browser how to search a wiki
         * @description On a workspace's own domain.
         *
         *     - HEAD answers the same without the body.
         */
        get: operations["wiki.opensearch"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/w/folder/{path}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the documents behind a folder of a wiki
         * @description On a workspace's own domain.
         *
         *     - HEAD answers the same without the body.
         */
        get: operations["wiki.folder"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/w/tag/{tag}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the documents behind a tag of a wiki
         * @description On a workspace's own domain.
         *
         *     - HEAD answers the same without the body.
         */
        get: operations["wiki.tag"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/w/{ref}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a document of a wiki
         * @description The id leads to the alias where there is one. On a workspace's own domain.
         *
         *     - HEAD answers the same without the body.
         */
        get: operations["wiki.page"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/w/@{workspace}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a workspace's wiki on the shared host
         * @description - HEAD answers the same without the body.
         */
        get: operations["wiki.shared_home"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/w/@{workspace}/{path}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a page of a workspace's wiki on the shared host
         * @description The same pages as on a domain: documents, folders, tags, `search?q=`, `sitemap.xml` and `opensearch.xml`.
         *
         *     - HEAD answers the same without the body.
         */
        get: operations["wiki.shared_page"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/w/r/{root_slug}/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search a published tree
         * @description - HEAD answers the same without the body.
         */
        get: operations["site.folder_search"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/w/r/{root_slug}/sitemap.xml": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the public pages of a published tree for crawlers
         * @description - HEAD answers the same without the body.
         */
        get: operations["site.folder_map"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/w/r/{root_slug}/{path}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a published folder
         * @description A folder with its page and what lies in it, or a document of it. Only what its reader may open is served, listed or counted. On a workspace's own domain.
         *
         *     - HEAD answers the same without the body.
         */
        get: operations["site.folder"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/w/@{workspace}/r/{root_slug}/{path}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a published folder
         * @description A folder with its page and what lies in it, or a document of it. Only what its reader may open is served, listed or counted. `search?q=`, `sitemap.xml` and `opensearch.xml` are of the whole tree.
         *
         *     - HEAD answers the same without the body.
         */
        get: operations["site.shared_folder"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/viewer/sign-in": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Go to the app to say who reads
         * @description - HEAD answers the same without the body.
         */
        get: operations["site.sign_in"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/viewer/return": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Come back from the app to a page of a site
         * @description - HEAD answers the same without the body.
         */
        get: operations["site.signed_in"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/assets/site/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Load the stylesheet or the script of sites
         * @description - HEAD answers the same without the body.
         */
        get: operations["site.asset"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/wiki-site": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show the workspace's wiki
         * @description - Permission: a signed-in person or their token.
         *     - MCP: `get_wiki`.
         */
        get: operations["wiki.get"];
        /**
         * Change the workspace's wiki
         * @description Only the members present change; null clears. `indexable` needs a paid plan and an active custom domain, and switches off when that domain stops being active.
         *
         *     - Permission: an owner or admin of the workspace.
         *     - Plan: a wiki that search engines list needs the Team plan or above (else 402), where the request asks for it.
         *     - Audit: `wiki.update`.
         *     - MCP: `update_wiki`.
         */
        put: operations["wiki.update"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Your documents and tokens, as a page
         * @description Your documents and tokens, as a page.
         */
        get: operations["home.show"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Leads to the app
         * @description Leads to the app.
         */
        get: operations["home.start"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/app.js": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The script of the home page
         * @description The script of the home page.
         */
        get: operations["home.script"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/app.css": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The stylesheet of the home page
         * @description The stylesheet of the home page.
         */
        get: operations["home.style"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/stars": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your stars, oldest first
         * @description A star on what you may not open, or on a document in the trash, is left out.
         *
         *     - Permission: a signed-in person or their token.
         *     - MCP: `list_stars`.
         */
        get: operations["star.list"];
        put?: never;
        /**
         * Star a document or a folder
         * @description Send exactly one of `doc_id` and `folder`. Starring again answers the star that is there.
         *
         *     - Permission: depends on the request.
         *     - Audit: `star.create`.
         *     - MCP: `star`.
         */
        post: operations["star.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/stars/{star_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a star
         * @description - Permission: a signed-in person or their token.
         *     - Audit: `star.delete`.
         *     - MCP: `unstar`.
         */
        delete: operations["star.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/docs/{doc_id}/comments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a document's comments, thread by thread, the oldest first
         * @description - Permission: depends on the request.
         *     - Plan: comments need the Team plan or above (else 403).
         *     - MCP: `list_comments`.
         */
        get: operations["comment.list"];
        put?: never;
        /**
         * Comment on a document
         * @description A reply to a resolved thread opens it again.
         *
         *     - Permission: depends on the request.
         *     - Plan: comments need the Team plan or above (else 403).
         *     - Audit: `comment.create`, `comment.reopen`.
         *     - MCP: `add_comment`.
         */
        post: operations["comment.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/comments/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a comment, and with the first of a thread its replies
         * @description - Permission: depends on the request.
         *     - Plan: comments need the Team plan or above (else 403).
         *     - Audit: `comment.delete`.
         *     - MCP: `delete_comment`.
         */
        delete: operations["comment.delete"];
        options?: never;
        head?: never;
        /**
         * Change a comment's text, or resolve its thread
         * @description The text is its author's to change; whoever may comment resolves. `resolved: false` opens a thread again.
         *
         *     - Permission: depends on the request.
         *     - Plan: comments need the Team plan or above (else 403).
         *     - Audit: `comment.update`, `comment.resolve`, `comment.reopen`.
         *     - MCP: `edit_comment`, `resolve_comment`.
         */
        patch: operations["comment.update"];
        trace?: never;
    };
    "/api/email-domains": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the workspace's e-mail domains, proven or not, oldest first
         * @description - Permission: an owner or admin of the workspace.
         */
        get: operations["email_domain.list"];
        put?: never;
        /**
         * Names an e-mail domain as the workspace's own, and answers the DNS record that proves it
         * @description Single sign-on, provisioning and everything else that takes over accounts of a domain asks for its proof first. Set the record, then call `verify`. A domain is proven for one workspace at a time; a public mail provider's for none.
         *
         *     - Permission: an owner or admin of the workspace.
         *     - Audit: `email_domain.add`.
         */
        post: operations["email_domain.add"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/email-domains/{id}/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Looks for a domain's DNS record
         * @description Answers the domain: `proven`, or as before with what was seen instead in `error`. 409 where another workspace holds it. Where this server has a sign-in provider that names the domain it serves (Google's `hd`), an owner or admin who signed in through it proves a domain that nobody holds without a record.
         *
         *     - Permission: an owner or admin of the workspace.
         *     - Quota: `email_domain_check`, at most 60 in 3600 s per account.
         *     - Audit: `email_domain.prove`.
         */
        post: operations["email_domain.verify"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/email-domains/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Removes an e-mail domain, and its proof with it
         * @description 409 while something leans on it, such as single sign-on. Afterwards another workspace may prove it.
         *
         *     - Permission: an owner or admin of the workspace.
         *     - Audit: `email_domain.remove`.
         */
        delete: operations["email_domain.remove"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/scim/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the SCIM tokens of the workspace, the newest first
         * @description Works on every plan; `available` says whether the plan carries provisioning.
         *
         *     - Permission: depends on the request.
         */
        get: operations["scim.token.list"];
        put?: never;
        /**
         * Make a SCIM token
         * @description For an identity provider, which acts by it for the whole workspace. It is in this answer and nowhere else.
         *
         *     - Permission: depends on the request.
         *     - Plan: SCIM provisioning needs the Enterprise plan (else 402).
         *     - Quota: `token_mint`, at most 10 in 3600 s per caller.
         *     - No `Idempotency-Key`: the answer holds the token, which is kept nowhere.
         *     - Audit: `scim.token_create`.
         */
        post: operations["scim.token.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/scim/tokens/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke a SCIM token at once
         * @description It stays in the list. Revoking it again changes nothing.
         *
         *     - Permission: depends on the request.
         *     - Audit: `scim.token_revoke`.
         */
        delete: operations["scim.token.revoke"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/scim/log": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What identity providers asked for in the last 30 days, and what they were told
         * @description The newest first. Also what was refused for a token that was revoked, or whose plan has no provisioning any more. Bodies and tokens are not kept.
         *
         *     - Permission: an owner or admin of the workspace.
         */
        get: operations["scim.log"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/scim/v2/ServiceProviderConfig": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What the provisioning surface supports
         * @description - Permission: a SCIM token of the workspace.
         */
        get: operations["scim.config"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/scim/v2/ResourceTypes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The kinds of resources: User and Group
         * @description - Permission: a SCIM token of the workspace.
         */
        get: operations["scim.resource_type.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/scim/v2/ResourceTypes/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One kind of resources
         * @description - Permission: a SCIM token of the workspace.
         */
        get: operations["scim.resource_type.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/scim/v2/Schemas": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The attributes of users and groups
         * @description - Permission: a SCIM token of the workspace.
         */
        get: operations["scim.schema.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/scim/v2/Schemas/{urn}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The attributes of one of them
         * @description - Permission: a SCIM token of the workspace.
         */
        get: operations["scim.schema.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/scim/v2/Users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List users
         * @description Everybody in the workspace, and whoever the provider has deactivated. Filters take one term: userName, emails, emails.value and externalId with eq, ne, co, sw, ew and pr, active with eq; without regard to case.
         *
         *     - Permission: a SCIM token of the workspace.
         */
        get: operations["scim.user.list"];
        put?: never;
        /**
         * Make a user
         * @description A new person becomes a member and takes a seat. A deactivated user of the workspace is taken back; an account elsewhere is taken over where its domain is proven for the workspace, and is a 409 otherwise.
         *
         *     - Permission: a SCIM token of the workspace.
         *     - Audit: `member.join`, `member.leave`, `invite.revoke`, `scim.user_update`.
         */
        post: operations["scim.user.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/scim/v2/Users/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a user
         * @description By the service's id, or by externalId. A deactivated user stays readable.
         *
         *     - Permission: a SCIM token of the workspace.
         */
        get: operations["scim.user.get"];
        /**
         * Replace a user's address, externalId and state
         * @description Without externalId the one that is there is cleared; without active the state stays.
         *
         *     - Permission: a SCIM token of the workspace.
         *     - Audit: `member.join`, `member.leave`, `invite.revoke`, `scim.user_update`.
         */
        put: operations["scim.user.replace"];
        post?: never;
        /**
         * Deactivate a user
         * @description The same as active: false. Sent again, it answers the same.
         *
         *     - Permission: a SCIM token of the workspace.
         *     - Audit: `member.join`, `member.leave`, `invite.revoke`, `scim.user_update`.
         */
        delete: operations["scim.user.delete"];
        options?: never;
        head?: never;
        /**
         * Change a user
         * @description Takes active, userName, emails.value, emails[type eq "work"].value and externalId, as paths or as members of a value without a path; other paths are ignored.
         *
         *     - Permission: a SCIM token of the workspace.
         *     - Audit: `member.join`, `member.leave`, `invite.revoke`, `scim.user_update`.
         */
        patch: operations["scim.user.patch"];
        trace?: never;
    };
    "/scim/v2/Groups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the provider's groups
         * @description Filters take one term: displayName or externalId with eq, ne, co, sw, ew and pr, without regard to case. A page ends early where its groups have very many members together; go on from the index behind it, or leave members out with excludedAttributes.
         *
         *     - Permission: a SCIM token of the workspace.
         */
        get: operations["scim.group.list"];
        put?: never;
        /**
         * Make a group
         * @description Its handle in grants is made from the name and stays. A name that any group of the workspace has is a 409.
         *
         *     - Permission: a SCIM token of the workspace.
         *     - Audit: `group.create`, `group.update`, `group.member_add`, `group.member_remove`.
         */
        post: operations["scim.group.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/scim/v2/Groups/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a group
         * @description By the service's id, or by externalId. Groups that are kept in the service itself are not here.
         *
         *     - Permission: a SCIM token of the workspace.
         */
        get: operations["scim.group.get"];
        /**
         * Replace a group's name and externalId, and its members where they are sent
         * @description - Permission: a SCIM token of the workspace.
         *     - Audit: `group.create`, `group.update`, `group.member_add`, `group.member_remove`.
         */
        put: operations["scim.group.replace"];
        post?: never;
        /**
         * Delete a group and every grant that names it
         * @description - Permission: a SCIM token of the workspace.
         *     - Audit: `group.delete`.
         */
        delete: operations["scim.group.delete"];
        options?: never;
        head?: never;
        /**
         * Change a group
         * @description Takes members, members[value eq "<id>"], displayName and externalId, as paths or as members of a value without a path; other paths are ignored. A member is named by id, externalId or address.
         *
         *     - Permission: a SCIM token of the workspace.
         *     - Audit: `group.create`, `group.update`, `group.member_add`, `group.member_remove`.
         */
        patch: operations["scim.group.patch"];
        trace?: never;
    };
    "/api/sso": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Shows the workspace's sign-in provider
         * @description - Permission: an owner or admin of the workspace.
         */
        get: operations["sso.get"];
        /**
         * Sets the workspace's sign-in provider, an OpenID Connect issuer, and the domains that it signs in
         * @description Each domain has to have a member, and routes once it is proven (`/api/email-domains`). `enforced` closes every other way in for the proven ones and ends the sessions there are; unless the operator has it otherwise it needs a test of this connection within the last 24 hours (`POST /api/sso/test`), else 409. Omit `enforced` to leave it as it is.
         *
         *     - Permission: an owner or admin of the workspace.
         *     - Plan: single sign-on needs the Business plan or above (else 402).
         *     - Audit: `sso.update`, `sso.enforce`, `sso.unenforce`.
         */
        put: operations["sso.update"];
        post?: never;
        /**
         * Removes the workspace's sign-in provider
         * @description Its people sign in as everybody does from then on. Their accounts and sessions stay.
         *
         *     - Permission: an owner or admin of the workspace.
         *     - Audit: `sso.delete`.
         */
        delete: operations["sso.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sso/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Answers an address that tries the provider without signing in
         * @description Open it in a browser where you are signed in here, within 10 minutes. A page says what the provider answered; a test that passes counts for 24 hours.
         *
         *     - Permission: an owner or admin of the workspace.
         *     - Plan: single sign-on needs the Business plan or above (else 402).
         *     - Quota: `sso_test`, at most 60 in 3600 s per account.
         */
        post: operations["sso.test.start"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sso/links/{user_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Forgets which account of the provider a member signs in with
         * @description The next sign-in with the member's address links it anew. For an account that was made again at the provider: until then it is refused, since somebody else may have been given the address.
         *
         *     - Permission: an owner or admin of the workspace.
         *     - Audit: `sso.unlink`.
         */
        delete: operations["sso.unlink"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/sso/lookup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Says whether an address signs in through its company's provider, and where
         * @description By the domain alone: whether there is an account with the address is not said.
         *
         *     - Quota: `sso_lookup`, at most 120 in 60 s per address.
         */
        get: operations["sso.lookup"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/sso/{workspace_slug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Begins a sign-in through a workspace's provider
         * @description - Quota: `login`, at most 300 in 600 s per address.
         */
        get: operations["sso.start"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/sso/callback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Takes the redirect of a workspace's provider and signs in
         * @description Bound to the browser that began by state, nonce and PKCE (S256); the ID token is verified against the provider's keys. Signs in an account of the workspace, makes one while a seat is free, or asks somebody whose account is elsewhere whether they leave.
         *
         *     - Quota: `sso_callback`, at most 60 in 60 s per address.
         *     - Audit: `login.ok`, `account.create`, `sso.refuse`, `member.join`, `member.leave`, `invite.accept`, `invite.revoke`, `sso.test`.
         */
        get: operations["sso.callback"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/sso/join": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Joins the workspace whose provider vouched for one, or stays where one is
         * @description The buttons of the page for somebody whose account is in another workspace.
         *
         *     - Quota: `login`, at most 300 in 600 s per address.
         *     - Audit: `login.ok`, `account.create`, `sso.refuse`, `member.join`, `member.leave`, `invite.accept`, `invite.revoke`.
         */
        post: operations["sso.join"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/notifications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your notifications, newest first
         * @description Kept for 90 days. Titles are read anew: of a document that you may not open any more, nothing is shown, not even which one it was.
         *
         *     - Permission: a signed-in person or their token.
         *     - MCP: `list_notifications`.
         */
        get: operations["notification.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/notifications/read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mark notifications as read
         * @description Send either `ids`, or `all: true`, the latter also with `before`. Ids that are not yours count for nothing.
         *
         *     - Permission: a signed-in person or their token.
         *     - Audit: `notification.read`.
         *     - MCP: `mark_notifications_read`.
         */
        post: operations["notification.read"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/notifications/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show what you are told of where
         * @description - Permission: a signed-in person or their token.
         */
        get: operations["notification.settings"];
        /**
         * Change what you are told of where
         * @description Only the kinds and channels sent change.
         *
         *     - Permission: a signed-in person or their token.
         *     - Audit: `notification.settings`.
         */
        put: operations["notification.settings.update"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/notifications/chat": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Have notifications sent to a chat of yours
         * @description Takes what Slack, Mattermost, Microsoft Teams and Discord call an incoming webhook. It gets titles and links; who follows one signs in as everywhere.
         *
         *     - Permission: a signed-in person or their token.
         *     - Audit: `notification.chat`.
         */
        put: operations["notification.chat"];
        post?: never;
        /**
         * Send nothing to your chat any more, and forget its address
         * @description - Permission: a signed-in person or their token.
         *     - Audit: `notification.chat`.
         */
        delete: operations["notification.chat.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/notifications/chat/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test message to your chat
         * @description One that arrives takes up a chat again that had been given up on.
         *
         *     - Permission: a signed-in person or their token.
         *     - Quota: `chat_test`, at most 20 in 3600 s per account.
         *     - Audit: `notification.chat.test`.
         */
        post: operations["notification.chat.test"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/watch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what you watch and what you have muted, oldest first
         * @description What you follow by having written in it or commented on it is listed once you watch or mute it. What you may not open is left out.
         *
         *     - Permission: a signed-in person or their token.
         *     - MCP: `list_watches`.
         */
        get: operations["watch.list"];
        put?: never;
        /**
         * Watch a document, a folder or a root
         * @description You are told of new versions, comments, moves, sharing and deletion by others. Of several watches the nearest to a document counts.
         *
         *     - Permission: depends on the request.
         *     - Audit: `watch.create`.
         *     - MCP: `watch`.
         */
        post: operations["watch.create"];
        /**
         * Stop watching, and mute
         * @description Also of what you follow by having written or commented. What names you, such as a mention or a request for access, is told all the same.
         *
         *     - Permission: depends on the request.
         *     - Audit: `watch.mute`.
         *     - MCP: `unwatch`.
         */
        delete: operations["watch.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/notifications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What you are told of where, as a page
         * @description What you are told of where, as a page.
         */
        get: operations["notification.page"];
        put?: never;
        /**
         * Changes what you are told of from the page
         * @description - Permission: depends on the request.
         *     - Audit: `notification.settings`.
         */
        post: operations["notification.page.settings"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/notifications/chat": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Gives, tries or removes your chat from the page
         * @description - Permission: depends on the request.
         *     - Quota: `chat_test`, at most 20 in 3600 s per account, where the request counts.
         *     - Audit: `notification.chat`, `notification.chat.test`.
         */
        post: operations["notification.page.chat"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/notifications/watch/{watch_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Takes a watch, or what is muted, off your list
         * @description What you wrote or commented on you follow then as if you had never said anything.
         *
         *     - Permission: depends on the request.
         *     - Audit: `watch.delete`.
         */
        post: operations["notification.page.watch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/pages/notifications.css": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The stylesheet of the notifications page
         * @description The stylesheet of the notifications page.
         */
        get: operations["notification.style"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/u/notifications/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The page behind the link that ends a digest
         * @description The link is the credential. Changes nothing.
         */
        get: operations["notification.unsubscribe.show"];
        put?: never;
        /**
         * Ends the digest
         * @description As the page's button does it, and the one click of a mail program. Once it is ended, doing it again is no error.
         *
         *     - Audit: `notification.settings`.
         */
        post: operations["notification.unsubscribe"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/databases": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List databases, the newest first
         * @description - Permission: depends on the request.
         *     - MCP: `list_databases`.
         */
        get: operations["database.list"];
        put?: never;
        /**
         * Make a database
         * @description It is a document of its folder: moving, sharing, trash, retention and the like are those of documents.
         *
         *     - Permission: depends on the request.
         *     - Quota: `publish`, at most 120 in 3600 s per account.
         *     - A repeat with the same `idempotency_key` answers the first result.
         *     - Audit: `doc.publish`.
         *     - MCP: `create_database`.
         */
        post: operations["database.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/databases/{database_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a database with its tables, views, forms, limits and usage
         * @description - Permission: view on the database.
         *     - MCP: `get_database`.
         */
        get: operations["database.read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/databases/{database_id}/tables": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a table
         * @description - Permission: edit on the database.
         *     - Audit: `database.table_create`.
         *     - MCP: `create_table`.
         */
        post: operations["database.create_table"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/databases/{database_id}/tables/{table_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a table with its fields
         * @description - Permission: view on the database.
         */
        get: operations["database.table"];
        put?: never;
        post?: never;
        /**
         * Delete a table with its records and views
         * @description It can be restored for 7 days.
         *
         *     - Permission: edit on the database.
         *     - Audit: `database.table_delete`.
         */
        delete: operations["database.delete_table"];
        options?: never;
        head?: never;
        /**
         * Change a table's name and fields
         * @description Keys and options stay, text may become long_text, limits of attachments only widen. A field can be required at once only in an empty table; in another, records without it are counted and the change is refused.
         *
         *     - Permission: edit on the database.
         *     - Audit: `database.table_update`.
         *     - MCP: `update_table`.
         */
        patch: operations["database.update_table"];
        trace?: never;
    };
    "/api/databases/{database_id}/tables/{table_id}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Bring a deleted table back, within 7 days
         * @description - Permission: edit on the database.
         *     - Audit: `database.table_restore`.
         */
        post: operations["database.restore_table"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/databases/{database_id}/tables/{table_id}/records": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a record
         * @description - Permission: edit on the database.
         *     - A repeat with the same `idempotency_key` answers the first result.
         *     - Audit: `database.record_create`.
         *     - MCP: `create_record`.
         */
        post: operations["database.create_record"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/databases/{database_id}/tables/{table_id}/records/{record_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a record of a table
         * @description - Permission: view on the database.
         */
        get: operations["database.table_record"];
        put?: never;
        post?: never;
        /**
         * Delete a record
         * @description The feed tells of it; it can be restored for 30 days.
         *
         *     - Permission: edit on the database.
         *     - Audit: `database.record_delete`.
         *     - MCP: `delete_record`.
         */
        delete: operations["database.delete_record"];
        options?: never;
        head?: never;
        /**
         * Change some values of a record
         * @description Values that are not sent stay, null clears one. A stale base_version is a 409 with the record as it is now.
         *
         *     - Permission: edit on the database.
         *     - Audit: `database.record_update`.
         *     - MCP: `update_record`.
         */
        patch: operations["database.update_record"];
        trace?: never;
    };
    "/api/databases/{database_id}/records/{record_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a record, whichever table it is in
         * @description - Permission: view on the database.
         *     - MCP: `get_record`.
         */
        get: operations["database.record"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/databases/{database_id}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download a database, or a table of it
         * @description Everything as it was at one moment. JSON and SQLite hold all tables with their fields, records and views; CSV holds one table. Lists and JSON are JSON texts in SQLite and CSV, and a CSV text that a spreadsheet would take for a formula begins with an apostrophe. Attachments are references, without their bytes.
         *
         *     - Permission: view on the database.
         *     - Audit: `export.database`.
         */
        get: operations["database.export"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/databases/{database_id}/tables/{table_id}/records/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create, change and delete many records of a table
         * @description At most 200 operations and 8 MiB. With `atomic`, the default, one that is refused leaves all undone and the refusal's `index` says which; without it each stands for itself. All see the table as it was before the batch.
         *
         *     - Permission: edit on the database.
         *     - A repeat with the same `idempotency_key` answers the first result.
         *     - Audit: `database.record_batch`.
         */
        post: operations["database.batch_records"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/databases/{database_id}/tables/{table_id}/records/{record_id}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a record's versions, the latest first
         * @description A deleted record has its versions for 30 days. Versions are kept for as long, and the latest 100 of each record.
         *
         *     - Permission: view on the database.
         */
        get: operations["database.record_history"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/databases/{database_id}/tables/{table_id}/records/{record_id}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Bring back a deleted record, or an earlier version
         * @description Within 30 days. The old values become a new version, and have to keep to the table's fields as they are now.
         *
         *     - Permission: edit on the database.
         *     - Audit: `database.record_restore`.
         */
        post: operations["database.restore_record"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/databases/{database_id}/tables/{table_id}/query": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List records that pass filters
         * @description A page ends at its limit or at 4 MiB of values; go on with `next_offset`, or with `next_cursor`, which skips and repeats nothing while records are written. Records that tie in the order stand by age.
         *
         *     - Permission: view on the database.
         *     - MCP: `query_records`.
         */
        post: operations["database.query_records"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/databases/{database_id}/tables/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Fill a table from a CSV, JSON Lines or Excel file
         * @description The body is the file, up to 64 MiB, and all of it is one transaction. Its first row names the columns: keys or labels of the table's fields, or of a new table, whose types are guessed. With match a row changes the record that has the same value there, and its empty cells change nothing.
         *
         *     - Permission: edit on the database.
         *     - A repeat with the same `idempotency_key` answers the first result.
         *     - Audit: `database.import`.
         */
        post: operations["database.import"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the workspace's webhooks, oldest first
         * @description - Permission: an owner or admin of the workspace.
         *     - Plan: webhooks need the Business plan or above (else 402).
         *     - MCP: `list_webhooks`.
         */
        get: operations["webhook.list"];
        put?: never;
        /**
         * Has events sent to an address
         * @description The signing secret is in this answer and nowhere else.
         *
         *     - Permission: an owner or admin of the workspace.
         *     - Plan: webhooks need the Business plan or above (else 402).
         *     - No `Idempotency-Key`: the answer holds the signing secret, which is shown once.
         *     - Audit: `webhook.create`.
         *     - MCP: `create_webhook`.
         */
        post: operations["webhook.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Shows a webhook, and how it has done lately
         * @description - Permission: an owner or admin of the workspace.
         *     - Plan: webhooks need the Business plan or above (else 402).
         */
        get: operations["webhook.get"];
        put?: never;
        post?: never;
        /**
         * Removes a webhook and all that was to be sent to it
         * @description - Permission: an owner or admin of the workspace.
         *     - Plan: webhooks need the Business plan or above (else 402).
         *     - Audit: `webhook.delete`.
         */
        delete: operations["webhook.delete"];
        options?: never;
        head?: never;
        /**
         * Changes a webhook, pauses it or takes it up again
         * @description While it is paused no new event is sent to it; what was tried before is tried again as it would have been.
         *
         *     - Permission: an owner or admin of the workspace.
         *     - Plan: webhooks need the Business plan or above (else 402).
         *     - Audit: `webhook.update`.
         *     - MCP: `update_webhook`.
         */
        patch: operations["webhook.update"];
        trace?: never;
    };
    "/api/webhooks/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sends a test event to a webhook, whatever it asks for
         * @description - Permission: an owner or admin of the workspace.
         *     - Plan: webhooks need the Business plan or above (else 402).
         *     - Audit: `webhook.test`.
         *     - MCP: `test_webhook`.
         */
        post: operations["webhook.test"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/{id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Gives a webhook a new signing secret
         * @description Until the overlap ends, requests carry a signature of each secret, and a receiver takes any of them. The new secret is in this answer and nowhere else.
         *
         *     - Permission: an owner or admin of the workspace.
         *     - Plan: webhooks need the Business plan or above (else 402).
         *     - No `Idempotency-Key`: the answer holds the signing secret, which is shown once.
         *     - Audit: `webhook.rotate_secret`.
         */
        post: operations["webhook.rotate_secret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/{id}/recover": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sends again what a receiver has missed
         * @description Of a time span of at most 30 days: what was given up, or what was never to be sent, such as while the webhook was paused. Where there is more than one call takes, call again.
         *
         *     - Permission: an owner or admin of the workspace.
         *     - Plan: webhooks need the Business plan or above (else 402).
         *     - Quota: `webhook_recover`, at most 20 in 3600 s per account.
         *     - Audit: `webhook.recover`.
         */
        post: operations["webhook.recover"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists what was sent to a webhook, newest first
         * @description - Permission: an owner or admin of the workspace.
         *     - Plan: webhooks need the Business plan or above (else 402).
         *     - MCP: `webhook_deliveries`.
         */
        get: operations["webhook.deliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/{id}/deliveries/{delivery_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a delivery with every attempt at it
         * @description - Permission: an owner or admin of the workspace.
         *     - Plan: webhooks need the Business plan or above (else 402).
         */
        get: operations["webhook.delivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/{id}/deliveries/{delivery_id}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sends an event again, as a delivery of its own
         * @description The event keeps its id, by which receivers tell repeats, and is signed with the present secret. It is tried once, also on a paused webhook.
         *
         *     - Permission: an owner or admin of the workspace.
         *     - Plan: webhooks need the Business plan or above (else 402).
         *     - Quota: `webhook_redeliver`, at most 300 in 3600 s per account.
         *     - Audit: `webhook.redeliver`.
         */
        post: operations["webhook.redeliver"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follows the workspace's events
         * @description What webhooks are sent, for a program that cannot be called: begin without `after`, or with a `latest` that was answered before, and go on from each `next_after`; nothing is skipped. With `wait` the answer comes when there is something, or empty when the time is over.
         *
         *     - Permission: an owner or admin of the workspace.
         *     - Plan: webhooks need the Business plan or above (else 402).
         */
        get: operations["event.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The workspace's webhooks, as a page
         * @description The workspace's webhooks, as a page.
         */
        get: operations["webhook.page.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What was sent to a webhook, as a page
         * @description What was sent to a webhook, as a page.
         */
        get: operations["webhook.page"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/webhooks/{id}/deliveries/{delivery_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sends an event again from the page
         * @description - Permission: depends on the request.
         *     - Plan: webhooks need the Business plan or above (else 402).
         *     - Quota: `webhook_redeliver`, at most 300 in 3600 s per account.
         *     - Audit: `webhook.redeliver`.
         */
        post: operations["webhook.page.redeliver"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/pages/webhooks.css": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The stylesheet of the pages of webhooks
         * @description The stylesheet of the pages of webhooks.
         */
        get: operations["webhook.style"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search the text of documents line by line
         * @description Searches the current text of your documents, of shared roots that you can open, and of what is listed to you, the last changed first. A regex is RE2 and is held against one line at a time. After a few seconds the answer is what was found so far, and next_cursor goes on. A document that changes between two pages comes again at the end.
         *
         *     - Permission: depends on the request.
         *     - Quota: `search`, at most 120 in 60 s per account.
         *     - MCP: `search_docs`.
         */
        get: operations["search.grep"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/docs/{doc_id}/grep": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search one document's files line by line
         * @description Files that are no text are passed over, unless `path` names one. A regex is RE2, held against one line at a time.
         *
         *     - Permission: view on the document.
         *     - Quota: `grep`, at most 240 in 60 s per account.
         *     - MCP: `grep_doc`.
         */
        get: operations["doc.grep"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/search/ranked": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find documents by words, best first
         * @description Every word has to occur, in any order; the last one may be the beginning of a word. Case and accents do not count. Words in a title weigh more than words in the text. One result a document, with its best file.
         *
         *     - Permission: a signed-in person or their token.
         *     - Quota: `search`, at most 120 in 60 s per account.
         *     - MCP: `search_ranked`.
         */
        get: operations["search.ranked"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow the changes of documents
         * @description Every change of a document moves it to the end of the feed, in the order of commits. A reader that goes on from each `next_cursor` misses nothing. What is opened to them appears, and what they followed and can no longer see, or what is no longer in the root or folder asked for, appears with `left`: whoever applies every row holds exactly what is theirs to see. Documents that they could never open are left out. A cursor of a time that the feed no longer knows, 30 days back, is refused with 400, as is one of a connection that reaches other roots by now: begin without `since`, and forget what that does not tell of.
         *
         *     - Permission: depends on the request.
         *     - MCP: `list_changes`.
         */
        get: operations["changes.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bundles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Bundle a folder's documents into a zip
         * @description The bundle holds the current version of every document that you may open under the folder, as they are now; what is closed to you before the download is left out. At most 500 MiB before compression.
         *
         *     - Permission: depends on the request.
         *     - Quota: `bundle`, at most 6 in 3600 s per account.
         *     - Audit: `doc.bundle`.
         *     - MCP: `download_bundle`.
         */
        post: operations["bundle.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bundles/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download a bundle, once
         * @description The address is the credential and ends with the token that asked for it. Folders in which nothing lies are in it too. `index.json` lists what the zip holds; a document that its maker may not open any more is counted there as skipped.
         *
         *     - Audit: `doc.bundle_download`.
         */
        get: operations["bundle.download"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download everything that is yours as a zip
         * @description One directory for each live document of your My documents, in the folder that it has, with `meta.json` and every file of its current version, a database also with `database.json`, the folders in which nothing lies, and an `index.json`. It is made while it is sent and may be of any size.
         *
         *     - Permission: a signed-in person or their token.
         */
        get: operations["account.export"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete your account
         * @description Switches the account off at once, with its sessions and tokens, and moves your documents to the trash; after 7 days all of it is removed for good. Signing in before then leads to a page that takes the deletion back. When you are the only one in the workspace, the documents of its roots go too.
         *
         *     - Permission: a signed-in person or their token.
         *     - Audit: `account.delete`.
         */
        delete: operations["account.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/return": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The page on which the deletion of an account is taken back
         * @description For whoever has just signed in to an account that they deleted less than 7 days ago. It says how many documents come back, and whether the workspace has a seat and room for them.
         */
        get: operations["account.return.show"];
        put?: never;
        /**
         * Takes the deletion of an account back and signs in
         * @description Documents come back from the trash as an undelete would bring them. Where the workspace has no seat left the answer is 402 and nothing changes: the deletion goes on as planned, and the button works once there is a seat. Where the plan's storage or the account's number of documents does not hold them all, the account comes back and all of its documents stay in the trash for another 7 days, to be brought back one by one. Sessions, tokens and connections that the deletion ended stay ended.
         *
         *     - Quota: `login`, at most 300 in 600 s per address.
         *     - Audit: `account.restore`, `login.ok`.
         */
        post: operations["account.return"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The audit log, newest first
         * @description Owners and admins see the workspace, members what was done to documents in their My documents; `scope` says which. While rows arrive, no page loses or repeats one.
         *
         *     - Permission: a signed-in person or their token.
         *     - Plan: the audit log needs the Business plan or above (else 402).
         *     - MCP: `list_audit`.
         */
        get: operations["audit.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/audit/actions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The actions of the audit log
         * @description Every action that this server may write, and those that are in the log beside them; with detail=1, what each says.
         *
         *     - Permission: a signed-in person or their token.
         *     - Plan: the audit log needs the Business plan or above (else 402).
         */
        get: operations["audit.actions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/audit/export.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the audit log as CSV
         * @description The newest 100,000 rows that fit the filters, as RFC 4180 in UTF-8; for older ones set `to`. A cell that a spreadsheet would take for a formula begins with an apostrophe.
         *
         *     - Permission: a signed-in person or their token.
         *     - Plan: the audit log needs the Business plan or above (else 402).
         *     - Quota: `audit_export`, at most 30 in 3600 s per account.
         *     - Audit: `export.audit`.
         */
        get: operations["audit.export"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/audit/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check the audit log against its hash chain
         * @description Names rows and seals that were changed or removed behind the service. Keep `head` somewhere else and send it again later: without that, somebody who may write to the database could have made the whole chain anew.
         *
         *     - Permission: an owner or admin of the workspace.
         *     - Plan: the audit log needs the Business plan or above (else 402).
         *     - Quota: `audit_verify`, at most 120 in 3600 s per account.
         */
        get: operations["audit.verify"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The audit log, as a page
         * @description The audit log, as a page.
         */
        get: operations["audit.page"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/audit/pages/audit.css": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The stylesheet of the audit page
         * @description The stylesheet of the audit page.
         */
        get: operations["audit.style"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/activity/summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How much documents are read and changed
         * @description Days are those of UTC, 30 of them unless you choose. Views are of people with browsers and of signed-in programs; the owner's own do not count. `unique_viewers` of a document over several days adds up those of each. `by=actor` looks at what the plan keeps in detail, and names readers to those who may edit.
         *
         *     - Permission: depends on the request.
         *     - Plan: activity event by event and by person needs the Team plan or above (else 402), where the request asks for it.
         *     - Quota: `activity`, at most 240 in 60 s per account.
         *     - MCP: `activity_summary`.
         */
        get: operations["activity.summary"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/activity/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who read and changed documents
         * @description Readings of one person within a quarter of an hour are one event with their `count`; those of visitors whom nobody knows are one together. Who may edit a document sees who read it, others see themselves.
         *
         *     - Permission: depends on the request.
         *     - Plan: activity event by event and by person needs the Team plan or above (else 402).
         *     - Quota: `activity`, at most 240 in 60 s per account.
         *     - MCP: `activity_events`.
         */
        get: operations["activity.events"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/activity/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether anything was read or changed
         * @description Of the documents that lists show you. Begin without a cursor, and go on with the one that was answered.
         *
         *     - Permission: a signed-in person or their token.
         *     - Quota: `activity`, at most 240 in 60 s per account.
         *     - MCP: `activity_status`.
         */
        get: operations["activity.status"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/policy": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show the workspace's policy
         * @description - Permission: a signed-in person or their token.
         *     - MCP: `get_policy`.
         */
        get: operations["policy.get"];
        /**
         * Change the workspace's policy
         * @description Only the members sent change. What documents are already stays until they are next changed; `GET /api/policy/violations` lists those that no longer fit.
         *
         *     - Permission: depends on the request.
         *     - Plan: workspace policy needs the Business plan or above (else 402).
         *     - Audit: `policy.updated`.
         */
        put: operations["policy.update"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/policy/violations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the documents that do not fit the policy
         * @description They were there before the policy was made stricter and stay as they are until they are next changed. The oldest come first.
         *
         *     - Permission: an owner or admin of the workspace.
         *     - Plan: workspace policy needs the Business plan or above (else 402).
         */
        get: operations["policy.violations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/docs/{doc_id}/policy-state": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a document's retention and legal hold
         * @description - Permission: own on the document, or an owner or admin of the workspace.
         */
        get: operations["doc.policy_state"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/docs/{doc_id}/legal-hold": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Put a document under legal hold, or release it
         * @description While it is held nothing removes the document or its versions: no deletion, expiry, emptied trash or ended account. Its content may still be changed, and every version stays.
         *
         *     - Permission: own on the document, or an owner or admin of the workspace.
         *     - Plan: legal hold needs the Enterprise plan (else 402), where the request asks for it.
         *     - Audit: `doc.legal_hold`.
         */
        post: operations["doc.legal_hold"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/directory/{provider}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show how the connection to a directory stands, and the groups that come of it
         * @description - Permission: an owner or admin of the workspace.
         */
        get: operations["directory.get"];
        put?: never;
        post?: never;
        /**
         * End the connection to a directory
         * @description Access through its groups ends at once; the groups and what was granted to them stay, for another connection.
         *
         *     - Permission: an owner or admin of the workspace.
         *     - Audit: `directory.disconnect`.
         */
        delete: operations["directory.disconnect"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/directory/{provider}/connect": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin to connect a directory
         * @description Answers where an administrator of the directory consents, within 10 minutes and signed in here as you.
         *
         *     - Permission: an owner or admin of the workspace.
         *     - Plan: groups from a directory need the Team plan or above (else 402).
         *     - Audit: `directory.connect`.
         */
        post: operations["directory.connect"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/directory/callback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Where a directory's provider sends an administrator back to
         * @description - Audit: `directory.connect`.
         */
        get: operations["directory.consented"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/directory/{provider}/groups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the groups that the directory has
         * @description - Permission: an owner or admin of the workspace.
         *     - Plan: groups from a directory need the Team plan or above (else 402).
         *     - Quota: `directory_read`, at most 120 in 3600 s per account.
         */
        get: operations["directory.groups"];
        put?: never;
        /**
         * Take a group from the directory
         * @description `sync` makes a group that follows the directory and changes only there; `import` makes one of the workspace's own, with the people who are in the directory's now. Only active people who are directly in it count.
         *
         *     - Permission: an owner or admin of the workspace.
         *     - Plan: groups from a directory need the Team plan or above (else 402).
         *     - Quota: `directory_read`, at most 120 in 3600 s per account.
         *     - Audit: `group.create`.
         */
        post: operations["directory.take"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/directory/{provider}/sync": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Have the groups read again
         * @description - Permission: an owner or admin of the workspace.
         *     - Plan: groups from a directory need the Team plan or above (else 402).
         *     - Quota: `directory_sync`, at most 12 in 3600 s per account.
         *     - Audit: `directory.sync`.
         */
        post: operations["directory.sync"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/directory/{provider}/policy": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Let only people of the directory join
         * @description With `directory_only`, invites and every other way in are refused to addresses that no synced group of the directory has. Whoever is a member stays. It rests while the plan does not carry it, and can be switched off on every plan.
         *
         *     - Permission: an owner or admin of the workspace.
         *     - Plan: letting only people of the directory join needs the Enterprise plan (else 402), where the request asks for it.
         *     - Audit: `directory.policy`.
         */
        put: operations["directory.policy"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/domains": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The workspace's custom domains, with the DNS records that they need
         * @description - Permission: an owner or admin of the workspace.
         */
        get: operations["domain.list"];
        put?: never;
        /**
         * Registers a host name of the workspace's own, and answers the DNS records to set
         * @description Set both records, then call `verify`. Whoever registers a name that another workspace has registered gets a 409 with the TXT record by which the name's zone decides for them.
         *
         *     - Permission: an owner or admin of the workspace.
         *     - Plan: custom domains need the Team plan or above (else 402).
         *     - Quota: `domain_check`, at most 120 in 3600 s per account.
         *     - Audit: `domain.add`.
         */
        post: operations["domain.add"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/domains/{domain_id}/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Looks for a domain's DNS records, and whether https answers
         * @description Ask again while it is `issuing`: it turns `active` once https answers with a certificate of its own. `error` names what is missing and what was seen instead. 409 where another workspace holds the name by a record of its own.
         *
         *     - Permission: an owner or admin of the workspace.
         *     - Quota: `domain_check`, at most 120 in 3600 s per account.
         *     - Audit: `domain.verify`, `domain.activate`, `domain.fail`, `domain.recover`, `domain.lapse`.
         */
        post: operations["domain.verify"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/domains/default": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Chooses the domain that the workspace's links are given out with
         * @description - Permission: an owner or admin of the workspace.
         *     - Audit: `domain.default`.
         */
        post: operations["domain.default"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/domains/{domain_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Removes a domain with its certificate; links on it lead nowhere afterwards
         * @description - Permission: an owner or admin of the workspace.
         *     - Audit: `domain.remove`.
         */
        delete: operations["domain.remove"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/.well-known/docsvc-domain/{nonce}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Proves to this service that a custom domain leads to it
         * @description - HEAD answers the same without the body.
         */
        get: operations["domain.probe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/billing/workspace": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show the workspace's plan, storage and account
         * @description - Permission: an owner or admin of the workspace.
         */
        get: operations["billing.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the workspace's name, viewer domains or storage by the hour
         * @description - Permission: depends on the request.
         *     - Audit: `workspace.update`.
         */
        patch: operations["billing.update"];
        trace?: never;
    };
    "/api/billing/checkout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin to buy a plan or more storage
         * @description - Permission: an owner or admin of the workspace.
         *     - Quota: `billing_session`, at most 30 in 3600 s per account.
         *     - Audit: `billing.checkout`.
         */
        post: operations["billing.checkout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/billing/portal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change or end what was bought
         * @description - Permission: an owner or admin of the workspace.
         *     - Quota: `billing_session`, at most 30 in 3600 s per account.
         *     - Audit: `billing.portal`.
         */
        post: operations["billing.portal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/billing/webhook": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take an event of the payment processor
         * @description Called by the payment processor alone, which signs the bytes of the body in `Stripe-Signature`.
         *
         *     - Audit: `billing.plan`.
         */
        post: operations["billing.webhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/pricing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The plans compared, as a page
         * @description The plans compared, as a page.
         */
        get: operations["billing.pricing"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/billing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The workspace's plan and storage, as a page
         * @description The workspace's plan and storage, as a page.
         */
        get: operations["billing.page"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/billing/checkout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin to buy from the page
         * @description - Permission: depends on the request.
         *     - Quota: `billing_session`, at most 30 in 3600 s per account.
         *     - Audit: `billing.checkout`.
         */
        post: operations["billing.page.checkout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/billing/portal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change what was bought from the page
         * @description - Permission: depends on the request.
         *     - Quota: `billing_session`, at most 30 in 3600 s per account.
         *     - Audit: `billing.portal`.
         */
        post: operations["billing.page.portal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/pages/billing.css": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The stylesheet of the pages on which plans are sold
         * @description The stylesheet of the pages on which plans are sold.
         */
        get: operations["billing.style"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mcp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Speak the Model Context Protocol
         * @description Streamable HTTP with JSON replies and no session: protocol 2026-07-28, and older clients that begin with `initialize`. The caller is who the bearer token says; a session cookie does not count. The headers `X-MCP-Toolsets`, `X-MCP-Tools`, `X-MCP-Exclude-Tools` and `X-MCP-Readonly` narrow what is listed and called; `X-MCP-Legacy: true` lists tools by their former names too.
         */
        post: operations["mcp.serve"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mcp/readonly": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Speak the Model Context Protocol with the tools that change nothing
         * @description Streamable HTTP with JSON replies and no session: protocol 2026-07-28, and older clients that begin with `initialize`. The caller is who the bearer token says; a session cookie does not count. The headers `X-MCP-Toolsets`, `X-MCP-Tools`, `X-MCP-Exclude-Tools` and `X-MCP-Readonly` narrow what is listed and called; `X-MCP-Legacy: true` lists tools by their former names too.
         */
        post: operations["mcp.serve.readonly"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mcp/x/{toolsets}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Speak the Model Context Protocol with the tools of some toolsets
         * @description Streamable HTTP with JSON replies and no session: protocol 2026-07-28, and older clients that begin with `initialize`. The caller is who the bearer token says; a session cookie does not count. The headers `X-MCP-Toolsets`, `X-MCP-Tools`, `X-MCP-Exclude-Tools` and `X-MCP-Readonly` narrow what is listed and called; `X-MCP-Legacy: true` lists tools by their former names too.
         */
        post: operations["mcp.serve.toolsets"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mcp/x/{toolsets}/readonly": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Speak the Model Context Protocol with the tools of some toolsets that change nothing
         * @description Streamable HTTP with JSON replies and no session: protocol 2026-07-28, and older clients that begin with `initialize`. The caller is who the bearer token says; a session cookie does not count. The headers `X-MCP-Toolsets`, `X-MCP-Tools`, `X-MCP-Exclude-Tools` and `X-MCP-Readonly` narrow what is listed and called; `X-MCP-Legacy: true` lists tools by their former names too.
         */
        post: operations["mcp.serve.toolsets.readonly"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspace/instructions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What the workspace tells its members' agents
         * @description - Permission: a signed-in person or their token.
         */
        get: operations["workspace.instructions.get"];
        /**
         * Change what the workspace tells its members' agents
         * @description For owners and admins, from a signed-in session: an agent must not write what all agents are told. Agents are told when they connect the next time.
         *
         *     - Permission: an owner or admin of the workspace, signed in.
         *     - Audit: `workspace.instructions`.
         */
        put: operations["workspace.instructions.set"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/.well-known/oauth-protected-resource": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Which server gives out tokens for the protocol's address
         * @description Which server gives out tokens for the protocol's address.
         */
        get: operations["oauth.resource"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/.well-known/oauth-protected-resource/mcp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Which server gives out tokens for the protocol's address
         * @description Which server gives out tokens for the protocol's address.
         */
        get: operations["oauth.resource.mcp"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/.well-known/oauth-protected-resource/mcp/{path}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Which server gives out tokens for an address below the protocol's
         * @description For `/mcp/readonly`, `/mcp/x/{set},{set}` and `/mcp/x/{set},{set}/readonly`.
         */
        get: operations["oauth.resource.child"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/.well-known/oauth-authorization-server": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How to get a token
         * @description How to get a token.
         */
        get: operations["oauth.server"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/.well-known/oauth-authorization-server/mcp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How to get a token
         * @description How to get a token.
         */
        get: operations["oauth.server.mcp"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/.well-known/oauth-authorization-server/mcp/{path}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How to get a token for an address below the protocol's
         * @description How to get a token for an address below the protocol's.
         */
        get: operations["oauth.server.child"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/register": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Registers a program that people may connect
         * @description `redirect_uris`: 1 to 10 addresses of at most 512 characters without a fragment; `http:` for loopback hosts alone. Other members are taken and not used. A registration that nobody uses is removed after 30 days.
         *
         *     - Quota: `oauth_register`, at most 600 in 3600 s per address.
         *     - Audit: `oauth.register`.
         */
        post: operations["oauth.register"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/authorize": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Asks a person whether a program may act for them
         * @description The client and its redirect address are looked at first, and a mismatch is a plain 400. Every other error goes to the redirect address. Without a session it leads through sign-in and back; the first time it shows the consent page; after that it answers with a code at once, until the date that was chosen.
         *
         *     - Quota: `oauth_authorize`, at most 60 in 60 s per caller.
         *     - Audit: `oauth.authorize`.
         */
        get: operations["oauth.authorize"];
        put?: never;
        /**
         * Lets a program act for the person, or not
         * @description From the consent page alone: `ticket` stands for the parameters, which stay on the server, and for the person who was asked. It works once.
         *
         *     - Permission: a person signed in with the session cookie.
         *     - Audit: `oauth.consent`.
         */
        post: operations["oauth.consent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Gives out access tokens
         * @description `authorization_code` with `client_id`, `code`, `code_verifier` and `redirect_uri`; `refresh_token` with `client_id` and `refresh_token`. Every refresh gives a new pair and revokes the old access token. For 60 seconds, while nobody uses the new pair, the old refresh token gets the same pair again; used later, it ends everything that came of its code.
         *
         *     - Audit: `oauth.token`, `oauth.refresh`, `oauth.reuse`.
         */
        post: operations["oauth.token"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ends a connection by one of its tokens
         * @description 200 for every token, known or not, so that nothing is learned here.
         *
         *     - Audit: `oauth.revoke`.
         */
        post: operations["oauth.revoke"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/connections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the programs that you have connected, newest first
         * @description - Permission: a signed-in person or their token.
         */
        get: operations["connection.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/connections/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Ends a connection and every token of it at once
         * @description - Permission: to be the one who connected it.
         *     - Audit: `connection.end`.
         */
        delete: operations["connection.end"];
        options?: never;
        head?: never;
        /**
         * Renames, narrows or widens a connection
         * @description What it may do changes at once, also for the tokens that it holds. Only a signed-in session widens it.
         *
         *     - Permission: depends on the request.
         *     - Audit: `connection.update`.
         */
        patch: operations["connection.update"];
        trace?: never;
    };
    "/auth/connections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The programs that you have connected, as a page
         * @description The programs that you have connected, as a page.
         */
        get: operations["connection.page"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/connections/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Changes or ends a connection from its page
         * @description - Permission: depends on the request.
         *     - Audit: `connection.update`, `connection.end`.
         */
        post: operations["connection.page.send"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/pages/oauth.css": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The stylesheet of the consent and connection pages
         * @description The stylesheet of the consent and connection pages.
         */
        get: operations["oauth.style"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/mcp-session-policy": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How long connections of agents may last here
         * @description - Permission: a signed-in person or their token.
         */
        get: operations["connection.policy.get"];
        /**
         * Limits how long connections of agents may last
         * @description Counts from each consent, for connections that there are already too: those that are older end now.
         *
         *     - Permission: an owner or admin of the workspace.
         *     - Plan: a limit on how long connections last needs the Enterprise plan (else 402).
         *     - Audit: `connection.policy`.
         */
        put: operations["connection.policy.set"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspace/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the tokens of everybody in the workspace, newest first
         * @description For owners and admins; no secret is kept, so none is shown. What programs hold is listed as connections, and what provisioning comes with under `GET /api/scim/tokens`. Whole without `limit`.
         *
         *     - Permission: an owner or admin of the workspace.
         */
        get: operations["workspace.token.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspace/tokens/{token_id}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revokes anybody's token at once
         * @description For owners and admins, signed in; an owner's is for owners. A revoked token stays in the list. Revoking it again changes nothing. The token of a connected program ends the connection.
         *
         *     - Permission: depends on the request.
         *     - Audit: `token.revoke`.
         */
        post: operations["workspace.token.revoke"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspace/connections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the programs that anybody in the workspace has connected, newest first
         * @description For owners and admins: whom each acts for, and what it may do. Whole without `limit`.
         *
         *     - Permission: an owner or admin of the workspace.
         */
        get: operations["workspace.connection.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspace/connections/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Ends anybody's connection and every token of it at once
         * @description For owners and admins, signed in; an owner's is for owners.
         *
         *     - Permission: depends on the request.
         *     - Audit: `connection.end`.
         */
        delete: operations["workspace.connection.end"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/members/{user_id}/sign-out": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Signs a member out of every browser
         * @description For owners and admins, signed in; an owner is signed out by owners. Every session of the person ends at once, on the content host too. Tokens and connections stay unless `tokens` says otherwise. The person can sign in again: to keep them out, remove them.
         *
         *     - Permission: depends on the request.
         *     - Audit: `member.sign_out`.
         */
        post: operations["member.sign_out"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        AccessExplained: {
            doc_id: string;
            user: {
                id: number;
                email: string;
            };
            /** @enum {string} */
            level: "none" | "view" | "comment" | "edit" | "own";
            /** @description In the order in which they are looked at; the highest is the level. */
            rules: {
                /** @enum {string} */
                rule: "owner" | "root_manager" | "place_list" | "folder_grant" | "document_grant" | "workspace_visibility" | "narrowed" | "team_listing" | "other_visibility";
                /** @enum {string} */
                gives: "none" | "view" | "comment" | "edit" | "own";
                why: string;
                grant_id?: number;
                subject_label?: string;
                /** @description Whose list or grant it is. */
                folder?: string;
            }[];
        };
        AccessRequest: {
            id: number;
            doc_id: string;
            requester: {
                id: number;
                email: string;
                name: string | null;
            };
            message: string;
            /** @enum {string} */
            status: "pending" | "approved" | "denied" | "expired" | "invalidated";
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            expires_at: string;
            /** Format: date-time */
            decided_at: string | null;
            /** @description E-mail address. */
            decided_by: string | null;
        };
        AccessRequestStatus: {
            /** @enum {string} */
            status: "none" | "pending" | "granted" | "denied" | "expired" | "revoked" | "ineligible";
            can_request: boolean;
            /** @description Seconds; null where nothing is awaited. */
            poll_after: number | null;
            /**
             * Format: date-time
             * @description Of a pending request.
             */
            expires_at?: string;
            /**
             * Format: date-time
             * @description When somebody who was denied may ask again.
             */
            retry_at?: string;
        };
        AccessWay: {
            /** @description The folder whose list it is, or in which the document lies; "" is the top. */
            folder: string;
            /** @description Null where a whole list is meant. */
            doc_id: string | null;
            title: string | null;
            /** @description How many documents the list decides on; 1 for a document. */
            docs: number;
            /**
             * @description Which rule lets them in; link and password are for reading at the link alone.
             * @enum {string}
             */
            way: "root_manager" | "place_list" | "document_grant" | "workspace_visibility" | "team_listing" | "link" | "password";
            /** @enum {string} */
            level: "none" | "view" | "comment" | "edit" | "own";
            /**
             * @description One person, a group that is empty, everybody in the workspace, or whoever has the link.
             * @enum {string}
             */
            audience: "person" | "group" | "workspace" | "link";
            person: {
                id: number;
                email: string;
                name: string | null;
                /** @description Switched off, so that nothing opens to them now. */
                disabled: boolean;
            } | null;
            /** @description The group by which they are let in. */
            group: {
                id: number;
                slug: string;
                name: string;
            } | null;
            grant_id: number | null;
            /** Format: date-time */
            expires_at: string | null;
        };
        ActivityDay: {
            day: string;
            views: number;
            /** @description Readers told apart within each day. */
            unique_viewers: number;
            downloads: number;
            edits: number;
            comments: number;
            shares: number;
        };
        ActivityEvent: {
            id: number;
            /** Format: date-time */
            at: string;
            /**
             * Format: date-time
             * @description Of several readings, the last.
             */
            last_at: string;
            /** @enum {string} */
            kind: "view" | "download" | "edit" | "comment" | "share";
            count: number;
            doc_id: string;
            title: string;
            /** @description E-mail address; null for a visitor, and where it is not yours to see. */
            actor: string | null;
            /** @description web for a browser, else api, mcp or system. */
            via: string;
        };
        ActivityEvents: {
            /** Format: date-time */
            from: string;
            /** Format: date-time */
            to: string;
            /** @description True: your plan does not keep the beginning of what was asked for. */
            clamped: boolean;
            events: components["schemas"]["ActivityEvent"][];
            /** @description Present when there are more. */
            next_cursor?: string;
        };
        ActivitySummary: {
            from: string;
            to: string;
            /** @description True: your plan does not keep the first of the days asked for. */
            clamped: boolean;
            series: components["schemas"]["ActivityDay"][];
            top: components["schemas"]["ActivityTop"][];
            /** @description Present when there are more. */
            next_cursor?: string;
        };
        ActivityTop: {
            doc_id?: string;
            title?: string;
            /** @description E-mail address; null for everybody whose name is not yours to see. */
            actor?: string | null;
            day?: string;
            views: number;
            /** @description Readers told apart within each day. */
            unique_viewers?: number;
            downloads: number;
            edits: number;
            comments: number;
            shares: number;
        };
        Aliased: {
            doc_id: string;
            alias: string | null;
            /** @description Where the document is served. */
            url: string;
            /** @description The path on the content host that follows the name, wherever it leads. */
            link_url: string | null;
        };
        ApiChange: {
            /** @description Since when, as YYYY-MM-DD. */
            date: string;
            /** @enum {string} */
            kind: "added" | "changed" | "removed";
            what: string;
        };
        AuditAction: {
            action: string;
            /** @description What stands before the first dot; `<family>.*` means all of it. */
            family: string;
            /** @description What it is done to. */
            target_types: string[];
            /** @description JSON Schema of meta in a row of this action; no member is certain to be there. */
            meta: {
                [key: string]: unknown;
            };
            /** @description The day from which on it is written; null for one that no plugin here writes. */
            since: string | null;
        };
        AuditEvent: {
            id: number;
            action: string;
            /** @description An e-mail address, system, or scim:<workspace>. */
            actor: string;
            actor_user_id: number | null;
            target_type: string;
            target_id: string;
            workspace_id: number;
            /** @description What the action says, and via, client and request_id where there were any. */
            meta: {
                [key: string]: unknown;
            };
            /** @description The caller's address; null when nobody called. */
            ip: string | null;
            /** Format: date-time */
            created_at: string;
        };
        AuditPage: {
            events: components["schemas"]["AuditEvent"][];
            /** @description Null on the last page. */
            next_before_id: number | null;
            /** @enum {string} */
            scope: "workspace" | "own";
        };
        AuditVerification: {
            /** @description Nothing that was looked at is wrong. */
            ok: boolean;
            /** @description Looked at by this call. */
            seals: number;
            rows: number;
            /** @description At most 100 of them. */
            faults: {
                /** @enum {string} */
                kind: "row_changed" | "row_removed" | "row_inserted" | "seal_changed" | "seal_removed" | "seal_unlinked" | "head_missing";
                event_id: number | null;
                seal_no: number | null;
            }[];
            fault_count: number;
            /** @description The end of the chain, to be noted elsewhere. */
            head: string | null;
            /** Format: date-time */
            sealed_at: string | null;
            /** @description Rows so new that no seal holds them yet, which nothing proves; null until the end is reached. */
            unsealed: {
                rows: number;
                /** Format: date-time */
                oldest_at: string | null;
            } | null;
            /** @description Send it as after_seal to go on; null at the end. */
            next_seal: number | null;
        };
        AuthorizationServerMetadata: {
            issuer: string;
            authorization_endpoint: string;
            token_endpoint: string;
            /** @description Absent where programs may not register by themselves. */
            registration_endpoint?: string;
            revocation_endpoint: string;
            response_types_supported: string[];
            response_modes_supported: string[];
            grant_types_supported: string[];
            token_endpoint_auth_methods_supported: string[];
            revocation_endpoint_auth_methods_supported: string[];
            code_challenge_methods_supported: string[];
            scopes_supported: string[];
            client_id_metadata_document_supported: boolean;
            authorization_response_iss_parameter_supported: boolean;
            service_documentation: string;
        };
        BillingAddress: {
            /** @description Where to go on, at the payment processor. */
            url: string;
        };
        BillingEventReceived: {
            received: boolean;
            type: string;
        };
        BillingWorkspace: {
            workspace: {
                id: number;
                slug: string;
                name: string;
                /** @enum {string} */
                plan: "free" | "team" | "business" | "enterprise";
                is_paid: boolean;
                viewer_domains: string[];
                members: number;
                /** @description Units of 50 GiB. */
                storage_addon_units: number;
                has_billing_account: boolean;
            };
            storage: {
                /** @description In bytes. */
                used: number;
                /** @description In bytes; null on Enterprise. */
                cap: number | null;
            };
            billing_enabled: boolean;
            pricing_url: string | null;
            subscription: {
                /** @description As the payment processor says it: active, past_due, canceled ... */
                status: string;
                /** @enum {string|null} */
                price: "team_monthly" | "team_yearly" | "business_monthly" | "business_yearly" | "storage_50gb_monthly" | null;
                /** Format: date-time */
                period_end: string | null;
                /**
                 * Format: date-time
                 * @description Set once it was cancelled.
                 */
                ends_at: string | null;
            } | null;
            usage: {
                /** @description Whether storage above the cap is sold here by the hour, to a paid plan. */
                available: boolean;
                enabled: boolean;
                /** @description What a month may cost at most. */
                spending_limit_cents: number | null;
                /** @description How much may be stored above the cap. */
                capacity_limit_gib: number | null;
                cents_per_gib_month: number | null;
                /** @description Used since the period began. */
                gib_hours: number;
                /** @description What that comes to. */
                cost_cents: number;
            };
            /** @description Why something does not grow any more, and what helps. */
            notices: string[];
        };
        Blame: {
            doc_id: string;
            path: string;
            version: number;
            current_version: number;
            lines: {
                line_no: number;
                text: string;
                version: number;
                /** @description E-mail address. */
                actor: string | null;
                /** Format: date-time */
                created_at: string;
                message: string | null;
            }[];
            versions: {
                version: number;
                /** @description E-mail address. */
                actor: string | null;
                /** Format: date-time */
                created_at: string;
                message: string | null;
                /** @description How many lines of the file came with it. */
                lines: number;
            }[];
            total_lines: number;
            /** @description Present when there are more lines. */
            next_start?: number;
            /** @description True: the history is longer than is followed; what is older counts as of the oldest version named. */
            truncated: boolean;
        };
        BundleLink: {
            /** @description Downloads the zip, once; whoever has it may. */
            url: string;
            /** Format: date-time */
            expires_at: string;
            /** @description Of all files, before they are compressed. */
            bytes: number;
            doc_count: number;
            /** @description Files of documents; the zip adds a meta.json for each and an index.json. */
            file_count: number;
            /** @description Documents of the folder that you may not open. */
            skipped: number;
            folder: string;
            recursive: boolean;
            filename: string;
            /** @description A command that downloads it. */
            curl: string;
        };
        ChangedDatabaseTable: {
            id: number;
            name: string;
            fields: {
                [key: string]: unknown;
            }[];
            /** @description Send it as base_version to change the fields. */
            schema_version: number;
            record_count: number;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            /** @description True: nothing was changed, and this is what would be. */
            dry_run?: boolean;
            /** @description With dry_run: how many records would break the new rule of a field. */
            failing?: {
                field: string;
                records: number;
            }[];
        };
        Comment: {
            id: number;
            doc_id: string;
            /** @description The comment that began the thread; null for that one itself. */
            parent_id: number | null;
            /** @description Null when the account is gone. */
            author: components["schemas"]["CommentPerson"] | null;
            body: string;
            /** @description Members named in the body who could open the document. */
            mentions: components["schemas"]["CommentPerson"][];
            /** @description The file that it is about; null for the whole document. */
            path: string | null;
            /** @description The place that it is about, as it was sent. */
            anchor: ({
                [key: string]: unknown;
            } | null) | string;
            /** @description A thread is resolved as a whole. */
            resolved: boolean;
            /** Format: date-time */
            resolved_at: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            edited_at: string | null;
            mine: boolean;
        };
        CommentPerson: {
            id: number;
            email: string;
        };
        CommitBegun: {
            commit_id: number;
            missing: string[];
            put: {
                sha256: string;
                url: string;
            }[];
            /** Format: date-time */
            expires_at: string;
        };
        CommitContent: {
            sha256: string;
            size: number;
        };
        CommitFinalized: {
            /** @description Opaque identifier. */
            doc_id: string;
            title: string;
            /** @enum {string} */
            kind: "html" | "markdown" | "snippet" | "image" | "pdf" | "audio" | "video" | "file" | "database";
            /** @enum {string} */
            doc_type: "document" | "database" | "form" | "agent";
            /** @description Where the document is served; it never changes. */
            url: string;
            slug: string;
            /** @description Path of its folder; "" at the top of its root. */
            folder: string;
            /** @description Null for a document in someone's My documents. */
            root: components["schemas"]["RootReference"] | null;
            root_id: number | null;
            tags: string[];
            alias: string | null;
            icon: string | null;
            description: string;
            /** @description What the publishing tool keeps with the document; on a copy duplicated_from, with doc_id and version. */
            attrs: {
                [key: string]: unknown;
            };
            /** @description Name of the file it was made from, by which relative links of documents beside it find it. */
            filename: string | null;
            /** @enum {string} */
            visibility: "restricted" | "unlisted" | "password" | "workspace";
            /** @enum {string} */
            listing: "private" | "team";
            /** @description 0 keeps forever. */
            retention_days: number;
            /** Format: date-time */
            expires_at: string | null;
            version: number;
            /** @description Bytes of the current version. */
            size: number;
            /** Format: date-time */
            created_at: string;
            /** @description E-mail address of who first published it; null once that account is gone. Not told to a ticket's holder. */
            created_by?: string | null;
            /** Format: date-time */
            updated_at: string;
            /** @enum {string} */
            my_level: "none" | "view" | "comment" | "edit" | "own";
            /** @enum {string} */
            state: "live" | "expired" | "deleted";
            /** @description On answers about one document. */
            files?: components["schemas"]["DocumentFile"][];
            /** @description In lists of view=team and view=all alone. */
            owner_email?: string;
            /** @description Whether you own it; in lists of view=team and view=all alone. */
            mine?: boolean;
            /** @description On writes: content that looks like credentials. */
            warnings?: string[];
            changed: boolean;
            /** @description True: version is a candidate, and what is shown has not changed. */
            candidate?: boolean;
            commit_id: number;
        };
        Connection: {
            id: number;
            /** @description The program's own until you rename it. */
            name: string;
            client: {
                id: string;
                name: string;
                /** @description The host that describes it; null for one that registered itself. */
                domain: string | null;
            };
            /**
             * Format: date-time
             * @description When you last consented.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it has to ask again.
             */
            deadline: string;
            /** Format: date-time */
            last_used_at: string | null;
            /** @description The address that last fetched a token. */
            ip_last: string | null;
            read_only: boolean;
            /** @description The toolsets it may use; null for all. */
            toolsets: string[] | null;
            /**
             * @description The widest visibility it may publish at; null for any.
             * @enum {string|null}
             */
            max_visibility: "restricted" | "workspace" | "password" | "unlisted" | null;
            /** @description Where the documents lie that it reaches: ~ for My documents, else a root's id; null for everywhere. */
            roots: string[] | null;
        };
        ConnectionPolicy: {
            /** @description The longest that a consent may last. */
            max_days: number;
            /** @description What the consent page proposes. */
            default_days: number;
            /** @description Whether the workspace's plan lets max_days be set. */
            available: boolean;
        };
        /** @description The content host says no; what is not there has neither code nor request_id. */
        ContentError: {
            /** @description What is wrong and the way out. */
            error: string;
            code?: components["schemas"]["ErrorCode"];
            /** @description The id that the server logged the request under. */
            request_id?: string;
        };
        CreatedDatabaseRecord: {
            id: number;
            /** @description Values by field key; what is empty is absent. */
            data: {
                [key: string]: unknown;
            };
            /** @description Send it as base_version to change the record. */
            version: number;
            schema_version: number;
            /**
             * @description Of a form's answer; null for other records.
             * @enum {string|null}
             */
            form_status: "draft" | "complete" | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            /** @description True for the answer to a repeated idempotency_key. */
            replayed: boolean;
        };
        CreatedScimToken: {
            id: number;
            label: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            last_used_at: string | null;
            revoked: boolean;
            /** @description The address of who made it; null once they have left. */
            created_by: string | null;
            /** @description The plaintext, shown this once. */
            token: string;
            /** @description What the identity provider asks for as the SCIM base address. */
            base_url: string;
        };
        CreatedToken: {
            id: number;
            name: string;
            /** @description The 8 hexadecimal digits after `dsk_`. */
            prefix: string;
            /** @description The plaintext, shown this once. */
            token: string;
            /**
             * Format: date-time
             * @description Null for a token that never ends.
             */
            expires_at: string | null;
        };
        CreatedWebhook: {
            id: number;
            url: string;
            events: string[];
            /** @description False while it is paused: no event is sent, but what was tried before still is. */
            active: boolean;
            /** Format: date-time */
            created_at: string;
            secret_set: boolean;
            /**
             * @description Set where the service paused it.
             * @enum {string|null}
             */
            paused_reason: "failing" | null;
            /** @description Those of `events` that nothing here is called by now. */
            unknown_events: string[];
            /** @description Signs what is sent; shown this once. */
            secret: string;
        };
        CredentialOwner: {
            /** @description The person's user id. */
            id: number;
            email: string;
            name: string | null;
            /** @enum {string} */
            role: "owner" | "admin" | "member";
            /** @description The account is switched off, and nothing of it opens anything. */
            disabled: boolean;
        };
        CustomDomain: {
            id: number;
            /** @description Lower case, as the DNS has it. */
            hostname: string;
            /**
             * @description pending: the DNS records are not seen yet. issuing: they are, and a certificate is got. dns_ok: that has to wait, as `error` says. active: it is served. error: it is not served any more, or there is no certificate for it.
             * @enum {string}
             */
            status: "pending" | "dns_ok" | "issuing" | "active" | "error";
            /** @description What the last look found to be missing, and what was seen instead. */
            error: string | null;
            /** @description Whether the workspace's links are given out with it while it is active. */
            is_default: boolean;
            /** @description To be set at whoever serves the domain's DNS, and left there: they are looked at daily. */
            records: {
                /** @enum {string} */
                type: "CNAME" | "TXT";
                name: string;
                value: string;
            }[];
            /** Format: date-time */
            verified_at: string | null;
            /** Format: date-time */
            last_checked_at: string | null;
            /** @description What addresses on it look like. */
            url_example: string;
        };
        CustomDomains: {
            /** @description The oldest first. */
            domains: components["schemas"]["CustomDomain"][];
            /** @description How many the plan carries; null on Enterprise. */
            limit: number | null;
            /** @enum {string} */
            plan: "free" | "team" | "business" | "enterprise";
            /** @description The name that custom domains lead to. */
            cname_target: string;
            /** @description The custom domain that links are given out with; null for the shared host. */
            link_host: string | null;
            /**
             * @description What gets the certificates.
             * @enum {string}
             */
            provisioning: "caddy" | "acme";
            /** @description Why no domain can be added, and what helps. */
            notices: string[];
        };
        Database: {
            doc: {
                doc_id: string;
                title: string;
                url: string;
                folder: string;
                /** @description The root's slug; null in someone's My documents. */
                root: string | null;
                my_level: string;
            };
            /** @description Rises with every change. */
            revision: number;
            /** Format: date-time */
            updated_at: string;
            can_edit: boolean;
            tables: components["schemas"]["DatabaseTable"][];
            views: components["schemas"]["DatabaseView"][];
            forms: {
                [key: string]: unknown;
            }[];
        };
        DatabaseDetail: {
            doc: {
                doc_id: string;
                title: string;
                url: string;
                folder: string;
                /** @description The root's slug; null in someone's My documents. */
                root: string | null;
                my_level: string;
            };
            /** @description Rises with every change. */
            revision: number;
            /** Format: date-time */
            updated_at: string;
            can_edit: boolean;
            tables: components["schemas"]["DatabaseTable"][];
            views: components["schemas"]["DatabaseView"][];
            forms: {
                [key: string]: unknown;
            }[];
            /** @description What a database, its tables and requests hold at most. */
            limits: {
                [key: string]: number;
            };
            usage: {
                tables: number;
                records: number;
                record_bytes: number;
            };
        };
        DatabaseImport: {
            /** @description Null with dry_run where the table would be new. */
            table_id: number | null;
            name: string;
            /** @description Those of a new table are guessed. */
            fields: {
                [key: string]: unknown;
            }[];
            dry_run: boolean;
            /** @description Rows: the sum of created, updated, skipped and failed. */
            read: number;
            created: number;
            updated: number;
            /** @description Empty rows, and matched rows with nothing new. */
            skipped: number;
            /** @description Rows that were not taken; the others were. */
            failed: number;
            /** @description The first of what was wrong. */
            failures: {
                /** @description As a spreadsheet counts, or the line in JSON Lines. */
                row: number;
                key: string | null;
                code: string;
                message: string;
            }[];
            ignored_columns: string[];
            /** @description True for the answer to a repeated idempotency_key: nothing was written again. */
            replayed: boolean;
        };
        DatabaseRecord: {
            id: number;
            /** @description Values by field key; what is empty is absent. */
            data: {
                [key: string]: unknown;
            };
            /** @description Send it as base_version to change the record. */
            version: number;
            schema_version: number;
            /**
             * @description Of a form's answer; null for other records.
             * @enum {string|null}
             */
            form_status: "draft" | "complete" | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        DatabaseRecordVersion: {
            version: number;
            /**
             * Format: date-time
             * @description When it was written.
             */
            at: string;
            /** @description Who wrote it; null once that account is gone. */
            actor: string | null;
            /** @description True for a deletion. */
            deleted: boolean;
            current: boolean;
            schema_version: number;
            /** @enum {string|null} */
            form_status: "draft" | "complete" | null;
            /** @description Null for a deletion. */
            data: {
                [key: string]: unknown;
            } | null;
        };
        DatabaseRecordWithTable: {
            id: number;
            /** @description Values by field key; what is empty is absent. */
            data: {
                [key: string]: unknown;
            };
            /** @description Send it as base_version to change the record. */
            version: number;
            schema_version: number;
            /**
             * @description Of a form's answer; null for other records.
             * @enum {string|null}
             */
            form_status: "draft" | "complete" | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            table_id: number;
        };
        DatabaseTable: {
            id: number;
            name: string;
            fields: {
                [key: string]: unknown;
            }[];
            /** @description Send it as base_version to change the fields. */
            schema_version: number;
            record_count: number;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        DatabaseView: {
            id: number;
            table_id: number;
            name: string;
            config: {
                [key: string]: unknown;
            };
            version: number;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        DiffSide: {
            sha256: string;
            /** @description Bytes. */
            size: number;
        };
        Directory: {
            /** @enum {string} */
            provider: "google" | "microsoft";
            /** @description Whether this server can connect to the provider. */
            configured: boolean;
            connected: boolean;
            /**
             * @description `waiting` until it was first read, `failing` while the last reading did not come whole.
             * @enum {string}
             */
            health: "disconnected" | "waiting" | "healthy" | "failing";
            error: string | null;
            /** Format: date-time */
            connected_at: string | null;
            /** Format: date-time */
            tried_at: string | null;
            /** Format: date-time */
            succeeded_at: string | null;
            /** @description Whether only people of these groups may join the workspace. */
            directory_only: boolean;
            directory_only_available: boolean;
            /** @description Whether the workspace's plan carries directories. */
            available: boolean;
            /** @enum {string} */
            plan: "free" | "team" | "business" | "enterprise";
            groups: {
                /** @description Of the group here, as /api/groups has it. */
                id: number;
                slug: string;
                name: string;
                /** @description The provider's own id. */
                group_id: string;
                /** @enum {string} */
                mode: "sync";
                members: number;
                /** @description People of the directory's group without an account here: they are in it once they join. */
                unmatched: number;
                /** @description Nobody has access through it until the directory is read again. */
                paused: boolean;
                /** Format: date-time */
                refreshed_at: string | null;
            }[];
        };
        DirectoryConsent: {
            url: string;
        };
        DirectoryDisconnected: {
            /** @enum {string} */
            provider: "google" | "microsoft";
            disconnected: boolean;
        };
        DirectoryGroupTaken: {
            /** @description Of the group here. */
            id: number;
            slug: string;
            name: string;
            group_id: string;
            /** @enum {string} */
            mode: "sync" | "import";
            /** @description People who are in it now. */
            members: number;
            /** @description People of the directory's group without an account here. */
            unmatched: number;
        };
        DirectoryGroups: {
            groups: {
                group_id: string;
                name: string;
                email: string | null;
                /** @description Whether it is taken already. */
                selected: boolean;
            }[];
            /** @description Present when there are more. */
            next_cursor?: string;
        };
        DirectorySync: {
            queued: boolean;
        };
        Document: {
            /** @description Opaque identifier. */
            doc_id: string;
            title: string;
            /** @enum {string} */
            kind: "html" | "markdown" | "snippet" | "image" | "pdf" | "audio" | "video" | "file" | "database";
            /** @enum {string} */
            doc_type: "document" | "database" | "form" | "agent";
            /** @description Where the document is served; it never changes. */
            url: string;
            slug: string;
            /** @description Path of its folder; "" at the top of its root. */
            folder: string;
            /** @description Null for a document in someone's My documents. */
            root: components["schemas"]["RootReference"] | null;
            root_id: number | null;
            tags: string[];
            alias: string | null;
            icon: string | null;
            description: string;
            /** @description What the publishing tool keeps with the document; on a copy duplicated_from, with doc_id and version. */
            attrs: {
                [key: string]: unknown;
            };
            /** @description Name of the file it was made from, by which relative links of documents beside it find it. */
            filename: string | null;
            /** @enum {string} */
            visibility: "restricted" | "unlisted" | "password" | "workspace";
            /** @enum {string} */
            listing: "private" | "team";
            /** @description 0 keeps forever. */
            retention_days: number;
            /** Format: date-time */
            expires_at: string | null;
            version: number;
            /** @description Bytes of the current version. */
            size: number;
            /** Format: date-time */
            created_at: string;
            /** @description E-mail address of who first published it; null once that account is gone. Not told to a ticket's holder. */
            created_by?: string | null;
            /** Format: date-time */
            updated_at: string;
            /** @enum {string} */
            my_level: "none" | "view" | "comment" | "edit" | "own";
            /** @enum {string} */
            state: "live" | "expired" | "deleted";
            /** @description On answers about one document. */
            files?: components["schemas"]["DocumentFile"][];
            /** @description In lists of view=team and view=all alone. */
            owner_email?: string;
            /** @description Whether you own it; in lists of view=team and view=all alone. */
            mine?: boolean;
            /** @description On writes: content that looks like credentials. */
            warnings?: string[];
        };
        DocumentAccess: {
            doc_id: string;
            owner: {
                id: number;
                email: string;
            };
            /** @enum {string} */
            my_level: "none" | "view" | "comment" | "edit" | "own";
            /** @description Whether the caller may share it. */
            can_manage: boolean;
            /** @description True for a workspace document that only those it is shared with may open. */
            narrowed: boolean;
            /** @description The document's own, and with inherited: true those of its folders or its root. */
            grants: components["schemas"]["DocumentGrant"][];
            /** @description Present when there are more. */
            next_cursor?: string;
        };
        DocumentChange: {
            doc_id: string;
            /** @description True for a document that you followed and no longer do: it was closed to you, or moved out of the root or folder asked for. Nothing else is said of it then: texts, lists and the manifest are empty, `root` and `kind` are null, `version` is 0, and the times are those of this answer. Forget it, and keep no copy of it that you would send back. */
            left: boolean;
            title: string;
            /** @description Path of its folder; "" at the top of its root. */
            folder: string;
            /** @description Null in someone's My documents. */
            root: components["schemas"]["RootReference"] | null;
            tags: string[];
            /** @description What the publishing tool keeps with the document. */
            attrs: {
                [key: string]: unknown;
            };
            /** @description Name of the file it was made from; null once it was removed. */
            filename: string | null;
            /** @enum {string|null} */
            kind: "html" | "markdown" | "snippet" | "image" | "pdf" | "audio" | "video" | "file" | "database" | null;
            version: number;
            /** Format: date-time */
            updated_at: string;
            /**
             * Format: date-time
             * @description The latest of content update, deletion and change of what is known of it.
             */
            changed_at: string;
            /** @description True for 30 days after it was deleted or expired. */
            deleted: boolean;
            /** Format: date-time */
            deleted_at: string | null;
            owner_email: string;
            /** @description Whether you own it. */
            mine: boolean;
            /** @enum {string} */
            listing: "private" | "team";
            /** @description The current version's files by path; empty for a deleted document. */
            manifest: {
                [key: string]: {
                    sha256: string;
                    size: number;
                    content_type: string;
                };
            };
        };
        DocumentChanges: {
            /** @description The oldest change first; a document stands where it changed last. */
            changes: components["schemas"]["DocumentChange"][];
            /** @description Send it as `since` for what changed after this page. */
            next_cursor: string;
            /** @description True when there is another page already. */
            has_more: boolean;
        };
        DocumentFile: {
            path: string;
            /** @description Bytes. */
            size: number;
            content_type: string;
        };
        DocumentGrant: {
            id: number;
            /** @enum {string} */
            subject_type: "user" | "group" | "workspace";
            subject_id: number;
            subject: {
                id: number;
                slug: string | null;
                name: string;
            };
            /** @description Such as group:design, workspace:acme, or the person's address. */
            subject_label: string;
            /** @enum {string} */
            level: "view" | "comment" | "edit";
            created_by: number | null;
            /** Format: date-time */
            created_at: string;
            /**
             * Format: date-time
             * @description It gives nothing from then on; null for no end.
             */
            expires_at: string | null;
            root_id: number | null;
            /** @description The folder that it holds for; null for a document's own. */
            folder: string | null;
            doc_id: string | null;
            /** @description Whose My documents the folder is in. */
            folder_owner_id: number | null;
            /** @description True when it is not the document's own but its folder's. */
            inherited: boolean;
        };
        DocumentPatched: {
            /** @description Opaque identifier. */
            doc_id: string;
            title: string;
            /** @enum {string} */
            kind: "html" | "markdown" | "snippet" | "image" | "pdf" | "audio" | "video" | "file" | "database";
            /** @enum {string} */
            doc_type: "document" | "database" | "form" | "agent";
            /** @description Where the document is served; it never changes. */
            url: string;
            slug: string;
            /** @description Path of its folder; "" at the top of its root. */
            folder: string;
            /** @description Null for a document in someone's My documents. */
            root: components["schemas"]["RootReference"] | null;
            root_id: number | null;
            tags: string[];
            alias: string | null;
            icon: string | null;
            description: string;
            /** @description What the publishing tool keeps with the document; on a copy duplicated_from, with doc_id and version. */
            attrs: {
                [key: string]: unknown;
            };
            /** @description Name of the file it was made from, by which relative links of documents beside it find it. */
            filename: string | null;
            /** @enum {string} */
            visibility: "restricted" | "unlisted" | "password" | "workspace";
            /** @enum {string} */
            listing: "private" | "team";
            /** @description 0 keeps forever. */
            retention_days: number;
            /** Format: date-time */
            expires_at: string | null;
            version: number;
            /** @description Bytes of the current version. */
            size: number;
            /** Format: date-time */
            created_at: string;
            /** @description E-mail address of who first published it; null once that account is gone. Not told to a ticket's holder. */
            created_by?: string | null;
            /** Format: date-time */
            updated_at: string;
            /** @enum {string} */
            my_level: "none" | "view" | "comment" | "edit" | "own";
            /** @enum {string} */
            state: "live" | "expired" | "deleted";
            /** @description The files that the diff names, in its order. */
            files: {
                path: string;
                /** @description Where the file was before. */
                from?: string;
                /** @enum {string} */
                action: "modify" | "create" | "delete" | "rename" | "copy";
                changed: boolean;
            }[];
            /** @description In lists of view=team and view=all alone. */
            owner_email?: string;
            /** @description Whether you own it; in lists of view=team and view=all alone. */
            mine?: boolean;
            /** @description On writes: content that looks like credentials. */
            warnings?: string[];
            changed: boolean;
            /** @description True: version is a candidate, and what is shown has not changed. */
            candidate?: boolean;
        };
        DocumentPolicyState: {
            doc_id: string;
            legal_hold: boolean;
            /** @description Whether the plan carries legal hold. */
            legal_hold_available: boolean;
            can_set_legal_hold: boolean;
            /** @description 0 keeps forever. */
            retention_days: number;
            /** Format: date-time */
            expires_at: string | null;
            /**
             * Format: date-time
             * @description When people were last warned of its end.
             */
            expiry_warned_at: string | null;
        };
        DocumentRestored: {
            /** @description Opaque identifier. */
            doc_id: string;
            title: string;
            /** @enum {string} */
            kind: "html" | "markdown" | "snippet" | "image" | "pdf" | "audio" | "video" | "file" | "database";
            /** @enum {string} */
            doc_type: "document" | "database" | "form" | "agent";
            /** @description Where the document is served; it never changes. */
            url: string;
            slug: string;
            /** @description Path of its folder; "" at the top of its root. */
            folder: string;
            /** @description Null for a document in someone's My documents. */
            root: components["schemas"]["RootReference"] | null;
            root_id: number | null;
            tags: string[];
            alias: string | null;
            icon: string | null;
            description: string;
            /** @description What the publishing tool keeps with the document; on a copy duplicated_from, with doc_id and version. */
            attrs: {
                [key: string]: unknown;
            };
            /** @description Name of the file it was made from, by which relative links of documents beside it find it. */
            filename: string | null;
            /** @enum {string} */
            visibility: "restricted" | "unlisted" | "password" | "workspace";
            /** @enum {string} */
            listing: "private" | "team";
            /** @description 0 keeps forever. */
            retention_days: number;
            /** Format: date-time */
            expires_at: string | null;
            version: number;
            /** @description Bytes of the current version. */
            size: number;
            /** Format: date-time */
            created_at: string;
            /** @description E-mail address of who first published it; null once that account is gone. Not told to a ticket's holder. */
            created_by?: string | null;
            /** Format: date-time */
            updated_at: string;
            /** @enum {string} */
            my_level: "none" | "view" | "comment" | "edit" | "own";
            /** @enum {string} */
            state: "live" | "expired" | "deleted";
            /** @description On answers about one document. */
            files?: components["schemas"]["DocumentFile"][];
            /** @description In lists of view=team and view=all alone. */
            owner_email?: string;
            /** @description Whether you own it; in lists of view=team and view=all alone. */
            mine?: boolean;
            /** @description On writes: content that looks like credentials. */
            warnings?: string[];
            restored_from: number;
            changed: boolean;
        };
        DocumentUndeleted: {
            /** @description Opaque identifier. */
            doc_id: string;
            title: string;
            /** @enum {string} */
            kind: "html" | "markdown" | "snippet" | "image" | "pdf" | "audio" | "video" | "file" | "database";
            /** @enum {string} */
            doc_type: "document" | "database" | "form" | "agent";
            /** @description Where the document is served; it never changes. */
            url: string;
            slug: string;
            /** @description Path of its folder; "" at the top of its root. */
            folder: string;
            /** @description Null for a document in someone's My documents. */
            root: components["schemas"]["RootReference"] | null;
            root_id: number | null;
            tags: string[];
            alias: string | null;
            icon: string | null;
            description: string;
            /** @description What the publishing tool keeps with the document; on a copy duplicated_from, with doc_id and version. */
            attrs: {
                [key: string]: unknown;
            };
            /** @description Name of the file it was made from, by which relative links of documents beside it find it. */
            filename: string | null;
            /** @enum {string} */
            visibility: "restricted" | "unlisted" | "password" | "workspace";
            /** @enum {string} */
            listing: "private" | "team";
            /** @description 0 keeps forever. */
            retention_days: number;
            /** Format: date-time */
            expires_at: string | null;
            version: number;
            /** @description Bytes of the current version. */
            size: number;
            /** Format: date-time */
            created_at: string;
            /** @description E-mail address of who first published it; null once that account is gone. Not told to a ticket's holder. */
            created_by?: string | null;
            /** Format: date-time */
            updated_at: string;
            /** @enum {string} */
            my_level: "none" | "view" | "comment" | "edit" | "own";
            /** @enum {string} */
            state: "live" | "expired" | "deleted";
            /** @description On answers about one document. */
            files?: components["schemas"]["DocumentFile"][];
            /** @description In lists of view=team and view=all alone. */
            owner_email?: string;
            /** @description Whether you own it; in lists of view=team and view=all alone. */
            mine?: boolean;
            /** @description On writes: content that looks like credentials. */
            warnings?: string[];
            alias_lost?: string;
        };
        DownloadTicket: {
            /** @description Needs no other credential. */
            url: string;
            /** Format: date-time */
            expires_at: string;
            sha256: string;
            /** @description Bytes. */
            size: number;
            /** @description A command that fetches the file. */
            curl: string;
        };
        EditLease: {
            doc_id: string;
            holder: {
                email: string;
                user_id: number;
            };
            /** Format: date-time */
            expires_at: string;
            /** Format: date-time */
            acquired_at: string;
            /** @description The file that the holder said they change; the lease is of the whole document. */
            path: string | null;
            mine: boolean;
        };
        EmailDomain: {
            id: number;
            /** @description Lower case, as the DNS has it. */
            domain: string;
            /**
             * @description failing: it still counts as proven, until `lapses_at`, though its record was not found lately.
             * @enum {string}
             */
            status: "pending" | "proven" | "failing";
            /**
             * @description A record in the domain's zone, a member whom the domain's own sign-in provider vouched for, or the operator's word.
             * @enum {string|null}
             */
            proven_by: "dns" | "provider" | "operator" | null;
            /** Format: date-time */
            proven_at: string | null;
            /** @description The record to set at whoever serves the domain's DNS. Leave it there: it is looked at daily. */
            record: {
                /** @constant */
                type: "TXT";
                name: string;
                value: string;
            };
            /** @description What the last look found, where it found no proof. */
            error: string | null;
            /** Format: date-time */
            last_checked_at: string | null;
            /** Format: date-time */
            lapses_at: string | null;
            /** Format: date-time */
            created_at: string;
        };
        /**
         * @description What a program may branch on; more may come.
         *
         *     - `invalid`: A value breaks a rule; the message names the value and what is allowed.
         *     - `invalid_arguments`: A member is missing, unknown or of another JSON type; the list says where.
         *     - `unknown_version`: `Service-Version` names a version that there is not; the message names those that there are.
         *     - `invalid_cursor`: The cursor is none that this list gave; begin without one.
         *     - `validation_failed`: Fields of a table, or values of a record, break their rules; `fields` says which and how.
         *     - `no_single_match`: The text to replace is not in the file, or more than once.
         *     - `patch_failed`: A hunk of the diff does not apply; nothing was written.
         *     - `unauthenticated`: No valid session or token.
         *     - `plan_required`: The workspace's plan does not carry this; `plan` names the one that does.
         *     - `forbidden`: Known to the caller, yet not theirs to do.
         *     - `level_too_low`: The caller may open it and holds too little for this; `level` says what.
         *     - `role_required`: For owners, or owners and admins, of the workspace.
         *     - `session_required`: For a person who is signed in; a token may not.
         *     - `connection_limited`: The token's connection is limited and may not do this, though its person may.
         *     - `policy_refused`: The workspace's policy does not allow it; the message says what it allows.
         *     - `not_in_directory`: Only people of the workspace's directory may join it, and the address is not among them.
         *     - `address_refused`: The client's address is not on the workspace's allowlist.
         *     - `secret_found`: The content looks like credentials; `findings` says where.
         *     - `foreign_origin`: A page of another origin sent it.
         *     - `not_found`: Absent, or not the caller's to see.
         *     - `not_allowed`: The address exists, the method does not.
         *     - `conflict`: Something else holds what was asked for, or changed it meanwhile.
         *     - `version_conflict`: Somebody wrote since `base_version`; read `current_version`, merge, and write again.
         *     - `alias_taken`: Another document holds the alias.
         *     - `already_exists`: There is one of that name, or they are in already.
         *     - `limit_reached`: There are as many of a thing as there may be; `limit` says how many.
         *     - `idempotency_key_reused`: The key came with another request in the last 24 hours.
         *     - `gone`: Expired or used up.
         *     - `too_large`: Larger than the server takes.
         *     - `storage_full`: The plan's storage is full.
         *     - `document_limit`: The account holds as many documents as one may.
         *     - `unsupported`: The body's content type is not taken here.
         *     - `unsatisfiable`: The range lies outside of the content.
         *     - `locked`: A lease or a hold forbids it for now.
         *     - `lease_held`: Somebody holds the edit lease; `holder` and `expires_at` say who and until when.
         *     - `rate_limited`: Too many requests; wait as many seconds as the answer says.
         *     - `unavailable`: Something that the server leans on is away; the same request may be sent again.
         *     - `internal`: A fault of the server's own; tell its operator the request id.
         * @enum {string}
         */
        ErrorCode: "invalid" | "invalid_arguments" | "unknown_version" | "invalid_cursor" | "validation_failed" | "no_single_match" | "patch_failed" | "unauthenticated" | "plan_required" | "forbidden" | "level_too_low" | "role_required" | "session_required" | "connection_limited" | "policy_refused" | "not_in_directory" | "address_refused" | "secret_found" | "foreign_origin" | "not_found" | "not_allowed" | "conflict" | "version_conflict" | "alias_taken" | "already_exists" | "limit_reached" | "idempotency_key_reused" | "gone" | "too_large" | "storage_full" | "document_limit" | "unsupported" | "unsatisfiable" | "locked" | "lease_held" | "rate_limited" | "unavailable" | "internal";
        Event: {
            action: string;
            /** @description An e-mail address, `system`, or `scim:<workspace>`. */
            actor: string;
            /** Format: date-time */
            created_at: string;
            /** @description The same here and in every delivery: tell repeats by it. */
            id: number;
            meta: {
                [key: string]: unknown;
            };
            target_id: string;
            target_type: string;
            workspace_id: number;
        };
        /** @description One malformed place of a request. */
        FieldError: {
            /** @description The path from `body`, `query` or `path`. */
            loc: (string | number)[];
            msg: string;
            type: string;
        };
        FileDiff: {
            doc_id: string;
            path: string;
            from_version: number;
            to_version: number;
            /** @description Null where the version has no such file. */
            from: components["schemas"]["DiffSide"] | null;
            /** @description Null where the version has no such file. */
            to: components["schemas"]["DiffSide"] | null;
            identical: boolean;
            /** @description False where either side is no text, or has more than 1 MiB. */
            text: boolean;
            /** @description As git prints it; empty for identical files. */
            unified: string | null;
            hunks: {
                old_start: number;
                old_lines: number;
                new_start: number;
                new_lines: number;
                lines: string[];
            }[];
            added: number | null;
            removed: number | null;
        };
        /** @description The document, and how often the text was replaced. */
        FileEdited: {
            /** @description Opaque identifier. */
            doc_id: string;
            title: string;
            /** @enum {string} */
            kind: "html" | "markdown" | "snippet" | "image" | "pdf" | "audio" | "video" | "file" | "database";
            /** @enum {string} */
            doc_type: "document" | "database" | "form" | "agent";
            /** @description Where the document is served; it never changes. */
            url: string;
            slug: string;
            /** @description Path of its folder; "" at the top of its root. */
            folder: string;
            /** @description Null for a document in someone's My documents. */
            root: components["schemas"]["RootReference"] | null;
            root_id: number | null;
            tags: string[];
            alias: string | null;
            icon: string | null;
            description: string;
            /** @description What the publishing tool keeps with the document; on a copy duplicated_from, with doc_id and version. */
            attrs: {
                [key: string]: unknown;
            };
            /** @description Name of the file it was made from, by which relative links of documents beside it find it. */
            filename: string | null;
            /** @enum {string} */
            visibility: "restricted" | "unlisted" | "password" | "workspace";
            /** @enum {string} */
            listing: "private" | "team";
            /** @description 0 keeps forever. */
            retention_days: number;
            /** Format: date-time */
            expires_at: string | null;
            version: number;
            /** @description Bytes of the current version. */
            size: number;
            /** Format: date-time */
            created_at: string;
            /** @description E-mail address of who first published it; null once that account is gone. Not told to a ticket's holder. */
            created_by?: string | null;
            /** Format: date-time */
            updated_at: string;
            /** @enum {string} */
            my_level: "none" | "view" | "comment" | "edit" | "own";
            /** @enum {string} */
            state: "live" | "expired" | "deleted";
            /** @description On answers about one document. */
            files?: components["schemas"]["DocumentFile"][];
            /** @description In lists of view=team and view=all alone. */
            owner_email?: string;
            /** @description Whether you own it; in lists of view=team and view=all alone. */
            mine?: boolean;
            /** @description On writes: content that looks like credentials. */
            warnings?: string[];
            changed: boolean;
            /** @description True: version is a candidate, and what is shown has not changed. */
            candidate?: boolean;
            path: string;
            replacements: number;
        };
        /** @description The document; `size` is the file's, in bytes. */
        FilePut: {
            /** @description Opaque identifier. */
            doc_id: string;
            title: string;
            /** @enum {string} */
            kind: "html" | "markdown" | "snippet" | "image" | "pdf" | "audio" | "video" | "file" | "database";
            /** @enum {string} */
            doc_type: "document" | "database" | "form" | "agent";
            /** @description Where the document is served; it never changes. */
            url: string;
            slug: string;
            /** @description Path of its folder; "" at the top of its root. */
            folder: string;
            /** @description Null for a document in someone's My documents. */
            root: components["schemas"]["RootReference"] | null;
            root_id: number | null;
            tags: string[];
            alias: string | null;
            icon: string | null;
            description: string;
            /** @description What the publishing tool keeps with the document; on a copy duplicated_from, with doc_id and version. */
            attrs: {
                [key: string]: unknown;
            };
            /** @description Name of the file it was made from, by which relative links of documents beside it find it. */
            filename: string | null;
            /** @enum {string} */
            visibility: "restricted" | "unlisted" | "password" | "workspace";
            /** @enum {string} */
            listing: "private" | "team";
            /** @description 0 keeps forever. */
            retention_days: number;
            /** Format: date-time */
            expires_at: string | null;
            version: number;
            size: number;
            /** Format: date-time */
            created_at: string;
            /** @description E-mail address of who first published it; null once that account is gone. Not told to a ticket's holder. */
            created_by?: string | null;
            /** Format: date-time */
            updated_at: string;
            /** @enum {string} */
            my_level: "none" | "view" | "comment" | "edit" | "own";
            /** @enum {string} */
            state: "live" | "expired" | "deleted";
            /** @description On answers about one document. */
            files?: components["schemas"]["DocumentFile"][];
            /** @description In lists of view=team and view=all alone. */
            owner_email?: string;
            /** @description Whether you own it; in lists of view=team and view=all alone. */
            mine?: boolean;
            /** @description On writes: content that looks like credentials. */
            warnings?: string[];
            changed: boolean;
            /** @description True: version is a candidate, and what is shown has not changed. */
            candidate?: boolean;
            path: string;
            sha256: string;
        };
        FilesAdded: {
            /** @description Opaque identifier. */
            doc_id: string;
            title: string;
            /** @enum {string} */
            kind: "html" | "markdown" | "snippet" | "image" | "pdf" | "audio" | "video" | "file" | "database";
            /** @enum {string} */
            doc_type: "document" | "database" | "form" | "agent";
            /** @description Where the document is served; it never changes. */
            url: string;
            slug: string;
            /** @description Path of its folder; "" at the top of its root. */
            folder: string;
            /** @description Null for a document in someone's My documents. */
            root: components["schemas"]["RootReference"] | null;
            root_id: number | null;
            tags: string[];
            alias: string | null;
            icon: string | null;
            description: string;
            /** @description What the publishing tool keeps with the document; on a copy duplicated_from, with doc_id and version. */
            attrs: {
                [key: string]: unknown;
            };
            /** @description Name of the file it was made from, by which relative links of documents beside it find it. */
            filename: string | null;
            /** @enum {string} */
            visibility: "restricted" | "unlisted" | "password" | "workspace";
            /** @enum {string} */
            listing: "private" | "team";
            /** @description 0 keeps forever. */
            retention_days: number;
            /** Format: date-time */
            expires_at: string | null;
            version: number;
            /** @description Bytes of the current version. */
            size: number;
            /** Format: date-time */
            created_at: string;
            /** @description E-mail address of who first published it; null once that account is gone. Not told to a ticket's holder. */
            created_by?: string | null;
            /** Format: date-time */
            updated_at: string;
            /** @enum {string} */
            my_level: "none" | "view" | "comment" | "edit" | "own";
            /** @enum {string} */
            state: "live" | "expired" | "deleted";
            files: string[];
            /** @description In lists of view=team and view=all alone. */
            owner_email?: string;
            /** @description Whether you own it; in lists of view=team and view=all alone. */
            mine?: boolean;
            /** @description On writes: content that looks like credentials. */
            warnings?: string[];
            added: string[];
        };
        Folder: {
            path: string;
            /** @description The last part of the path. */
            name: string;
            /** @description Path of the folder above; "" at the top. */
            parent: string;
            /** @description Documents directly in it that you may open. */
            doc_count: number;
            /** @description True when it was made on its own, false when what lies in it implies it. */
            explicit: boolean;
            icon?: string | null;
            description?: string | null;
            /** @description The document that is shown for it. */
            index_doc_id?: string | null;
            /** @enum {string|null} */
            view_mode?: "grid" | "list" | "page" | null;
            /** @description Whether it is published as a site. */
            published?: boolean;
            /**
             * @description What you may do at the place; edit for its owner and managers, null for nothing.
             * @enum {string|null}
             */
            my_level?: "view" | "comment" | "edit" | null;
            /** @description Null in My documents. */
            root?: components["schemas"]["RootReference"] | null;
            /** @description True in every answer about one root or My documents (`root=`), and where others' documents lie in it. */
            shared?: boolean;
            /** @description True when it has an access list of its own. */
            restricted?: boolean;
        };
        FolderAccess: {
            path: string;
            /** @description The folder's own, and with inherited: true those above it. */
            grants: components["schemas"]["DocumentGrant"][];
            /** @description Present when there are more. */
            next_cursor?: string;
        };
        FolderSettings: {
            icon: string | null;
            description: string | null;
            /** @description The document that stands for it, where you may open that. */
            index_doc_id: string | null;
            /** @enum {string|null} */
            view_mode: "grid" | "list" | "page" | null;
            /** @description f:<folder name>, d:<doc_id> and s:<shortcut_id>, without what is closed to you. */
            child_order: string[];
            published: boolean;
            /** @enum {string} */
            publish_visibility: "public" | "signed_in" | "group";
            publish_group_id: number | null;
            /** @description Null in My documents. */
            root: components["schemas"]["RootReference"] | null;
            path: string;
            /**
             * @description What you may do at the place; edit for its owner and managers, null for nothing.
             * @enum {string|null}
             */
            my_level: "view" | "comment" | "edit" | null;
            /** @description Whether you may publish it now. */
            can_publish: boolean;
            /**
             * @description How far the workspace lets folders be published.
             * @enum {string}
             */
            publishing_policy: "public" | "signed_in" | "off";
            /**
             * @description What keeps it from being published.
             * @enum {string|null}
             */
            publish_blocked: "plan" | "policy" | null;
        };
        FolderTree: {
            folder: string;
            /** @description Levels of folders in the answer; 0 for all. */
            depth: number;
            include_team: boolean;
            folders: {
                [key: string]: unknown;
            }[];
            /** @description Documents directly in the folder. */
            docs: components["schemas"]["TreeDocument"][];
            /** @description Documents in the folder and below it that you may open. */
            doc_count: number;
            /** @description Documents there that are closed to you. */
            skipped: number;
        };
        FolderView: {
            root: components["schemas"]["RootReference"] | null;
            path: string;
            name: string;
            breadcrumb: {
                path: string;
                name: string;
            }[];
            settings: components["schemas"]["FolderSettings"];
            /**
             * @description What you may do at the place; edit for its owner and managers, null for nothing.
             * @enum {string|null}
             */
            my_level: "view" | "comment" | "edit" | null;
            can_edit: boolean;
            /** @description Whether you may say who may open it. */
            can_manage: boolean;
            /** @description The document that stands for it, where you may open that. */
            index: components["schemas"]["Document"] | null;
            children: {
                /** @description f:<name>, d:<doc_id> or s:<shortcut_id>, as child_order has it. */
                key: string;
                /** @enum {string} */
                type: "folder" | "document" | "shortcut";
                folder?: components["schemas"]["Folder"];
                doc?: components["schemas"]["Document"];
                shortcut?: components["schemas"]["Shortcut"];
            }[];
            order: string[];
            shortcuts: components["schemas"]["Shortcut"][];
            stats: {
                /** @description Documents directly in it that you may open. */
                docs: number;
                folders: number;
                /** @description Documents directly in it that are closed to you. */
                skipped: number;
            };
            /** @description Present when there are more. */
            next_cursor?: string;
        };
        /** @description The server says no before the service is asked. */
        FrameworkError: {
            /** @description What is wrong and the way out. */
            detail: string;
            code: components["schemas"]["ErrorCode"];
            /** @description The id that the server logged the request under. */
            request_id: string;
        };
        GrepAnswer: {
            doc_id: string;
            title: string;
            url: string;
            version: number;
            files: {
                path: string;
                matches: components["schemas"]["LineMatch"][];
            }[];
            /** @description Lines that match from the cursor on, those beyond the shown ones too. */
            total_matches: number;
            /** @description True when not all matches are shown, or the time was over before the end. */
            truncated: boolean;
            /** @description Present when there is more to look at. */
            next_cursor?: string;
        };
        Group: {
            id: number;
            name: string;
            /** @description The handle by which grants name the group; renaming keeps it. */
            slug: string;
            /** @description native, scim, idp or directory:<provider>; only native groups are changed here. */
            source: string;
            description: string;
            member_count: number;
            /** @description Invites that lead into the group when they are accepted. */
            pending_count: number;
            members: {
                id: number;
                email: string;
                /** @enum {string} */
                role: "owner" | "admin" | "member";
            }[];
            /** Format: date-time */
            created_at: string;
        };
        GroupDetail: {
            id: number;
            name: string;
            /** @description The handle by which grants name the group; renaming keeps it. */
            slug: string;
            /** @description native, scim, idp or directory:<provider>; only native groups are changed here. */
            source: string;
            description: string;
            member_count: number;
            /** @description Invites that lead into the group when they are accepted. */
            pending_count: number;
            members: {
                id: number;
                email: string;
                /** @enum {string} */
                role: "owner" | "admin" | "member";
            }[];
            /** Format: date-time */
            created_at: string;
            /** @description Invitations that lead into the group. */
            pending: {
                /** @description The invite's id. */
                id: number;
                email: string;
                /** @enum {string} */
                role: "owner" | "admin" | "member";
                /** Format: date-time */
                created_at: string;
                /** Format: date-time */
                expires_at: string;
            }[];
            /** @description Audit events of the group, the newest first. */
            recent_changes: {
                id: number;
                action: string;
                actor: string;
                /** Format: date-time */
                created_at: string;
                meta: {
                    [key: string]: unknown;
                };
            }[];
            /** @description What the group was given, so far as you can inspect it. */
            grants: {
                id: number;
                /** @enum {string} */
                resource_type: "root" | "folder" | "doc";
                label: string;
                root_id: number | null;
                folder: string | null;
                doc_id: string | null;
                /** @enum {string} */
                level: "view" | "comment" | "edit";
            }[];
        };
        IconTarget: {
            target: string;
            icon: string | null;
        };
        Invite: {
            id: number;
            email: string;
            /** @enum {string} */
            role: "member" | "admin";
            /** Format: date-time */
            created_at: string;
            /**
             * Format: date-time
             * @description The link works and holds a seat until then.
             */
            expires_at: string;
            /** @description Resend it for another 14 days, or revoke it. */
            expired: boolean;
            /** Format: date-time */
            accepted_at: string | null;
            /** @description The link, in the answer that made it and nowhere else. */
            url: string | null;
            /** @description The address of who invited. */
            invited_by: string | null;
            group_ids: number[];
            /** @description Groups that the person joins on acceptance. */
            groups: {
                id: number;
                slug: string;
                name: string;
            }[];
            /**
             * @description How the mail fares: it waits (also for another try, with what went wrong in delivery_error), the mail server took it, it was given up, or mail is not set up on this server and the link has to be passed on by hand.
             * @enum {string}
             */
            delivery_status: "queued" | "sent" | "failed" | "not_configured";
            /** @description What went wrong last, while it is not sent. */
            delivery_error: string | null;
        };
        InviteResult: {
            /** @description As it was sent, without blanks around it. */
            email: string;
            /** @enum {string} */
            status: "invited" | "refused";
            invite?: components["schemas"]["Invite"];
            /** @description Why it was refused, for a program: plan_required for want of a seat. */
            code?: string;
            /** @description Why it was refused. */
            error?: string;
            /** @description Seconds after which a throttle lets it through. */
            retry_after?: number;
        };
        JsonRpcError: {
            /** @constant */
            jsonrpc: "2.0";
            /** @description Of the message; null where it could not be read. */
            id: unknown;
            error: {
                code: number;
                message: string;
                data?: unknown;
            };
        };
        /** @description The message's answer; of a batch, the list of them. */
        JsonRpcReply: components["schemas"]["JsonRpcResult"] | components["schemas"]["JsonRpcError"] | (components["schemas"]["JsonRpcResult"] | components["schemas"]["JsonRpcError"])[];
        JsonRpcResult: {
            /** @constant */
            jsonrpc: "2.0";
            id: string | number;
            result: {
                [key: string]: unknown;
            };
        };
        Kept: {
            doc_id: string;
            retention_days: number;
            /** Format: date-time */
            expires_at: string | null;
            kept_forever: boolean;
        };
        LibraryIcon: {
            id: number;
            /** @description How it is named as an icon: svg:<id>. */
            icon: string;
            name: string;
            url: string;
            /** @description Of the picture as it is sent. */
            bytes: number;
            /** @description Of what was uploaded. */
            sha256: string;
            /** @description E-mail address. */
            uploaded_by: string | null;
            /** Format: date-time */
            created_at: string;
        };
        Limits: {
            edition: string;
            /**
             * @description Of your workspace.
             * @enum {string}
             */
            plan: "free" | "team" | "business" | "enterprise";
            /** @description Counted by account, over REST and MCP together; one too many is 429. */
            quotas: {
                [key: string]: components["schemas"]["QuotaStanding"];
            };
            /** @description Counted by network address, by who calls, or by something narrower; one too many is 429. */
            throttles: {
                [key: string]: components["schemas"]["QuotaStanding"];
            };
            /** @description Heavy work of one account on one server: tasks that run and wait at once (more are 429), and what one task may use (more is 400). */
            work: {
                [key: string]: number;
            };
            /** @description Sizes and counts that hold on every plan. */
            caps: {
                [key: string]: number;
            };
            /** @description Most entries a page, by the id of the operation; more is taken as that. */
            page_sizes: {
                [key: string]: number;
            };
            /** @description How much your workspace's plan holds. */
            allowances: {
                [key: string]: {
                    /** @description Null is no bound. */
                    limit: number | null;
                };
            };
            /** @description What needs a plan. */
            gates: {
                [key: string]: components["schemas"]["PlanGate"];
            };
        };
        LineMatch: {
            /** @description From 1. */
            line: number;
            /** @description The line; of a very long one the part around the match. */
            text: string;
            /** @description Lines right before it, as many as context says. */
            before: string[];
            after: string[];
        };
        LinkedDocument: {
            doc_id: string;
            slug: string;
            url: string;
            title: string;
            alias: string | null;
            kind: string;
            icon: string | null;
            folder: string;
            /** Format: date-time */
            updated_at: string;
        };
        ListedDatabase: {
            doc_id: string;
            title: string;
            folder: string;
            /** @description The root's slug; null in someone's My documents. */
            root: string | null;
            tables: number;
            records: number;
            revision: number;
            /** Format: date-time */
            updated_at: string;
            can_edit: boolean;
        };
        LockReleased: {
            doc_id: string;
            /** @description False when there was no lease. */
            released: boolean;
            forced: boolean;
        };
        LockState: {
            doc_id: string;
            lock: components["schemas"]["EditLease"] | null;
        };
        Manifest: {
            doc_id: string;
            version: number;
            current_version: number;
            /** Format: date-time */
            updated_at: string;
            manifest: {
                [key: string]: {
                    sha256: string;
                    size: number;
                    content_type: string;
                };
            };
        };
        McpUnauthorized: {
            /** @constant */
            error: "unauthorized";
            /** @description What to send. */
            detail: string;
        };
        Me: {
            email: string;
            workspace: {
                slug: string;
                name: string;
                /** @enum {string} */
                plan: "free" | "team" | "business" | "enterprise";
            };
            /** @description Whether the person is an owner or admin of the workspace. */
            is_admin: boolean;
            app_url: string;
        };
        Member: {
            /** @description The person's user id. */
            id: number;
            email: string;
            name: string | null;
            /** @enum {string} */
            role: "owner" | "admin" | "member";
            /**
             * Format: date-time
             * @description When they came into this workspace.
             */
            joined: string;
            /** @description The account is switched off; it holds no seat. */
            disabled: boolean;
            /** Format: date-time */
            last_sign_in: string | null;
            /** @description They sign in through the workspace's own provider. */
            sso: boolean;
            /** @description Their account is kept by SCIM. */
            scim: boolean;
            is_me: boolean;
        };
        Navigation: {
            id: number;
            name: string;
            slug: string;
            icon: string | null;
            /** @description Goes up with every change. */
            version: number;
            /** @description Entries that you see. */
            entry_count: number;
            /** @description Whether a wiki shows it. */
            published: boolean;
            can_manage: boolean;
        };
        NavigationEntry: {
            id: number;
            /** @enum {string} */
            kind: "group" | "document" | "folder" | "tag" | "link" | "divider";
            /** @description Null for a group or a divider. */
            target: string | null;
            label: string | null;
            /** @description What is shown: the label, else the document's title or the name of what it leads to. */
            title: string;
            icon: string | null;
            parent_id: number | null;
            /** @description From 0 among the entries of its parent. */
            position: number;
            /** @enum {string} */
            visibility: "public" | "signed_in" | "group";
            /** @description The slug of the group that alone sees it. */
            group: string | null;
            collapsed: boolean;
            show_sign_in_hint: boolean;
            /** @enum {string|null} */
            sort: "title" | "updated" | "created" | null;
            /** @description It leads to nothing that you may open. */
            broken: boolean;
            /** @description The document that it leads to. */
            doc: components["schemas"]["LinkedDocument"] | null;
            /** @description The navigation's slug. */
            navigation: string;
            /** @description Of the navigation. */
            version: number;
        };
        NavigationTree: {
            id: number;
            name: string;
            slug: string;
            icon: string | null;
            /** @description Goes up with every change. */
            version: number;
            /** @description Entries that you see. */
            entry_count: number;
            /** @description Whether a wiki shows it. */
            published: boolean;
            can_manage: boolean;
            entries: components["schemas"]["TreeEntry"][];
            /** @description What folders and tags reach and no entry names; the first of them. */
            orphans?: components["schemas"]["LinkedDocument"][];
        };
        Notification: {
            id: number;
            /** @description Such as comment.created. */
            kind: string;
            /** @description One line; null when you may not open the document any more. */
            title: string | null;
            /** @description What was written, if anything; null as well when the title is. */
            body: string | null;
            /** @description Who did it: an e-mail address, system, or "deleted account". */
            actor: string;
            target: {
                /** @description Such as comment. */
                type: string;
                /** @description Null, like url and doc_id, when you may not open the document any more. */
                id: string | null;
                /** @description Where to look at it; null for what lies in the trash. */
                url: string | null;
            };
            /** @description The document that it is about, as long as you may open it. */
            doc_id: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            read_at: string | null;
        };
        NotificationChat: {
            /**
             * @description How messages are written for it.
             * @enum {string}
             */
            format: "slack" | "mattermost" | "teams" | "discord";
            /** @description Its host and the end of its secret; the whole address is never shown again. */
            address: string;
            /** @description false once it was given up on; a test that arrives takes it up again. */
            active: boolean;
            /** @description Attempts that failed since the last that went well. */
            failures: number;
            /** @description Why the last attempt failed. */
            error: string | null;
            /** Format: date-time */
            sent_at: string | null;
        };
        NotificationChatTest: {
            delivered: boolean;
            /** @description What the chat answered; null when it could not be reached. */
            status_code: number | null;
            /** @description Why it did not arrive. */
            error: string | null;
            chat: components["schemas"]["NotificationChat"];
        };
        NotificationSettings: {
            kinds: {
                kind: string;
                /** @description What it tells of. */
                title: string;
                /** @description In the list of notifications. */
                app: boolean;
                /** @description By mail. */
                email: boolean;
                /** @description To your chat, if you have given its address. */
                chat: boolean;
                /** @description Whether you have chosen nothing else. */
                is_default: boolean;
                /** @description Its mail comes at once and alone, not in the digest. */
                own_mail: boolean;
            }[];
            /** @description Whether you get the mail that gathers what happened in a quarter of an hour. */
            digest: boolean;
            email: {
                address: string;
                /** @description false where the service has no mail server: its mails stay in a folder on the server. */
                delivers: boolean;
            };
            /** @description Null while you have given no address. */
            chat: components["schemas"]["NotificationChat"] | null;
        };
        /** @description The authorization server says no (RFC 6749, 5.2). */
        OauthError: {
            /** @description The code, such as `invalid_grant`. */
            error: string;
            /** @description What is wrong and the way out. */
            error_description: string;
            /** @description The id that the server logged the request under. */
            request_id: string;
        };
        PathHistory: {
            doc_id: string;
            path: string;
            history: components["schemas"]["PathVersion"][];
            /** @description Present when there are more. */
            next_cursor?: string;
        };
        PathVersion: {
            version: number;
            /** Format: date-time */
            created_at: string;
            /** @description E-mail address of the author; null when they are gone. */
            actor: string | null;
            created_by_user_id: number | null;
            via: string;
            message: string | null;
            label: string | null;
            /** @enum {string} */
            change: "added" | "changed" | "removed";
            /** @description Bytes. */
            size: number | null;
            sha256: string | null;
            /** @description Lines that came; of text files alone. */
            added?: number;
            /** @description Lines that went; of text files alone. */
            removed?: number;
        };
        PlaceGrant: {
            id: number;
            /** @enum {string} */
            subject_type: "user" | "group" | "workspace";
            subject_id: number;
            subject: {
                id: number;
                slug: string | null;
                name: string;
            };
            /** @description Such as group:design, workspace:acme, or the person's address. */
            subject_label: string;
            /** @enum {string} */
            level: "view" | "comment" | "edit";
            created_by: number | null;
            /** Format: date-time */
            created_at: string;
            /**
             * Format: date-time
             * @description It gives nothing from then on; null for no end.
             */
            expires_at: string | null;
            root_id: number | null;
            /** @description The folder that it holds for; null for a document's own. */
            folder: string | null;
        };
        /** @description The workspace's plan does not carry this. */
        PlanError: {
            /** @description What is wrong and the way out. */
            error: string;
            code: components["schemas"]["ErrorCode"];
            /** @description The plan from which on it does. */
            plan: string;
            /** @description The id that the server logged the request under. */
            request_id: string;
        };
        PlanGate: {
            feature: string;
            /**
             * @description The first plan that carries it.
             * @enum {string}
             */
            plan: "free" | "team" | "business" | "enterprise";
            /** @description Of the refusal on plans below. */
            status: number;
            /** @description Whether your workspace's plan carries it. */
            available: boolean;
        };
        Policy: {
            /** @description What documents may be; null allows all. */
            allowed_visibilities: ("restricted" | "unlisted" | "password" | "workspace")[] | null;
            /** @description Nothing is kept for fewer days; null sets no bound. */
            min_retention_days: number | null;
            /** @description Nothing is kept for more days, nor for ever; null sets no bound. */
            max_retention_days: number | null;
            /**
             * @description What happens to content that looks like credentials: nothing, a warning, or a refusal.
             * @enum {string}
             */
            secret_scan: "off" | "warn" | "block";
            /**
             * @description How far folders may be published.
             * @enum {string}
             */
            publishing: "public" | "signed_in" | "off";
            /**
             * @description Whether owners may hand the My documents of somebody whom they remove over to a colleague. An owner sets it; everybody is told, and it holds seven days later.
             * @enum {string}
             */
            hand_over: "never" | "owners";
            /** @description The networks from which the workspace's people act; null lets every address in. */
            ip_allowlist: string[] | null;
            /**
             * Format: date-time
             * @description When handing over begins to be possible, or began.
             */
            hand_over_from: string | null;
            /** @description Whether the plan carries a policy; without it none holds. */
            enabled: boolean;
            /** @enum {string} */
            plan: "free" | "team" | "business" | "enterprise";
            ip_allowlist_available: boolean;
            legal_hold_available: boolean;
            /** Format: date-time */
            updated_at: string | null;
            /** @description Whether you may change it. */
            can_edit: boolean;
        };
        PolicyViolation: {
            doc_id: string;
            /** @description Null where you may not open the document. */
            title: string | null;
            owner_email: string;
            /** @enum {string} */
            visibility: "restricted" | "unlisted" | "password" | "workspace";
            retention_days: number;
            /** Format: date-time */
            expires_at: string | null;
            /** Format: date-time */
            updated_at: string;
            /** @description What of it the policy does not allow. */
            breaks: ("visibility" | "retention")[];
        };
        ProtectedResourceMetadata: {
            resource: string;
            authorization_servers: string[];
            scopes_supported: string[];
            bearer_methods_supported: string[];
            resource_name: string;
            resource_documentation: string;
        };
        /** @description The account's bucket is full. */
        QuotaError: {
            /** @description What is wrong and the way out. */
            error: string;
            code: components["schemas"]["ErrorCode"];
            /** @description Seconds until the bucket is empty again. */
            retry_after: number;
            /** @description The id that the server logged the request under. */
            request_id: string;
        };
        QuotaStanding: {
            /** @description Uses in one window. */
            limit: number;
            window_seconds: number;
            /**
             * @description Whose uses count together; of an IPv6 address its /64. A caller is the account once somebody is signed in, and their address before.
             * @enum {string}
             */
            per: "account" | "address" | "caller" | "key";
            /** @description What a key bucket counts by. */
            counted_by?: string;
            /** @description By you, now; null where it depends on more than who asks. */
            used: number | null;
            left: number | null;
            /**
             * Format: date-time
             * @description When the window ends; null when none is open.
             */
            resets_at: string | null;
            /** @description Ids of the operations whose declaration names it. */
            operations: string[];
        };
        RankedAnswer: {
            query: string;
            /** @description The search engine in use. */
            engine: string;
            count: number;
            results: {
                /** @description Opaque identifier. */
                doc_id: string;
                title: string;
                /** @description Where the document is served; it never changes. */
                url: string;
                /** @description Path of its folder; "" at the top of its root. */
                folder: string;
                /** @enum {string} */
                kind: "html" | "markdown" | "snippet" | "image" | "pdf" | "audio" | "video" | "file" | "database";
                tags: string[];
                icon: string | null;
                alias: string | null;
                /** @enum {string} */
                visibility: "restricted" | "unlisted" | "password" | "workspace";
                /** Format: date-time */
                updated_at: string;
                mine: boolean;
                owner_email: string;
                /** @description The document's file that matches best. */
                path: string;
                /** @description The words and what stands around them, as text. */
                snippet: string;
                /** @description The same, escaped, with the words in <mark>. */
                snippet_html: string;
                /** @description Lower is better. */
                score: number;
            }[];
            /** @description True when there is more: next_cursor leads to it, or more documents hold the words than are compared. */
            truncated: boolean;
            /** @description Present when there is more to look at. */
            next_cursor?: string;
        };
        ReaderNavigation: {
            id: number;
            name: string;
            slug: string;
            icon: string | null;
            version: number;
            /** @description At the top is more for who signs in. */
            sign_in_hint: boolean;
            entries: components["schemas"]["TreeEntry"][];
        };
        RegisteredClient: {
            client_id: string;
            /** @description Unix seconds. */
            client_id_issued_at: number;
            client_name: string;
            redirect_uris: string[];
            /** @constant */
            token_endpoint_auth_method: "none";
            grant_types: string[];
            response_types: string[];
            /** @constant */
            scope: "mcp";
        };
        RemovalPreview: {
            user: {
                id: number;
                email: string;
                /** @enum {string} */
                role: "owner" | "admin" | "member";
            };
            can_remove: boolean;
            /** @description What you would be refused with. */
            why_not: string | null;
            /** @description In My documents: they go along, unless they are handed over. */
            documents: number;
            /** @description Of these, those that somebody else may open too. */
            documents_shared: number;
            /** @description Under legal hold: handed over or released, or the removal is refused. */
            documents_on_hold: number;
            /** @description They go along in any case. */
            documents_in_trash: number;
            /** @description Written in General and shared roots. */
            documents_staying: number;
            /** @description They go along, and act where their person is then. */
            tokens: number;
            /** @description Connected programs, which go along too. */
            connections: number;
            /** @description Grants that name them, and end. */
            grants: number;
            /** @description They leave these. */
            groups: {
                id: number;
                slug: string;
                name: string;
            }[];
            /** @description Shared roots that they made: owners and admins alone manage these then. */
            roots: {
                slug: string;
                name: string;
            }[];
            hand_over: {
                /** @description Whether you may name somebody who gets My documents. */
                can: boolean;
                why_not: string | null;
            };
        };
        RenderedDocument: {
            doc_id: string;
            title: string;
            kind: string;
            alias: string | null;
            folder: string;
            tags: string[];
            url: string;
            path: string;
            /** @description Null for an HTML document and a file share. Its addresses are whole, so that it may be shown anywhere. */
            html: string | null;
            toc: {
                id: string;
                text: string;
                level: number;
            }[];
            diagram: boolean;
            /** @description Documents that refer to this one and that you may open. */
            backlinks: {
                doc_id: string;
                title: string;
                alias: string | null;
                url: string;
                /** @description As the source says it. */
                ref: string;
                path: string;
                /** @description How often it refers to this one. */
                count: number;
            }[];
            /** @description Documents that this file refers to and that you may open. */
            references: {
                doc_id: string;
                title: string;
                alias: string | null;
                url: string;
                /** @description As the source says it. */
                ref: string;
                path: string;
                line_from: number | null;
                line_to: number | null;
                href: string;
            }[];
            version: number;
            /** Format: date-time */
            updated_at: string;
            /** @description E-mail address of who wrote the current version. */
            actor: string | null;
            brain: string | null;
            in_brain: boolean;
            attrs: {
                [key: string]: unknown;
            };
        };
        RenderedMarkdown: {
            html: string;
            has_diagram: boolean;
        };
        Resolved: {
            ref: string;
            found: boolean;
            doc_id?: string;
            title?: string;
            alias?: string | null;
            url?: string;
            visibility?: string;
        };
        RootAccess: {
            root: components["schemas"]["RootReference"];
            /** @description The folder asked for; "" is the top of the root. */
            folder: string;
            /**
             * @description What you may do at the place; edit for its managers, null for nothing.
             * @enum {string|null}
             */
            my_level: "view" | "comment" | "edit" | null;
            can_manage: boolean;
            /** @description Always null. */
            access_blocked: string | null;
            /** @description The entries of the place's own list. */
            grants: components["schemas"]["PlaceGrant"][];
            /** @description The folder whose list counts here, where the place has none of its own. */
            inherited_from: string | null;
            /** @description The entries of that list. */
            inherited: components["schemas"]["PlaceGrant"][];
            /** @description Present when there are more. */
            next_cursor?: string;
            /** @description True when the folder's own list stands in for the one above it, even when it is empty. */
            overrides: boolean;
        };
        RootList: {
            personal: {
                /** @enum {string} */
                slug: "~";
                name: string;
                /** @description Documents in your My documents. */
                doc_count: number;
            };
            roots: components["schemas"]["SharedRoot"][];
            /** @description Present when there are more. */
            next_cursor?: string;
            /** @description Whether your role and the workspace's plan let you make shared roots. */
            can_create: boolean;
        };
        RootReference: {
            id: number;
            slug: string;
            name: string;
            kind: string;
        };
        ScimAbout: {
            schemas: string[];
        } & {
            [key: string]: unknown;
        };
        ScimAboutList: {
            schemas: string[];
            /** @description How many there are in all. */
            totalResults: number;
            startIndex: number;
            itemsPerPage: number;
            Resources: components["schemas"]["ScimAbout"][];
        };
        /** @description The provisioning surface says no (RFC 7644, 3.12). */
        ScimError: {
            schemas: string[];
            /** @description The HTTP status as text. */
            status: string;
            /** @description The keyword, such as `uniqueness`, where the status has one. */
            scimType?: string;
            /** @description What is wrong and the way out. */
            detail: string;
            /** @description Seconds until the bucket is empty again. */
            retry_after?: number;
            /** @description The id that the server logged the request under. */
            request_id: string;
        };
        ScimGroup: {
            schemas: string[];
            id: string;
            /** @description The provider's own id. */
            externalId?: string;
            displayName?: string;
            members?: {
                /** @description The user's id. */
                value?: string;
                /** @description The user's address. */
                display?: string;
                type?: string;
                $ref?: string;
            }[];
            meta?: {
                resourceType?: string;
                /** Format: date-time */
                created?: string;
                /** Format: date-time */
                lastModified?: string;
                location?: string;
            };
        };
        ScimGroupList: {
            schemas: string[];
            /** @description How many there are in all. */
            totalResults: number;
            startIndex: number;
            itemsPerPage: number;
            Resources: components["schemas"]["ScimGroup"][];
        };
        ScimRequest: {
            id: number;
            /** Format: date-time */
            at: string;
            method: string;
            /** @description With its query, decoded. */
            path: string;
            /** @description What a write asked for, in a few words. */
            asked: string | null;
            status: number;
            /** @description The words of a refusal. */
            detail: string | null;
            token: {
                id: number;
                label: string;
            };
            ip: string;
            /** @description How long the answer took. */
            ms: number;
            request_id: string;
        };
        ScimToken: {
            id: number;
            label: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            last_used_at: string | null;
            revoked: boolean;
            /** @description The address of who made it; null once they have left. */
            created_by: string | null;
        };
        ScimUser: {
            schemas: string[];
            /** @description The person's user id. */
            id: string;
            /** @description The provider's own id. */
            externalId?: string;
            /** @description The account's e-mail address. */
            userName?: string;
            /** @description Made out of the address. */
            name?: {
                givenName?: string;
                familyName?: string;
                formatted?: string;
            };
            displayName?: string;
            emails?: {
                value?: string;
                primary?: boolean;
                type?: string;
            }[];
            /** @description False once deactivated; the user stays readable. */
            active?: boolean;
            meta?: {
                resourceType?: string;
                /** Format: date-time */
                created?: string;
                /** Format: date-time */
                lastModified?: string;
                location?: string;
            };
        };
        ScimUserList: {
            schemas: string[];
            /** @description How many there are in all. */
            totalResults: number;
            startIndex: number;
            itemsPerPage: number;
            Resources: components["schemas"]["ScimUser"][];
        };
        SearchAnswer: {
            query: string;
            /** @description How many files are in results. */
            count: number;
            results: {
                /** @description Opaque identifier. */
                doc_id: string;
                title: string;
                /** @description Where the document is served; it never changes. */
                url: string;
                /** @description Path of its folder; "" at the top of its root. */
                folder: string;
                /** @enum {string} */
                kind: "html" | "markdown" | "snippet" | "image" | "pdf" | "audio" | "video" | "file" | "database";
                mine: boolean;
                owner_email: string;
                path: string;
                matches: components["schemas"]["LineMatch"][];
            }[];
            /** @description True when there is more: further files, which next_cursor leads to, or further lines of a file, which grep_doc shows. */
            truncated: boolean;
            /** @description Present when there is more to look at. */
            next_cursor?: string;
        };
        /** @description The service says no. */
        ServiceError: {
            /** @description What is wrong and the way out. */
            error: string;
            code: components["schemas"]["ErrorCode"];
            /** @description The id that the server logged the request under. */
            request_id: string;
        };
        SharedRoot: {
            id: number;
            slug: string;
            name: string;
            /** @enum {string} */
            kind: "shared";
            description: string | null;
            icon: string | null;
            /** @description True for the one root that every member reads and writes. */
            is_general: boolean;
            /**
             * @description What you may do at the place; edit for its managers, null for nothing.
             * @enum {string|null}
             */
            my_level: "view" | "comment" | "edit" | null;
            /** @description Documents in it that you may open. */
            doc_count: number;
            /** @description Whether you may change it, delete it and say who may open it. */
            can_manage: boolean;
            /** @description Whether it is published as a site. */
            published: boolean;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        Shortcut: {
            id: number;
            /** @description The slug of the root in which it lies; ~ for My documents. */
            root: string;
            folder: string;
            /** @description A document or a folder; null where you may not open it. */
            target: components["schemas"]["ShortcutTarget"] | null;
            /** @description True where you may not open what it leads to. */
            hidden: boolean;
            label: string | null;
            icon: string | null;
            position: number;
            /** Format: date-time */
            created_at: string;
        };
        ShortcutTarget: {
            doc_id?: string;
            title?: string;
            kind?: string;
            url?: string;
            /** @description The slug of a folder's root; ~ for My documents. */
            root?: string | null;
            folder?: string;
        };
        Sso: {
            /** @description Whether the plan carries single sign-on. */
            available: boolean;
            plan: string;
            /** @description Null until it is configured. */
            sso: components["schemas"]["SsoConfig"] | null;
            /** @description To be registered at the provider. */
            redirect_uri: string;
            /** @description Where the workspace's people begin, such as for a provider's list of apps. */
            login_url: string;
        };
        SsoConfig: {
            issuer: string;
            client_id: string;
            client_secret_set: boolean;
            domains: string[];
            /** @description Those of `domains` that are not proven (`/api/email-domains`): nobody is routed or let in by them. */
            unproven_domains: string[];
            /** @description Every other way in is closed for the proven ones of `domains`. */
            enforced: boolean;
            /**
             * Format: date-time
             * @description When an owner or admin last went through this connection whole; another connection begins anew.
             */
            tested_at: string | null;
            /** Format: date-time */
            updated_at: string;
        };
        StagedUpload: {
            /** @description What stands for the file in a write. */
            upload_id: number;
            /** @constant */
            state: "staged";
            /** @description Bytes. */
            size: number;
            /**
             * Format: date-time
             * @description Until then one write may take it.
             */
            expires_at: string;
        };
        StaleTree: {
            /** @description The tree as it is now. */
            detail?: {
                error: string;
                current?: components["schemas"]["NavigationTree"];
            };
            error?: string;
        };
        Star: {
            id: number;
            doc_id: string | null;
            /** @description A folder; "" is the root itself. */
            folder: string | null;
            root?: components["schemas"]["RootReference"];
            /** Format: date-time */
            created_at: string;
            /** @description The starred document; null for a folder. */
            doc: components["schemas"]["Document"] | null;
        };
        TagCount: {
            tag: string;
            /** @description Live documents that carry it and that you may open. */
            count: number;
            /**
             * @description Present when a document that is not yours carries it.
             * @constant
             */
            shared?: true;
        };
        TakenLease: {
            doc_id: string;
            holder: {
                email: string;
                user_id: number;
            };
            /** Format: date-time */
            expires_at: string;
            /** Format: date-time */
            acquired_at: string;
            /** @description The file that the holder said they change; the lease is of the whole document. */
            path: string | null;
            mine: boolean;
            /** @description Told this once. Writes of others may present it as lock_token. */
            token: string;
        };
        TextLines: {
            doc_id: string;
            path: string;
            /** @description The lines with their ends. */
            content: string;
            total_lines: number;
            start_line: number;
            end_line: number;
            version: number;
            /** @description Bytes of the whole file. */
            size: number;
        };
        /** @description The address's bucket is full. */
        ThrottleError: {
            /** @description What is wrong and the way out. */
            detail: string;
            code: components["schemas"]["ErrorCode"];
            /** @description Seconds until the bucket is empty again. */
            retry_after: number;
            /** @description The id that the server logged the request under. */
            request_id: string;
        };
        Token: {
            id: number;
            name: string;
            /** @description The 8 hexadecimal digits after `dsk_`. */
            prefix: string;
            /** Format: date-time */
            created_at: string;
            /**
             * Format: date-time
             * @description Null for a token that never ends.
             */
            expires_at: string | null;
            /** Format: date-time */
            last_used_at: string | null;
            revoked: boolean;
            /** @description The connected program that holds it; null for a token you made. */
            client: string | null;
            /** @description What it may do less than you; null for as much. */
            limits: {
                read_only: boolean;
                /** @description Null for all. */
                toolsets: string[] | null;
                /**
                 * @description The widest visibility it may publish at; null for any.
                 * @enum {string|null}
                 */
                max_visibility: "restricted" | "workspace" | "password" | "unlisted" | null;
                /** @description Where the documents lie that it reaches: ~ for My documents, else a root's id; null for everywhere. */
                roots: string[] | null;
            } | null;
        };
        TokenAnswer: {
            access_token: string;
            /** @constant */
            token_type: "Bearer";
            /** @description Seconds. */
            expires_in: number;
            refresh_token: string;
            /** @constant */
            scope: "mcp";
        };
        TrashedDocument: {
            /** @description Opaque identifier. */
            doc_id: string;
            title: string;
            /** @enum {string} */
            kind: "html" | "markdown" | "snippet" | "image" | "pdf" | "audio" | "video" | "file" | "database";
            /** @enum {string} */
            doc_type: "document" | "database" | "form" | "agent";
            /** @description Where the document is served; it never changes. */
            url: string;
            slug: string;
            /** @description Path of its folder; "" at the top of its root. */
            folder: string;
            /** @description Null for a document in someone's My documents. */
            root: components["schemas"]["RootReference"] | null;
            root_id: number | null;
            tags: string[];
            alias: string | null;
            icon: string | null;
            description: string;
            /** @description What the publishing tool keeps with the document; on a copy duplicated_from, with doc_id and version. */
            attrs: {
                [key: string]: unknown;
            };
            /** @description Name of the file it was made from, by which relative links of documents beside it find it. */
            filename: string | null;
            /** @enum {string} */
            visibility: "restricted" | "unlisted" | "password" | "workspace";
            /** @enum {string} */
            listing: "private" | "team";
            /** @description 0 keeps forever. */
            retention_days: number;
            /** Format: date-time */
            expires_at: string | null;
            version: number;
            /** @description Bytes of the current version. */
            size: number;
            /** Format: date-time */
            created_at: string;
            /** @description E-mail address of who first published it; null once that account is gone. Not told to a ticket's holder. */
            created_by?: string | null;
            /** Format: date-time */
            updated_at: string;
            /** @enum {string} */
            my_level: "none" | "view" | "comment" | "edit" | "own";
            /** @enum {string} */
            state: "live" | "expired" | "deleted";
            /** @description On answers about one document. */
            files?: components["schemas"]["DocumentFile"][];
            /** @description In lists of view=team and view=all alone. */
            owner_email?: string;
            /** @description Whether you own it; in lists of view=team and view=all alone. */
            mine?: boolean;
            /** @description On writes: content that looks like credentials. */
            warnings?: string[];
            /** Format: date-time */
            deleted_at: string;
            /** @description E-mail address. */
            deleted_by: string | null;
            /** Format: date-time */
            purge_at: string;
            deleted_from: {
                root: string | null;
                folder: string;
            };
            /** @enum {string} */
            reason: "deleted" | "expired";
        };
        TreeDocument: {
            doc_id: string;
            title: string;
            kind: string;
            icon: string | null;
            alias: string | null;
            /** @description Bytes of the current version. */
            size: number;
            /** Format: date-time */
            updated_at: string;
            url: string;
            tags: string[];
            visibility: string;
            /** @description With include_team: whether it is yours. */
            own?: boolean;
            /** @description With include_team: whose it is, as an e-mail address. */
            owner?: string;
        };
        TreeEntry: {
            id: number;
            /** @enum {string} */
            kind: "group" | "document" | "folder" | "tag" | "link" | "divider";
            /** @description Null for a group or a divider. */
            target: string | null;
            label: string | null;
            /** @description What is shown: the label, else the document's title or the name of what it leads to. */
            title: string;
            icon: string | null;
            parent_id: number | null;
            /** @description From 0 among the entries of its parent. */
            position: number;
            /** @enum {string} */
            visibility: "public" | "signed_in" | "group";
            /** @description The slug of the group that alone sees it. */
            group: string | null;
            collapsed: boolean;
            show_sign_in_hint: boolean;
            /** @enum {string|null} */
            sort: "title" | "updated" | "created" | null;
            /** @description It leads to nothing that you may open. */
            broken: boolean;
            /** @description The document that it leads to. */
            doc: components["schemas"]["LinkedDocument"] | null;
            /** @description Of a folder or a tag, what it shows. */
            items?: components["schemas"]["LinkedDocument"][];
            /** @description There are more than its items. */
            truncated?: boolean;
            /** @description Below it is more for who signs in. */
            sign_in_hint?: boolean;
            /** @description Entries of the same shape. */
            children: {
                [key: string]: unknown;
            }[];
        };
        UploadProgress: {
            ticket_id: number;
            /** @constant */
            state: "receiving";
            /** @description The byte at which the next part begins. */
            upload_offset: number;
        };
        UploadState: {
            /** @enum {string} */
            state: "waiting" | "receiving" | "staged" | "done" | "failed" | "expired";
            doc_id?: string;
            version?: number;
            /** @description Why the last try failed. */
            error?: string;
        };
        UploadTicket: {
            ticket_id: number;
            /** @description Takes the file; in a browser it shows a page to drop it on. */
            upload_url: string;
            /** @constant */
            method: "PUT";
            /** Format: date-time */
            expires_at: string;
            max_bytes: number;
            /** @description A command that sends the file. */
            curl: string;
            /** @description The document whose file will be replaced. */
            doc_id?: string;
            /** @description With stage: true, what stands for the file in a write once it has come. */
            upload_id?: number;
        };
        /** @description The request does not have the declared shape. */
        ValidationError: {
            detail: components["schemas"]["FieldError"][];
            code: components["schemas"]["ErrorCode"];
            /** @description The id that the server logged the request under. */
            request_id: string;
        };
        VersionActivated: {
            /** @description Opaque identifier. */
            doc_id: string;
            title: string;
            /** @enum {string} */
            kind: "html" | "markdown" | "snippet" | "image" | "pdf" | "audio" | "video" | "file" | "database";
            /** @enum {string} */
            doc_type: "document" | "database" | "form" | "agent";
            /** @description Where the document is served; it never changes. */
            url: string;
            slug: string;
            /** @description Path of its folder; "" at the top of its root. */
            folder: string;
            /** @description Null for a document in someone's My documents. */
            root: components["schemas"]["RootReference"] | null;
            root_id: number | null;
            tags: string[];
            alias: string | null;
            icon: string | null;
            description: string;
            /** @description What the publishing tool keeps with the document; on a copy duplicated_from, with doc_id and version. */
            attrs: {
                [key: string]: unknown;
            };
            /** @description Name of the file it was made from, by which relative links of documents beside it find it. */
            filename: string | null;
            /** @enum {string} */
            visibility: "restricted" | "unlisted" | "password" | "workspace";
            /** @enum {string} */
            listing: "private" | "team";
            /** @description 0 keeps forever. */
            retention_days: number;
            /** Format: date-time */
            expires_at: string | null;
            version: number;
            /** @description Bytes of the current version. */
            size: number;
            /** Format: date-time */
            created_at: string;
            /** @description E-mail address of who first published it; null once that account is gone. Not told to a ticket's holder. */
            created_by?: string | null;
            /** Format: date-time */
            updated_at: string;
            /** @enum {string} */
            my_level: "none" | "view" | "comment" | "edit" | "own";
            /** @enum {string} */
            state: "live" | "expired" | "deleted";
            /** @description On answers about one document. */
            files?: components["schemas"]["DocumentFile"][];
            /** @description In lists of view=team and view=all alone. */
            owner_email?: string;
            /** @description Whether you own it; in lists of view=team and view=all alone. */
            mine?: boolean;
            /** @description On writes: content that looks like credentials. */
            warnings?: string[];
            changed: boolean;
            /** @description True: version is a candidate, and what is shown has not changed. */
            candidate?: boolean;
            activated: number;
        };
        /** @description Somebody wrote since `base_version` was read; the members beside `error` say what. */
        VersionConflict: {
            /** @description What is wrong and the way out. */
            error: string;
            code: components["schemas"]["ErrorCode"];
            /** @description The id that the server logged the request under. */
            request_id: string;
            current_version?: number;
            /** @description Null where `base_sha256` was what did not hold. */
            base_version?: number | null;
            /** @description Who wrote last, or null. */
            changed_by?: unknown;
            /** @description Unified diff from `base_version` to the current one; null when either side is not text. */
            diff?: string | null;
        };
        VersionEntry: {
            version: number;
            /** Format: date-time */
            created_at: string;
            created_via: string;
            message: string | null;
            label: string | null;
            /** @description Written, and not shown yet. */
            candidate: boolean;
            total_bytes: number;
            current: boolean;
            files: {
                path: string;
                size: number;
                sha256: string;
            }[];
        };
        VersionLabelled: {
            doc_id: string;
            version: number;
            label: string | null;
        };
        Watch: {
            id: number;
            doc_id: string | null;
            /** @description A folder; "" is the root itself. */
            folder: string | null;
            /** @description True where you are told of nothing, though you wrote or commented there. */
            muted: boolean;
            /** Format: date-time */
            created_at: string;
            root?: components["schemas"]["RootReference"];
            /** @description The document; null for a folder. */
            doc: components["schemas"]["Document"] | null;
        };
        WatchChanged: {
            id: number;
            doc_id: string | null;
            /** @description A folder; "" is the root itself. */
            folder: string | null;
            /** @description True where you are told of nothing, though you wrote or commented there. */
            muted: boolean;
            /** Format: date-time */
            created_at: string;
            root_id: number | null;
        };
        Webhook: {
            id: number;
            url: string;
            events: string[];
            /** @description False while it is paused: no event is sent, but what was tried before still is. */
            active: boolean;
            /** Format: date-time */
            created_at: string;
            secret_set: boolean;
            /**
             * @description Set where the service paused it.
             * @enum {string|null}
             */
            paused_reason: "failing" | null;
            /** @description Those of `events` that nothing here is called by now. */
            unknown_events: string[];
        };
        WebhookDelivery: {
            id: number;
            webhook_id: number;
            /** @description The same however often the event is sent: tell repeats by it. */
            event_id: number;
            action: string;
            /** @enum {string} */
            kind: "event" | "test" | "redelivery";
            /** @enum {string} */
            status: "pending" | "ok" | "failed";
            attempts: number;
            last_status_code: number | null;
            /** @description Why no answer came. */
            last_error: string | null;
            /** Format: date-time */
            next_attempt_at: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            delivered_at: string | null;
        };
        WebhookDeliveryDetail: {
            id: number;
            webhook_id: number;
            /** @description The same however often the event is sent: tell repeats by it. */
            event_id: number;
            action: string;
            /** @enum {string} */
            kind: "event" | "test" | "redelivery";
            /** @enum {string} */
            status: "pending" | "ok" | "failed";
            attempts: number;
            last_status_code: number | null;
            /** @description Why no answer came. */
            last_error: string | null;
            /** Format: date-time */
            next_attempt_at: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            delivered_at: string | null;
            /** @description Each attempt, the first one first. */
            attempt_log: {
                attempt: number;
                /** Format: date-time */
                attempted_at: string;
                status_code: number | null;
                /** @description Why no answer came. */
                error: string | null;
                duration_ms: number;
                /** @description The first 4 KiB of the answer, as text. */
                response: string;
            }[];
        };
        WebhookDetail: {
            id: number;
            url: string;
            events: string[];
            /** @description False while it is paused: no event is sent, but what was tried before still is. */
            active: boolean;
            /** Format: date-time */
            created_at: string;
            secret_set: boolean;
            /**
             * @description Set where the service paused it.
             * @enum {string|null}
             */
            paused_reason: "failing" | null;
            /** @description Those of `events` that nothing here is called by now. */
            unknown_events: string[];
            /**
             * Format: date-time
             * @description Until then the secret before the last rotation signs too.
             */
            former_secret_until: string | null;
            stats: {
                /** @description Delivered, of what came up in the last 24 hours; counted up to 100,000. */
                ok_24h: number;
                /** @description Given up, of the same. */
                failed_24h: number;
                /** @description Still to be sent, counted up to 100,000. */
                pending: number;
                /** Format: date-time */
                oldest_pending: string | null;
                /** @enum {string|null} */
                paused_reason: "failing" | null;
            };
        };
        WikiSite: {
            /** @description The workspace's slug. */
            workspace: string;
            enabled: boolean;
            title: string | null;
            tagline: string | null;
            footer_md: string | null;
            /** @description The slug of the navigation that it shows. */
            navigation: string | null;
            navigation_id: number | null;
            /** @description The document at its front; null too where you may not open it. */
            home_doc: {
                doc_id: string;
                title: string;
                alias: string | null;
                url: string;
            } | null;
            logo_doc_id: string | null;
            /** @description The host name that it is served at. */
            domain: string | null;
            custom_domain_id: number | null;
            /** @description Search engines may list it. */
            indexable: boolean;
            accent: string | null;
            url: string;
            /** Format: date-time */
            updated_at: string | null;
            can_manage: boolean;
        };
        WorkspaceConnection: {
            id: number;
            /** @description The program's own until you rename it. */
            name: string;
            client: {
                id: string;
                name: string;
                /** @description The host that describes it; null for one that registered itself. */
                domain: string | null;
            };
            /**
             * Format: date-time
             * @description When you last consented.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it has to ask again.
             */
            deadline: string;
            /** Format: date-time */
            last_used_at: string | null;
            /** @description The address that last fetched a token. */
            ip_last: string | null;
            read_only: boolean;
            /** @description The toolsets it may use; null for all. */
            toolsets: string[] | null;
            /**
             * @description The widest visibility it may publish at; null for any.
             * @enum {string|null}
             */
            max_visibility: "restricted" | "workspace" | "password" | "unlisted" | null;
            /** @description Where the documents lie that it reaches: ~ for My documents, else a root's id; null for everywhere. */
            roots: string[] | null;
            owner: components["schemas"]["CredentialOwner"];
        };
        WorkspaceInstructions: {
            /** @description Empty when the workspace says nothing. */
            instructions: string;
            /** Format: date-time */
            updated_at: string | null;
            /** @description E-mail address. */
            updated_by: string | null;
            /** @description Whether you may change them, from a signed-in session. */
            can_edit: boolean;
        };
        WorkspaceToken: {
            id: number;
            name: string;
            /** @description The 8 hexadecimal digits after `dsk_`. */
            prefix: string;
            /** Format: date-time */
            created_at: string;
            /**
             * Format: date-time
             * @description Null for a token that never ends.
             */
            expires_at: string | null;
            /** Format: date-time */
            last_used_at: string | null;
            revoked: boolean;
            /** @description The connected program that holds it; null for a token you made. */
            client: string | null;
            /** @description What it may do less than you; null for as much. */
            limits: {
                read_only: boolean;
                /** @description Null for all. */
                toolsets: string[] | null;
                /**
                 * @description The widest visibility it may publish at; null for any.
                 * @enum {string|null}
                 */
                max_visibility: "restricted" | "workspace" | "password" | "unlisted" | null;
                /** @description Where the documents lie that it reaches: ~ for My documents, else a root's id; null for everywhere. */
                roots: string[] | null;
            } | null;
            owner: components["schemas"]["CredentialOwner"];
        };
    };
    responses: {
        /** @description Something else holds what was asked for, or changed it meanwhile. */
        Conflict: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Service-Version": components["headers"]["ServiceVersion"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ServiceError"];
            };
        };
        /** @description Something else holds what was asked for, or changed it meanwhile. */
        ConflictOfStaleTree: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Service-Version": components["headers"]["ServiceVersion"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["StaleTree"];
            };
        };
        /** @description Something else holds what was asked for, or changed it meanwhile. */
        ConflictPage: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Service-Version": components["headers"]["ServiceVersion"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ServiceError"];
                "text/html": string;
            };
        };
        /** @description Something else holds what was asked for, or changed it meanwhile. */
        ConflictScim: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Service-Version": components["headers"]["ServiceVersion"];
                [name: string]: unknown;
            };
            content: {
                "application/scim+json": components["schemas"]["ScimError"];
            };
        };
        /** @description Something else holds what was asked for, or changed it meanwhile. */
        ConflictVersion: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Service-Version": components["headers"]["ServiceVersion"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["VersionConflict"];
            };
        };
        /** @description Known to the caller, yet not theirs to do. */
        Forbidden: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Service-Version": components["headers"]["ServiceVersion"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ServiceError"];
            };
        };
        /** @description Known to the caller, yet not theirs to do. */
        ForbiddenContent: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ContentError"];
            };
        };
        /** @description Known to the caller, yet not theirs to do. */
        ForbiddenEitherPage: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Service-Version": components["headers"]["ServiceVersion"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ServiceError"] | components["schemas"]["FrameworkError"];
                "text/html": string;
            };
        };
        /** @description Known to the caller, yet not theirs to do. */
        ForbiddenOauth: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Service-Version": components["headers"]["ServiceVersion"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OauthError"];
            };
        };
        /** @description Known to the caller, yet not theirs to do. */
        ForbiddenOnContentHost: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ServiceError"];
            };
        };
        /** @description Known to the caller, yet not theirs to do. */
        ForbiddenPage: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Service-Version": components["headers"]["ServiceVersion"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ServiceError"];
                "text/html": string;
            };
        };
        /** @description Known to the caller, yet not theirs to do. */
        ForbiddenUpload: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Service-Version": components["headers"]["ServiceVersion"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["FrameworkError"];
            };
        };
        /** @description Expired or used up. */
        Gone: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Service-Version": components["headers"]["ServiceVersion"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ServiceError"];
            };
        };
        /** @description Expired or used up. */
        GonePage: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Service-Version": components["headers"]["ServiceVersion"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ServiceError"];
                "text/html": string;
            };
        };
        /** @description A value breaks a rule; the message names the value and what is allowed. */
        Invalid: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Service-Version": components["headers"]["ServiceVersion"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ServiceError"];
            };
        };
        /** @description A value breaks a rule; the message names the value and what is allowed. */
        InvalidEither: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Service-Version": components["headers"]["ServiceVersion"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ServiceError"] | components["schemas"]["FrameworkError"];
            };
        };
        /** @description A value breaks a rule; the message names the value and what is allowed. */
        InvalidEitherPage: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Service-Version": components["headers"]["ServiceVersion"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ServiceError"] | components["schemas"]["FrameworkError"];
                "text/html": string;
            };
        };
        /** @description A value breaks a rule; the message names the value and what is allowed. */
        InvalidOauth: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Service-Version": components["headers"]["ServiceVersion"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OauthError"];
            };
        };
        /** @description A value breaks a rule; the message names the value and what is allowed. */
        InvalidOfJsonRpcError: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Service-Version": components["headers"]["ServiceVersion"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["JsonRpcError"] | components["schemas"]["ServiceError"] | components["schemas"]["FrameworkError"];
            };
        };
        /** @description A value breaks a rule; the message names the value and what is allowed. */
        InvalidOnContentHost: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ServiceError"];
            };
        };
        /** @description A value breaks a rule; the message names the value and what is allowed. */
        InvalidPage: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Service-Version": components["headers"]["ServiceVersion"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ServiceError"];
                "text/html": string;
            };
        };
        /** @description A value breaks a rule; the message names the value and what is allowed. */
        InvalidScim: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Service-Version": components["headers"]["ServiceVersion"];
                [name: string]: unknown;
            };
            content: {
                "application/scim+json": components["schemas"]["ScimError"];
            };
        };
        /** @description A value breaks a rule; the message names the value and what is allowed. */
        InvalidUpload: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Service-Version": components["headers"]["ServiceVersion"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["FrameworkError"];
            };
        };
        /** @description A lease or a hold forbids it for now. */
        Locked: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Service-Version": components["headers"]["ServiceVersion"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ServiceError"];
            };
        };
        /** @description A lease or a hold forbids it for now. */
        LockedPage: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Service-Version": components["headers"]["ServiceVersion"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ServiceError"];
                "text/html": string;
            };
        };
        /** @description A lease or a hold forbids it for now. */
        LockedScim: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Service-Version": components["headers"]["ServiceVersion"];
                [name: string]: unknown;
            };
            content: {
                "application/scim+json": components["schemas"]["ScimError"];
            };
        };
        /** @description The request does not have the declared shape; the list says where. */
        Malformed: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Service-Version": components["headers"]["ServiceVersion"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ValidationError"];
            };
        };
        /** @description The request does not have the declared shape; the list says where. */
        MalformedOnContentHost: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ValidationError"];
            };
        };
        /** @description The request does not have the declared shape; the list says where. */
        MalformedPage: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Service-Version": components["headers"]["ServiceVersion"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ValidationError"];
                "text/html": string;
            };
        };
        /** @description Absent, or not the caller's to see. */
        NotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Service-Version": components["headers"]["ServiceVersion"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ServiceError"];
            };
        };
        /** @description Absent, or not the caller's to see. */
        NotFoundContent: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ContentError"];
                "text/html": string;
            };
        };
        /** @description Absent, or not the caller's to see. */
        NotFoundOauth: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Service-Version": components["headers"]["ServiceVersion"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OauthError"];
            };
        };
        /** @description Absent, or not the caller's to see. */
        NotFoundOfJsonRpcError: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Service-Version": components["headers"]["ServiceVersion"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["JsonRpcError"] | components["schemas"]["ServiceError"] | components["schemas"]["FrameworkError"];
            };
        };
        /** @description Absent, or not the caller's to see. */
        NotFoundOnContentHost: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ServiceError"];
            };
        };
        /** @description Absent, or not the caller's to see. */
        NotFoundPage: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Service-Version": components["headers"]["ServiceVersion"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ServiceError"];
                "text/html": string;
            };
        };
        /** @description Absent, or not the caller's to see. */
        NotFoundScim: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Service-Version": components["headers"]["ServiceVersion"];
                [name: string]: unknown;
            };
            content: {
                "application/scim+json": components["schemas"]["ScimError"];
            };
        };
        /** @description Absent, or not the caller's to see. */
        NotFoundUpload: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Service-Version": components["headers"]["ServiceVersion"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["FrameworkError"];
            };
        };
        /** @description The workspace's plan does not carry this; the message names the plan that does. */
        PlanRequired: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Service-Version": components["headers"]["ServiceVersion"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PlanError"];
            };
        };
        /** @description The workspace's plan does not carry this; the message names the plan that does. */
        PlanRequiredPage: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Service-Version": components["headers"]["ServiceVersion"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PlanError"];
                "text/html": string;
            };
        };
        /** @description Larger than the server takes, or more than the quota leaves. */
        TooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Service-Version": components["headers"]["ServiceVersion"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ServiceError"];
            };
        };
        /** @description Larger than the server takes, or more than the quota leaves. */
        TooLargeContent: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ContentError"];
            };
        };
        /** @description Larger than the server takes, or more than the quota leaves. */
        TooLargeEither: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Service-Version": components["headers"]["ServiceVersion"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ServiceError"] | components["schemas"]["FrameworkError"];
            };
        };
        /** @description Larger than the server takes, or more than the quota leaves. */
        TooLargeOauth: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Service-Version": components["headers"]["ServiceVersion"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OauthError"];
            };
        };
        /** @description Larger than the server takes, or more than the quota leaves. */
        TooLargePage: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Service-Version": components["headers"]["ServiceVersion"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ServiceError"];
                "text/html": string;
            };
        };
        /** @description Larger than the server takes, or more than the quota leaves. */
        TooLargeScim: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Service-Version": components["headers"]["ServiceVersion"];
                [name: string]: unknown;
            };
            content: {
                "application/scim+json": components["schemas"]["ScimError"];
            };
        };
        /** @description Larger than the server takes, or more than the quota leaves. */
        TooLargeUpload: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Service-Version": components["headers"]["ServiceVersion"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["FrameworkError"];
            };
        };
        /** @description Too many requests; `retry_after` is in seconds. */
        TooMany: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Service-Version": components["headers"]["ServiceVersion"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["QuotaError"] | components["schemas"]["ThrottleError"];
            };
        };
        /** @description Too many requests; `retry_after` is in seconds. */
        TooManyByAccount: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Service-Version": components["headers"]["ServiceVersion"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["QuotaError"];
            };
        };
        /** @description Too many requests; `retry_after` is in seconds. */
        TooManyByAccountPage: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Service-Version": components["headers"]["ServiceVersion"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["QuotaError"];
                "text/html": string;
            };
        };
        /** @description Too many requests; `retry_after` is in seconds. */
        TooManyContent: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ContentError"];
            };
        };
        /** @description Too many requests; `retry_after` is in seconds. */
        TooManyFromAddress: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Service-Version": components["headers"]["ServiceVersion"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ThrottleError"];
            };
        };
        /** @description Too many requests; `retry_after` is in seconds. */
        TooManyFromAddressPage: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Service-Version": components["headers"]["ServiceVersion"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ThrottleError"];
                "text/html": string;
            };
        };
        /** @description Too many requests; `retry_after` is in seconds. */
        TooManyOauth: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Service-Version": components["headers"]["ServiceVersion"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OauthError"];
            };
        };
        /** @description Too many requests; `retry_after` is in seconds. */
        TooManyOnContentHost: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["QuotaError"] | components["schemas"]["ThrottleError"];
            };
        };
        /** @description Too many requests; `retry_after` is in seconds. */
        TooManyPage: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Service-Version": components["headers"]["ServiceVersion"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["QuotaError"] | components["schemas"]["ThrottleError"];
                "text/html": string;
            };
        };
        /** @description Too many requests; `retry_after` is in seconds. */
        TooManyScim: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Service-Version": components["headers"]["ServiceVersion"];
                [name: string]: unknown;
            };
            content: {
                "application/scim+json": components["schemas"]["ScimError"];
            };
        };
        /** @description Too many requests; `retry_after` is in seconds. */
        TooManyUpload: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Service-Version": components["headers"]["ServiceVersion"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ThrottleError"];
            };
        };
        /** @description No valid session or token. */
        Unauthenticated: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Service-Version": components["headers"]["ServiceVersion"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["FrameworkError"];
            };
        };
        /** @description No valid session or token. */
        UnauthenticatedContent: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                /** @description `Basic`, with the realm of the document. */
                "WWW-Authenticate"?: string;
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description No valid session or token. */
        UnauthenticatedOauth: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Service-Version": components["headers"]["ServiceVersion"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OauthError"];
            };
        };
        /** @description No valid session or token. */
        UnauthenticatedOfMcpUnauthorized: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Service-Version": components["headers"]["ServiceVersion"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["McpUnauthorized"];
            };
        };
        /** @description No valid session or token. */
        UnauthenticatedPage: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Service-Version": components["headers"]["ServiceVersion"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["FrameworkError"];
                "text/html": string;
            };
        };
        /** @description No valid session or token. */
        UnauthenticatedScim: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Service-Version": components["headers"]["ServiceVersion"];
                /** @description `Bearer`. */
                "WWW-Authenticate"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/scim+json": components["schemas"]["ScimError"];
            };
        };
        /** @description Something the server leans on is away; the request may be sent again. */
        Unavailable: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Service-Version": components["headers"]["ServiceVersion"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ServiceError"];
            };
        };
        /** @description Something the server leans on is away; the request may be sent again. */
        UnavailableContent: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ContentError"];
            };
        };
        /** @description Something the server leans on is away; the request may be sent again. */
        UnavailableOauth: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Service-Version": components["headers"]["ServiceVersion"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OauthError"];
            };
        };
        /** @description Something the server leans on is away; the request may be sent again. */
        UnavailableOnContentHost: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ServiceError"];
            };
        };
        /** @description Something the server leans on is away; the request may be sent again. */
        UnavailablePage: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Service-Version": components["headers"]["ServiceVersion"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ServiceError"];
                "text/html": string;
            };
        };
        /** @description Something the server leans on is away; the request may be sent again. */
        UnavailableScim: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Service-Version": components["headers"]["ServiceVersion"];
                [name: string]: unknown;
            };
            content: {
                "application/scim+json": components["schemas"]["ScimError"];
            };
        };
        /** @description Something the server leans on is away; the request may be sent again. */
        UnavailableUpload: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Service-Version": components["headers"]["ServiceVersion"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["FrameworkError"];
            };
        };
        /** @description The range lies outside of the content. */
        Unsatisfiable: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Service-Version": components["headers"]["ServiceVersion"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ServiceError"];
            };
        };
        /** @description The range lies outside of the content. */
        UnsatisfiableContent: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                /** @description `bytes *\/` and the size of the whole. */
                "Content-Range"?: string;
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description The range lies outside of the content. */
        UnsatisfiableOnContentHost: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ServiceError"];
            };
        };
        /** @description The body's content type is not taken here. */
        UnsupportedTypeOfJsonRpcError: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Service-Version": components["headers"]["ServiceVersion"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["JsonRpcError"];
            };
        };
        /** @description The body's content type is not taken here. */
        UnsupportedTypeScim: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Service-Version": components["headers"]["ServiceVersion"];
                [name: string]: unknown;
            };
            content: {
                "application/scim+json": components["schemas"]["ScimError"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description The id that the server logged the request under. */
        RequestId: string;
        /** @description The version of the API that the answer has: the one that the request's own `Service-Version` asks for, else the newest. */
        ServiceVersion: "2026-11-01";
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    "health.status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["Invalid"];
            503: components["responses"]["Unavailable"];
        };
    };
    "health.live": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["Invalid"];
            503: components["responses"]["Unavailable"];
        };
    };
    "health.ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        status: "ok" | "degraded";
                        checks: {
                            [key: string]: {
                                ok: boolean;
                                detail?: string;
                            };
                        };
                    };
                };
            };
            400: components["responses"]["Invalid"];
            503: components["responses"]["Unavailable"];
        };
    };
    "health.security_contact": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "*/*": Blob;
                };
            };
            400: components["responses"]["Invalid"];
            503: components["responses"]["Unavailable"];
        };
    };
    "limits.get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Limits"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            503: components["responses"]["Unavailable"];
        };
    };
    "changelog.get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The newest version. */
                        current: string;
                        /** @description Newest first. */
                        versions: {
                            /** @description The day of its release, by which requests ask for it. */
                            version: string;
                            /** @description From this day on it is not answered any more; null while none is set. */
                            ends_on: string | null;
                            changes: components["schemas"]["ApiChange"][];
                        }[];
                    };
                };
            };
            400: components["responses"]["Invalid"];
            503: components["responses"]["Unavailable"];
        };
    };
    "login.show": {
        parameters: {
            query?: {
                /** @description Where to go on to: a path on this host. */
                next?: string;
                /** @description Fills the form. */
                email?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description Look at the address in `Location`. */
            302: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    /** @description Where to look. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidPage"];
            422: components["responses"]["MalformedPage"];
            503: components["responses"]["UnavailablePage"];
        };
    };
    "login.link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /**
                     * Format: email
                     * @description an e-mail address such as anna@example.com
                     */
                    email: string;
                    /** @description Where to go on to: a path on this host. */
                    next?: string;
                    /**
                     * @description A link, though the domain has a provider of its own.
                     * @enum {string}
                     */
                    by?: "mail";
                };
                "application/x-www-form-urlencoded": {
                    /**
                     * Format: email
                     * @description an e-mail address such as anna@example.com
                     */
                    email: string;
                    /** @description Where to go on to: a path on this host. */
                    next?: string;
                    /**
                     * @description A link, though the domain has a provider of its own.
                     * @enum {string}
                     */
                    by?: "mail";
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            400: components["responses"]["InvalidEitherPage"];
            403: components["responses"]["ForbiddenPage"];
            413: components["responses"]["TooLargePage"];
            422: components["responses"]["MalformedPage"];
            429: components["responses"]["TooManyFromAddressPage"];
            503: components["responses"]["UnavailablePage"];
        };
    };
    "login.confirm.show": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            400: components["responses"]["InvalidPage"];
            403: components["responses"]["ForbiddenPage"];
            404: components["responses"]["NotFoundPage"];
            410: components["responses"]["GonePage"];
            503: components["responses"]["UnavailablePage"];
        };
    };
    "login.confirm": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /** @description a name of at most 100 characters */
                    name?: string;
                };
                "application/x-www-form-urlencoded": {
                    /** @description a name of at most 100 characters */
                    name?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description Look at the address in `Location` with GET. */
            303: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    /** @description Where to look. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidEitherPage"];
            403: components["responses"]["ForbiddenPage"];
            404: components["responses"]["NotFoundPage"];
            410: components["responses"]["GonePage"];
            413: components["responses"]["TooLargePage"];
            422: components["responses"]["MalformedPage"];
            429: components["responses"]["TooManyFromAddressPage"];
            503: components["responses"]["UnavailablePage"];
        };
    };
    "setup.show": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            400: components["responses"]["InvalidPage"];
            404: components["responses"]["NotFoundPage"];
            410: components["responses"]["GonePage"];
            503: components["responses"]["UnavailablePage"];
        };
    };
    "setup.finish": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /**
                     * Format: email
                     * @description an e-mail address such as anna@example.com
                     */
                    email: string;
                    /** @description 1 to 100 characters, not only spaces */
                    name: string;
                    /** @description 1 to 100 characters, not only spaces */
                    workspace: string;
                };
                "application/x-www-form-urlencoded": {
                    /**
                     * Format: email
                     * @description an e-mail address such as anna@example.com
                     */
                    email: string;
                    /** @description 1 to 100 characters, not only spaces */
                    name: string;
                    /** @description 1 to 100 characters, not only spaces */
                    workspace: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description Look at the address in `Location` with GET. */
            303: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    /** @description Where to look. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidEitherPage"];
            403: components["responses"]["ForbiddenPage"];
            404: components["responses"]["NotFoundPage"];
            410: components["responses"]["GonePage"];
            413: components["responses"]["TooLargePage"];
            422: components["responses"]["MalformedPage"];
            429: components["responses"]["TooManyFromAddressPage"];
            503: components["responses"]["UnavailablePage"];
        };
    };
    "login.provider": {
        parameters: {
            query?: {
                /** @description Where to go on to: a path on this host. */
                next?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Look at the address in `Location`. */
            302: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    /** @description Where to look. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidPage"];
            404: components["responses"]["NotFoundPage"];
            422: components["responses"]["MalformedPage"];
            429: components["responses"]["TooManyFromAddressPage"];
            503: components["responses"]["UnavailablePage"];
        };
    };
    "login.callback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Look at the address in `Location`. */
            302: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    /** @description Where to look. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Look at the address in `Location` with GET. */
            303: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    /** @description Where to look. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidPage"];
            403: components["responses"]["ForbiddenPage"];
            404: components["responses"]["NotFoundPage"];
            429: components["responses"]["TooManyFromAddressPage"];
            503: components["responses"]["UnavailablePage"];
        };
    };
    logout: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done, with nothing to say. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Look at the address in `Location` with GET. */
            303: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    /** @description Where to look. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidPage"];
            403: components["responses"]["ForbiddenPage"];
            503: components["responses"]["UnavailablePage"];
        };
    };
    "logout.all": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        signed_out: true;
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
        };
    };
    "viewer.authorize": {
        parameters: {
            query: {
                /** @description it is the part of a document's address after /d/ */
                slug?: string;
                /** @description A page of a site, in place of a document. */
                page?: string;
                /** @description The path within the document. */
                path?: string;
                /** @description Names the asking browser. */
                nonce: string;
                /** @description The domain that asks; without it, the shared content host. */
                host?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Look at the address in `Location`. */
            302: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    /** @description Where to look. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidPage"];
            403: components["responses"]["ForbiddenEitherPage"];
            422: components["responses"]["MalformedPage"];
            503: components["responses"]["UnavailablePage"];
        };
    };
    "me.get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Me"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            503: components["responses"]["Unavailable"];
        };
    };
    "token.list": {
        parameters: {
            query?: {
                /** @description At most 500. */
                limit?: number;
                /** @description next_cursor of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        tokens: components["schemas"]["Token"][];
                        /** @description Present when there are more. */
                        next_cursor?: string;
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Malformed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "token.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description a name has 1 to 100 characters and is not only spaces */
                    name: string;
                    /**
                     * @description Days until the token ends; 0 means never.
                     * @default 365
                     */
                    ttl_days?: number;
                };
            };
        };
        responses: {
            /** @description Made. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedToken"];
                };
            };
            400: components["responses"]["InvalidEither"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Malformed"];
            429: components["responses"]["TooManyByAccount"];
            503: components["responses"]["Unavailable"];
        };
    };
    "token.revoke": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                token_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        revoked: true;
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Malformed"];
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
        };
    };
    "member.list": {
        parameters: {
            query?: {
                /** @description A part of the name or address, in any case. */
                q?: string;
                /** @description Their role. */
                role?: "owner" | "admin" | "member";
                /** @description Whether the account is switched off. */
                status?: "active" | "disabled";
                /** @description Whether they sign in through the workspace's provider. */
                sso?: boolean;
                /** @description Whether SCIM keeps their account. */
                scim?: boolean;
                /** @description The handle of a group. */
                group?: string;
                /** @description A time or a day in UTC: who has not signed in since. */
                last_sign_in_before?: string;
                /** @description At most 500. */
                limit?: number;
                /** @description next_cursor of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        members: components["schemas"]["Member"][];
                        /** @description Present when there are more. */
                        next_cursor?: string;
                        me: {
                            id: number;
                            email: string;
                            /** @enum {string} */
                            role: "owner" | "admin" | "member";
                        };
                        workspace: {
                            id: number;
                            slug: string;
                            name: string;
                            plan: string;
                            /** @description Seats of the plan; null for no cap. */
                            member_cap: number | null;
                            /** @description Invites whose link works; each holds a seat. */
                            pending_invites: number;
                            seats_left: number | null;
                        };
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            402: components["responses"]["PlanRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Malformed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "member.remove": {
        parameters: {
            query?: {
                /** @description The user id of the member who gets My documents; left out, they go along. */
                hand_over_to?: number;
            };
            header?: never;
            path: {
                /** @description The member's id, as list_members shows it. */
                user_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The person's user id. */
                        removed: number;
                        moved_to: {
                            id: number;
                            slug: string;
                        };
                        handed_over?: {
                            /** @description Documents that belong to the receiver now. */
                            docs: number;
                            /** @description The receiver's folder in which they are; null where there were none. */
                            folder: string | null;
                            to: {
                                id: number;
                                email: string;
                            };
                        };
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Malformed"];
            423: components["responses"]["Locked"];
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
        };
    };
    "member.role": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The member's id, as list_members shows it. */
                user_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description What they become.
                     * @enum {string}
                     */
                    role: "owner" | "admin" | "member";
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Member"];
                };
            };
            400: components["responses"]["InvalidEither"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Malformed"];
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
        };
    };
    "member.transfer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Who becomes the owner. */
                    user_id: number;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The new owner's user id. */
                        owner: number;
                        /** @description Your user id. */
                        previous_owner: number;
                    };
                };
            };
            400: components["responses"]["InvalidEither"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Malformed"];
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
        };
    };
    "member.removal": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The member's id, as list_members shows it. */
                user_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RemovalPreview"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Malformed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "account.hand_over": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Who gets them: a member of your workspace. */
                    user_id: number;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Documents that belong to the receiver now. */
                        docs: number;
                        /** @description The receiver's folder in which they are; null where there were none. */
                        folder: string | null;
                        to: {
                            id: number;
                            email: string;
                        };
                    };
                };
            };
            400: components["responses"]["InvalidEither"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Malformed"];
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
        };
    };
    "invite.list": {
        parameters: {
            query?: {
                /** @description A part of the address, in any case. */
                q?: string;
                /** @description The role that it gives. */
                role?: "member" | "admin";
                /** @description Whether the link still works. */
                status?: "open" | "expired";
                /** @description How the mail fares. */
                delivery_status?: "queued" | "sent" | "failed" | "not_configured";
                /** @description The handle of a group. */
                group?: string;
                /** @description At most 500. */
                limit?: number;
                /** @description next_cursor of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        invites: components["schemas"]["Invite"][];
                        /** @description Present when there are more. */
                        next_cursor?: string;
                        member_cap: number | null;
                        /** @description Members whose account is not switched off. */
                        members: number;
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            402: components["responses"]["PlanRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Malformed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "invite.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: email
                     * @description an e-mail address such as anna@example.com
                     */
                    email: string;
                    /**
                     * @description What the person becomes.
                     * @default member
                     * @enum {string}
                     */
                    role?: "member" | "admin";
                    /** @description Ids of groups to join on acceptance, at most 100. */
                    group_ids?: number[];
                };
            };
        };
        responses: {
            /** @description Made. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invite"];
                };
            };
            400: components["responses"]["InvalidEither"];
            401: components["responses"]["Unauthenticated"];
            402: components["responses"]["PlanRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Malformed"];
            429: components["responses"]["TooManyByAccount"];
            503: components["responses"]["Unavailable"];
        };
    };
    "invite.batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description 1 to 100 invites. */
                    invites: {
                        /** @description an e-mail address such as anna@example.com */
                        email: string;
                        /**
                         * @description What the person becomes.
                         * @default member
                         * @enum {string}
                         */
                        role?: "member" | "admin";
                        /** @description Ids of groups to join on acceptance, at most 100. */
                        group_ids?: number[];
                    }[];
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        results: components["schemas"]["InviteResult"][];
                        /** @description How many were invited. */
                        invited: number;
                        /** @description Afterwards; null where the plan has no cap. */
                        seats_left: number | null;
                    };
                };
            };
            400: components["responses"]["InvalidEither"];
            401: components["responses"]["Unauthenticated"];
            402: components["responses"]["PlanRequired"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Malformed"];
            429: components["responses"]["TooManyByAccount"];
            503: components["responses"]["Unavailable"];
        };
    };
    "invite.groups": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The invite's id, as list_invites shows it. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Ids of groups to join on acceptance, at most 100. */
                    group_ids: number[];
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invite"];
                };
            };
            400: components["responses"]["InvalidEither"];
            401: components["responses"]["Unauthenticated"];
            402: components["responses"]["PlanRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Malformed"];
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
        };
    };
    "invite.resend": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The invite's id, as list_invites shows it. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invite"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            402: components["responses"]["PlanRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            410: components["responses"]["Gone"];
            422: components["responses"]["Malformed"];
            429: components["responses"]["TooManyByAccount"];
            503: components["responses"]["Unavailable"];
        };
    };
    "invite.revoke": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The invite's id, as list_invites shows it. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The invite's id. */
                        revoked: number;
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            422: components["responses"]["Malformed"];
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
        };
    };
    "invite.accept": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description Look at the address in `Location`. */
            302: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    /** @description Where to look. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidPage"];
            401: components["responses"]["UnauthenticatedPage"];
            402: components["responses"]["PlanRequiredPage"];
            403: components["responses"]["ForbiddenPage"];
            404: components["responses"]["NotFoundPage"];
            409: components["responses"]["ConflictPage"];
            410: components["responses"]["GonePage"];
            423: components["responses"]["LockedPage"];
            503: components["responses"]["UnavailablePage"];
        };
    };
    "invite.accept.decide": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Look at the address in `Location`. */
            302: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    /** @description Where to look. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Look at the address in `Location` with GET. */
            303: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    /** @description Where to look. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidPage"];
            401: components["responses"]["UnauthenticatedPage"];
            402: components["responses"]["PlanRequiredPage"];
            403: components["responses"]["ForbiddenPage"];
            404: components["responses"]["NotFoundPage"];
            409: components["responses"]["ConflictPage"];
            410: components["responses"]["GonePage"];
            423: components["responses"]["LockedPage"];
            503: components["responses"]["UnavailablePage"];
        };
    };
    "group.list": {
        parameters: {
            query?: {
                /** @description A part of the name or handle, in any case. */
                q?: string;
                /** @description Who keeps it. */
                source?: string;
                /** @description Only groups that this member is in. */
                user_id?: number;
                /** @description At most 500. */
                limit?: number;
                /** @description next_cursor of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        groups: components["schemas"]["Group"][];
                        /** @description Present when there are more. */
                        next_cursor?: string;
                        can_manage: boolean;
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            402: components["responses"]["PlanRequired"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Malformed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "group.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description 1 to 100 characters, not only spaces
                     * @example Design
                     */
                    name: string;
                    /**
                     * @description up to 40 lower case letters and digits, with single hyphens between them; made from the name without it
                     * @example design-berlin
                     */
                    handle?: string;
                    /** @description at most 512 characters */
                    description?: string;
                };
            };
        };
        responses: {
            /** @description Made. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Group"];
                };
            };
            400: components["responses"]["InvalidEither"];
            401: components["responses"]["Unauthenticated"];
            402: components["responses"]["PlanRequired"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Malformed"];
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
        };
    };
    "group.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The group's id, as list_groups shows it. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GroupDetail"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            402: components["responses"]["PlanRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Malformed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "group.delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The group's id, as list_groups shows it. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: number;
                        /** @constant */
                        deleted: true;
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Malformed"];
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
        };
    };
    "group.update": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The group's id, as list_groups shows it. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * @description 1 to 100 characters, not only spaces
                     * @example Design
                     */
                    name?: string;
                    /** @description at most 512 characters */
                    description?: string | null;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Group"];
                };
            };
            400: components["responses"]["InvalidEither"];
            401: components["responses"]["Unauthenticated"];
            402: components["responses"]["PlanRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Malformed"];
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
        };
    };
    "group.member.list": {
        parameters: {
            query?: {
                /** @description A part of the name or address, in any case. */
                q?: string;
                role?: "owner" | "admin" | "member";
                status?: "active" | "disabled";
                /** @description At most 500. */
                limit?: number;
                /** @description next_cursor of the page before. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description The group's id, as list_groups shows it. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        members: {
                            /** @description The person's user id. */
                            id: number;
                            email: string;
                            name: string | null;
                            /** @enum {string} */
                            role: "owner" | "admin" | "member";
                            /** @description The account is switched off. */
                            disabled: boolean;
                            /**
                             * Format: date-time
                             * @description When they came into the group.
                             */
                            added_at: string;
                        }[];
                        /** @description Present when there are more. */
                        next_cursor?: string;
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            402: components["responses"]["PlanRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Malformed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "group.members": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The group's id, as list_groups shows it. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description 1 to 100 addresses. */
                    emails: string[];
                    /** @description True puts them in, false takes them out. */
                    present: boolean;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Group"];
                };
            };
            400: components["responses"]["InvalidEither"];
            401: components["responses"]["Unauthenticated"];
            402: components["responses"]["PlanRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Malformed"];
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
        };
    };
    "group.member.add": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The group's id, as list_groups shows it. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: email
                     * @description an e-mail address such as anna@example.com
                     */
                    email: string;
                };
            };
        };
        responses: {
            /** @description Made. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Group"];
                };
            };
            400: components["responses"]["InvalidEither"];
            401: components["responses"]["Unauthenticated"];
            402: components["responses"]["PlanRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Malformed"];
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
        };
    };
    "group.member.remove": {
        parameters: {
            query: {
                /** @description an e-mail address such as anna@example.com */
                email: string;
            };
            header?: never;
            path: {
                /** @description The group's id, as list_groups shows it. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Group"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Malformed"];
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
        };
    };
    "doc.list": {
        parameters: {
            query?: {
                /** @description Only documents directly in this folder; "" is the top. */
                folder?: string;
                /** @description With folder, its subfolders too. */
                recursive?: boolean;
                /** @description Only documents with this tag. */
                tag?: string;
                /** @description ~ for My documents, or a shared root's slug; view is ignored then. */
                root?: string;
                /** @description mine: your own; team: listed to the team or shared with you; all: both, and every root you see. */
                view?: "mine" | "team" | "all";
                /** @description At most 500. */
                limit?: number;
                /** @description next_cursor of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        docs: components["schemas"]["Document"][];
                        /** @description Present when there are more. */
                        next_cursor?: string;
                        /** @description True when a list without limit was cut at 500. */
                        truncated?: boolean;
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Malformed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "doc.publish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The page, at most 20 MiB. */
                    html?: string;
                    /** @description GitHub-flavoured markdown, at most 20 MiB. */
                    markdown?: string;
                    /**
                     * @description The file as text; or use content_base64 or upload_id.
                     * @example <content>
                     */
                    content?: string;
                    /** @description The file as base64. */
                    content_base64?: string;
                    /** @description From create_upload with stage: true. */
                    upload_id?: number;
                    /**
                     * @description What the content is; html and markdown say it by their names.
                     * @enum {string}
                     */
                    format?: "html" | "markdown";
                    /** @description Without it, the first heading or file name. */
                    title?: string;
                    /**
                     * @description restricted: whom it is shared with; unlisted: whoever has the link; password: link and password; workspace: members.
                     * @default restricted
                     * @enum {string}
                     */
                    visibility?: "restricted" | "unlisted" | "password" | "workspace";
                    /** @description Needed with visibility password. */
                    password?: string;
                    /**
                     * @description team lists it for the workspace, private for its owner; neither opens it.
                     * @default private
                     * @enum {string}
                     */
                    listing?: "private" | "team";
                    /** @description 0 keeps forever, as does nothing where no policy sets an end. */
                    retention_days?: number;
                    /** @description A shared root's slug; none, or ~, is My documents. */
                    root?: string | null;
                    /** @description Path, made on the fly; "" for the top. Without it in a shared root: your Members folder. */
                    folder?: string;
                    /** @description At most 10. */
                    tags?: string[];
                    /** @description Up to 16 texts of the publishing tool's own, under names of 1 to 64 letters, digits, ".", ":", "_" or "-". duplicated_from is the service's. */
                    attrs?: {
                        [key: string]: string | {
                            doc_id: string;
                            version: number;
                        };
                    };
                    /** @description Name of the file it is made from, such as intro.md; relative links beside it find it by this name. */
                    filename?: string | null;
                    /** @description What changed and why. */
                    message?: string;
                    /** @description A repeat with the same key within 24 hours answers the first result. */
                    idempotency_key?: string;
                };
                "multipart/form-data": {
                    /** @description A UTF-8 HTML file. */
                    file: Blob;
                    /** @description Without it, the first heading or file name. */
                    title?: string;
                };
            };
        };
        responses: {
            /** @description Made. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Document"];
                };
            };
            400: components["responses"]["InvalidEither"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Malformed"];
            429: components["responses"]["TooManyByAccount"];
            503: components["responses"]["Unavailable"];
        };
    };
    "doc.publish_snippet": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * @description The file as text; or use content_base64 or upload_id.
                     * @example <content>
                     */
                    content?: string;
                    /** @description The file as base64. */
                    content_base64?: string;
                    /** @description From create_upload with stage: true. */
                    upload_id?: number;
                    /** @description Such as typescript, python or sql; without it plain text. */
                    language?: string;
                    /** @description Without it, the first heading or file name. */
                    title?: string;
                    /**
                     * @description restricted: whom it is shared with; unlisted: whoever has the link; password: link and password; workspace: members.
                     * @default restricted
                     * @enum {string}
                     */
                    visibility?: "restricted" | "unlisted" | "password" | "workspace";
                    /** @description Needed with visibility password. */
                    password?: string;
                    /**
                     * @description team lists it for the workspace, private for its owner; neither opens it.
                     * @default private
                     * @enum {string}
                     */
                    listing?: "private" | "team";
                    /** @description 0 keeps forever, as does nothing where no policy sets an end. */
                    retention_days?: number;
                    /** @description A shared root's slug; none, or ~, is My documents. */
                    root?: string | null;
                    /** @description Path, made on the fly; "" for the top. Without it in a shared root: your Members folder. */
                    folder?: string;
                    /** @description At most 10. */
                    tags?: string[];
                    /** @description Up to 16 texts of the publishing tool's own, under names of 1 to 64 letters, digits, ".", ":", "_" or "-". duplicated_from is the service's. */
                    attrs?: {
                        [key: string]: string | {
                            doc_id: string;
                            version: number;
                        };
                    };
                    /** @description What changed and why. */
                    message?: string;
                    /** @description A repeat with the same key within 24 hours answers the first result. */
                    idempotency_key?: string;
                };
            };
        };
        responses: {
            /** @description Made. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Document"];
                };
            };
            400: components["responses"]["InvalidEither"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Malformed"];
            429: components["responses"]["TooManyByAccount"];
            503: components["responses"]["Unavailable"];
        };
    };
    "doc.publish_file": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    file: Blob;
                    /** @description What an HTML page shows; the file names become their paths. */
                    files?: Blob[];
                    /** @description Stands in for the part's own file name. */
                    filename?: string;
                    /** @description Without it, the first heading or file name. */
                    title?: string;
                    /**
                     * @description restricted: whom it is shared with; unlisted: whoever has the link; password: link and password; workspace: members.
                     * @default restricted
                     * @enum {string}
                     */
                    visibility?: "restricted" | "unlisted" | "password" | "workspace";
                    /** @description Needed with visibility password. */
                    password?: string;
                    /**
                     * @description team lists it for the workspace, private for its owner; neither opens it.
                     * @default private
                     * @enum {string}
                     */
                    listing?: "private" | "team";
                    /** @description 0 keeps forever, as does nothing where no policy sets an end. */
                    retention_days?: number;
                    /** @description A shared root's slug; none, or ~, is My documents. */
                    root?: string | null;
                    /** @description Path, made on the fly; "" for the top. Without it in a shared root: your Members folder. */
                    folder?: string;
                    /** @description At most 10. */
                    tags?: string[];
                    /** @description Says what the file is, below its preview. */
                    description?: string;
                    /**
                     * @description False shares a markdown file as a download.
                     * @default true
                     */
                    render?: boolean;
                    /** @description What changed and why. */
                    message?: string;
                    /** @description A repeat with the same key within 24 hours answers the first result. */
                    idempotency_key?: string;
                };
            };
        };
        responses: {
            /** @description Made. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Document"];
                };
            };
            400: components["responses"]["InvalidEither"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Malformed"];
            429: components["responses"]["TooManyByAccount"];
            503: components["responses"]["Unavailable"];
        };
    };
    "doc.tags": {
        parameters: {
            query?: {
                /** @description Count what is shared with you, too. */
                include_team?: boolean;
                /** @description At most 500. */
                limit?: number;
                /** @description next_cursor of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        tags: components["schemas"]["TagCount"][];
                        /** @description Present when there are more. */
                        next_cursor?: string;
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Malformed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "doc.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                doc_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Document"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            503: components["responses"]["Unavailable"];
        };
    };
    "doc.delete": {
        parameters: {
            query?: {
                /** @description True removes it for good, at once; out of the trash too. */
                purge?: boolean;
                /** @description The version you changed; 409 when a newer one is current. */
                base_version?: number;
            };
            header?: never;
            path: {
                doc_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        doc_id: string;
                        deleted: boolean;
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ConflictVersion"];
            422: components["responses"]["Malformed"];
            423: components["responses"]["Locked"];
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
        };
    };
    "doc.update": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                doc_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Replaces index.html; HTML documents only. */
                    html?: string;
                    /**
                     * @description The file as text; or use content_base64 or upload_id.
                     * @example <content>
                     */
                    content?: string;
                    /** @description The file as base64. */
                    content_base64?: string;
                    /** @description From create_upload with stage: true. */
                    upload_id?: number;
                    /** @description Without it, the first heading or file name. */
                    title?: string;
                    /** @description Shown on the page of a file share. */
                    description?: string;
                    /**
                     * @description restricted: whom it is shared with; unlisted: whoever has the link; password: link and password; workspace: members.
                     * @enum {string}
                     */
                    visibility?: "restricted" | "unlisted" | "password" | "workspace";
                    /** @description Needed with visibility password. */
                    password?: string;
                    /**
                     * @description team lists it for the workspace, private for its owner; neither opens it.
                     * @enum {string}
                     */
                    listing?: "private" | "team";
                    /** @description 0 keeps forever. */
                    retention_days?: number;
                    /** @description At most 10. */
                    tags?: string[];
                    /** @description Up to 16 texts of the publishing tool's own, under names of 1 to 64 letters, digits, ".", ":", "_" or "-". duplicated_from is the service's. */
                    attrs?: {
                        [key: string]: string | {
                            doc_id: string;
                            version: number;
                        };
                    };
                    /** @description Name of the file it is made from, such as intro.md; relative links beside it find it by this name. */
                    filename?: string | null;
                    /** @description Path, made on the fly; "" for the top. Without it in a shared root: your Members folder. */
                    folder?: string;
                    /** @description A shared root's slug; none, or ~, is My documents. */
                    root?: string | null;
                    /** @description The version you changed; 409 when a newer one is current. */
                    base_version?: number;
                    /** @description The edit lease's token, where there is one. */
                    lock_token?: string;
                    /** @description What changed and why. */
                    message?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Document"];
                };
            };
            400: components["responses"]["InvalidEither"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ConflictVersion"];
            410: components["responses"]["Gone"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Malformed"];
            423: components["responses"]["Locked"];
            429: components["responses"]["TooManyByAccount"];
            503: components["responses"]["Unavailable"];
        };
    };
    "doc.manifest": {
        parameters: {
            query?: {
                /** @description Without it, the current one. */
                version?: number;
            };
            header?: never;
            path: {
                doc_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Manifest"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Malformed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "doc.file.get": {
        parameters: {
            query?: {
                /** @description Without it, the current one. */
                version?: number;
            };
            header?: never;
            path: {
                doc_id: string;
                /** @description The rest of the address: slashes part its segments, and each segment is percent-encoded by itself. */
                path: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "*/*": Blob;
                };
            };
            /** @description The range that was asked for. */
            206: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    /** @description Which bytes, of how many. */
                    "Content-Range"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "*/*": Blob;
                };
            };
            /** @description Nothing changed since the caller's copy. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            416: components["responses"]["Unsatisfiable"];
            422: components["responses"]["Malformed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "doc.file.put": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                doc_id: string;
                /** @description The rest of the address: slashes part its segments, and each segment is percent-encoded by itself. */
                path: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * @description The file as text; or use content_base64 or upload_id.
                     * @example <content>
                     */
                    content?: string;
                    /** @description The file as base64. */
                    content_base64?: string;
                    /** @description From create_upload with stage: true. */
                    upload_id?: number;
                    /**
                     * @description How content is written.
                     * @default utf8
                     * @enum {string}
                     */
                    encoding?: "utf8" | "base64";
                    /** @description The version you changed; 409 when a newer one is current. */
                    base_version?: number;
                    /** @description SHA-256 of the file you changed, empty for a new one; 409 when the file is another by now. */
                    base_sha256?: string;
                    /** @description The edit lease's token, where there is one. */
                    lock_token?: string;
                    /** @description What changed and why. */
                    message?: string;
                    /**
                     * @description False writes a candidate, shown once activated.
                     * @default true
                     */
                    activate?: boolean;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FilePut"];
                };
            };
            400: components["responses"]["InvalidEither"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ConflictVersion"];
            410: components["responses"]["Gone"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Malformed"];
            423: components["responses"]["Locked"];
            429: components["responses"]["TooManyByAccount"];
            503: components["responses"]["Unavailable"];
        };
    };
    "doc.file.edit": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                doc_id: string;
                /** @description The rest of the address: slashes part its segments, and each segment is percent-encoded by itself. */
                path: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The text as it stands in the file, line ends included. */
                    old_string: string;
                    /** @description What stands there instead; empty takes the text out. */
                    new_string: string;
                    /**
                     * @description Every place; without it, old_string must match exactly once.
                     * @default false
                     */
                    replace_all?: boolean;
                    /** @description The version you changed; 409 when a newer one is current. */
                    base_version?: number;
                    /** @description SHA-256 of the file you changed, empty for a new one; 409 when the file is another by now. */
                    base_sha256?: string;
                    /** @description The edit lease's token, where there is one. */
                    lock_token?: string;
                    /** @description What changed and why. */
                    message?: string;
                    /**
                     * @description False writes a candidate, shown once activated.
                     * @default true
                     */
                    activate?: boolean;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FileEdited"];
                };
            };
            400: components["responses"]["InvalidEither"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ConflictVersion"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Malformed"];
            423: components["responses"]["Locked"];
            429: components["responses"]["TooManyByAccount"];
            503: components["responses"]["Unavailable"];
        };
    };
    "doc.files.add": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                doc_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    file?: Blob;
                    /** @description Where the one file goes; without it, its file name. */
                    path?: string;
                    files?: Blob[];
                    /** @description The version you changed; 409 when a newer one is current. */
                    base_version?: number;
                    /** @description The edit lease's token, where there is one. */
                    lock_token?: string;
                    /** @description What changed and why. */
                    message?: string;
                    /**
                     * @description False writes a candidate, shown once activated.
                     * @default true
                     */
                    activate?: boolean;
                };
            };
        };
        responses: {
            /** @description Made. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FilesAdded"];
                };
            };
            400: components["responses"]["InvalidEither"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Malformed"];
            423: components["responses"]["Locked"];
            429: components["responses"]["TooManyByAccount"];
            503: components["responses"]["Unavailable"];
        };
    };
    "doc.files.remove": {
        parameters: {
            query: {
                /** @description The file to remove. */
                path: string;
                /** @description The version you changed; 409 when a newer one is current. */
                base_version?: number;
                /** @description SHA-256 of the file you changed, empty for a new one; 409 when the file is another by now. */
                base_sha256?: string;
                /** @description The edit lease's token, where there is one. */
                lock_token?: string;
                /** @description What changed and why. */
                message?: string;
            };
            header?: never;
            path: {
                doc_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Document"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ConflictVersion"];
            422: components["responses"]["Malformed"];
            423: components["responses"]["Locked"];
            429: components["responses"]["TooManyByAccount"];
            503: components["responses"]["Unavailable"];
        };
    };
    "doc.versions": {
        parameters: {
            query?: {
                /** @description At most 500. */
                limit?: number;
                /** @description next_cursor of the page before. */
                cursor?: string;
            };
            header?: never;
            path: {
                doc_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        doc_id: string;
                        versions: components["schemas"]["VersionEntry"][];
                        /** @description Present when there are more. */
                        next_cursor?: string;
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Malformed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "doc.restore": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                doc_id: string;
                /** @description The number of the version to bring back. */
                version: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description The version you changed; 409 when a newer one is current. */
                    base_version?: number;
                    /** @description The edit lease's token, where there is one. */
                    lock_token?: string;
                    /** @description What changed and why. */
                    message?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DocumentRestored"];
                };
            };
            400: components["responses"]["InvalidEither"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ConflictVersion"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Malformed"];
            423: components["responses"]["Locked"];
            429: components["responses"]["TooManyByAccount"];
            503: components["responses"]["Unavailable"];
        };
    };
    "doc.version.label": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The document. */
                doc_id: string;
                /** @description The number of the version. */
                version: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description At most 100 characters; null or empty clears. */
                    label: string | null;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VersionLabelled"];
                };
            };
            400: components["responses"]["InvalidEither"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Malformed"];
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
        };
    };
    "doc.duplicate": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                doc_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Without it, the first heading or file name. */
                    title?: string;
                    /** @description Path, made on the fly; "" for the top. Without it in a shared root: your Members folder. */
                    folder?: string;
                    /** @description A shared root's slug; none, or ~, is My documents. */
                    root?: string | null;
                    /** @description Without it, the current one. */
                    version?: number;
                    /** @description What comes along beside the files. */
                    include?: {
                        /**
                         * @description The document's comments, too.
                         * @default false
                         */
                        comments?: boolean;
                        /**
                         * @description The records of a database, too.
                         * @default false
                         */
                        records?: boolean;
                    };
                    /** @description A repeat with the same key within 24 hours answers the first result. */
                    idempotency_key?: string;
                };
            };
        };
        responses: {
            /** @description Made. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Document"];
                };
            };
            400: components["responses"]["InvalidEither"];
            401: components["responses"]["Unauthenticated"];
            402: components["responses"]["PlanRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Malformed"];
            429: components["responses"]["TooManyByAccount"];
            503: components["responses"]["Unavailable"];
        };
    };
    "doc.version.activate": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The document. */
                doc_id: string;
                /** @description The number of the version. */
                version: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The current version, as you have seen it. */
                    base_version: number;
                    /** @description The edit lease's token, where there is one. */
                    lock_token?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VersionActivated"];
                };
            };
            400: components["responses"]["InvalidEither"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ConflictVersion"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Malformed"];
            423: components["responses"]["Locked"];
            429: components["responses"]["TooManyByAccount"];
            503: components["responses"]["Unavailable"];
        };
    };
    "doc.trash": {
        parameters: {
            query?: {
                /** @description Only documents that were in this folder. */
                folder?: string;
                /** @description A shared root's slug; none, or ~, is My documents. */
                root?: string | null;
                /** @description At most 500. */
                limit?: number;
                /** @description next_cursor of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        docs: components["schemas"]["TrashedDocument"][];
                        /** @description Present when there are more. */
                        next_cursor?: string;
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Malformed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "doc.trash.empty": {
        parameters: {
            query?: {
                /** @description A shared root's slug; none, or ~, is My documents. */
                root?: string | null;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Taken on; the work goes on after the answer. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description How many documents are about to be removed. */
                        docs: number;
                        /** @description How many more the trash lists to you that only a manager of the root removes. */
                        kept: number;
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Malformed"];
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
        };
    };
    "doc.keep": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                doc_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Kept"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
        };
    };
    "doc.undelete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                doc_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Path, made on the fly; "" for the top. Without it in a shared root: your Members folder. */
                    folder?: string;
                    /** @description A shared root's slug; none, or ~, is My documents. */
                    root?: string | null;
                    /**
                     * @description Whom it opens for from then on.
                     * @enum {string}
                     */
                    visibility?: "restricted" | "unlisted" | "password" | "workspace";
                    /** @description Needed with visibility password. */
                    password?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DocumentUndeleted"];
                };
            };
            400: components["responses"]["InvalidEither"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Malformed"];
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
        };
    };
    "content.robots": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "*/*": Blob;
                };
            };
            503: components["responses"]["UnavailableContent"];
        };
    };
    "doc.unlock.show": {
        parameters: {
            query?: {
                /** @description The path within the document to go on to. */
                path?: string;
            };
            header?: never;
            path: {
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description Look at the address in `Location`. */
            302: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    /** @description Where to look. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            404: components["responses"]["NotFoundContent"];
            429: components["responses"]["TooManyContent"];
            503: components["responses"]["UnavailableContent"];
        };
    };
    "doc.unlock": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                slug: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /** @description The document's password. */
                    password?: string;
                    /** @description The path within the document to go on to. */
                    path?: string;
                };
                "application/x-www-form-urlencoded": {
                    /** @description The document's password. */
                    password?: string;
                    /** @description The path within the document to go on to. */
                    path?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description Look at the address in `Location` with GET. */
            303: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    /** @description Where to look. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            403: components["responses"]["ForbiddenContent"];
            404: components["responses"]["NotFoundContent"];
            413: components["responses"]["TooLargeContent"];
            429: components["responses"]["TooManyContent"];
            503: components["responses"]["UnavailableContent"];
        };
    };
    "doc.serve": {
        parameters: {
            query?: {
                /** @description The code with which the app host sends a signed-in reader back. */
                handoff?: string;
            };
            header?: never;
            path: {
                slug: string;
                /** @description The rest of the address: slashes part its segments, and each segment is percent-encoded by itself. */
                path: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "*/*": Blob;
                };
            };
            /** @description The range that was asked for. */
            206: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    /** @description Which bytes, of how many. */
                    "Content-Range"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "*/*": Blob;
                };
            };
            /** @description Look at the address in `Location`. */
            302: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    /** @description Where to look. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Nothing changed since the caller's copy. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["UnauthenticatedContent"];
            403: components["responses"]["ForbiddenContent"];
            404: components["responses"]["NotFoundContent"];
            416: components["responses"]["UnsatisfiableContent"];
            429: components["responses"]["TooManyContent"];
            503: components["responses"]["UnavailableContent"];
        };
    };
    "doc.upload": {
        parameters: {
            query: {
                /** @description Decides what kind of document it becomes. */
                filename: string;
                /** @description Without it, the first heading or file name. */
                title?: string;
                /** @description Shown on the page of a file share. */
                description?: string;
                /** @description Who may open it; restricted unless told. */
                visibility?: "restricted" | "unlisted" | "workspace";
                /** @description Private unless told. */
                listing?: "private" | "team";
                /** @description 0, which is also the default, keeps forever. */
                retention_days?: number;
                /** @description Path, made on the fly; "" for the top. Without it in a shared root: your Members folder. */
                folder?: string;
                /** @description A shared root's slug; none, or ~, is My documents. */
                root?: string | null;
                /** @description False shares a markdown file as a download. */
                render?: boolean;
                /** @description Replaces a file of this document instead of publishing a new one. */
                doc_id?: string;
                /** @description The file to replace; index.html for an HTML document. */
                path?: string;
                /** @description The version you changed; 409 when a newer one is current. */
                base_version?: number;
                /** @description SHA-256 of the file you changed, empty for a new one; 409 when the file is another by now. */
                base_sha256?: string;
                /** @description The edit lease's token, where there is one. */
                lock_token?: string;
                /** @description What changed and why. */
                message?: string;
                /** @description A repeat with the same key within 24 hours answers the first result. */
                idempotency_key?: string;
                /** @description Separated by commas. */
                tags?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The bytes themselves, of any length that the server takes. */
        requestBody: {
            content: {
                "application/octet-stream": Blob;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Document"];
                };
            };
            /** @description Made. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Document"];
                };
            };
            400: components["responses"]["InvalidUpload"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["ForbiddenUpload"];
            404: components["responses"]["NotFoundUpload"];
            409: components["responses"]["ConflictVersion"];
            413: components["responses"]["TooLargeUpload"];
            423: components["responses"]["Locked"];
            429: components["responses"]["TooManyUpload"];
            503: components["responses"]["UnavailableUpload"];
        };
    };
    "upload.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Decides what kind of document it becomes. */
                    filename: string;
                    /** @description Without it, the first heading or file name. */
                    title?: string;
                    /** @description Shown on the page of a file share. */
                    description?: string;
                    /**
                     * @description Who may open it; restricted unless told.
                     * @enum {string}
                     */
                    visibility?: "restricted" | "unlisted" | "workspace";
                    /**
                     * @description Private unless told.
                     * @enum {string}
                     */
                    listing?: "private" | "team";
                    /** @description 0, which is also the default, keeps forever. */
                    retention_days?: number;
                    /** @description Path, made on the fly; "" for the top. Without it in a shared root: your Members folder. */
                    folder?: string;
                    /** @description A shared root's slug; none, or ~, is My documents. */
                    root?: string | null;
                    /** @description False shares a markdown file as a download. */
                    render?: boolean;
                    /** @description Replaces a file of this document instead of publishing a new one. */
                    doc_id?: string;
                    /** @description The file to replace; index.html for an HTML document. */
                    path?: string;
                    /** @description The version you changed; 409 when a newer one is current. */
                    base_version?: number;
                    /** @description SHA-256 of the file you changed, empty for a new one; 409 when the file is another by now. */
                    base_sha256?: string;
                    /** @description The edit lease's token, where there is one. */
                    lock_token?: string;
                    /** @description What changed and why. */
                    message?: string;
                    /** @description A repeat with the same key within 24 hours answers the first result. */
                    idempotency_key?: string;
                    /** @description At most 10. */
                    tags?: string[];
                    /** @description True keeps the file for one write that takes upload_id, and publishes nothing. */
                    stage?: boolean;
                    /** @description Bytes of the file; a file of another size is refused. */
                    size?: number;
                    /** @description 64 hex digits; a file with another hash is refused. */
                    sha256?: string;
                    /** @description For the sender's own use: the file name's ending decides. */
                    content_type?: string;
                };
            };
        };
        responses: {
            /** @description Made. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UploadTicket"];
                };
            };
            400: components["responses"]["InvalidEither"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ConflictVersion"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Malformed"];
            423: components["responses"]["Locked"];
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
        };
    };
    "upload.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                ticket_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UploadState"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Malformed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "upload.page": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                ticket: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            400: components["responses"]["InvalidPage"];
            403: components["responses"]["ForbiddenEitherPage"];
            404: components["responses"]["NotFoundPage"];
            429: components["responses"]["TooManyPage"];
            503: components["responses"]["UnavailablePage"];
        };
    };
    "upload.put": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                ticket: string;
            };
            cookie?: never;
        };
        /** @description The bytes themselves, of any length that the server takes. */
        requestBody: {
            content: {
                "application/octet-stream": Blob;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Document"] | components["schemas"]["UploadProgress"] | components["schemas"]["StagedUpload"];
                };
            };
            /** @description Made. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Document"] | components["schemas"]["UploadProgress"] | components["schemas"]["StagedUpload"];
                };
            };
            /** @description Taken on; the work goes on after the answer. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Document"] | components["schemas"]["UploadProgress"] | components["schemas"]["StagedUpload"];
                };
            };
            400: components["responses"]["InvalidUpload"];
            403: components["responses"]["ForbiddenUpload"];
            404: components["responses"]["NotFoundUpload"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLargeUpload"];
            423: components["responses"]["Locked"];
            429: components["responses"]["TooManyUpload"];
            503: components["responses"]["UnavailableUpload"];
        };
    };
    "upload.script": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "*/*": Blob;
                };
            };
            /** @description Nothing changed since the caller's copy. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Invalid"];
            503: components["responses"]["Unavailable"];
        };
    };
    "upload.style": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "*/*": Blob;
                };
            };
            /** @description Nothing changed since the caller's copy. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Invalid"];
            503: components["responses"]["Unavailable"];
        };
    };
    "doc.download.create": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The document. */
                doc_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description The file; without it, the document's source. */
                    path?: string;
                    /** @description Without it, the current one. */
                    version?: number;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DownloadTicket"];
                };
            };
            400: components["responses"]["InvalidEither"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Malformed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "doc.download.use": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                ticket: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "*/*": Blob;
                };
            };
            /** @description The range that was asked for. */
            206: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    /** @description Which bytes, of how many. */
                    "Content-Range"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "*/*": Blob;
                };
            };
            /** @description Nothing changed since the caller's copy. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidOnContentHost"];
            403: components["responses"]["ForbiddenOnContentHost"];
            404: components["responses"]["NotFoundOnContentHost"];
            416: components["responses"]["UnsatisfiableOnContentHost"];
            429: components["responses"]["TooManyOnContentHost"];
            503: components["responses"]["UnavailableOnContentHost"];
        };
    };
    "doc.edit": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                doc_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The file, such as source.md. */
                    path: string;
                    /** @description The text as it stands in the file, line ends included. */
                    old_string: string;
                    /** @description What stands there instead; empty takes the text out. */
                    new_string: string;
                    /**
                     * @description Every place; without it, old_string must match exactly once.
                     * @default false
                     */
                    replace_all?: boolean;
                    /** @description The version you changed; 409 when a newer one is current. */
                    base_version?: number;
                    /** @description SHA-256 of the file you changed, empty for a new one; 409 when the file is another by now. */
                    base_sha256?: string;
                    /** @description The edit lease's token, where there is one. */
                    lock_token?: string;
                    /** @description What changed and why. */
                    message?: string;
                    /**
                     * @description False writes a candidate, shown once activated.
                     * @default true
                     */
                    activate?: boolean;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FileEdited"];
                };
            };
            400: components["responses"]["InvalidEither"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ConflictVersion"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Malformed"];
            423: components["responses"]["Locked"];
            429: components["responses"]["TooManyByAccount"];
            503: components["responses"]["Unavailable"];
        };
    };
    "doc.patch": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                doc_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The diff; paths begin with a/ and b/, or are bare. */
                    diff: string;
                    /** @description The version you changed; 409 when a newer one is current. */
                    base_version?: number;
                    /** @description The edit lease's token, where there is one. */
                    lock_token?: string;
                    /** @description What changed and why. */
                    message?: string;
                    /**
                     * @description False writes a candidate, shown once activated.
                     * @default true
                     */
                    activate?: boolean;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DocumentPatched"];
                };
            };
            400: components["responses"]["InvalidEither"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ConflictVersion"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Malformed"];
            423: components["responses"]["Locked"];
            429: components["responses"]["TooManyByAccount"];
            503: components["responses"]["Unavailable"];
        };
    };
    "doc.commit.begin": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                doc_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    files: {
                        path: string;
                        /** @description SHA-256 of the content, 64 lower-case hex digits. */
                        sha256?: string;
                        /** @description Bytes. */
                        size?: number;
                        /** @description True takes the file away. */
                        delete?: boolean;
                    }[];
                    /**
                     * @description replace takes away every file that is not named.
                     * @default merge
                     * @enum {string}
                     */
                    mode?: "merge" | "replace";
                    /** @description The version you changed; 409 when a newer one is current. */
                    base_version?: number;
                    /** @description The edit lease's token, where there is one. */
                    lock_token?: string;
                    /** @description What changed and why. */
                    message?: string;
                };
            };
        };
        responses: {
            /** @description Made. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CommitBegun"];
                };
            };
            400: components["responses"]["InvalidEither"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ConflictVersion"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Malformed"];
            423: components["responses"]["Locked"];
            429: components["responses"]["TooManyByAccount"];
            503: components["responses"]["Unavailable"];
        };
    };
    "doc.commit.send": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                doc_id: string;
                /** @description The commit. */
                commit_id: number;
                /** @description SHA-256 of the content, 64 lower-case hex digits. */
                hash: string;
            };
            cookie?: never;
        };
        /** @description The bytes themselves, of any length that the server takes. */
        requestBody: {
            content: {
                "application/octet-stream": Blob;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CommitContent"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Malformed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "doc.commit.finalize": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                doc_id: string;
                /** @description The commit. */
                commit_id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description The edit lease's token, where there is one. */
                    lock_token?: string;
                    /**
                     * @description False writes a candidate, shown once activated.
                     * @default true
                     */
                    activate?: boolean;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CommitFinalized"];
                };
            };
            400: components["responses"]["InvalidEither"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Malformed"];
            423: components["responses"]["Locked"];
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
        };
    };
    "doc.text": {
        parameters: {
            query: {
                /** @description The file, such as source.md. */
                path: string;
                /** @description The first line, from 1. */
                start?: number;
                /** @description The last line, which is in the answer. */
                end?: number;
                /** @description Without it, the current one. */
                version?: number;
            };
            header?: never;
            path: {
                doc_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TextLines"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Malformed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "lock.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                doc_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LockState"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            503: components["responses"]["Unavailable"];
        };
    };
    "lock.take": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                doc_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description The file that you are going to change, for others to read. */
                    path?: string;
                    /**
                     * @description How long it lasts.
                     * @default 600
                     */
                    ttl_seconds?: number;
                };
            };
        };
        responses: {
            /** @description Made. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TakenLease"];
                };
            };
            400: components["responses"]["InvalidEither"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Malformed"];
            423: components["responses"]["Locked"];
            503: components["responses"]["Unavailable"];
        };
    };
    "lock.release": {
        parameters: {
            query?: {
                /** @description The lease's token. */
                token?: string;
                /** @description Ends somebody else's lease: the owner's to say, in a root whoever may edit there. */
                force?: boolean;
            };
            header?: never;
            path: {
                doc_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description The lease's token. */
                    token?: string;
                    /**
                     * @description Ends somebody else's lease: the owner's to say, in a root whoever may edit there.
                     * @default false
                     */
                    force?: boolean;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LockReleased"];
                };
            };
            400: components["responses"]["InvalidEither"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Malformed"];
            423: components["responses"]["Locked"];
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
        };
    };
    "lock.renew": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                doc_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The lease's token. */
                    token: string;
                    /**
                     * @description How long it lasts.
                     * @default 600
                     */
                    ttl_seconds?: number;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EditLease"];
                };
            };
            400: components["responses"]["InvalidEither"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Malformed"];
            423: components["responses"]["Locked"];
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
        };
    };
    "doc.keep_link.show": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            400: components["responses"]["InvalidPage"];
            403: components["responses"]["ForbiddenPage"];
            404: components["responses"]["NotFoundPage"];
            410: components["responses"]["GonePage"];
            429: components["responses"]["TooManyPage"];
            503: components["responses"]["UnavailablePage"];
        };
    };
    "doc.keep_link.use": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Look at the address in `Location`. */
            302: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    /** @description Where to look. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Look at the address in `Location` with GET. */
            303: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    /** @description Where to look. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidPage"];
            403: components["responses"]["ForbiddenPage"];
            404: components["responses"]["NotFoundPage"];
            410: components["responses"]["GonePage"];
            413: components["responses"]["TooLargePage"];
            429: components["responses"]["TooManyPage"];
            503: components["responses"]["UnavailablePage"];
        };
    };
    "doc.history": {
        parameters: {
            query: {
                /** @description The file, such as source.md. */
                path: string;
                /** @description At most 500. */
                limit?: number;
                /** @description next_cursor of the page before. */
                cursor?: string;
            };
            header?: never;
            path: {
                doc_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PathHistory"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Malformed"];
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
        };
    };
    "doc.diff": {
        parameters: {
            query: {
                /** @description The file, such as source.md. */
                path: string;
                /** @description The older version. */
                from: number;
                /** @description Without it, the current one. */
                to?: number;
            };
            header?: never;
            path: {
                doc_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FileDiff"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Malformed"];
            429: components["responses"]["TooManyByAccount"];
            503: components["responses"]["Unavailable"];
        };
    };
    "doc.blame": {
        parameters: {
            query: {
                /** @description The file, such as source.md. */
                path: string;
                /** @description Without it, the current one. */
                version?: number;
                /** @description The first line wanted. */
                start?: number;
                /** @description Page size; more than 10000 is taken as 10000. */
                limit?: number;
            };
            header?: never;
            path: {
                doc_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Blame"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Malformed"];
            429: components["responses"]["TooManyByAccount"];
            503: components["responses"]["Unavailable"];
        };
    };
    "doc.rendered": {
        parameters: {
            query?: {
                /** @description Another text file of the document. */
                path?: string;
                /** @description Reads as one of the workspace's agents. There are none so far. */
                agent?: string;
            };
            header?: never;
            path: {
                doc_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RenderedDocument"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Malformed"];
            429: components["responses"]["TooManyByAccount"];
            503: components["responses"]["Unavailable"];
        };
    };
    "render.markdown": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The markdown. */
                    content: string;
                    /** @description The document that it is written for; you must be able to read it. */
                    doc_id?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RenderedMarkdown"];
                };
            };
            400: components["responses"]["InvalidEither"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Malformed"];
            429: components["responses"]["TooManyByAccount"];
            503: components["responses"]["Unavailable"];
        };
    };
    "access.list": {
        parameters: {
            query?: {
                /** @description At most 500. */
                limit?: number;
                /** @description next_cursor of the page before. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description The document. */
                doc_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DocumentAccess"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Malformed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "access.grant": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The document. */
                doc_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description A person, a group, or everybody in the workspace.
                     * @enum {string}
                     */
                    subject_type: "user" | "group" | "workspace";
                    /**
                     * @description A person's e-mail address or a group's slug; nothing for the workspace.
                     * @example ann@example.com
                     */
                    subject?: string | null;
                    /**
                     * @description What they may do.
                     * @default view
                     * @enum {string}
                     */
                    level?: "view" | "comment" | "edit";
                    /**
                     * @description When it ends by itself: a time, or the last day; null for never. Left out, an end that is set stays.
                     * @example 2030-12-31
                     */
                    expires_at?: string | null;
                };
            };
        };
        responses: {
            /** @description Made. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DocumentGrant"];
                };
            };
            400: components["responses"]["InvalidEither"];
            401: components["responses"]["Unauthenticated"];
            402: components["responses"]["PlanRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Malformed"];
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
        };
    };
    "access.revoke": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The grant's id, as list_access shows it. */
                grant_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: number;
                        /** @constant */
                        deleted: true;
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            402: components["responses"]["PlanRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Malformed"];
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
        };
    };
    "access.explain": {
        parameters: {
            query: {
                /** @description The person's e-mail address. */
                user: string;
            };
            header?: never;
            path: {
                /** @description The document. */
                doc_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessExplained"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Malformed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "access.folder.list": {
        parameters: {
            query?: {
                /** @description A folder of My documents, such as Plans/2026. */
                path?: string;
                /** @description At most 500. */
                limit?: number;
                /** @description next_cursor of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FolderAccess"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Malformed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "access.folder.grant": {
        parameters: {
            query?: {
                /** @description A folder of My documents, such as Plans/2026. */
                path?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description A person, a group, or everybody in the workspace.
                     * @enum {string}
                     */
                    subject_type: "user" | "group" | "workspace";
                    /**
                     * @description A person's e-mail address or a group's slug; nothing for the workspace.
                     * @example ann@example.com
                     */
                    subject?: string | null;
                    /**
                     * @description What they may do.
                     * @default view
                     * @enum {string}
                     */
                    level?: "view" | "comment" | "edit";
                    /**
                     * @description When it ends by itself: a time, or the last day; null for never. Left out, an end that is set stays.
                     * @example 2030-12-31
                     */
                    expires_at?: string | null;
                };
            };
        };
        responses: {
            /** @description Made. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DocumentGrant"];
                };
            };
            400: components["responses"]["InvalidEither"];
            401: components["responses"]["Unauthenticated"];
            402: components["responses"]["PlanRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Malformed"];
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
        };
    };
    "access.folder.revoke": {
        parameters: {
            query: {
                /** @description The grant's id, as list_access shows it. */
                grant_id: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: number;
                        /** @constant */
                        deleted: true;
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Malformed"];
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
        };
    };
    "access.leave": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The document. */
                doc_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        doc_id: string;
                        /** @constant */
                        left: true;
                        /**
                         * @description What you hold on it now, by other ways.
                         * @enum {string}
                         */
                        my_level: "none" | "view" | "comment" | "edit" | "own";
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Malformed"];
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
        };
    };
    "access.folder.leave": {
        parameters: {
            query: {
                /** @description Whose My documents it is in, as `folder_owner_id`. */
                owner_id: number;
                /** @description The folder. */
                path: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        owner_id: number;
                        path: string;
                        /** @constant */
                        left: true;
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Malformed"];
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
        };
    };
    "access_request.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description it is the part of a document's address after /d/ */
                    slug: string;
                    /** @description What you need it for; whoever decides reads it. */
                    message?: string;
                };
            };
        };
        responses: {
            /** @description Made. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessRequestStatus"];
                };
            };
            400: components["responses"]["InvalidEither"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Malformed"];
            429: components["responses"]["TooManyByAccount"];
            503: components["responses"]["Unavailable"];
        };
    };
    "access_request.status": {
        parameters: {
            query: {
                /** @description it is the part of a document's address after /d/ */
                slug: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessRequestStatus"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Malformed"];
            429: components["responses"]["TooManyByAccount"];
            503: components["responses"]["Unavailable"];
        };
    };
    "access_request.list": {
        parameters: {
            query?: {
                /** @description At most 100. */
                limit?: number;
                /** @description next_cursor of the page before. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description The document. */
                doc_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        requests: components["schemas"]["AccessRequest"][];
                        /** @description Present when there are more. */
                        next_cursor?: string;
                        /** @description Whether the server sends mail about requests. */
                        email_available: boolean;
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Malformed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "access_request.decide": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The request's id, as list_access_requests shows it. */
                request_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description What becomes of the request.
                     * @enum {string}
                     */
                    decision: "approve" | "deny";
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        status: "approved" | "denied";
                        already_decided: boolean;
                    };
                };
            };
            400: components["responses"]["InvalidEither"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Malformed"];
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
        };
    };
    "access_request.page": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description it is the part of a document's address after /d/ */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description Look at the address in `Location`. */
            302: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    /** @description Where to look. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidPage"];
            404: components["responses"]["NotFoundPage"];
            422: components["responses"]["MalformedPage"];
            503: components["responses"]["UnavailablePage"];
        };
    };
    "access_request.page.send": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description it is the part of a document's address after /d/ */
                slug: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /** @description What it is needed for. */
                    message?: string;
                };
                "application/x-www-form-urlencoded": {
                    /** @description What it is needed for. */
                    message?: string;
                };
            };
        };
        responses: {
            /** @description Look at the address in `Location`. */
            302: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    /** @description Where to look. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Look at the address in `Location` with GET. */
            303: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    /** @description Where to look. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidEitherPage"];
            401: components["responses"]["UnauthenticatedPage"];
            403: components["responses"]["ForbiddenPage"];
            404: components["responses"]["NotFoundPage"];
            409: components["responses"]["ConflictPage"];
            413: components["responses"]["TooLargePage"];
            422: components["responses"]["MalformedPage"];
            429: components["responses"]["TooManyByAccountPage"];
            503: components["responses"]["UnavailablePage"];
        };
    };
    "access_request.script": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "*/*": Blob;
                };
            };
            /** @description Nothing changed since the caller's copy. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Invalid"];
            503: components["responses"]["Unavailable"];
        };
    };
    "access_request.review.show": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                ticket: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description Look at the address in `Location`. */
            302: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    /** @description Where to look. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidPage"];
            403: components["responses"]["ForbiddenPage"];
            404: components["responses"]["NotFoundPage"];
            410: components["responses"]["GonePage"];
            503: components["responses"]["UnavailablePage"];
        };
    };
    "access_request.review": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                ticket: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /**
                     * @description What becomes of the request.
                     * @enum {string}
                     */
                    decision: "approve" | "deny";
                };
                "application/x-www-form-urlencoded": {
                    /**
                     * @description What becomes of the request.
                     * @enum {string}
                     */
                    decision: "approve" | "deny";
                };
            };
        };
        responses: {
            /** @description Look at the address in `Location`. */
            302: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    /** @description Where to look. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Look at the address in `Location` with GET. */
            303: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    /** @description Where to look. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidEitherPage"];
            403: components["responses"]["ForbiddenPage"];
            404: components["responses"]["NotFoundPage"];
            410: components["responses"]["GonePage"];
            413: components["responses"]["TooLargePage"];
            422: components["responses"]["MalformedPage"];
            503: components["responses"]["UnavailablePage"];
        };
    };
    "root.list": {
        parameters: {
            query?: {
                /** @description At most 500. */
                limit?: number;
                /** @description next_cursor of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RootList"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Malformed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "root.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description What people call it. */
                    name: string;
                    /** @description What it is called in addresses: lower case letters, digits and single hyphens. */
                    slug?: string;
                    /** @description What it is for. */
                    description?: string | null;
                    /** @description lucide:<name>[/<colour>], emoji:U+<hex>, an emoji itself, or svg:<id> of the workspace's icon library. */
                    icon?: string | null;
                };
            };
        };
        responses: {
            /** @description Made. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SharedRoot"];
                };
            };
            400: components["responses"]["InvalidEither"];
            401: components["responses"]["Unauthenticated"];
            402: components["responses"]["PlanRequired"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Malformed"];
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
        };
    };
    "root.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The root's slug or id, as list_roots shows it. */
                root: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SharedRoot"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Malformed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "root.delete": {
        parameters: {
            query?: {
                /** @description True moves its documents into General. */
                force?: boolean;
            };
            header?: never;
            path: {
                /** @description The root's slug or id, as list_roots shows it. */
                root: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The slug that it had. */
                        root: string;
                        /** @constant */
                        deleted: true;
                        /** @description Documents that are in General now. */
                        moved_docs: number;
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Malformed"];
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
        };
    };
    "root.update": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The root's slug or id, as list_roots shows it. */
                root: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description What people call it. */
                    name?: string;
                    /** @description What it is called in addresses: lower case letters, digits and single hyphens. */
                    slug?: string;
                    /** @description What it is for. */
                    description?: string | null;
                    /** @description lucide:<name>[/<colour>], emoji:U+<hex>, an emoji itself, or svg:<id> of the workspace's icon library. */
                    icon?: string | null;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SharedRoot"];
                };
            };
            400: components["responses"]["InvalidEither"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Malformed"];
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
        };
    };
    "root.access.list": {
        parameters: {
            query?: {
                /** @description A folder of the root; "", or nothing, is its top. */
                folder?: string;
                /** @description At most 500. */
                limit?: number;
                /** @description next_cursor of the page before. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description The root's slug or id, as list_roots shows it. */
                root: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RootAccess"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Malformed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "root.access.grant": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The root's slug or id, as list_roots shows it. */
                root: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description A person, a group, or everybody in the workspace.
                     * @enum {string}
                     */
                    subject_type: "user" | "group" | "workspace";
                    /**
                     * @description A person's e-mail address or a group's slug; nothing for the workspace.
                     * @example ann@example.com
                     */
                    subject?: string | null;
                    /**
                     * @description What they may do.
                     * @default view
                     * @enum {string}
                     */
                    level?: "view" | "comment" | "edit";
                    /**
                     * @description When it ends by itself: a time, or the last day; null for never. Left out, an end that is set stays.
                     * @example 2030-12-31
                     */
                    expires_at?: string | null;
                    /** @description A folder of the root; "", or nothing, is its top. */
                    folder?: string;
                };
            };
        };
        responses: {
            /** @description Made. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RootAccess"];
                };
            };
            400: components["responses"]["InvalidEither"];
            401: components["responses"]["Unauthenticated"];
            402: components["responses"]["PlanRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Malformed"];
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
        };
    };
    "root.access.inherit": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The root's slug or id, as list_roots shows it. */
                root: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The folder. */
                    folder: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RootAccess"];
                };
            };
            400: components["responses"]["InvalidEither"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Malformed"];
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
        };
    };
    "root.access.revoke": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The root's slug or id, as list_roots shows it. */
                root: string;
                /** @description The grant's id, as list_root_access shows it. */
                grant_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: number;
                        /** @constant */
                        deleted: true;
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            402: components["responses"]["PlanRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Malformed"];
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
        };
    };
    "root.access.leave": {
        parameters: {
            query?: {
                /** @description One folder's own list; "" is the top. Left out, all of them. */
                folder?: string;
            };
            header?: never;
            path: {
                /** @description The root's slug or id, as list_roots shows it. */
                root: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        root: string;
                        /** @description Entries that have ended. */
                        left: number;
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Malformed"];
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
        };
    };
    "root.access.review": {
        parameters: {
            query?: {
                /** @description A member's e-mail address: only what lets them in. */
                user?: string;
                /** @description At most 500. */
                limit?: number;
                /** @description next_cursor of the page before. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description The root's slug or id, as list_roots shows it. */
                root: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        root: string;
                        ways: components["schemas"]["AccessWay"][];
                        /** @description Present when there are more. */
                        next_cursor?: string;
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Malformed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "root.access.review.export": {
        parameters: {
            query?: {
                /** @description A member's e-mail address: only what lets them in. */
                user?: string;
            };
            header?: never;
            path: {
                /** @description The root's slug or id, as list_roots shows it. */
                root: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "*/*": Blob;
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Malformed"];
            429: components["responses"]["TooManyByAccount"];
            503: components["responses"]["Unavailable"];
        };
    };
    "folder.list": {
        parameters: {
            query?: {
                /** @description A shared root's slug, or ~ for My documents. */
                root?: string;
                /** @description Without root: folders of others' documents too that are listed to the team or shared with you. */
                include_team?: boolean;
                /** @description At most 500. */
                limit?: number;
                /** @description next_cursor of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The root that was asked for; null for My documents. */
                        root?: {
                            [key: string]: unknown;
                        } | null;
                        folders: components["schemas"]["Folder"][];
                        /** @description Present when there are more. */
                        next_cursor?: string;
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Malformed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "folder.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The folder's path. */
                    path: string;
                    /** @description A shared root's slug; none, or ~, is My documents. */
                    root?: string | null;
                };
            };
        };
        responses: {
            /** @description Made. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Folder"];
                };
            };
            400: components["responses"]["InvalidEither"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Malformed"];
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
        };
    };
    "folder.delete": {
        parameters: {
            query: {
                /** @description The folder's path. */
                path: string;
                /** @description True moves its contents to the folder above. */
                force?: boolean;
                /** @description A shared root's slug; none, or ~, is My documents. */
                root?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        path: string;
                        /** @constant */
                        deleted: true;
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Malformed"];
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
        };
    };
    "folder.rename": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The folder's path. */
                    path: string;
                    /** @description Its path from then on. */
                    new_path: string;
                    /** @description A shared root's slug; none, or ~, is My documents. */
                    root?: string | null;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Folder"];
                };
            };
            400: components["responses"]["InvalidEither"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Malformed"];
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
        };
    };
    "folder.tree": {
        parameters: {
            query?: {
                /** @description The folder to start from; the top without it. */
                folder?: string;
                /** @description Levels of folders; 0 for all. */
                depth?: number;
                /** @description Without root: others' documents too that are listed to the team or shared with you. */
                include_team?: boolean;
                /** @description A shared root's slug; none, or ~, is My documents. */
                root?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FolderTree"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Malformed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "folder.settings.get": {
        parameters: {
            query?: {
                /** @description A shared root's slug; none, or ~, is My documents. */
                root?: string;
                /** @description The folder; empty for the top. */
                path?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FolderSettings"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Malformed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "folder.settings.set": {
        parameters: {
            query?: {
                /** @description A shared root's slug; none, or ~, is My documents. */
                root?: string;
                /** @description The folder; empty for the top. */
                path?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description An icon, or null for none. */
                    icon?: string | null;
                    /** @description What the folder is for. */
                    description?: string | null;
                    /** @description A document of the same root that you may open. */
                    index_doc_id?: string | null;
                    /**
                     * @description How its contents are shown.
                     * @enum {string|null}
                     */
                    view_mode?: "grid" | "list" | "page" | null;
                    /** @description f:<folder name>, d:<doc_id> and s:<shortcut_id>, in the order in which they are shown. */
                    child_order?: string[] | null;
                    /** @description Whether it is a site; null is false. */
                    published?: boolean | null;
                    /**
                     * @description Who may read the site; null is public.
                     * @enum {string|null}
                     */
                    publish_visibility?: "public" | "signed_in" | "group" | null;
                    /** @description The group of the workspace that may read it, with publish_visibility group. */
                    publish_group_id?: number | null;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FolderSettings"];
                };
            };
            400: components["responses"]["InvalidEither"];
            401: components["responses"]["Unauthenticated"];
            402: components["responses"]["PlanRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Malformed"];
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
        };
    };
    "folder.view": {
        parameters: {
            query?: {
                /** @description A shared root's slug; none, or ~, is My documents. */
                root?: string;
                /** @description The folder; empty for the top. */
                path?: string;
                /** @description At most 500. */
                limit?: number;
                /** @description next_cursor of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FolderView"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Malformed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "shortcut.list": {
        parameters: {
            query?: {
                /** @description A shared root's slug, or ~. */
                root?: string;
                /** @description The folder; empty for the top. */
                folder?: string;
                /** @description At most 500. */
                limit?: number;
                /** @description next_cursor of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        shortcuts: components["schemas"]["Shortcut"][];
                        /** @description Present when there are more. */
                        next_cursor?: string;
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Malformed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "shortcut.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description A shared root's slug; none, or ~, is My documents. */
                    root?: string | null;
                    /** @description The folder; empty for the top. */
                    folder?: string;
                    /** @description Exactly one of a doc_id and a folder. */
                    target: {
                        /**
                         * @description A document.
                         * @example <doc_id>
                         */
                        doc_id?: string;
                        /** @description A shared root's slug; none, or ~, is My documents. */
                        root?: string | null;
                        /** @description The folder; empty for the top. */
                        folder?: string;
                    };
                    /** @description Shown in place of the target's name. */
                    label?: string | null;
                    /** @description Shown in place of the target's icon. */
                    icon?: string | null;
                    /** @description Its place among the folder's shortcuts. */
                    position?: number;
                };
            };
        };
        responses: {
            /** @description Made. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Shortcut"];
                };
            };
            400: components["responses"]["InvalidEither"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Malformed"];
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
        };
    };
    "shortcut.delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The shortcut's id. */
                shortcut_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: number;
                        /** @constant */
                        deleted: true;
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Malformed"];
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
        };
    };
    "shortcut.update": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The shortcut's id. */
                shortcut_id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Shown in place of the target's name. */
                    label?: string | null;
                    /** @description Shown in place of the target's icon. */
                    icon?: string | null;
                    /** @description Its place among the folder's shortcuts. */
                    position?: number;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Shortcut"];
                };
            };
            400: components["responses"]["InvalidEither"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Malformed"];
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
        };
    };
    "doc.alias.set": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                doc_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Lower case letters, digits and single hyphens. */
                    alias: string;
                    /**
                     * @description True takes it from a document that has it and whose alias you may set.
                     * @default false
                     */
                    force?: boolean;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Aliased"];
                };
            };
            400: components["responses"]["InvalidEither"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Malformed"];
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
        };
    };
    "doc.alias.clear": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                doc_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Aliased"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
        };
    };
    "doc.links": {
        parameters: {
            query?: {
                /** @description At most 1000. */
                limit?: number;
                /** @description next_cursor of the page before. */
                cursor?: string;
            };
            header?: never;
            path: {
                doc_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        doc_id: string;
                        alias: string | null;
                        outbound: {
                            /** @description As the source says it. */
                            ref: string;
                            /** @description The file of the document that it names; empty for its page. */
                            path: string;
                            /** @description Where it leads; null where it leads nowhere that you may open. */
                            href: string | null;
                            resolved: boolean;
                            doc_id: string | null;
                            title: string | null;
                            alias: string | null;
                            url: string | null;
                            /** @description How often it is referred to. */
                            count: number;
                            /** @description In which words, each once: the first 20. */
                            refs: {
                                ref: string;
                                path: string;
                                href: string | null;
                            }[];
                        }[];
                        inbound: {
                            doc_id: string;
                            title: string;
                            alias: string | null;
                            url: string;
                            ref: string;
                            /** @description The file in which the reference stands. */
                            path: string;
                            /** @description How often it is referred to. */
                            count: number;
                            /** @description In which words, each once: the first 20. */
                            refs: {
                                ref: string;
                                path: string;
                            }[];
                        }[];
                        /** @description Present when there are more. */
                        next_cursor?: string;
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Malformed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "link.resolve": {
        parameters: {
            query: {
                /** @description An alias, doc:<id>, a bare id, or @workspace/alias of your workspace. */
                ref: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Resolved"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Malformed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "link.follow": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description An alias, doc:<id>, or @workspace with the alias after it. */
                ref: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description Look at the address in `Location`. */
            302: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    /** @description Where to look. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            404: components["responses"]["NotFoundContent"];
            429: components["responses"]["TooManyContent"];
            503: components["responses"]["UnavailableContent"];
        };
    };
    "link.follow_path": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description An alias, doc:<id>, or @workspace with the alias after it. */
                ref: string;
                /** @description A file of the document. The rest of the address: slashes part its segments, and each segment is percent-encoded by itself. */
                path: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description Look at the address in `Location`. */
            302: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    /** @description Where to look. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            404: components["responses"]["NotFoundContent"];
            429: components["responses"]["TooManyContent"];
            503: components["responses"]["UnavailableContent"];
        };
    };
    "icon.list": {
        parameters: {
            query?: {
                /** @description At most 500. */
                limit?: number;
                /** @description next_cursor of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        lucide: string[];
                        colors: string[];
                        library: components["schemas"]["LibraryIcon"][];
                        /** @description Present when there are more. */
                        next_cursor?: string;
                        /** @description Whether the workspace's plan lets it add pictures. */
                        library_available: boolean;
                        grammar: string;
                        /** @description Tags with an icon or a description. */
                        tags: {
                            tag: string;
                            /** @description The root's slug; null in your My documents. */
                            root: string | null;
                            icon: string | null;
                            description: string | null;
                        }[];
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Malformed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "icon.upload": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description What people call it. */
                    name: string;
                    /** @description The SVG file, at most 32 KiB. */
                    svg: string;
                };
            };
        };
        responses: {
            /** @description Made. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LibraryIcon"];
                };
            };
            400: components["responses"]["InvalidEither"];
            401: components["responses"]["Unauthenticated"];
            402: components["responses"]["PlanRequired"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Malformed"];
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
        };
    };
    "icon.delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The picture's id. */
                icon_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: number;
                        /** @constant */
                        deleted: true;
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Malformed"];
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
        };
    };
    "icon.set": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description doc:<id>, folder:<path>, tag:<slug>, nav:<entry_id> or navigation:<slug>. */
                    target: string;
                    /** @description lucide:<name>[/<colour>], emoji:U+<hex>, an emoji itself, or svg:<id> of the workspace's icon library. */
                    icon: string;
                    /** @description With a folder or a tag, its root: ~, or nothing, for your My documents. */
                    root?: string | null;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IconTarget"];
                };
            };
            400: components["responses"]["InvalidEither"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Malformed"];
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
        };
    };
    "icon.clear": {
        parameters: {
            query: {
                /** @description doc:<id>, folder:<path>, tag:<slug>, nav:<entry_id> or navigation:<slug>. */
                target: string;
                /** @description With a folder or a tag, its root. */
                root?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IconTarget"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Malformed"];
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
        };
    };
    "icon.describe": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description folder:<path> or tag:<slug>. */
                    target: string;
                    /** @description What it is for. */
                    description: string | null;
                    /** @description With a folder or a tag, its root: ~, or nothing, for your My documents. */
                    root?: string | null;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        target: string;
                        description: string | null;
                    };
                };
            };
            400: components["responses"]["InvalidEither"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Malformed"];
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
        };
    };
    "icon.serve": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The workspace's slug. */
                workspace_slug: string;
                /** @description The picture's id. */
                icon_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "*/*": Blob;
                };
            };
            /** @description Nothing changed since the caller's copy. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            404: components["responses"]["NotFoundContent"];
            429: components["responses"]["TooManyContent"];
            503: components["responses"]["UnavailableContent"];
        };
    };
    "nav.list": {
        parameters: {
            query?: {
                /** @description At most 500. */
                limit?: number;
                /** @description next_cursor of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        navigations: components["schemas"]["Navigation"][];
                        /** @description Present when there are more. */
                        next_cursor?: string;
                        /** @description How many the plan carries; null is no bound. */
                        limit: number | null;
                        can_create: boolean;
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Malformed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "nav.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description 1 to 100 characters, not only spaces
                     * @example Handbook
                     */
                    name: string;
                    /**
                     * @description Lower case letters, digits and single hyphens.
                     * @example handbook
                     */
                    slug?: string;
                    /** @description lucide:<name>[/<colour>], emoji:U+<hex>, an emoji itself, or svg:<id> of the workspace's icon library. */
                    icon?: string | null;
                };
            };
        };
        responses: {
            /** @description Made. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Navigation"];
                };
            };
            400: components["responses"]["InvalidEither"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Malformed"];
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
        };
    };
    "nav.get": {
        parameters: {
            query?: {
                /** @description False leaves folders and tags closed. */
                expand?: boolean;
            };
            header?: never;
            path: {
                /** @description Its id or slug. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NavigationTree"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Malformed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "nav.tree": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Its id or slug. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Nested {id?, target?, kind?, label?, icon?, visibility?, group?, collapsed?, show_sign_in_hint?, sort?, children?}, as get_navigation shows them; at most 2000, 8 levels deep. */
                    entries: {
                        [key: string]: unknown;
                    }[];
                    /** @description That the tree was read at. */
                    version?: number;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NavigationTree"];
                };
            };
            400: components["responses"]["InvalidEither"];
            401: components["responses"]["Unauthenticated"];
            402: components["responses"]["PlanRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ConflictOfStaleTree"];
            413: components["responses"]["TooLargeEither"];
            422: components["responses"]["Malformed"];
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
        };
    };
    "nav.delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Its id or slug. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: number;
                        /** @constant */
                        deleted: true;
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ConflictOfStaleTree"];
            422: components["responses"]["Malformed"];
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
        };
    };
    "nav.update": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Its id or slug. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * @description 1 to 100 characters, not only spaces
                     * @example Handbook
                     */
                    name?: string;
                    /**
                     * @description Lower case letters, digits and single hyphens.
                     * @example handbook
                     */
                    slug?: string;
                    /** @description lucide:<name>[/<colour>], emoji:U+<hex>, an emoji itself, or svg:<id> of the workspace's icon library. */
                    icon?: string | null;
                    /** @description True takes the icon away. */
                    clear_icon?: boolean;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Navigation"];
                };
            };
            400: components["responses"]["InvalidEither"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ConflictOfStaleTree"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Malformed"];
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
        };
    };
    "nav.preview": {
        parameters: {
            query?: {
                /** @description True for somebody who is not signed in. */
                anonymous?: boolean;
            };
            header?: never;
            path: {
                /** @description Its id or slug. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReaderNavigation"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Malformed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "nav.orphans": {
        parameters: {
            query?: {
                /** @description At most 500. */
                limit?: number;
                /** @description next_cursor of the page before. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description Its id or slug. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Its slug. */
                        navigation: string;
                        orphans: components["schemas"]["LinkedDocument"][];
                        /** @description Present when there are more. */
                        next_cursor?: string;
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Malformed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "nav.entry.create": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Its id or slug. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description an alias, doc:<id>, folder:<path> in your My documents, folder:<root>:<path>, tag:<tag> or an https address. */
                    target?: string | null;
                    /**
                     * @description group or divider, for an entry without target.
                     * @enum {string|null}
                     */
                    kind?: "group" | "document" | "folder" | "tag" | "link" | "divider" | null;
                    /** @description Needed by groups and links. */
                    label?: string | null;
                    /** @description lucide:<name>[/<colour>], emoji:U+<hex>, an emoji itself, or svg:<id> of the workspace's icon library. */
                    icon?: string | null;
                    /**
                     * @description public, unless said.
                     * @enum {string|null}
                     */
                    visibility?: "public" | "signed_in" | "group" | null;
                    /** @description A group's slug, with visibility group. */
                    group?: string | null;
                    /** @description Closed at first. */
                    collapsed?: boolean | null;
                    /** @description Tell who is not signed in that there is more. */
                    show_sign_in_hint?: boolean | null;
                    /**
                     * @description Of a folder or a tag; title, unless said.
                     * @enum {string|null}
                     */
                    sort?: "title" | "updated" | "created" | null;
                    /** @description An entry's id or a group's label; null is the top. */
                    parent_id?: (number | null) | string;
                    /** @description Without it, the end. */
                    position?: number;
                };
            };
        };
        responses: {
            /** @description Made. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NavigationEntry"];
                };
            };
            400: components["responses"]["InvalidEither"];
            401: components["responses"]["Unauthenticated"];
            402: components["responses"]["PlanRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ConflictOfStaleTree"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Malformed"];
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
        };
    };
    "nav.entry.delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Its id or slug. */
                id: string;
                /** @description The entry. */
                entry_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: number;
                        /** @constant */
                        deleted: true;
                        version: number;
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ConflictOfStaleTree"];
            422: components["responses"]["Malformed"];
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
        };
    };
    "nav.entry.update": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Its id or slug. */
                id: string;
                /** @description The entry. */
                entry_id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description an alias, doc:<id>, folder:<path> in your My documents, folder:<root>:<path>, tag:<tag> or an https address. */
                    target?: string;
                    /** @description Needed by groups and links. */
                    label?: string | null;
                    /** @description lucide:<name>[/<colour>], emoji:U+<hex>, an emoji itself, or svg:<id> of the workspace's icon library. */
                    icon?: string | null;
                    /**
                     * @description public, unless said.
                     * @enum {string}
                     */
                    visibility?: "public" | "signed_in" | "group";
                    /** @description A group's slug, with visibility group. */
                    group?: string | null;
                    /** @description Closed at first. */
                    collapsed?: boolean;
                    /** @description Tell who is not signed in that there is more. */
                    show_sign_in_hint?: boolean;
                    /**
                     * @description Of a folder or a tag; title, unless said.
                     * @enum {string|null}
                     */
                    sort?: "title" | "updated" | "created" | null;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NavigationEntry"];
                };
            };
            400: components["responses"]["InvalidEither"];
            401: components["responses"]["Unauthenticated"];
            402: components["responses"]["PlanRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ConflictOfStaleTree"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Malformed"];
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
        };
    };
    "nav.entry.move": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Its id or slug. */
                id: string;
                /** @description The entry. */
                entry_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description An entry's id or a group's label; null is the top. */
                    parent_id: (number | null) | string;
                    /** @description Without it, the end. */
                    position?: number;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NavigationEntry"];
                };
            };
            400: components["responses"]["InvalidEither"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ConflictOfStaleTree"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Malformed"];
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
        };
    };
    "wiki.home": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description It is at the address in `Location`, for good. */
            301: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Nothing changed since the caller's copy. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            404: components["responses"]["NotFoundContent"];
            429: components["responses"]["TooManyContent"];
            503: components["responses"]["UnavailableContent"];
        };
    };
    "wiki.search": {
        parameters: {
            query?: {
                /** @description The words to find, where it is searched. */
                q?: string;
                /** @description What is found, for a list below the field. */
                format?: "json";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description It is at the address in `Location`, for good. */
            301: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Nothing changed since the caller's copy. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            404: components["responses"]["NotFoundContent"];
            429: components["responses"]["TooManyContent"];
            503: components["responses"]["UnavailableContent"];
        };
    };
    "wiki.map": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description It is at the address in `Location`, for good. */
            301: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Nothing changed since the caller's copy. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            404: components["responses"]["NotFoundContent"];
            429: components["responses"]["TooManyContent"];
            503: components["responses"]["UnavailableContent"];
        };
    };
    "wiki.opensearch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description It is at the address in `Location`, for good. */
            301: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Nothing changed since the caller's copy. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            404: components["responses"]["NotFoundContent"];
            429: components["responses"]["TooManyContent"];
            503: components["responses"]["UnavailableContent"];
        };
    };
    "wiki.folder": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description What stands behind the wiki's address. The rest of the address: slashes part its segments, and each segment is percent-encoded by itself. */
                path: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description It is at the address in `Location`, for good. */
            301: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Nothing changed since the caller's copy. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            404: components["responses"]["NotFoundContent"];
            429: components["responses"]["TooManyContent"];
            503: components["responses"]["UnavailableContent"];
        };
    };
    "wiki.tag": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A tag of the navigation. */
                tag: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description It is at the address in `Location`, for good. */
            301: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Nothing changed since the caller's copy. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            404: components["responses"]["NotFoundContent"];
            429: components["responses"]["TooManyContent"];
            503: components["responses"]["UnavailableContent"];
        };
    };
    "wiki.page": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description An alias or a document's id. */
                ref: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description It is at the address in `Location`, for good. */
            301: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Nothing changed since the caller's copy. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            404: components["responses"]["NotFoundContent"];
            429: components["responses"]["TooManyContent"];
            503: components["responses"]["UnavailableContent"];
        };
    };
    "wiki.shared_home": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The workspace's slug. */
                workspace: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description It is at the address in `Location`, for good. */
            301: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Nothing changed since the caller's copy. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            404: components["responses"]["NotFoundContent"];
            429: components["responses"]["TooManyContent"];
            503: components["responses"]["UnavailableContent"];
        };
    };
    "wiki.shared_page": {
        parameters: {
            query?: {
                /** @description The words to find, where it is searched. */
                q?: string;
                /** @description What is found, for a list below the field. */
                format?: "json";
            };
            header?: never;
            path: {
                /** @description The workspace's slug. */
                workspace: string;
                /** @description What stands behind the wiki's address. The rest of the address: slashes part its segments, and each segment is percent-encoded by itself. */
                path: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description It is at the address in `Location`, for good. */
            301: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Nothing changed since the caller's copy. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            404: components["responses"]["NotFoundContent"];
            429: components["responses"]["TooManyContent"];
            503: components["responses"]["UnavailableContent"];
        };
    };
    "site.folder_search": {
        parameters: {
            query?: {
                /** @description The words to find, where it is searched. */
                q?: string;
                /** @description What is found, for a list below the field. */
                format?: "json";
            };
            header?: never;
            path: {
                /** @description A root's slug, or ~ and the id of whose My documents they are. */
                root_slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description It is at the address in `Location`, for good. */
            301: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Nothing changed since the caller's copy. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            404: components["responses"]["NotFoundContent"];
            429: components["responses"]["TooManyContent"];
            503: components["responses"]["UnavailableContent"];
        };
    };
    "site.folder_map": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A root's slug, or ~ and the id of whose My documents they are. */
                root_slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description It is at the address in `Location`, for good. */
            301: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Nothing changed since the caller's copy. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            404: components["responses"]["NotFoundContent"];
            429: components["responses"]["TooManyContent"];
            503: components["responses"]["UnavailableContent"];
        };
    };
    "site.folder": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A root's slug, or ~ and the id of whose My documents they are. */
                root_slug: string;
                /** @description A published folder, or a document in it by its alias or id. The rest of the address: slashes part its segments, and each segment is percent-encoded by itself. */
                path: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description It is at the address in `Location`, for good. */
            301: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Nothing changed since the caller's copy. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            404: components["responses"]["NotFoundContent"];
            429: components["responses"]["TooManyContent"];
            503: components["responses"]["UnavailableContent"];
        };
    };
    "site.shared_folder": {
        parameters: {
            query?: {
                /** @description The words to find, where it is searched. */
                q?: string;
                /** @description What is found, for a list below the field. */
                format?: "json";
            };
            header?: never;
            path: {
                /** @description The workspace's slug. */
                workspace: string;
                /** @description A root's slug, or ~ and the id of whose My documents they are. */
                root_slug: string;
                /** @description A published folder, or a document in it by its alias or id. The rest of the address: slashes part its segments, and each segment is percent-encoded by itself. */
                path: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description It is at the address in `Location`, for good. */
            301: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Nothing changed since the caller's copy. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            404: components["responses"]["NotFoundContent"];
            429: components["responses"]["TooManyContent"];
            503: components["responses"]["UnavailableContent"];
        };
    };
    "site.sign_in": {
        parameters: {
            query: {
                /** @description A page of a site on this host. */
                to: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Look at the address in `Location`. */
            302: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    /** @description Where to look. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            404: components["responses"]["NotFoundContent"];
            503: components["responses"]["UnavailableContent"];
        };
    };
    "site.signed_in": {
        parameters: {
            query: {
                /** @description The code that the app gave. */
                handoff: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Look at the address in `Location`. */
            302: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    /** @description Where to look. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            404: components["responses"]["NotFoundContent"];
            503: components["responses"]["UnavailableContent"];
        };
    };
    "site.asset": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Named by its content. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "*/*": Blob;
                };
            };
            404: components["responses"]["NotFoundContent"];
            503: components["responses"]["UnavailableContent"];
        };
    };
    "wiki.get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WikiSite"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Malformed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "wiki.update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Whether it is served; null is false. */
                    enabled?: boolean | null;
                    /** @description Its name. */
                    title?: string | null;
                    /** @description A line below the name. */
                    tagline?: string | null;
                    /** @description Markdown at the foot of every page. */
                    footer_md?: string | null;
                    /** @description The slug or id of the navigation that it shows. */
                    navigation?: (number | null) | string;
                    /** @description The alias or id of the document at its front. */
                    home_doc?: string | null;
                    /** @description Whether search engines may list it; needs a paid plan and an active domain. */
                    indexable?: boolean | null;
                    /** @description The host name or id of an active custom domain. */
                    domain?: (number | null) | string;
                    /** @description A colour as #rrggbb. */
                    accent?: string | null;
                    /** @description The alias or id of an image. */
                    logo_doc?: string | null;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WikiSite"];
                };
            };
            400: components["responses"]["InvalidEither"];
            401: components["responses"]["Unauthenticated"];
            402: components["responses"]["PlanRequired"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Malformed"];
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
        };
    };
    "home.show": {
        parameters: {
            query?: {
                /** @description What became of an invite's link. */
                invite?: string;
                /** @description Shows the documents with this tag that are listed to you, others' too. */
                tag?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description Look at the address in `Location`. */
            302: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    /** @description Where to look. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidPage"];
            422: components["responses"]["MalformedPage"];
            503: components["responses"]["UnavailablePage"];
        };
    };
    "home.start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Look at the address in `Location`. */
            302: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    /** @description Where to look. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidPage"];
            503: components["responses"]["UnavailablePage"];
        };
    };
    "home.script": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "*/*": Blob;
                };
            };
            /** @description Nothing changed since the caller's copy. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Invalid"];
            503: components["responses"]["Unavailable"];
        };
    };
    "home.style": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "*/*": Blob;
                };
            };
            /** @description Nothing changed since the caller's copy. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Invalid"];
            503: components["responses"]["Unavailable"];
        };
    };
    "star.list": {
        parameters: {
            query?: {
                /** @description At most 500. */
                limit?: number;
                /** @description next_cursor of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        stars: components["schemas"]["Star"][];
                        /** @description Present when there are more. */
                        next_cursor?: string;
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Malformed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "star.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * @description The document to star; without it, send folder.
                     * @example <doc_id>
                     */
                    doc_id?: string;
                    /** @description Path of the folder to star; without it, send doc_id. */
                    folder?: string;
                    /** @description With folder, its root: ~, or nothing, for My documents. */
                    root?: string | null;
                };
            };
        };
        responses: {
            /** @description Made. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Star"];
                };
            };
            400: components["responses"]["InvalidEither"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Malformed"];
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
        };
    };
    "star.delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The star's id, as list_stars shows it. */
                star_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: number;
                        /** @constant */
                        deleted: true;
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Malformed"];
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
        };
    };
    "comment.list": {
        parameters: {
            query?: {
                /** @description Resolved threads too. */
                include_resolved?: boolean;
                /** @description At most 500. */
                limit?: number;
                /** @description next_cursor of the page before. */
                cursor?: string;
            };
            header?: never;
            path: {
                doc_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        doc_id: string;
                        /** @description Whether you may write, answer and resolve here. */
                        can_comment: boolean;
                        /** @description How many threads are not resolved. */
                        open_count: number;
                        comments: components["schemas"]["Comment"][];
                        /** @description Present when there are more. */
                        next_cursor?: string;
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            402: components["responses"]["PlanRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Malformed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "comment.create": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                doc_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The text, at most 8000 characters. @ and a member's e-mail address tells them, if they may open the document. */
                    body: string;
                    /** @description The file that it is about; without it, the document. */
                    path?: string | null;
                    /** @description The place that it is about, in the reader's own terms: an object of at most 64 KiB and 8 levels, or a short text. */
                    anchor?: ({
                        [key: string]: unknown;
                    } | null) | string;
                    /** @description The comment to reply to; a reply to a reply joins the same thread. */
                    parent_id?: number | null;
                };
            };
        };
        responses: {
            /** @description Made. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Comment"];
                };
            };
            400: components["responses"]["InvalidEither"];
            401: components["responses"]["Unauthenticated"];
            402: components["responses"]["PlanRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Malformed"];
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
        };
    };
    "comment.delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The comment's id, as list_comments shows it. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: number;
                        /** @constant */
                        deleted: true;
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            402: components["responses"]["PlanRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Malformed"];
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
        };
    };
    "comment.update": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The comment's id, as list_comments shows it. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description The text, at most 8000 characters. @ and a member's e-mail address tells them, if they may open the document. */
                    body?: string;
                    /** @description True closes the thread of the comment, false opens it again. */
                    resolved?: boolean;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Comment"];
                };
            };
            400: components["responses"]["InvalidEither"];
            401: components["responses"]["Unauthenticated"];
            402: components["responses"]["PlanRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Malformed"];
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
        };
    };
    "email_domain.list": {
        parameters: {
            query?: {
                /** @description At most 200. */
                limit?: number;
                /** @description next_cursor of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        domains: components["schemas"]["EmailDomain"][];
                        /** @description Present when there are more. */
                        next_cursor?: string;
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Malformed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "email_domain.add": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description What stands behind the @; each subdomain is a domain of its own.
                     * @example example.com
                     */
                    domain: string;
                };
            };
        };
        responses: {
            /** @description Made. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailDomain"];
                };
            };
            400: components["responses"]["InvalidEither"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Malformed"];
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
        };
    };
    "email_domain.verify": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The domain's id, as GET /api/email-domains shows it. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailDomain"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Malformed"];
            429: components["responses"]["TooManyByAccount"];
            503: components["responses"]["Unavailable"];
        };
    };
    "email_domain.remove": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The domain's id, as GET /api/email-domains shows it. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        deleted: true;
                        id: number;
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Malformed"];
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
        };
    };
    "scim.token.list": {
        parameters: {
            query?: {
                /** @description A part of the label or the address of who made it, in any case. */
                q?: string;
                /** @description At most 500. */
                limit?: number;
                /** @description next_cursor of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        tokens: components["schemas"]["ScimToken"][];
                        /** @description Present when there are more. */
                        next_cursor?: string;
                        /** @description Whether the plan carries provisioning. */
                        available: boolean;
                        plan: string;
                        /** @description What the identity provider asks for as the SCIM base address. */
                        base_url: string;
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Malformed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "scim.token.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * @description What it is for, in 1 to 100 characters.
                     * @default SCIM
                     */
                    label?: string;
                };
            };
        };
        responses: {
            /** @description Made. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedScimToken"];
                };
            };
            400: components["responses"]["InvalidEither"];
            401: components["responses"]["Unauthenticated"];
            402: components["responses"]["PlanRequired"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Malformed"];
            429: components["responses"]["TooManyByAccount"];
            503: components["responses"]["Unavailable"];
        };
    };
    "scim.token.revoke": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The token. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The token's id. */
                        revoked: number;
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Malformed"];
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
        };
    };
    "scim.log": {
        parameters: {
            query?: {
                /** @description True for what was refused alone. */
                failed?: boolean;
                /** @description At most 500. */
                limit?: number;
                /** @description next_cursor of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        requests: components["schemas"]["ScimRequest"][];
                        /** @description Present when there are more. */
                        next_cursor?: string;
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Malformed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "scim.config": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimAbout"];
                };
            };
            400: components["responses"]["InvalidScim"];
            401: components["responses"]["UnauthenticatedScim"];
            429: components["responses"]["TooManyScim"];
            503: components["responses"]["UnavailableScim"];
        };
    };
    "scim.resource_type.list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimAboutList"];
                };
            };
            400: components["responses"]["InvalidScim"];
            401: components["responses"]["UnauthenticatedScim"];
            429: components["responses"]["TooManyScim"];
            503: components["responses"]["UnavailableScim"];
        };
    };
    "scim.resource_type.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimAbout"];
                };
            };
            400: components["responses"]["InvalidScim"];
            401: components["responses"]["UnauthenticatedScim"];
            404: components["responses"]["NotFoundScim"];
            429: components["responses"]["TooManyScim"];
            503: components["responses"]["UnavailableScim"];
        };
    };
    "scim.schema.list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimAboutList"];
                };
            };
            400: components["responses"]["InvalidScim"];
            401: components["responses"]["UnauthenticatedScim"];
            429: components["responses"]["TooManyScim"];
            503: components["responses"]["UnavailableScim"];
        };
    };
    "scim.schema.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                urn: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimAbout"];
                };
            };
            400: components["responses"]["InvalidScim"];
            401: components["responses"]["UnauthenticatedScim"];
            404: components["responses"]["NotFoundScim"];
            429: components["responses"]["TooManyScim"];
            503: components["responses"]["UnavailableScim"];
        };
    };
    "scim.user.list": {
        parameters: {
            query?: {
                /** @description One term, `attribute operator value`: userName eq "ann@example.com". */
                filter?: string;
                /** @description The first of the page, from 1. */
                startIndex?: number;
                /** @description Resources a page: 100 without it, at most 200. */
                count?: number;
                /** @description Only these attributes, with commas between. */
                attributes?: string;
                /** @description Without these attributes, with commas between, such as members. */
                excludedAttributes?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimUserList"];
                };
            };
            400: components["responses"]["InvalidScim"];
            401: components["responses"]["UnauthenticatedScim"];
            429: components["responses"]["TooManyScim"];
            503: components["responses"]["UnavailableScim"];
        };
    };
    "scim.user.create": {
        parameters: {
            query?: {
                /** @description Only these attributes, with commas between. */
                attributes?: string;
                /** @description Without these attributes, with commas between, such as members. */
                excludedAttributes?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/scim+json": {
                    schemas?: unknown;
                    /** @description The person's e-mail address. */
                    userName?: unknown;
                    /** @description The provider's own id. */
                    externalId?: unknown;
                    /** @description true or false, also as text. */
                    active?: unknown;
                };
                "application/json": {
                    schemas?: unknown;
                    /** @description The person's e-mail address. */
                    userName?: unknown;
                    /** @description The provider's own id. */
                    externalId?: unknown;
                    /** @description true or false, also as text. */
                    active?: unknown;
                };
            };
        };
        responses: {
            /** @description Made. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimUser"];
                };
            };
            400: components["responses"]["InvalidScim"];
            401: components["responses"]["UnauthenticatedScim"];
            409: components["responses"]["ConflictScim"];
            413: components["responses"]["TooLargeScim"];
            415: components["responses"]["UnsupportedTypeScim"];
            423: components["responses"]["LockedScim"];
            429: components["responses"]["TooManyScim"];
            503: components["responses"]["UnavailableScim"];
        };
    };
    "scim.user.get": {
        parameters: {
            query?: {
                /** @description Only these attributes, with commas between. */
                attributes?: string;
                /** @description Without these attributes, with commas between, such as members. */
                excludedAttributes?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimUser"];
                };
            };
            400: components["responses"]["InvalidScim"];
            401: components["responses"]["UnauthenticatedScim"];
            404: components["responses"]["NotFoundScim"];
            429: components["responses"]["TooManyScim"];
            503: components["responses"]["UnavailableScim"];
        };
    };
    "scim.user.replace": {
        parameters: {
            query?: {
                /** @description Only these attributes, with commas between. */
                attributes?: string;
                /** @description Without these attributes, with commas between, such as members. */
                excludedAttributes?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/scim+json": {
                    schemas?: unknown;
                    /** @description The person's e-mail address. */
                    userName?: unknown;
                    /** @description The provider's own id. */
                    externalId?: unknown;
                    /** @description true or false, also as text. */
                    active?: unknown;
                };
                "application/json": {
                    schemas?: unknown;
                    /** @description The person's e-mail address. */
                    userName?: unknown;
                    /** @description The provider's own id. */
                    externalId?: unknown;
                    /** @description true or false, also as text. */
                    active?: unknown;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimUser"];
                };
            };
            400: components["responses"]["InvalidScim"];
            401: components["responses"]["UnauthenticatedScim"];
            404: components["responses"]["NotFoundScim"];
            409: components["responses"]["ConflictScim"];
            413: components["responses"]["TooLargeScim"];
            415: components["responses"]["UnsupportedTypeScim"];
            423: components["responses"]["LockedScim"];
            429: components["responses"]["TooManyScim"];
            503: components["responses"]["UnavailableScim"];
        };
    };
    "scim.user.delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done, with nothing to say. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidScim"];
            401: components["responses"]["UnauthenticatedScim"];
            404: components["responses"]["NotFoundScim"];
            409: components["responses"]["ConflictScim"];
            423: components["responses"]["LockedScim"];
            429: components["responses"]["TooManyScim"];
            503: components["responses"]["UnavailableScim"];
        };
    };
    "scim.user.patch": {
        parameters: {
            query?: {
                /** @description Only these attributes, with commas between. */
                attributes?: string;
                /** @description Without these attributes, with commas between, such as members. */
                excludedAttributes?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/scim+json": {
                    /** @description urn:ietf:params:scim:api:messages:2.0:PatchOp */
                    schemas?: unknown;
                    /** @description At most 1000. */
                    Operations?: {
                        /** @description add, replace or remove, in any case. */
                        op?: unknown;
                        /** @description The attribute; without it value is an object of attributes. */
                        path?: unknown;
                        value?: unknown;
                    }[];
                };
                "application/json": {
                    /** @description urn:ietf:params:scim:api:messages:2.0:PatchOp */
                    schemas?: unknown;
                    /** @description At most 1000. */
                    Operations?: {
                        /** @description add, replace or remove, in any case. */
                        op?: unknown;
                        /** @description The attribute; without it value is an object of attributes. */
                        path?: unknown;
                        value?: unknown;
                    }[];
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimUser"];
                };
            };
            400: components["responses"]["InvalidScim"];
            401: components["responses"]["UnauthenticatedScim"];
            404: components["responses"]["NotFoundScim"];
            409: components["responses"]["ConflictScim"];
            413: components["responses"]["TooLargeScim"];
            415: components["responses"]["UnsupportedTypeScim"];
            423: components["responses"]["LockedScim"];
            429: components["responses"]["TooManyScim"];
            503: components["responses"]["UnavailableScim"];
        };
    };
    "scim.group.list": {
        parameters: {
            query?: {
                /** @description One term, `attribute operator value`: displayName eq "Design". */
                filter?: string;
                /** @description The first of the page, from 1. */
                startIndex?: number;
                /** @description Resources a page: 100 without it, at most 200. */
                count?: number;
                /** @description Only these attributes, with commas between. */
                attributes?: string;
                /** @description Without these attributes, with commas between, such as members. */
                excludedAttributes?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimGroupList"];
                };
            };
            400: components["responses"]["InvalidScim"];
            401: components["responses"]["UnauthenticatedScim"];
            429: components["responses"]["TooManyScim"];
            503: components["responses"]["UnavailableScim"];
        };
    };
    "scim.group.create": {
        parameters: {
            query?: {
                /** @description Only these attributes, with commas between. */
                attributes?: string;
                /** @description Without these attributes, with commas between, such as members. */
                excludedAttributes?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/scim+json": {
                    schemas?: unknown;
                    /** @description The group's name. */
                    displayName?: unknown;
                    /** @description The provider's own id. */
                    externalId?: unknown;
                    /** @description A list of objects whose `value` is an id, externalId or address. */
                    members?: unknown;
                };
                "application/json": {
                    schemas?: unknown;
                    /** @description The group's name. */
                    displayName?: unknown;
                    /** @description The provider's own id. */
                    externalId?: unknown;
                    /** @description A list of objects whose `value` is an id, externalId or address. */
                    members?: unknown;
                };
            };
        };
        responses: {
            /** @description Made. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimGroup"];
                };
            };
            400: components["responses"]["InvalidScim"];
            401: components["responses"]["UnauthenticatedScim"];
            409: components["responses"]["ConflictScim"];
            413: components["responses"]["TooLargeScim"];
            415: components["responses"]["UnsupportedTypeScim"];
            429: components["responses"]["TooManyScim"];
            503: components["responses"]["UnavailableScim"];
        };
    };
    "scim.group.get": {
        parameters: {
            query?: {
                /** @description Only these attributes, with commas between. */
                attributes?: string;
                /** @description Without these attributes, with commas between, such as members. */
                excludedAttributes?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimGroup"];
                };
            };
            400: components["responses"]["InvalidScim"];
            401: components["responses"]["UnauthenticatedScim"];
            404: components["responses"]["NotFoundScim"];
            429: components["responses"]["TooManyScim"];
            503: components["responses"]["UnavailableScim"];
        };
    };
    "scim.group.replace": {
        parameters: {
            query?: {
                /** @description Only these attributes, with commas between. */
                attributes?: string;
                /** @description Without these attributes, with commas between, such as members. */
                excludedAttributes?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/scim+json": {
                    schemas?: unknown;
                    /** @description The group's name. */
                    displayName?: unknown;
                    /** @description The provider's own id. */
                    externalId?: unknown;
                    /** @description A list of objects whose `value` is an id, externalId or address. */
                    members?: unknown;
                };
                "application/json": {
                    schemas?: unknown;
                    /** @description The group's name. */
                    displayName?: unknown;
                    /** @description The provider's own id. */
                    externalId?: unknown;
                    /** @description A list of objects whose `value` is an id, externalId or address. */
                    members?: unknown;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimGroup"];
                };
            };
            400: components["responses"]["InvalidScim"];
            401: components["responses"]["UnauthenticatedScim"];
            404: components["responses"]["NotFoundScim"];
            409: components["responses"]["ConflictScim"];
            413: components["responses"]["TooLargeScim"];
            415: components["responses"]["UnsupportedTypeScim"];
            429: components["responses"]["TooManyScim"];
            503: components["responses"]["UnavailableScim"];
        };
    };
    "scim.group.delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done, with nothing to say. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidScim"];
            401: components["responses"]["UnauthenticatedScim"];
            404: components["responses"]["NotFoundScim"];
            429: components["responses"]["TooManyScim"];
            503: components["responses"]["UnavailableScim"];
        };
    };
    "scim.group.patch": {
        parameters: {
            query?: {
                /** @description Only these attributes, with commas between. */
                attributes?: string;
                /** @description Without these attributes, with commas between, such as members. */
                excludedAttributes?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/scim+json": {
                    /** @description urn:ietf:params:scim:api:messages:2.0:PatchOp */
                    schemas?: unknown;
                    /** @description At most 1000. */
                    Operations?: {
                        /** @description add, replace or remove, in any case. */
                        op?: unknown;
                        /** @description The attribute; without it value is an object of attributes. */
                        path?: unknown;
                        value?: unknown;
                    }[];
                };
                "application/json": {
                    /** @description urn:ietf:params:scim:api:messages:2.0:PatchOp */
                    schemas?: unknown;
                    /** @description At most 1000. */
                    Operations?: {
                        /** @description add, replace or remove, in any case. */
                        op?: unknown;
                        /** @description The attribute; without it value is an object of attributes. */
                        path?: unknown;
                        value?: unknown;
                    }[];
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimGroup"];
                };
            };
            400: components["responses"]["InvalidScim"];
            401: components["responses"]["UnauthenticatedScim"];
            404: components["responses"]["NotFoundScim"];
            409: components["responses"]["ConflictScim"];
            413: components["responses"]["TooLargeScim"];
            415: components["responses"]["UnsupportedTypeScim"];
            429: components["responses"]["TooManyScim"];
            503: components["responses"]["UnavailableScim"];
        };
    };
    "sso.get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Sso"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            503: components["responses"]["Unavailable"];
        };
    };
    "sso.update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description The provider's issuer as it names itself: an https address, without /.well-known/.
                     * @example https://login.example.com
                     */
                    issuer: string;
                    /** @description What the provider knows this server by. */
                    client_id: string;
                    /** @description Required the first time and with another issuer; without it the present one is kept. */
                    client_secret?: string;
                    /**
                     * @description What stands behind the @ of whoever signs in through it, 1 to 100.
                     * @example [
                     *       "example.com"
                     *     ]
                     */
                    domains: string[];
                    /** @description Closes every other way in. */
                    enforced?: boolean;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Sso"];
                };
            };
            400: components["responses"]["InvalidEither"];
            401: components["responses"]["Unauthenticated"];
            402: components["responses"]["PlanRequired"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Malformed"];
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
        };
    };
    "sso.delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        deleted: true;
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
        };
    };
    "sso.test.start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        url: string;
                        /** Format: date-time */
                        expires_at: string;
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            402: components["responses"]["PlanRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyByAccount"];
            503: components["responses"]["Unavailable"];
        };
    };
    "sso.unlink": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The member's id. */
                user_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        unlinked: number;
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Malformed"];
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
        };
    };
    "sso.lookup": {
        parameters: {
            query: {
                /** @description The address that somebody types. */
                email: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        sso: boolean;
                        /** @description Where the sign-in begins; only with `sso: true`. */
                        url?: string;
                        /** @description There is no other way in; only with `sso: true`. */
                        enforced?: boolean;
                    };
                };
            };
            400: components["responses"]["Invalid"];
            422: components["responses"]["Malformed"];
            429: components["responses"]["TooManyFromAddress"];
            503: components["responses"]["Unavailable"];
        };
    };
    "sso.start": {
        parameters: {
            query?: {
                /** @description Where to go on to: a path on this host. */
                next?: string;
                /** @description Told to the provider, which fills its form with it. */
                email?: string;
                /** @description Of the address that a test begins with. */
                test?: string;
            };
            header?: never;
            path: {
                /** @description The workspace's slug. */
                workspace_slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Look at the address in `Location`. */
            302: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    /** @description Where to look. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidPage"];
            403: components["responses"]["ForbiddenPage"];
            404: components["responses"]["NotFoundPage"];
            422: components["responses"]["MalformedPage"];
            429: components["responses"]["TooManyFromAddressPage"];
            503: components["responses"]["UnavailablePage"];
        };
    };
    "sso.callback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description Look at the address in `Location` with GET. */
            303: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    /** @description Where to look. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidPage"];
            402: components["responses"]["PlanRequiredPage"];
            403: components["responses"]["ForbiddenPage"];
            409: components["responses"]["ConflictPage"];
            429: components["responses"]["TooManyFromAddressPage"];
            503: components["responses"]["UnavailablePage"];
        };
    };
    "sso.join": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    ticket: string;
                    /** @enum {string} */
                    decision: "join" | "stay";
                };
                "application/x-www-form-urlencoded": {
                    ticket: string;
                    /** @enum {string} */
                    decision: "join" | "stay";
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description Look at the address in `Location` with GET. */
            303: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    /** @description Where to look. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidEitherPage"];
            402: components["responses"]["PlanRequiredPage"];
            403: components["responses"]["ForbiddenPage"];
            409: components["responses"]["ConflictPage"];
            413: components["responses"]["TooLargePage"];
            422: components["responses"]["MalformedPage"];
            429: components["responses"]["TooManyFromAddressPage"];
            503: components["responses"]["UnavailablePage"];
        };
    };
    "notification.list": {
        parameters: {
            query?: {
                /** @description Only those that are not marked as read. */
                unread?: boolean;
                /** @description Only this kind, such as comment.created. */
                kind?: string;
                /** @description At most 200. */
                limit?: number;
                /** @description next_cursor of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        notifications: components["schemas"]["Notification"][];
                        /** @description How many are unread in all. */
                        unread: number;
                        /** @description Present when there are more. */
                        next_cursor?: string;
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Malformed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "notification.read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Ids as list_notifications shows them; or send all. */
                    ids?: number[];
                    /**
                     * @description True marks all of them.
                     * @example true
                     */
                    all?: boolean;
                    /**
                     * Format: date-time
                     * @description With all, only those that were made before this instant (ISO 8601, UTC or an offset).
                     */
                    before?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description How many are unread now. */
                        unread: number;
                    };
                };
            };
            400: components["responses"]["InvalidEither"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Malformed"];
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
        };
    };
    "notification.settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationSettings"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            503: components["responses"]["Unavailable"];
        };
    };
    "notification.settings.update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description What is to change. */
                    kinds?: {
                        /** @description Such as comment.created. */
                        kind: string;
                        /** @description In the list of notifications. */
                        app?: boolean;
                        /** @description By mail. */
                        email?: boolean;
                        /** @description To your chat, if you have given its address. */
                        chat?: boolean;
                    }[];
                    /** @description false stops the mail that gathers what happened. */
                    digest?: boolean;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationSettings"];
                };
            };
            400: components["responses"]["InvalidEither"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Malformed"];
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
        };
    };
    "notification.chat": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description The address of an incoming webhook, as your chat gives it.
                     * @example https://hooks.slack.com/services/T000/B000/XXXX
                     */
                    url: string;
                    /**
                     * @description How messages are written; without it the address decides.
                     * @enum {string}
                     */
                    format?: "slack" | "mattermost" | "teams" | "discord";
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationChat"];
                };
            };
            400: components["responses"]["InvalidEither"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Malformed"];
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
        };
    };
    "notification.chat.delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Whether there was one. */
                        deleted: boolean;
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
        };
    };
    "notification.chat.test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationChatTest"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyByAccount"];
            503: components["responses"]["Unavailable"];
        };
    };
    "watch.list": {
        parameters: {
            query?: {
                /** @description true lists what is muted alone, false what is watched. */
                muted?: boolean;
                /** @description At most 500. */
                limit?: number;
                /** @description next_cursor of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        watches: components["schemas"]["Watch"][];
                        /** @description Present when there are more. */
                        next_cursor?: string;
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Malformed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "watch.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description What to watch: doc:<id>, folder:<path>, or root:<slug>.
                     * @example doc:<doc_id>
                     */
                    target: string;
                    /** @description Of a folder, its root: ~, or nothing, for My documents. */
                    root?: string | null;
                };
            };
        };
        responses: {
            /** @description Made. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WatchChanged"];
                };
            };
            400: components["responses"]["InvalidEither"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Malformed"];
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
        };
    };
    "watch.delete": {
        parameters: {
            query: {
                /** @description What to watch: doc:<id>, folder:<path>, or root:<slug>. */
                target: string;
                /** @description Of a folder, its root: ~, or nothing, for My documents. */
                root?: string | null;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WatchChanged"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Malformed"];
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
        };
    };
    "notification.page": {
        parameters: {
            query?: {
                /** @description What has just been done. */
                done?: "saved" | "chat_saved" | "chat_removed" | "arrived" | "failed" | "unwatched";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description Look at the address in `Location`. */
            302: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    /** @description Where to look. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidPage"];
            422: components["responses"]["MalformedPage"];
            503: components["responses"]["UnavailablePage"];
        };
    };
    "notification.page.settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /** @description The kinds that are told there. */
                    app?: string[];
                    /** @description The kinds that are told there. */
                    email?: string[];
                    /** @description The kinds that are told there. */
                    chat?: string[];
                    /**
                     * @description Sent while mails are gathered.
                     * @enum {string}
                     */
                    digest?: "on";
                };
                "application/x-www-form-urlencoded": {
                    /** @description The kinds that are told there. */
                    app?: string[];
                    /** @description The kinds that are told there. */
                    email?: string[];
                    /** @description The kinds that are told there. */
                    chat?: string[];
                    /**
                     * @description Sent while mails are gathered.
                     * @enum {string}
                     */
                    digest?: "on";
                };
            };
        };
        responses: {
            /** @description Look at the address in `Location`. */
            302: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    /** @description Where to look. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Look at the address in `Location` with GET. */
            303: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    /** @description Where to look. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidEitherPage"];
            401: components["responses"]["UnauthenticatedPage"];
            403: components["responses"]["ForbiddenPage"];
            413: components["responses"]["TooLargePage"];
            422: components["responses"]["MalformedPage"];
            503: components["responses"]["UnavailablePage"];
        };
    };
    "notification.page.chat": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /**
                     * @description What becomes of it.
                     * @enum {string}
                     */
                    action: "save" | "test" | "remove";
                    /** @description With save, the address to keep. */
                    url?: string;
                    /**
                     * @description With save, how messages are written.
                     * @enum {string}
                     */
                    format?: "" | "slack" | "mattermost" | "teams" | "discord";
                };
                "application/x-www-form-urlencoded": {
                    /**
                     * @description What becomes of it.
                     * @enum {string}
                     */
                    action: "save" | "test" | "remove";
                    /** @description With save, the address to keep. */
                    url?: string;
                    /**
                     * @description With save, how messages are written.
                     * @enum {string}
                     */
                    format?: "" | "slack" | "mattermost" | "teams" | "discord";
                };
            };
        };
        responses: {
            /** @description Look at the address in `Location`. */
            302: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    /** @description Where to look. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Look at the address in `Location` with GET. */
            303: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    /** @description Where to look. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidEitherPage"];
            401: components["responses"]["UnauthenticatedPage"];
            403: components["responses"]["ForbiddenPage"];
            409: components["responses"]["ConflictPage"];
            413: components["responses"]["TooLargePage"];
            422: components["responses"]["MalformedPage"];
            429: components["responses"]["TooManyByAccountPage"];
            503: components["responses"]["UnavailablePage"];
        };
    };
    "notification.page.watch": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The watch. */
                watch_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Look at the address in `Location`. */
            302: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    /** @description Where to look. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Look at the address in `Location` with GET. */
            303: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    /** @description Where to look. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidPage"];
            401: components["responses"]["UnauthenticatedPage"];
            403: components["responses"]["ForbiddenPage"];
            404: components["responses"]["NotFoundPage"];
            422: components["responses"]["MalformedPage"];
            503: components["responses"]["UnavailablePage"];
        };
    };
    "notification.style": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "*/*": Blob;
                };
            };
            /** @description Nothing changed since the caller's copy. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Invalid"];
            503: components["responses"]["Unavailable"];
        };
    };
    "notification.unsubscribe.show": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            400: components["responses"]["InvalidPage"];
            404: components["responses"]["NotFoundPage"];
            410: components["responses"]["GonePage"];
            429: components["responses"]["TooManyPage"];
            503: components["responses"]["UnavailablePage"];
        };
    };
    "notification.unsubscribe": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            400: components["responses"]["InvalidPage"];
            404: components["responses"]["NotFoundPage"];
            410: components["responses"]["GonePage"];
            413: components["responses"]["TooLargePage"];
            429: components["responses"]["TooManyPage"];
            503: components["responses"]["UnavailablePage"];
        };
    };
    "database.list": {
        parameters: {
            query?: {
                /** @description A shared root's slug, or ~ for My documents; without it, all that is listed to you. */
                root?: string;
                /** @description Only databases in this folder. */
                folder?: string;
                /** @description The folder's subfolders too. */
                recursive?: boolean;
                /** @description At most 200. */
                limit?: number;
                /** @description next_cursor of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        databases: components["schemas"]["ListedDatabase"][];
                        /** @description Present when there are more. */
                        next_cursor?: string;
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Malformed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "database.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description What it is called. */
                    title: string;
                    /** @description Path, made on the fly; "" for the top. Without it in a shared root: your Members folder. */
                    folder?: string;
                    /** @description A shared root's slug; none, or ~, is My documents. */
                    root?: string | null;
                    /** @description A repeat with the same key within 24 hours answers the first result. */
                    idempotency_key?: string;
                };
            };
        };
        responses: {
            /** @description Made. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Database"];
                };
            };
            400: components["responses"]["InvalidEither"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Malformed"];
            429: components["responses"]["TooManyByAccount"];
            503: components["responses"]["Unavailable"];
        };
    };
    "database.read": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The database's document id, as list_databases shows it. */
                database_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DatabaseDetail"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Malformed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "database.create_table": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The database's document id, as list_databases shows it. */
                database_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Unique in the database. */
                    name: string;
                    /** @description Its fields, in order. */
                    fields: {
                        /** @description A lower-case letter, then letters, digits and _; it never changes. */
                        key: string;
                        /**
                         * @description What it holds.
                         * @enum {string}
                         */
                        type: "text" | "long_text" | "number" | "checkbox" | "date" | "datetime" | "email" | "url" | "select" | "multi_select" | "json" | "attachment" | "review";
                        /** @description What people see; the key when absent. */
                        label?: string;
                        /** @description Records need a value. */
                        required?: boolean;
                        /** @description For new records; a value of the field, or null for none. */
                        default?: unknown;
                        /** @description select, multi_select: the choices, in order. */
                        options?: string[];
                        /** @description attachment */
                        max_files?: number;
                        /** @description attachment */
                        max_file_bytes?: number;
                        /** @description attachment: where uploads go. */
                        folder?: string | null;
                        /** @description attachment: extensions such as .pdf; empty permits any. */
                        accept?: string[];
                        /** @description review: whose files are reviewed. */
                        attachment_field?: string;
                        /** @description review: fixed files. */
                        sources?: {
                            /** @description A document. */
                            doc_id: string;
                            /** @description One of its versions. */
                            version: number;
                            /** @description A file of it. */
                            path: string;
                        }[];
                    }[];
                };
            };
        };
        responses: {
            /** @description Made. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DatabaseTable"];
                };
            };
            400: components["responses"]["InvalidEither"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Malformed"];
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
        };
    };
    "database.table": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The database's document id, as list_databases shows it. */
                database_id: string;
                /** @description The table's id, as get_database shows it. */
                table_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DatabaseTable"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Malformed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "database.delete_table": {
        parameters: {
            query: {
                /** @description The table's schema_version; 409 when it is another by now. */
                base_version: number;
                /** @description The table's name. */
                confirm: string;
            };
            header?: never;
            path: {
                /** @description The database's document id, as list_databases shows it. */
                database_id: string;
                /** @description The table's id, as get_database shows it. */
                table_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: number;
                        /** @constant */
                        deleted: true;
                        /** Format: date-time */
                        restorable_until: string;
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ConflictVersion"];
            422: components["responses"]["Malformed"];
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
        };
    };
    "database.update_table": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The database's document id, as list_databases shows it. */
                database_id: string;
                /** @description The table's id, as get_database shows it. */
                table_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The table's schema_version that you began from; 409 when it is another by now. */
                    base_version: number;
                    /** @description Unique in the database. */
                    name?: string;
                    /** @description Fields to add. */
                    add_fields?: {
                        /** @description A lower-case letter, then letters, digits and _; it never changes. */
                        key: string;
                        /**
                         * @description What it holds.
                         * @enum {string}
                         */
                        type: "text" | "long_text" | "number" | "checkbox" | "date" | "datetime" | "email" | "url" | "select" | "multi_select" | "json" | "attachment" | "review";
                        /** @description What people see; the key when absent. */
                        label?: string;
                        /** @description Records need a value. */
                        required?: boolean;
                        /** @description For new records; a value of the field, or null for none. */
                        default?: unknown;
                        /** @description select, multi_select: the choices, in order. */
                        options?: string[];
                        /** @description attachment */
                        max_files?: number;
                        /** @description attachment */
                        max_file_bytes?: number;
                        /** @description attachment: where uploads go. */
                        folder?: string | null;
                        /** @description attachment: extensions such as .pdf; empty permits any. */
                        accept?: string[];
                        /** @description review: whose files are reviewed. */
                        attachment_field?: string;
                        /** @description review: fixed files. */
                        sources?: {
                            /** @description A document. */
                            doc_id: string;
                            /** @description One of its versions. */
                            version: number;
                            /** @description A file of it. */
                            path: string;
                        }[];
                    }[];
                    /** @description Such as {"key": "status", "options": ["open", "done", "late"]}. */
                    update_fields?: {
                        [key: string]: unknown;
                    }[];
                    /** @description Field keys in their new order. */
                    order?: string[];
                    /**
                     * @description Change nothing, and count the records that would fail.
                     * @default false
                     */
                    dry_run?: boolean;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedDatabaseTable"];
                };
            };
            400: components["responses"]["InvalidEither"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ConflictVersion"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Malformed"];
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
        };
    };
    "database.restore_table": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The database's document id, as list_databases shows it. */
                database_id: string;
                /** @description The table's id, as get_database shows it. */
                table_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DatabaseTable"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Malformed"];
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
        };
    };
    "database.create_record": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The database's document id, as list_databases shows it. */
                database_id: string;
                /** @description The table's id, as get_database shows it. */
                table_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Values by field key, as get_database shows the fields. */
                    data: {
                        [key: string]: unknown;
                    };
                    /** @description A repeat with the same key within 24 hours answers the first result. */
                    idempotency_key?: string;
                };
            };
        };
        responses: {
            /** @description Made. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedDatabaseRecord"];
                };
            };
            400: components["responses"]["InvalidEither"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Malformed"];
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
        };
    };
    "database.table_record": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The database's document id, as list_databases shows it. */
                database_id: string;
                /** @description The table's id, as get_database shows it. */
                table_id: number;
                /** @description The record's id. */
                record_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DatabaseRecord"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Malformed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "database.delete_record": {
        parameters: {
            query: {
                /** @description The record's version; 409 when it is another by now. */
                base_version: number;
            };
            header?: never;
            path: {
                /** @description The database's document id, as list_databases shows it. */
                database_id: string;
                /** @description The table's id, as get_database shows it. */
                table_id: number;
                /** @description The record's id. */
                record_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: number;
                        /** @constant */
                        deleted: true;
                        version: number;
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ConflictVersion"];
            422: components["responses"]["Malformed"];
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
        };
    };
    "database.update_record": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The database's document id, as list_databases shows it. */
                database_id: string;
                /** @description The table's id, as get_database shows it. */
                table_id: number;
                /** @description The record's id. */
                record_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Values by field key, as get_database shows the fields. */
                    data: {
                        [key: string]: unknown;
                    };
                    /** @description The record's version that you began from. */
                    base_version: number;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DatabaseRecord"];
                };
            };
            400: components["responses"]["InvalidEither"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ConflictVersion"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Malformed"];
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
        };
    };
    "database.record": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The database's document id, as list_databases shows it. */
                database_id: string;
                /** @description The record's id. */
                record_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DatabaseRecordWithTable"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Malformed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "database.export": {
        parameters: {
            query?: {
                format?: "json" | "sqlite" | "csv";
                /** @description With csv: the table. */
                table_id?: number;
            };
            header?: never;
            path: {
                /** @description The database's document id, as list_databases shows it. */
                database_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "*/*": Blob;
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Malformed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "database.batch_records": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The database's document id, as list_databases shows it. */
                database_id: string;
                /** @description The table's id, as get_database shows it. */
                table_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    ops: {
                        /**
                         * @description upsert changes the record that agrees in the fields of match, or creates one.
                         * @enum {string}
                         */
                        op: "create" | "update" | "delete" | "upsert";
                        /** @description The record, for update and delete. */
                        id?: number;
                        /** @description Its version, for update and delete. */
                        base_version?: number;
                        /** @description Values by field key; not for delete. */
                        data?: {
                            [key: string]: unknown;
                        };
                        /** @description For upsert: field keys, of which data has values. */
                        match?: string[];
                    }[];
                    /** @default true */
                    atomic?: boolean;
                    /** @description A repeat with the same key within 24 hours answers the first result. */
                    idempotency_key?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description In the order of `ops`. */
                        results: {
                            /** @description As the request for this record alone would have been answered. */
                            status: number;
                            record?: components["schemas"]["DatabaseRecord"];
                            /** @description Of a record that was deleted. */
                            id?: number;
                            /** @description What the request for this record alone would have been refused with. */
                            error?: {
                                [key: string]: unknown;
                            };
                        }[];
                    };
                };
            };
            400: components["responses"]["InvalidEither"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Malformed"];
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
        };
    };
    "database.record_history": {
        parameters: {
            query?: {
                /** @description At most 100. */
                limit?: number;
                /** @description next_cursor of the page before. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description The database's document id, as list_databases shows it. */
                database_id: string;
                /** @description The table's id, as get_database shows it. */
                table_id: number;
                /** @description The record's id. */
                record_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        versions: components["schemas"]["DatabaseRecordVersion"][];
                        /** @description Present when there are more. */
                        next_cursor?: string;
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Malformed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "database.restore_record": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The database's document id, as list_databases shows it. */
                database_id: string;
                /** @description The table's id, as get_database shows it. */
                table_id: number;
                /** @description The record's id. */
                record_id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description The version to bring back; without it, that before the deletion. */
                    version?: number;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DatabaseRecord"];
                };
            };
            400: components["responses"]["InvalidEither"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Malformed"];
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
        };
    };
    "database.query_records": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The database's document id, as list_databases shows it. */
                database_id: string;
                /** @description The table's id, as get_database shows it. */
                table_id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description All must pass, such as [{"field": "status", "op": "eq", "value": "open"}]. */
                    filters?: {
                        /** @description A field's key, or $form_status. */
                        field: string;
                        /**
                         * @description empty and not_empty take no value.
                         * @enum {string}
                         */
                        op: "eq" | "ne" | "contains" | "gt" | "gte" | "lt" | "lte" | "empty" | "not_empty";
                        /** @description As the field holds it. */
                        value?: unknown;
                    }[];
                    /** @description A part of any text; case and accents do not count. */
                    search?: string | null;
                    /** @description A field's key, or $form_status; without it the oldest first. */
                    sort?: string | null;
                    /**
                     * @description The other way round.
                     * @default false
                     */
                    descending?: boolean;
                    /** @description Only these values, by key. */
                    fields?: string[] | null;
                    /**
                     * @description At most 200.
                     * @default 50
                     */
                    limit?: number;
                    /** @description next_offset of the page before. */
                    offset?: number;
                    /** @description next_cursor of the page before. */
                    cursor?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        records: components["schemas"]["DatabaseRecord"][];
                        /** @description All that match, on whatever page. */
                        total: number;
                        has_more: boolean;
                        /** @description The database's, of the moment of this answer. */
                        revision: number;
                        /** @description Present when there are more and no cursor was sent. */
                        next_offset?: number;
                        /** @description Present when there are more. */
                        next_cursor?: string;
                    };
                };
            };
            400: components["responses"]["InvalidEither"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Malformed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "database.import": {
        parameters: {
            query?: {
                /** @description Its ending tells the format: .csv, .jsonl, .xlsx. */
                filename?: string;
                format?: "csv" | "jsonl" | "xlsx";
                /** @description The table to fill; without it, a new one is made. */
                table_id?: number;
                /** @description Of the new table; the filename's when absent. */
                name?: string;
                /** @description Of an Excel file; the first when absent. */
                sheet?: string;
                /** @description The key of a field by which rows find their records. */
                match?: string;
                /** @description Leave out columns that no field has. */
                skip_unknown?: boolean;
                /** @description Only say what would be. */
                dry_run?: boolean;
                /** @description A repeat with the same key within 24 hours answers the first result. */
                idempotency_key?: string;
            };
            header?: never;
            path: {
                /** @description The database's document id, as list_databases shows it. */
                database_id: string;
            };
            cookie?: never;
        };
        /** @description The bytes themselves, of any length that the server takes. */
        requestBody: {
            content: {
                "application/octet-stream": Blob;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DatabaseImport"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Malformed"];
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
        };
    };
    "webhook.list": {
        parameters: {
            query?: {
                /** @description At most 200. */
                limit?: number;
                /** @description next_cursor of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        webhooks: components["schemas"]["Webhook"][];
                        /** @description Present when there are more. */
                        next_cursor?: string;
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            402: components["responses"]["PlanRequired"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Malformed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "webhook.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Where events are sent: an http or https address that is publicly reachable.
                     * @example https://example.com/hook
                     */
                    url: string;
                    /**
                     * @description Actions such as doc.publish, families such as doc.*, or *; none for all of them.
                     * @example [
                     *       "doc.*",
                     *       "member.join"
                     *     ]
                     */
                    events?: string[];
                };
            };
        };
        responses: {
            /** @description Made. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedWebhook"];
                };
            };
            400: components["responses"]["InvalidEither"];
            401: components["responses"]["Unauthenticated"];
            402: components["responses"]["PlanRequired"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Malformed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "webhook.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The webhook. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDetail"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            402: components["responses"]["PlanRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Malformed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "webhook.delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The webhook. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        deleted: true;
                        id: number;
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            402: components["responses"]["PlanRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Malformed"];
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
        };
    };
    "webhook.update": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The webhook. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * @description Where events are sent: an http or https address that is publicly reachable.
                     * @example https://example.com/hook
                     */
                    url?: string;
                    /**
                     * @description Actions such as doc.publish, families such as doc.*, or *; none for all of them.
                     * @example [
                     *       "doc.*",
                     *       "member.join"
                     *     ]
                     */
                    events?: string[];
                    /** @description false pauses it. */
                    active?: boolean;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            400: components["responses"]["InvalidEither"];
            401: components["responses"]["Unauthenticated"];
            402: components["responses"]["PlanRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Malformed"];
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
        };
    };
    "webhook.test": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The webhook. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        queued: true;
                        delivery_id: number;
                        event_id: number;
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            402: components["responses"]["PlanRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Malformed"];
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
        };
    };
    "webhook.rotate_secret": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The webhook. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * @description How long the present secret signs too; 0 ends it at once, such as when it has leaked.
                     * @default 86400
                     */
                    overlap_seconds?: number;
                    /**
                     * @description Rotates during an overlap too, which ends the oldest secret at once.
                     * @default false
                     */
                    force?: boolean;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        secret: string;
                        /** Format: date-time */
                        former_secret_until: string;
                    };
                };
            };
            400: components["responses"]["InvalidEither"];
            401: components["responses"]["Unauthenticated"];
            402: components["responses"]["PlanRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Malformed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "webhook.recover": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The webhook. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description The beginning: a time or a day, in UTC.
                     * @example 2026-11-20T08:00:00Z
                     */
                    since: string;
                    /**
                     * @description The end, a day meant whole; now without it.
                     * @example 2026-11-20T08:00:00Z
                     */
                    until?: string;
                    /**
                     * @description What was given up, or what was never sent.
                     * @default failed
                     * @enum {string}
                     */
                    only?: "failed" | "missing";
                };
            };
        };
        responses: {
            /** @description Taken on; the work goes on after the answer. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Events that are sent. */
                        queued: number;
                        /** @description There is more than one call takes. */
                        has_more: boolean;
                    };
                };
            };
            400: components["responses"]["InvalidEither"];
            401: components["responses"]["Unauthenticated"];
            402: components["responses"]["PlanRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Malformed"];
            429: components["responses"]["TooManyByAccount"];
            503: components["responses"]["Unavailable"];
        };
    };
    "webhook.deliveries": {
        parameters: {
            query?: {
                /** @description Only those that stand so. */
                status?: "pending" | "ok" | "failed";
                /** @description At most 200. */
                limit?: number;
                /** @description next_cursor of the page before. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description The webhook. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        deliveries: components["schemas"]["WebhookDelivery"][];
                        /** @description Present when there are more. */
                        next_cursor?: string;
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            402: components["responses"]["PlanRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Malformed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "webhook.delivery": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The webhook. */
                id: number;
                /** @description The delivery. */
                delivery_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryDetail"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            402: components["responses"]["PlanRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Malformed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "webhook.redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The webhook. */
                id: number;
                /** @description The delivery whose event is sent. */
                delivery_id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * @description true tries it up to six times, as at first.
                     * @default false
                     */
                    retry?: boolean;
                };
            };
        };
        responses: {
            /** @description Taken on; the work goes on after the answer. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The new delivery. */
                        delivery_id: number;
                    };
                };
            };
            400: components["responses"]["InvalidEither"];
            401: components["responses"]["Unauthenticated"];
            402: components["responses"]["PlanRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Malformed"];
            429: components["responses"]["TooManyByAccount"];
            503: components["responses"]["Unavailable"];
        };
    };
    "event.list": {
        parameters: {
            query?: {
                /** @description next_after of the page before; the beginning without it. */
                after?: number;
                /** @description Page size; more than 500 is taken as 500. */
                limit?: number;
                /** @description Seconds to wait for an event when there is none yet. */
                wait?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        events: components["schemas"]["Event"][];
                        /** @description Send it as `after` to go on. */
                        next_after: number;
                        has_more: boolean;
                        /** @description The number of the newest event there is. */
                        latest: number;
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            402: components["responses"]["PlanRequired"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Malformed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "webhook.page.list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description Look at the address in `Location`. */
            302: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    /** @description Where to look. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidPage"];
            402: components["responses"]["PlanRequiredPage"];
            403: components["responses"]["ForbiddenPage"];
            503: components["responses"]["UnavailablePage"];
        };
    };
    "webhook.page": {
        parameters: {
            query?: {
                /** @description Only those that stand so. */
                status?: "pending" | "ok" | "failed";
                /** @description Where the page before ended. */
                older?: string;
            };
            header?: never;
            path: {
                /** @description The webhook. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description Look at the address in `Location`. */
            302: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    /** @description Where to look. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidPage"];
            402: components["responses"]["PlanRequiredPage"];
            403: components["responses"]["ForbiddenPage"];
            404: components["responses"]["NotFoundPage"];
            422: components["responses"]["MalformedPage"];
            503: components["responses"]["UnavailablePage"];
        };
    };
    "webhook.page.redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The webhook. */
                id: number;
                /** @description The delivery whose event is sent. */
                delivery_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Look at the address in `Location`. */
            302: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    /** @description Where to look. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Look at the address in `Location` with GET. */
            303: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    /** @description Where to look. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidPage"];
            401: components["responses"]["UnauthenticatedPage"];
            402: components["responses"]["PlanRequiredPage"];
            403: components["responses"]["ForbiddenPage"];
            404: components["responses"]["NotFoundPage"];
            422: components["responses"]["MalformedPage"];
            429: components["responses"]["TooManyByAccountPage"];
            503: components["responses"]["UnavailablePage"];
        };
    };
    "webhook.style": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "*/*": Blob;
                };
            };
            /** @description Nothing changed since the caller's copy. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Invalid"];
            503: components["responses"]["Unavailable"];
        };
    };
    "search.grep": {
        parameters: {
            query: {
                /** @description What to look for. */
                q: string;
                /** @description q is a regular expression in RE2 syntax. */
                regex?: boolean;
                /** @description Tell capitals from small letters. */
                case_sensitive?: boolean;
                /** @description Only documents in this folder. */
                folder?: string;
                /** @description With folder, its subfolders too. */
                recursive?: boolean;
                /** @description Only documents with this tag. */
                tag?: string;
                /** @description Only these kinds, separated by commas, such as markdown,html. */
                kinds?: string;
                /** @description False leaves out what colleagues keep in their My documents. */
                include_team?: boolean;
                /** @description ~ for My documents, or a shared root's slug; without it, everything. */
                root?: string;
                /** @description Only files whose path, or name when it has no slash, matches: *.md, docs/**\/*.{ts,js}. */
                path_glob?: string;
                /** @description At most 200. */
                limit?: number;
                /** @description next_cursor of the page before. */
                cursor?: string;
                /** @description Lines around each match. */
                context?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SearchAnswer"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Malformed"];
            429: components["responses"]["TooManyByAccount"];
            503: components["responses"]["Unavailable"];
        };
    };
    "doc.grep": {
        parameters: {
            query: {
                /** @description What to look for. */
                pattern: string;
                /** @description Only this file. */
                path?: string;
                /** @description pattern is a regular expression in RE2 syntax. */
                regex?: boolean;
                /** @description Tell capitals from small letters. */
                case_sensitive?: boolean;
                /** @description Lines around each match. */
                context?: number;
                /** @description next_cursor of the page before. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description The document's id. */
                doc_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GrepAnswer"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Malformed"];
            429: components["responses"]["TooManyByAccount"];
            503: components["responses"]["Unavailable"];
        };
    };
    "search.ranked": {
        parameters: {
            query: {
                /** @description The words to find. */
                q: string;
                /** @description Only documents in this folder. */
                folder?: string;
                /** @description With folder, its subfolders too. */
                recursive?: boolean;
                /** @description Only documents with this tag. */
                tag?: string;
                /** @description Only these kinds, separated by commas, such as markdown,html. */
                kinds?: string;
                /** @description False leaves out what colleagues keep in their My documents. */
                include_team?: boolean;
                /** @description At most 100. */
                limit?: number;
                /** @description next_cursor of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RankedAnswer"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Malformed"];
            429: components["responses"]["TooManyByAccount"];
            503: components["responses"]["Unavailable"];
        };
    };
    "changes.list": {
        parameters: {
            query?: {
                /** @description next_cursor of the page before; the beginning without it. */
                since?: string;
                /** @description Only documents in this folder. */
                folder?: string;
                /** @description The folder's subfolders too. */
                recursive?: boolean;
                /** @description What is listed to the team or shared with you too and, without root, every shared root that you see. */
                include_team?: boolean;
                /** @description A shared root's slug, or ~ for My documents alone. */
                root?: string;
                /** @description Page size; more than 200 is taken as 200. */
                limit?: number;
                /** @description Seconds to wait for a change when there is none yet. */
                wait?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DocumentChanges"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Malformed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "bundle.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description The folder; "" or nothing is everything. */
                    folder?: string;
                    /**
                     * @description Its subfolders too.
                     * @default true
                     */
                    recursive?: boolean;
                    /**
                     * @description Without root: what is listed to the team or shared with you too.
                     * @default false
                     */
                    include_team?: boolean;
                    /** @description A shared root's slug; none, or ~, is My documents. */
                    root?: string | null;
                };
            };
        };
        responses: {
            /** @description Made. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BundleLink"];
                };
            };
            400: components["responses"]["InvalidEither"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Malformed"];
            429: components["responses"]["TooManyByAccount"];
            503: components["responses"]["Unavailable"];
        };
    };
    "bundle.download": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "*/*": Blob;
                };
            };
            400: components["responses"]["Invalid"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            410: components["responses"]["Gone"];
            503: components["responses"]["Unavailable"];
        };
    };
    "account.export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "*/*": Blob;
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            503: components["responses"]["Unavailable"];
        };
    };
    "account.delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Your e-mail address, exactly as your account has it. */
                    confirm: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        deleted: true;
                        email: string;
                        /** Format: date-time */
                        purge_at: string;
                        grace_days: number;
                    };
                };
            };
            400: components["responses"]["InvalidEither"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Malformed"];
            423: components["responses"]["Locked"];
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
        };
    };
    "account.return.show": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            400: components["responses"]["InvalidPage"];
            410: components["responses"]["GonePage"];
            503: components["responses"]["UnavailablePage"];
        };
    };
    "account.return": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Look at the address in `Location`. */
            302: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    /** @description Where to look. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Look at the address in `Location` with GET. */
            303: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    /** @description Where to look. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidPage"];
            402: components["responses"]["PlanRequiredPage"];
            403: components["responses"]["ForbiddenPage"];
            410: components["responses"]["GonePage"];
            429: components["responses"]["TooManyFromAddressPage"];
            503: components["responses"]["UnavailablePage"];
        };
    };
    "audit.list": {
        parameters: {
            query?: {
                /** @description An action, or a family of them such as doc.*. */
                action?: string;
                /** @description Who did it: an e-mail address, system, or scim:<workspace>. */
                actor?: string;
                /** @description What it was done to, such as doc, user, group. */
                target_type?: string;
                /** @description Its id. */
                target_id?: string;
                /** @description Not before: a time or a day, in UTC. */
                from?: string;
                /** @description Not after; a day is meant whole. */
                to?: string;
                /** @description Page size; more than 500 is taken as 500. */
                limit?: number;
                /** @description next_before_id of the page before. */
                before_id?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditPage"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            402: components["responses"]["PlanRequired"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Malformed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "audit.actions": {
        parameters: {
            query?: {
                /** @description 1 answers objects instead of names. */
                detail?: "0" | "1";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        actions: (string | components["schemas"]["AuditAction"])[];
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            402: components["responses"]["PlanRequired"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Malformed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "audit.export": {
        parameters: {
            query?: {
                /** @description An action, or a family of them such as doc.*. */
                action?: string;
                /** @description Who did it: an e-mail address, system, or scim:<workspace>. */
                actor?: string;
                /** @description What it was done to, such as doc, user, group. */
                target_type?: string;
                /** @description Its id. */
                target_id?: string;
                /** @description Not before: a time or a day, in UTC. */
                from?: string;
                /** @description Not after; a day is meant whole. */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "*/*": Blob;
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            402: components["responses"]["PlanRequired"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Malformed"];
            429: components["responses"]["TooManyByAccount"];
            503: components["responses"]["Unavailable"];
        };
    };
    "audit.verify": {
        parameters: {
            query?: {
                /** @description next_seal of the call before. */
                after_seal?: number;
                /** @description A head noted before; it has to be in the chain. */
                head?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditVerification"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            402: components["responses"]["PlanRequired"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Malformed"];
            429: components["responses"]["TooManyByAccount"];
            503: components["responses"]["Unavailable"];
        };
    };
    "audit.page": {
        parameters: {
            query?: {
                /** @description An action, or a family of them such as doc.*. */
                action?: string;
                /** @description Who did it: an e-mail address, system, or scim:<workspace>. */
                actor?: string;
                /** @description What it was done to, such as doc, user, group. */
                target_type?: string;
                /** @description Its id. */
                target_id?: string;
                /** @description Not before: a time or a day, in UTC. */
                from?: string;
                /** @description Not after; a day is meant whole. */
                to?: string;
                /** @description Rows before this one. */
                before_id?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description Look at the address in `Location`. */
            302: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    /** @description Where to look. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidPage"];
            402: components["responses"]["PlanRequiredPage"];
            422: components["responses"]["MalformedPage"];
            503: components["responses"]["UnavailablePage"];
        };
    };
    "audit.style": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "*/*": Blob;
                };
            };
            /** @description Nothing changed since the caller's copy. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Invalid"];
            503: components["responses"]["Unavailable"];
        };
    };
    "activity.summary": {
        parameters: {
            query?: {
                /** @description ~ for My documents, or a shared root's slug. */
                root?: string;
                /** @description This folder and those below it. */
                folder?: string;
                /** @description One document. */
                doc_id?: string;
                /** @description The first day, or a time, in UTC. */
                from?: string;
                /** @description The last; a day is meant whole. */
                to?: string;
                /** @description What top lists. */
                by?: "doc" | "day" | "actor";
                /** @description At most 100. */
                limit?: number;
                /** @description next_cursor of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActivitySummary"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            402: components["responses"]["PlanRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Malformed"];
            429: components["responses"]["TooManyByAccount"];
            503: components["responses"]["Unavailable"];
        };
    };
    "activity.events": {
        parameters: {
            query?: {
                /** @description ~ for My documents, or a shared root's slug. */
                root?: string;
                /** @description This folder and those below it. */
                folder?: string;
                /** @description One document. */
                doc_id?: string;
                /** @description The first day, or a time, in UTC. */
                from?: string;
                /** @description The last; a day is meant whole. */
                to?: string;
                /** @description Only these. */
                kind?: "view" | "download" | "edit" | "comment" | "share";
                /** @description At most 100. */
                limit?: number;
                /** @description next_cursor of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActivityEvents"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            402: components["responses"]["PlanRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Malformed"];
            429: components["responses"]["TooManyByAccount"];
            503: components["responses"]["Unavailable"];
        };
    };
    "activity.status": {
        parameters: {
            query?: {
                /** @description next_cursor of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        changed: boolean;
                        cursor: string;
                        /** @description Seconds. */
                        poll_after: number;
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Malformed"];
            429: components["responses"]["TooManyByAccount"];
            503: components["responses"]["Unavailable"];
        };
    };
    "policy.get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Policy"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            503: components["responses"]["Unavailable"];
        };
    };
    "policy.update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description What documents may be; null allows all. */
                    allowed_visibilities?: ("restricted" | "unlisted" | "password" | "workspace")[] | null;
                    /** @description Nothing is kept for fewer days; null sets no bound. */
                    min_retention_days?: number | null;
                    /** @description Nothing is kept for more days, nor for ever; null sets no bound. */
                    max_retention_days?: number | null;
                    /**
                     * @description What happens to content that looks like credentials: nothing, a warning, or a refusal.
                     * @enum {string}
                     */
                    secret_scan?: "off" | "warn" | "block";
                    /**
                     * @description How far folders may be published.
                     * @enum {string}
                     */
                    publishing?: "public" | "signed_in" | "off";
                    /**
                     * @description Whether owners may hand the My documents of somebody whom they remove over to a colleague. An owner sets it; everybody is told, and it holds seven days later.
                     * @enum {string}
                     */
                    hand_over?: "never" | "owners";
                    /** @description The networks from which the workspace's people act; null lets every address in. */
                    ip_allowlist?: string[] | null;
                    /**
                     * @description Sets an ip_allowlist without the address that you send it from.
                     * @default false
                     */
                    force?: boolean;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Policy"];
                };
            };
            400: components["responses"]["InvalidEither"];
            401: components["responses"]["Unauthenticated"];
            402: components["responses"]["PlanRequired"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Malformed"];
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
        };
    };
    "policy.violations": {
        parameters: {
            query?: {
                /** @description At most 500. */
                limit?: number;
                /** @description next_cursor of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        violations: components["schemas"]["PolicyViolation"][];
                        /** @description Present when there are more. */
                        next_cursor?: string;
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            402: components["responses"]["PlanRequired"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Malformed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "doc.policy_state": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The document. */
                doc_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DocumentPolicyState"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Malformed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "doc.legal_hold": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The document. */
                doc_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description True holds it, false releases it. */
                    on: boolean;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        doc_id: string;
                        legal_hold: boolean;
                    };
                };
            };
            400: components["responses"]["InvalidEither"];
            401: components["responses"]["Unauthenticated"];
            402: components["responses"]["PlanRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Malformed"];
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
        };
    };
    "directory.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The company's directory. */
                provider: "google" | "microsoft";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Directory"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Malformed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "directory.disconnect": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The company's directory. */
                provider: "google" | "microsoft";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DirectoryDisconnected"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Malformed"];
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
        };
    };
    "directory.connect": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The company's directory. */
                provider: "google" | "microsoft";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DirectoryConsent"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            402: components["responses"]["PlanRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Malformed"];
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
        };
    };
    "directory.consented": {
        parameters: {
            query: {
                /** @description As it was sent to the provider. */
                state: string;
                /** @description Of the consent. */
                code?: string;
                /** @description Why there is none. */
                error?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description Look at the address in `Location`. */
            302: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    /** @description Where to look. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidPage"];
            403: components["responses"]["ForbiddenPage"];
            422: components["responses"]["MalformedPage"];
            503: components["responses"]["UnavailablePage"];
        };
    };
    "directory.groups": {
        parameters: {
            query?: {
                /** @description At most 200. */
                limit?: number;
                /** @description next_cursor of the page before. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description The company's directory. */
                provider: "google" | "microsoft";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DirectoryGroups"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            402: components["responses"]["PlanRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Malformed"];
            429: components["responses"]["TooManyByAccount"];
            503: components["responses"]["Unavailable"];
        };
    };
    "directory.take": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The company's directory. */
                provider: "google" | "microsoft";
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The provider's id, as the list shows it. */
                    group_id: string;
                    /** @enum {string} */
                    mode: "sync" | "import";
                };
            };
        };
        responses: {
            /** @description Made. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DirectoryGroupTaken"];
                };
            };
            400: components["responses"]["InvalidEither"];
            401: components["responses"]["Unauthenticated"];
            402: components["responses"]["PlanRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Malformed"];
            429: components["responses"]["TooManyByAccount"];
            503: components["responses"]["Unavailable"];
        };
    };
    "directory.sync": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The company's directory. */
                provider: "google" | "microsoft";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Taken on; the work goes on after the answer. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DirectorySync"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            402: components["responses"]["PlanRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Malformed"];
            429: components["responses"]["TooManyByAccount"];
            503: components["responses"]["Unavailable"];
        };
    };
    "directory.policy": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The company's directory. */
                provider: "google" | "microsoft";
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    directory_only: boolean;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Directory"];
                };
            };
            400: components["responses"]["InvalidEither"];
            401: components["responses"]["Unauthenticated"];
            402: components["responses"]["PlanRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Malformed"];
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
        };
    };
    "domain.list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomDomains"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            503: components["responses"]["Unavailable"];
        };
    };
    "domain.add": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description A name below a domain of your own, as people type it.
                     * @example docs.example.com
                     */
                    hostname: string;
                };
            };
        };
        responses: {
            /** @description Made. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomDomains"];
                };
            };
            400: components["responses"]["InvalidEither"];
            401: components["responses"]["Unauthenticated"];
            402: components["responses"]["PlanRequired"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Malformed"];
            429: components["responses"]["TooManyByAccount"];
            503: components["responses"]["Unavailable"];
        };
    };
    "domain.verify": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The domain's id, as GET /api/domains shows it. */
                domain_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomDomains"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            402: components["responses"]["PlanRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Malformed"];
            429: components["responses"]["TooManyByAccount"];
            503: components["responses"]["Unavailable"];
        };
    };
    "domain.default": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description An active domain's; null for the shared host. */
                    domain_id: number | null;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomDomains"];
                };
            };
            400: components["responses"]["InvalidEither"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Malformed"];
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
        };
    };
    "domain.remove": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The domain's id, as GET /api/domains shows it. */
                domain_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomDomains"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Malformed"];
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
        };
    };
    "domain.probe": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                nonce: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "*/*": Blob;
                };
            };
            400: components["responses"]["InvalidOnContentHost"];
            404: components["responses"]["NotFoundOnContentHost"];
            422: components["responses"]["MalformedOnContentHost"];
            503: components["responses"]["UnavailableOnContentHost"];
        };
    };
    "billing.get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BillingWorkspace"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            503: components["responses"]["Unavailable"];
        };
    };
    "billing.update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description The workspace's name. */
                    name?: string;
                    /** @description Mail domains whose people read on the content host what the workspace's members may. */
                    viewer_domains?: string[];
                    /** @description Buys storage above the cap by the hour, within limits; null ends it. */
                    usage?: {
                        /** @description What a month may cost at most. */
                        spending_limit_cents: number;
                        /** @description How much may be stored above the cap. */
                        capacity_limit_gib: number;
                    } | null;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BillingWorkspace"];
                };
            };
            400: components["responses"]["InvalidEither"];
            401: components["responses"]["Unauthenticated"];
            402: components["responses"]["PlanRequired"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Malformed"];
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
        };
    };
    "billing.checkout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description One of team_monthly, team_yearly, business_monthly, business_yearly, storage_50gb_monthly. */
                    price: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BillingAddress"];
                };
            };
            400: components["responses"]["InvalidEither"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Malformed"];
            429: components["responses"]["TooManyByAccount"];
            503: components["responses"]["Unavailable"];
        };
    };
    "billing.portal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BillingAddress"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyByAccount"];
            503: components["responses"]["Unavailable"];
        };
    };
    "billing.webhook": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The bytes themselves, of any length that the server takes. */
        requestBody: {
            content: {
                "application/octet-stream": Blob;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BillingEventReceived"];
                };
            };
            400: components["responses"]["Invalid"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            503: components["responses"]["Unavailable"];
        };
    };
    "billing.pricing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            400: components["responses"]["InvalidPage"];
            503: components["responses"]["UnavailablePage"];
        };
    };
    "billing.page": {
        parameters: {
            query?: {
                /** @description `checkout` after one. */
                from?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description Look at the address in `Location`. */
            302: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    /** @description Where to look. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidPage"];
            403: components["responses"]["ForbiddenPage"];
            422: components["responses"]["MalformedPage"];
            503: components["responses"]["UnavailablePage"];
        };
    };
    "billing.page.checkout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /**
                     * @description What is bought.
                     * @enum {string}
                     */
                    price: "team_monthly" | "team_yearly" | "business_monthly" | "business_yearly" | "storage_50gb_monthly";
                };
                "application/x-www-form-urlencoded": {
                    /**
                     * @description What is bought.
                     * @enum {string}
                     */
                    price: "team_monthly" | "team_yearly" | "business_monthly" | "business_yearly" | "storage_50gb_monthly";
                };
            };
        };
        responses: {
            /** @description Look at the address in `Location`. */
            302: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    /** @description Where to look. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Look at the address in `Location` with GET. */
            303: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    /** @description Where to look. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidEitherPage"];
            401: components["responses"]["UnauthenticatedPage"];
            403: components["responses"]["ForbiddenPage"];
            409: components["responses"]["ConflictPage"];
            413: components["responses"]["TooLargePage"];
            422: components["responses"]["MalformedPage"];
            429: components["responses"]["TooManyByAccountPage"];
            503: components["responses"]["UnavailablePage"];
        };
    };
    "billing.page.portal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Look at the address in `Location`. */
            302: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    /** @description Where to look. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Look at the address in `Location` with GET. */
            303: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    /** @description Where to look. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidPage"];
            401: components["responses"]["UnauthenticatedPage"];
            403: components["responses"]["ForbiddenPage"];
            404: components["responses"]["NotFoundPage"];
            429: components["responses"]["TooManyByAccountPage"];
            503: components["responses"]["UnavailablePage"];
        };
    };
    "billing.style": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "*/*": Blob;
                };
            };
            /** @description Nothing changed since the caller's copy. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Invalid"];
            503: components["responses"]["Unavailable"];
        };
    };
    "mcp.serve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JsonRpcReply"];
                };
            };
            /** @description Taken on; the work goes on after the answer. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            400: components["responses"]["InvalidOfJsonRpcError"];
            401: components["responses"]["UnauthenticatedOfMcpUnauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFoundOfJsonRpcError"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedTypeOfJsonRpcError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "mcp.serve.readonly": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JsonRpcReply"];
                };
            };
            /** @description Taken on; the work goes on after the answer. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            400: components["responses"]["InvalidOfJsonRpcError"];
            401: components["responses"]["UnauthenticatedOfMcpUnauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFoundOfJsonRpcError"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedTypeOfJsonRpcError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "mcp.serve.toolsets": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                toolsets: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JsonRpcReply"];
                };
            };
            /** @description Taken on; the work goes on after the answer. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            400: components["responses"]["InvalidOfJsonRpcError"];
            401: components["responses"]["UnauthenticatedOfMcpUnauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFoundOfJsonRpcError"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedTypeOfJsonRpcError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "mcp.serve.toolsets.readonly": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                toolsets: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JsonRpcReply"];
                };
            };
            /** @description Taken on; the work goes on after the answer. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            400: components["responses"]["InvalidOfJsonRpcError"];
            401: components["responses"]["UnauthenticatedOfMcpUnauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFoundOfJsonRpcError"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedTypeOfJsonRpcError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "workspace.instructions.get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkspaceInstructions"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            503: components["responses"]["Unavailable"];
        };
    };
    "workspace.instructions.set": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Plain text or markdown; empty takes them away. */
                    instructions: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkspaceInstructions"];
                };
            };
            400: components["responses"]["InvalidEither"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Malformed"];
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
        };
    };
    "oauth.resource": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProtectedResourceMetadata"];
                };
            };
            400: components["responses"]["InvalidOauth"];
            503: components["responses"]["UnavailableOauth"];
        };
    };
    "oauth.resource.mcp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProtectedResourceMetadata"];
                };
            };
            400: components["responses"]["InvalidOauth"];
            503: components["responses"]["UnavailableOauth"];
        };
    };
    "oauth.resource.child": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The rest of the address: slashes part its segments, and each segment is percent-encoded by itself. */
                path: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProtectedResourceMetadata"];
                };
            };
            400: components["responses"]["InvalidOauth"];
            404: components["responses"]["NotFoundOauth"];
            503: components["responses"]["UnavailableOauth"];
        };
    };
    "oauth.server": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthorizationServerMetadata"];
                };
            };
            400: components["responses"]["InvalidOauth"];
            503: components["responses"]["UnavailableOauth"];
        };
    };
    "oauth.server.mcp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthorizationServerMetadata"];
                };
            };
            400: components["responses"]["InvalidOauth"];
            503: components["responses"]["UnavailableOauth"];
        };
    };
    "oauth.server.child": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The rest of the address: slashes part its segments, and each segment is percent-encoded by itself. */
                path: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthorizationServerMetadata"];
                };
            };
            400: components["responses"]["InvalidOauth"];
            404: components["responses"]["NotFoundOauth"];
            503: components["responses"]["UnavailableOauth"];
        };
    };
    "oauth.register": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description A text: what people see. Cut after 100 characters. */
                    client_name?: unknown;
                    /** @description A list of texts: where answers may go. */
                    redirect_uris?: unknown;
                };
            };
        };
        responses: {
            /** @description Made. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RegisteredClient"];
                };
            };
            400: components["responses"]["InvalidOauth"];
            403: components["responses"]["ForbiddenOauth"];
            413: components["responses"]["TooLargeOauth"];
            429: components["responses"]["TooManyOauth"];
            503: components["responses"]["UnavailableOauth"];
        };
    };
    "oauth.authorize": {
        parameters: {
            query?: {
                /** @description As registered, or the https address of the client's description. Once. */
                client_id?: string[];
                /** @description As registered, character by character. Once. */
                redirect_uri?: string[];
                /** @description `code`. Once. */
                response_type?: string[];
                /** @description The base64url of the verifier's SHA-256. Once. */
                code_challenge?: string[];
                /** @description `S256`. Once. */
                code_challenge_method?: string[];
                /** @description `mcp`; others are not given. Once. */
                scope?: string[];
                /** @description Comes back with the answer. Once. */
                state?: string[];
                /** @description What the token is for (RFC 8707): the protocol's address. Once. */
                resource?: string[];
                /** @description `consent` asks again; `none` never shows a page. Once. */
                prompt?: string[];
                /** @description Comes back from sign-in. Once. */
                request?: string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description Look at the address in `Location`. */
            302: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    /** @description Where to look. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidEitherPage"];
            410: components["responses"]["GonePage"];
            422: components["responses"]["MalformedPage"];
            429: components["responses"]["TooManyByAccountPage"];
            503: components["responses"]["UnavailablePage"];
        };
    };
    "oauth.consent": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /** @description From the page. */
                    ticket: string;
                    /**
                     * @description What the person decided.
                     * @enum {string}
                     */
                    action: "approve" | "deny";
                    /** @description How long the connection lasts. */
                    days?: number;
                    /**
                     * @description Whether it may change anything.
                     * @enum {string}
                     */
                    access?: "full" | "read";
                    /**
                     * @description Whether it is limited to `root`.
                     * @enum {string}
                     */
                    places?: "all" | "some";
                    /** @description The roots that it reaches, by id; ~ is My documents. */
                    root?: string[];
                    /**
                     * @description Whether it is limited to `toolset`.
                     * @enum {string}
                     */
                    tools?: "all" | "some";
                    /** @description The toolsets it may use. */
                    toolset?: string[];
                    /**
                     * @description The widest visibility it may publish at.
                     * @enum {string}
                     */
                    max_visibility?: "any" | "restricted" | "workspace" | "password" | "unlisted";
                };
                "application/x-www-form-urlencoded": {
                    /** @description From the page. */
                    ticket: string;
                    /**
                     * @description What the person decided.
                     * @enum {string}
                     */
                    action: "approve" | "deny";
                    /** @description How long the connection lasts. */
                    days?: number;
                    /**
                     * @description Whether it may change anything.
                     * @enum {string}
                     */
                    access?: "full" | "read";
                    /**
                     * @description Whether it is limited to `root`.
                     * @enum {string}
                     */
                    places?: "all" | "some";
                    /** @description The roots that it reaches, by id; ~ is My documents. */
                    root?: string[];
                    /**
                     * @description Whether it is limited to `toolset`.
                     * @enum {string}
                     */
                    tools?: "all" | "some";
                    /** @description The toolsets it may use. */
                    toolset?: string[];
                    /**
                     * @description The widest visibility it may publish at.
                     * @enum {string}
                     */
                    max_visibility?: "any" | "restricted" | "workspace" | "password" | "unlisted";
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description Look at the address in `Location`. */
            302: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    /** @description Where to look. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidEitherPage"];
            401: components["responses"]["UnauthenticatedPage"];
            403: components["responses"]["ForbiddenPage"];
            404: components["responses"]["NotFoundPage"];
            410: components["responses"]["GonePage"];
            413: components["responses"]["TooLargePage"];
            422: components["responses"]["MalformedPage"];
            503: components["responses"]["UnavailablePage"];
        };
    };
    "oauth.token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /** @description `authorization_code` or `refresh_token`. */
                    grant_type?: string;
                    /** @description As registered, or the address of the client's description. */
                    client_id?: string;
                    /** @description Single use, 300 seconds. */
                    code?: string;
                    /** @description What the challenge was made from. */
                    code_verifier?: string;
                    /** @description The address that the code was sent to, character by character. */
                    redirect_uri?: string;
                    /** @description The latest one. */
                    refresh_token?: string;
                    /** @description What the token is for (RFC 8707); as it was authorized. */
                    resource?: string;
                };
                "application/x-www-form-urlencoded": {
                    /** @description `authorization_code` or `refresh_token`. */
                    grant_type?: string;
                    /** @description As registered, or the address of the client's description. */
                    client_id?: string;
                    /** @description Single use, 300 seconds. */
                    code?: string;
                    /** @description What the challenge was made from. */
                    code_verifier?: string;
                    /** @description The address that the code was sent to, character by character. */
                    redirect_uri?: string;
                    /** @description The latest one. */
                    refresh_token?: string;
                    /** @description What the token is for (RFC 8707); as it was authorized. */
                    resource?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenAnswer"];
                };
            };
            400: components["responses"]["InvalidOauth"];
            401: components["responses"]["UnauthenticatedOauth"];
            413: components["responses"]["TooLargeOauth"];
            503: components["responses"]["UnavailableOauth"];
        };
    };
    "oauth.revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /** @description An access or refresh token. */
                    token?: string;
                    /** @description Whose token it is. */
                    client_id?: string;
                    /** @description Taken and not needed. */
                    token_type_hint?: string;
                };
                "application/x-www-form-urlencoded": {
                    /** @description An access or refresh token. */
                    token?: string;
                    /** @description Whose token it is. */
                    client_id?: string;
                    /** @description Taken and not needed. */
                    token_type_hint?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            400: components["responses"]["InvalidOauth"];
            413: components["responses"]["TooLargeOauth"];
            503: components["responses"]["UnavailableOauth"];
        };
    };
    "connection.list": {
        parameters: {
            query?: {
                /** @description At most 500. */
                limit?: number;
                /** @description next_cursor of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        connections: components["schemas"]["Connection"][];
                        /** @description Present when there are more. */
                        next_cursor?: string;
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Malformed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "connection.end": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: number;
                        /** @constant */
                        deleted: true;
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Malformed"];
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
        };
    };
    "connection.update": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description What you call it. */
                    name?: string;
                    /** @description Whether it may change nothing. */
                    read_only?: boolean;
                    /** @description The toolsets it may use; null for all. */
                    toolsets?: string[] | null;
                    /**
                     * @description The widest visibility it may publish at; null for any.
                     * @enum {string|null}
                     */
                    max_visibility?: "restricted" | "workspace" | "password" | "unlisted" | null;
                    /** @description Where the documents lie that it reaches: ~ for My documents, else a root's slug or id; null for everywhere. */
                    roots?: string[] | null;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Connection"];
                };
            };
            400: components["responses"]["InvalidEither"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Malformed"];
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
        };
    };
    "connection.page": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description Look at the address in `Location`. */
            302: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    /** @description Where to look. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidPage"];
            503: components["responses"]["UnavailablePage"];
        };
    };
    "connection.page.send": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /**
                     * @description What becomes of it.
                     * @enum {string}
                     */
                    action: "save" | "end";
                    /** @description What you call it. */
                    name?: string;
                    /**
                     * @description Whether it may change anything.
                     * @enum {string}
                     */
                    access?: "full" | "read";
                    /**
                     * @description Whether it is limited to `root`.
                     * @enum {string}
                     */
                    places?: "all" | "some";
                    /** @description The roots that it reaches, by id; ~ is My documents. */
                    root?: string[];
                    /**
                     * @description Whether it is limited to `toolset`.
                     * @enum {string}
                     */
                    tools?: "all" | "some";
                    /** @description The toolsets it may use. */
                    toolset?: string[];
                    /**
                     * @description The widest visibility it may publish at.
                     * @enum {string}
                     */
                    max_visibility?: "any" | "restricted" | "workspace" | "password" | "unlisted";
                };
                "application/x-www-form-urlencoded": {
                    /**
                     * @description What becomes of it.
                     * @enum {string}
                     */
                    action: "save" | "end";
                    /** @description What you call it. */
                    name?: string;
                    /**
                     * @description Whether it may change anything.
                     * @enum {string}
                     */
                    access?: "full" | "read";
                    /**
                     * @description Whether it is limited to `root`.
                     * @enum {string}
                     */
                    places?: "all" | "some";
                    /** @description The roots that it reaches, by id; ~ is My documents. */
                    root?: string[];
                    /**
                     * @description Whether it is limited to `toolset`.
                     * @enum {string}
                     */
                    tools?: "all" | "some";
                    /** @description The toolsets it may use. */
                    toolset?: string[];
                    /**
                     * @description The widest visibility it may publish at.
                     * @enum {string}
                     */
                    max_visibility?: "any" | "restricted" | "workspace" | "password" | "unlisted";
                };
            };
        };
        responses: {
            /** @description Look at the address in `Location`. */
            302: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    /** @description Where to look. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Look at the address in `Location` with GET. */
            303: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    /** @description Where to look. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidEitherPage"];
            401: components["responses"]["UnauthenticatedPage"];
            403: components["responses"]["ForbiddenPage"];
            404: components["responses"]["NotFoundPage"];
            413: components["responses"]["TooLargePage"];
            422: components["responses"]["MalformedPage"];
            503: components["responses"]["UnavailablePage"];
        };
    };
    "oauth.style": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "*/*": Blob;
                };
            };
            /** @description Nothing changed since the caller's copy. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Invalid"];
            503: components["responses"]["Unavailable"];
        };
    };
    "connection.policy.get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConnectionPolicy"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            503: components["responses"]["Unavailable"];
        };
    };
    "connection.policy.set": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description 1 to 365. */
                    max_days: number;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConnectionPolicy"];
                };
            };
            400: components["responses"]["InvalidEither"];
            401: components["responses"]["Unauthenticated"];
            402: components["responses"]["PlanRequired"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Malformed"];
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
        };
    };
    "workspace.token.list": {
        parameters: {
            query?: {
                /** @description A part of what it is called, or of its owner's name or address, in any case. */
                q?: string;
                /** @description Only this member's. */
                user_id?: number;
                /** @description A time or a day in UTC: what was not used since. */
                last_used_before?: string;
                /** @description Whether it still opens anything; without it, both. */
                status?: "live" | "ended";
                /** @description At most 500. */
                limit?: number;
                /** @description next_cursor of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        tokens: components["schemas"]["WorkspaceToken"][];
                        /** @description Present when there are more. */
                        next_cursor?: string;
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Malformed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "workspace.token.revoke": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The token's id. */
                token_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        revoked: true;
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Malformed"];
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
        };
    };
    "workspace.connection.list": {
        parameters: {
            query?: {
                /** @description A part of what it is called, or of its owner's name or address, in any case. */
                q?: string;
                /** @description Only this member's. */
                user_id?: number;
                /** @description A time or a day in UTC: what was not used since. */
                last_used_before?: string;
                /** @description At most 500. */
                limit?: number;
                /** @description next_cursor of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        connections: components["schemas"]["WorkspaceConnection"][];
                        /** @description Present when there are more. */
                        next_cursor?: string;
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Malformed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "workspace.connection.end": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The connection's id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: number;
                        /** @constant */
                        deleted: true;
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Malformed"];
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
        };
    };
    "member.sign_out": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The member's id, as list_members shows it. */
                user_id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * @description True ends their tokens, connected programs and upload tickets, too.
                     * @default false
                     */
                    tokens?: boolean;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The person's user id. */
                        signed_out: number;
                        /** @description How many live tokens of theirs ended. */
                        tokens: number;
                        /** @description How many connected programs of theirs ended. */
                        connections: number;
                    };
                };
            };
            400: components["responses"]["InvalidEither"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Malformed"];
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
        };
    };
}
