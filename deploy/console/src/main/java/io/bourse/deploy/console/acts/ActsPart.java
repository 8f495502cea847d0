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
import io.bourse.deploy.console.stream.PartitionAnswers;
import io.bourse.deploy.console.stream.Query;
import io.bourse.deploy.node.VenueClearing;
import io.bourse.deploy.node.VenueNotRunningException;
import io.bourse.deploy.operators.OperatorRequests;
import io.bourse.deploy.operators.VenueOperators;
import io.bourse.deploy.operators.acts.Confirming;
import io.bourse.deploy.operators.acts.MoveSession;
import io.bourse.deploy.operators.acts.OpenSession;
import io.bourse.deploy.operators.acts.OperatorSession;
import io.bourse.deploy.operators.acts.RequestAnswer;
import io.bourse.deploy.operators.clearing.ClearingRequests;
import io.bourse.deploy.operators.words.RequestWords;
import io.bourse.deploy.operators.words.VenueNames;
import io.bourse.engine.client.operator.SignedCommands;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
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
    private final SortedMap<Integer, ConsoleContext> partitions = new TreeMap<>();
    private final SortedMap<Integer, Names> names;
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
        this(console, namesOf(console));
    }

    /**
     * Acts of one console.
     *
     * @param console venue and operator; without an operator nothing is executed.
     * @param names of each partition.
     * @throws IOException when the file of keys cannot be read or written.
     * @throws IllegalStateException when another console of the operator runs on the data directory.
     */
    public ActsPart(final ConsoleContext console, final SortedMap<Integer, Names> names) throws IOException
    {
        this.console = console;
        this.names = names;
        console.each().forEach(each -> partitions.put(each.config().partition(), each));
        replies = new Replies(console);
    }

    private static SortedMap<Integer, Names> namesOf(final ConsoleContext console)
    {
        final SortedMap<Integer, Names> names = new TreeMap<>();
        console.each().forEach(each -> names.put(each.config().partition(),
            register -> VenueNames.read(each.dataDir(), register)));
        return names;
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
        new SessionMoveActs(this::one, replies).addRoutes(routes);
        routes.get("/api/v1/requests", this::requests);
        routes.post("/api/v1/requests/{number}/approve", request -> answer(request, true));
        routes.post("/api/v1/requests/{number}/refuse", request -> answer(request, false));
    }

    /** The partition that a request names, or the only one. */
    private ConsoleContext one(final Context request)
    {
        final SortedMap<Integer, ConsoleContext> asked = PartitionAnswers.asked(partitions, request);
        if (asked.size() > 1)
        {
            throw Query.wrong(PartitionAnswers.PARTITION, "", "must name one of " + asked.keySet());
        }
        return asked.get(asked.firstKey());
    }

    /** Each partition has its own: what is signed for one does not count in another. */
    private static Operators registerOf(final ConsoleContext place)
    {
        return VenueOperators.read(place.dataDir());
    }

    private void act(final ActKind kind, final Context request) throws IOException
    {
        final JsonNode body = ConsoleServer.body(request);
        final ActForm form = ActForm.of(kind, body);
        final SortedMap<Integer, ConsoleContext> meant =
            ActPlaces.of(kind, body, PartitionAnswers.asked(partitions, request), console.dataDir());
        final boolean isOfAll = meant.size() > 1 && meant.size() == partitions.size();
        final SortedMap<Integer, Replies.Work> works = new TreeMap<>();
        meant.forEach((partition, place) -> works.put(partition, () -> done(kind, place, isOfAll ?
            new ActForm(form.act().part(partition, meant.size()), form.isConfirmed(), form.confirm()) : form,
            isOfAll)));
        replies.reply(request, body, works);
    }

    private Map<String, ?> done(
        final ActKind kind, final ConsoleContext place, final ActForm form, final boolean isOfAll) throws IOException
    {
        final OperatorSession session = new OperatorSession(registerOf(place), console.operator(),
            "console " + kind.text(), place.dataDir(),
            form.isConfirmed() ? Confirming.NOT_ASKED : ActsPart::requireConfirmation);
        final Object result = executed(session, place, form, isOfAll);
        if (result instanceof final MoveSession.Asked asked)
        {
            return null == asked.move() ? Map.of("act", kind.text(), "outcome", "done", "result", Map.of()) :
                Replies.waiting(SessionMoveActs.description(place));
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
    }

    private Object executed(
        final OperatorSession session, final ConsoleContext place, final ActForm form, final boolean isOfAll)
        throws IOException
    {
        final AtomicBoolean isBegun = new AtomicBoolean();
        try
        {
            return VenueClearing.connected(place.dataDir(), venue ->
            {
                isBegun.set(true);
                return session.<Object>execute(venue.client(), context ->
                {
                    form.requireConfirm(context);
                    return isOfAll && form.act() instanceof final OpenSession open ?
                        open.executeInAll(context, console.venueDir()) : form.act().execute(context);
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
        final List<Map<String, Object>> rows = new ArrayList<>();
        for (final Map.Entry<Integer, ConsoleContext> each :
            PartitionAnswers.asked(partitions, request).entrySet())
        {
            final Operators register = registerOf(each.getValue());
            final List<OperatorRequests.Answered> all = new OperatorRequests(each.getValue().dataDir()).all();
            putIntoWords(all, names.get(each.getKey()), register);
            for (final OperatorRequests.Answered answered : all)
            {
                final Map<String, Object> row = description(answered, register);
                if (partitions.size() > 1)
                {
                    row.put(PartitionAnswers.PARTITION, each.getKey());
                }
                rows.add(row);
            }
        }
        request.json(Map.of("requests", rows));
    }

    /** Names are looked up once for all commands that are new here. */
    private void putIntoWords(
        final List<OperatorRequests.Answered> all, final Names known, final Operators register) throws IOException
    {
        final List<OperatorRequests.Request> unknown = all.stream().map(OperatorRequests.Answered::request)
            .filter(request -> !words.containsKey(SignedCommands.sha256(request.bytes()))).toList();
        if (!unknown.isEmpty())
        {
            final VenueNames venue = known.of(register);
            if (venue.isWhole())
            {
                unknown.forEach(request ->
                    words.put(SignedCommands.sha256(request.bytes()), RequestWords.of(request, venue)));
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
        final ConsoleContext place = one(request);
        replies.reply(request, body, () ->
        {
            final OperatorRequests.Request asked = request(place.dataDir(), number);
            final RequestAnswer answer = new RequestAnswer(place.dataDir(), registerOf(place), console.operator());
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

    private static OperatorRequests.Request request(final Path dataDir, final int number) throws IOException
    {
        final OperatorRequests requests = new OperatorRequests(dataDir);
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
