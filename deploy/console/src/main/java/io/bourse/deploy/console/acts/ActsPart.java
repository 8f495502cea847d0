// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.console.acts;

import com.fasterxml.jackson.databind.JsonNode;
import io.bourse.clearing.ApprovalException;
import io.bourse.clearing.run.audit.Operators;
import io.bourse.deploy.console.ApiException;
import io.bourse.deploy.console.ConsoleContext;
import io.bourse.deploy.console.ConsolePart;
import io.bourse.deploy.console.ConsoleServer;
import io.bourse.deploy.node.VenueClearing;
import io.bourse.deploy.node.VenueNotRunningException;
import io.bourse.deploy.operators.OperatorRequests;
import io.bourse.deploy.operators.acts.Confirming;
import io.bourse.deploy.operators.acts.MoveSession;
import io.bourse.deploy.operators.acts.OperatorSession;
import io.bourse.deploy.operators.acts.RequestAnswer;
import io.bourse.deploy.operators.clearing.ClearingRequests;
import io.bourse.deploy.operators.words.RequestWords;
import io.bourse.deploy.operators.words.VenueNames;
import io.bourse.engine.client.operator.SignedCommands;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;

import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Executes acts of the console's operator, shows what waits for a second person, and answers that as the second person.
 */
public final class ActsPart implements ConsolePart
{
    /** Gives the names of the venue that are known now. */
    @FunctionalInterface
    public interface Names
    {
        /**
         * Names.
         *
         * @param register of the venue's operators.
         * @return of operators alone when the venue is not known.
         * @throws IOException when its description cannot be read.
         */
        VenueNames of(Operators register) throws IOException;
    }

    private final ConsoleContext console;
    private final Names names;
    private final Replies replies;
    /** By digest: what a command will do. */
    private final Map<String, String> words = new ConcurrentHashMap<>();

    /**
     * Acts of a console that follows no event stream.
     *
     * @param console venue and operator; without an operator nothing is executed.
     * @throws IOException when the file of keys cannot be read or written.
     * @throws IllegalStateException when another console of the operator runs on the data directory.
     */
    public ActsPart(final ConsoleContext console) throws IOException
    {
        this(console, register -> VenueNames.read(console.dataDir(), register));
    }

    /**
     * Acts of one console.
     *
     * @param console venue and operator; without an operator nothing is executed.
     * @param names of the venue.
     * @throws IOException when the file of keys cannot be read or written.
     * @throws IllegalStateException when another console of the operator runs on the data directory.
     */
    public ActsPart(final ConsoleContext console, final Names names) throws IOException
    {
        this.console = console;
        this.names = names;
        replies = new Replies(console);
    }

    @Override
    public void addRoutes(final RoutesConfig routes)
    {
        for (final ActKind kind : ActKind.values())
        {
            routes.post("/api/v1/acts/" + kind.text(), request -> act(kind, request));
        }
        new RunActs(console, replies).addRoutes(routes);
        new ClearingRequestActs(console, replies).addRoutes(routes);
        new SessionMoveActs(console, replies).addRoutes(routes);
        routes.get("/api/v1/requests", this::requests);
        routes.post("/api/v1/requests/{number}/approve", request -> answer(request, true));
        routes.post("/api/v1/requests/{number}/refuse", request -> answer(request, false));
    }

    private void act(final ActKind kind, final Context request)
    {
        final JsonNode body = ConsoleServer.body(request);
        final ActForm form = ActForm.of(kind, body);
        replies.reply(request, body, () ->
        {
            final OperatorSession session = new OperatorSession(replies.register(), console.operator(),
                "console " + kind.text(), console.dataDir(),
                form.isConfirmed() ? Confirming.NOT_ASKED : ActsPart::requireConfirmation);
            final Object result = executed(session, form);
            if (result instanceof final MoveSession.Asked asked)
            {
                return null == asked.move() ? Map.of("act", kind.text(), "outcome", "done", "result", Map.of()) :
                    Replies.waiting(SessionMoveActs.description(console));
            }
            if (result instanceof final ClearingRequests.Outcome outcome && null != outcome.waiting())
            {
                return Replies.waiting(ClearingRequestActs.description(
                    new ClearingRequests(console.venueDir()).require(outcome.waiting())));
            }
            return Map.of("act", kind.text(), "outcome", "done", "result", switch (result)
            {
                case null -> Map.of();
                case ClearingRequests.Outcome outcome -> outcome.done();
                default -> result;
            });
        });
    }

