// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.console.acts;

import com.fasterxml.jackson.databind.JsonNode;
import io.bourse.deploy.console.ApiException;
import io.bourse.deploy.console.ConsoleContext;
import io.bourse.deploy.console.ConsoleServer;
import io.bourse.deploy.operators.clearing.ClearingRequests;
import io.bourse.engine.telemetry.SecurityLog;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;

import java.util.Map;

/**
 * The second person of what goes out of clearing, and of defaults and their plans.
 */
final class ClearingRequestActs
{
    private static final String REQUESTS = "/api/v1/clearing/requests";

    private final ConsoleContext console;
    private final Replies replies;

    ClearingRequestActs(final ConsoleContext console, final Replies replies)
    {
        this.console = console;
        this.replies = replies;
    }

    void addRoutes(final RoutesConfig routes)
    {
        routes.post(REQUESTS + "/{name}/approve", request -> answer(request, true));
        routes.post(REQUESTS + "/{name}/refuse", request -> answer(request, false));
    }

    /** A request as clients see it. */
    static Map<String, Object> description(final ClearingRequests.Request request)
    {
        return Map.of("number", request.number(), "sha256", request.sha256(), "command", request.command(), "approve",
            REQUESTS + '/' + request.name() + "/approve");
    }

    private void answer(final Context request, final boolean isApproved)
    {
        final JsonNode body = ConsoleServer.body(request);
        final String sha256 = Replies.digest(body);
        Replies.requireOnly(body, "sha256");
        final String name = request.pathParam("name");
        if (!name.matches("[a-z]+(-[a-z0-9]+){1,3}"))
        {
            throw new ApiException(Replies.NOT_FOUND, "no-request", "there is no such request, see GET " + REQUESTS,
                Map.of("name", name));
        }
        replies.reply(request, body, () ->
        {
            SecurityLog.privilegeUsed(console.dataDir(), console.operator().name(),
                "console clearing " + (isApproved ? "approve " : "refuse ") + name);
            return Map.of("name", name, "sha256",
                new ClearingRequests(console.venueDir()).answer(name, console.operator(), isApproved, sha256),
                "outcome", isApproved ? "done" : "refused");
        });
    }
}
