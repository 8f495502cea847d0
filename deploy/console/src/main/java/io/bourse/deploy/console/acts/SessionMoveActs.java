// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.console.acts;

import com.fasterxml.jackson.databind.JsonNode;
import io.bourse.clearing.file.Digests;
import io.bourse.deploy.console.ConsoleContext;
import io.bourse.deploy.console.ConsoleServer;
import io.bourse.deploy.node.SessionMoves;
import io.bourse.deploy.node.VenueClearing;
import io.bourse.deploy.operators.acts.MoveSession;
import io.bourse.engine.telemetry.SecurityLog;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;

import java.io.IOException;
import java.util.Map;
import java.util.function.Function;

/**
 * The second person of a request to move the date of the open session: the last one counts.
 */
final class SessionMoveActs
{
    private static final String MOVE = "/api/v1/session-move";

    private final Function<Context, ConsoleContext> places;
    private final Replies replies;

    /** Of the partition that a request is about. */
    SessionMoveActs(final Function<Context, ConsoleContext> places, final Replies replies)
    {
        this.places = places;
        this.replies = replies;
    }

    void addRoutes(final RoutesConfig routes)
    {
        routes.get(MOVE, this::show);
        routes.post(MOVE + "/approve", request -> answer(request, true));
        routes.post(MOVE + "/refuse", request -> answer(request, false));
    }

    /** The last request as clients see it. */
    static Map<String, Object> description(final ConsoleContext console) throws IOException
    {
        final SessionMoves moves = MoveSession.moves(console.dataDir());
        final SessionMoves.Move move = moves.pending();
        return Map.of("number", move.number(), "sha256", Digests.sha256Of(moves.shown()), "command", move.toString(),
            "approve", MOVE + "/approve");
    }

    private void show(final Context request) throws IOException
    {
        final ConsoleContext console = places.apply(request);
        request.json(Replies.inState(() -> description(console)));
    }

    private void answer(final Context request, final boolean isApproved)
    {
        final JsonNode body = ConsoleServer.body(request);
        final String sha256 = Replies.digest(body);
        Replies.requireOnly(body, "sha256");
        final ConsoleContext console = places.apply(request);
        replies.reply(request, body, () ->
        {
            SecurityLog.privilegeUsed(console.dataDir(), console.operator().name(),
                "console session-move " + (isApproved ? "approve" : "refuse"));
            final SessionMoves moves = MoveSession.moves(console.dataDir());
            final String answered = moves.answer(console.operator(), isApproved, sha256).sha256();
            final SessionMoves.Move move = isApproved ? VenueClearing.connected(console.dataDir(), venue ->
                moves.execute(venue.client(), venue.history().dates(), console.operator())) : moves.pending();
            return Map.of(
                "number", move.number(), "sha256", answered, "outcome", isApproved ? "done" : "refused");
        });
    }
}