    private Object executed(final OperatorSession session, final ActForm form) throws IOException
    {
        final AtomicBoolean isBegun = new AtomicBoolean();
        try
        {
            return VenueClearing.connected(console.dataDir(), venue ->
            {
                isBegun.set(true);
                return session.<Object>execute(venue.client(), context ->
                {
                    form.requireConfirm(context);
                    return form.act().execute(context);
                });
            });
        }
        catch (final VenueNotRunningException ex)
        {
            if (isBegun.get())
            {
                throw new ApiException(Replies.NO_ANSWER, "outcome-unknown", "the venue ended while this was " +
                    "executed, it is not known whether it was done; " + Replies.LOOK + ": " + ex.getMessage());
            }
            throw ex;
        }
    }

    private static void requireConfirmation(final List<String> findings, final String alternatives)
    {
        if (!findings.isEmpty())
        {
            throw new ApiException(Replies.CONFLICT, "confirmation-needed", "nothing was done: " +
                String.join("; ", findings) + "; send it again with confirmed=true to do it all the same",
                Map.of("findings", findings));
        }
    }

    private void requests(final Context request) throws IOException
    {
        final Operators register = replies.register();
        final List<OperatorRequests.Answered> all = new OperatorRequests(console.dataDir()).all();
        putIntoWords(all, register);
        request.json(Map.of("requests", all.stream().map(answered -> description(answered, register)).toList()));
    }

    /** Names are looked up once for all commands that are new here. */
    private void putIntoWords(final List<OperatorRequests.Answered> all, final Operators register) throws IOException
    {
        final List<OperatorRequests.Request> unknown = all.stream().map(OperatorRequests.Answered::request)
            .filter(request -> !words.containsKey(SignedCommands.sha256(request.bytes()))).toList();
        if (!unknown.isEmpty())
        {
            final VenueNames known = names.of(register);
            if (known.isWhole())
            {
                unknown.forEach(request ->
                    words.put(SignedCommands.sha256(request.bytes()), RequestWords.of(request, known)));
            }
        }
    }

    private Map<String, Object> description(final OperatorRequests.Answered answered, final Operators register)
    {
        final OperatorRequests.Request request = answered.request();
        final OperatorRequests.Answer answer = answered.answer();
        final Map<String, Object> description = new TreeMap<>(Replies.description(request));
        final String inWords = words.get(SignedCommands.sha256(request.bytes()));
        description.put("words", null != inWords ? inWords :
            RequestWords.of(request, VenueNames.of(null, register)));
        description.put("expires", Instant.ofEpochSecond(0, SignedCommands.expiresNs(request.bytes())).toString());
        description.put("requester", RequestAnswer.requester(request, register));
        description.put("state", null == answer ? "waiting" : answer.answer());
        if (null != answer)
        {
            description.put("approver", answer.approver());
            description.put("answeredAt", Instant.ofEpochMilli(answer.atMs()).toString());
            description.put("outcome", answer.outcome());
        }
        return description;
    }

    private void answer(final Context request, final boolean isApproved)
    {
        final JsonNode body = ConsoleServer.body(request);
        final String sha256 = Replies.digest(body);
        Replies.requireOnly(body, "sha256");
        final int number = number(request);
        replies.reply(request, body, () ->
        {
            final OperatorRequests.Request asked = request(number);
            final RequestAnswer answer = new RequestAnswer(console.dataDir(), replies.register(), console.operator());
            requireOther(answer, asked);
            final String seen = answer.answer(
                asked, isApproved, sha256, isApproved ? "console approve" : "console refuse");
            return Map.of("number", number, "sha256", seen, "outcome", isApproved ? "done" : "refused");
        });
    }

    private static int number(final Context request)
    {
        final String number = request.pathParam("number");
        if (!number.matches("[1-9]\\d{0,8}"))
        {
            throw noRequest(number);
        }
        return Integer.parseInt(number);
    }

    private static ApiException noRequest(final Object number)
    {
        return new ApiException(Replies.NOT_FOUND, "no-request", "there is no such request, see GET /api/v1/requests",
            Map.of("number", number));
    }

    private OperatorRequests.Request request(final int number) throws IOException
    {
        final OperatorRequests requests = new OperatorRequests(console.dataDir());
        if (requests.all().size() < number)
        {
            throw noRequest(number);
        }
        return requests.require(number);
    }

    private static void requireOther(final RequestAnswer answer, final OperatorRequests.Request asked)
    {
        try
        {
            answer.requireOther(asked);
        }
        catch (final ApprovalException ex)
        {
            throw new ApiException(Replies.FORBIDDEN, "not-approver", ex.getMessage());
        }
    }

    @Override
    public void close()
    {
        replies.close();
    }
}
