// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.console.acts;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.bourse.clearing.ApprovalException;
import io.bourse.clearing.ClearingException;
import io.bourse.clearing.run.audit.Operators;
import io.bourse.deploy.console.ApiException;
import io.bourse.deploy.console.ConsoleContext;
import io.bourse.deploy.console.ConsoleJson;
import io.bourse.deploy.console.stream.PartitionAnswers;
import io.bourse.deploy.node.VenueNotRunningException;
import io.bourse.deploy.operators.OperatorRequests;
import io.bourse.deploy.operators.VenueOperators;
import io.bourse.deploy.operators.acts.SecondPersonException;
import io.bourse.deploy.operators.forms.FormException;
import io.bourse.engine.client.operator.CommandRefusedException;
import io.bourse.engine.client.operator.CommandTimeoutException;
import io.bourse.engine.client.operator.SignedCommands;
import io.bourse.engine.protocol.RejectReason;
import io.javalin.http.Context;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Answers requests that change something: once for each key, with what the engine, the files and the rules make of it.
 */
final class Replies implements AutoCloseable
{
    /** What to do when it is not known whether something was done. */
    static final String LOOK = "look at the venue, and at GET /api/v1/requests, before you send it again with " +
        "another key";
    static final int BAD_REQUEST = 400;
    static final int FORBIDDEN = 403;
    static final int NOT_FOUND = 404;
    static final int CONFLICT = 409;
    static final int NO_ANSWER = 504;
    private static final String OPERATORS = "operators";
    private static final int DONE = 200;
    private static final int WAITS = 202;
    private static final int UNAVAILABLE = 503;
    private static final String OUTCOME = "outcome";
    private static final String WAITING = "waiting";

    private final ConsoleContext console;
    private final RequestKeys keys;

    /** Something done for a request. */
    @FunctionalInterface
    interface Work
    {
        /** Body of the answer. */
        Map<String, ?> done() throws IOException;
    }

    /** Something that is read. */
    @FunctionalInterface
    interface Reading<T>
    {
        T read() throws IOException;
    }

    Replies(final ConsoleContext console) throws IOException
    {
        this.console = console;
        keys = null == console.operator() ? null : new RequestKeys(
            console.dataDir().resolve(OPERATORS).resolve("consoles").resolve(console.operator().name() + ".jsonl"),
            System::currentTimeMillis);
    }

    /** Operators of the venue as they are now; of several partitions those of the first. */
    Operators register()
    {
        return VenueOperators.read(console.dataDir());
    }

    /** A request of a command as clients see it. */
    static Map<String, Object> description(final OperatorRequests.Request request)
    {
        // The digest of the bytes that are there: one that was written beside them proves nothing.
        return Map.of("number", request.number(), "sha256", SignedCommands.sha256(request.bytes()), "command",
            SignedCommands.describe(request.bytes()));
    }

    /** Body of an answer that says what waits for a second person. */
    static Map<String, ?> waiting(final Map<String, Object> request)
    {
        final Map<String, Object> body = new TreeMap<>(request);
        body.put(OUTCOME, WAITING);
        return body;
    }

    /** The field with the digest of what was looked at. */
    static String digest(final JsonNode body)
    {
        final String sha256 = text(body, "sha256");
        if (!sha256.matches("[0-9a-f]{64}"))
        {
            throw wrong("sha256", "the digest of what was looked at is needed, 64 hexadecimal digits");
        }
        return sha256;
    }

    /** A field with text. */
    static String text(final JsonNode body, final String field)
    {
        final JsonNode value = body.get(field);
        if (null == value || !value.isTextual() || value.textValue().isBlank())
        {
            throw wrong(field, field + " is needed");
        }
        return value.textValue();
    }

    /** Throws when there are other fields. */
    static void requireOnly(final JsonNode body, final String... fields)
    {
        body.fieldNames().forEachRemaining(name ->
        {
            if (!List.of(fields).contains(name))
            {
                throw wrong(name, "there is no such field: field=" + name + " known=" + List.of(fields));
            }
        });
    }

    /** A wrong field of a body. */
    static ApiException wrong(final String field, final String reason)
    {
        return new ApiException(BAD_REQUEST, "wrong-field", reason, Map.of("field", field));
    }

    /**
     * Answers a request.
     *
     * @param body of the request.
     * @param work to be done, unless it was done for the same key before.
     */
    void reply(final Context request, final JsonNode body, final Work work)
    {
        reply(request, body, new TreeMap<>(Map.of(0, work)));
    }

    /**
     * Answers a request.
     *
     * @param body of the request.
     * @param works to be done in several partitions, by their numbers: one that fails keeps none of the others.
     */
    void reply(final Context request, final JsonNode body, final SortedMap<Integer, Work> works)
    {
        final String query = request.queryString();
        final Reply reply = keys.reply(request.header("Idempotency-Key"),
            request.path() + (null == query ? "" : '?' + query) + '\n' + body, () -> executed(works));
        request.status(reply.status()).contentType("application/json").result(reply.body());
    }

    private static Reply executed(final SortedMap<Integer, Work> works)
    {
        final List<Reply> replies = new ArrayList<>();
        final List<Map<String, Object>> partitions = new ArrayList<>();
        works.forEach((partition, work) ->
        {
            final Reply reply = executed(work);
            replies.add(reply);
            partitions.add(Map.of(PartitionAnswers.PARTITION, partition, "status", reply.status(), "answer",
                tree(reply.body())));
        });
        final Reply worst = replies.stream().max(Comparator.comparingInt(Reply::status)).orElseThrow();
        if (1 == replies.size())
        {
            return worst;
        }
        final boolean isLast = replies.stream().anyMatch(Reply::isLast);
        final ObjectNode body = (ObjectNode)tree(worst.body());
        if (worst.status() < BAD_REQUEST)
        {
            body.putPOJO("partitions", partitions);
            return new Reply(worst.status(), json(body), isLast);
        }
        final ObjectNode error = (ObjectNode)body.get("error");
        ((ObjectNode)error.get("facts")).putPOJO("partitions", partitions);
        final long done = replies.stream().filter(reply -> reply.status() < BAD_REQUEST).count();
        error.put("message", "partition " + works.keySet().toArray()[replies.indexOf(worst)] + ": " +
            error.get("message").textValue() + (0 == done ? "" :
                "; what the others have answered is in force: partitions=" + done));
        // Who sends it again with the same key would get the same answer.
        return new Reply(done > 0 && worst.status() >= UNAVAILABLE ? CONFLICT : worst.status(), json(body), isLast);
    }

    private static JsonNode tree(final String json)
    {
        try
        {
            return ConsoleJson.MAPPER.readTree(json);
        }
        catch (final JsonProcessingException ex)
        {
            throw new IllegalStateException("an answer is no JSON", ex);
        }
    }

    /**
     * Reads what there is only in some states of the venue.
     *
     * @param <T> type of it.
     * @throws ApiException with status 409 in another state.
     */
    static <T> T inState(final Reading<T> reading) throws IOException
    {
        try
        {
            return reading.read();
        }
        catch (final ClearingException | IllegalStateException ex)
        {
            throw new ApiException(CONFLICT, "wrong-state", ex.getMessage());
        }
    }

    /** What the engine, the files and the rules make of it, as an answer. */
    private static Reply executed(final Work work)
    {
        try
        {
            final Map<String, ?> body = work.done();
            return reply(WAITING.equals(body.get(OUTCOME)) ? WAITS : DONE, body);
        }
        catch (final ApiException ex)
        {
            return error(ex, NO_ANSWER == ex.status());
        }
        catch (final SecondPersonException ex)
        {
            final OperatorRequests.Request first = ex.requests().getFirst();
            final Map<String, Object> request = new TreeMap<>(description(first));
            request.put("words", ex.words());
            request.put("approve", "/api/v1/requests/" + first.number() + "/approve");
            request.put("then", ex.requests().stream().skip(1).map(OperatorRequests.Request::number).toList());
            return reply(WAITS, waiting(request));
        }
        catch (final CommandRefusedException ex)
        {
            return error(new ApiException(isOfRole(ex.reason()) ? FORBIDDEN : CONFLICT,
                isOfRole(ex.reason()) ? "not-allowed" : "refused", ex.getMessage(),
                Map.of("reason", ex.reason().name())), true);
        }
        catch (final CommandTimeoutException ex)
        {
            return error(noAnswer(ex), ex.isTaken());
        }
        catch (final VenueNotRunningException ex)
        {
            return error(new ApiException(UNAVAILABLE, "venue-not-running", ex.getMessage()), false);
        }
        catch (final IllegalArgumentException ex)
        {
            return error(wrong(ex instanceof final FormException form ? form.field() : "", ex.getMessage()), false);
        }
        catch (final ApprovalException ex)
        {
            return error(new ApiException(CONFLICT, "not-approved", ex.getMessage()), false);
        }
        catch (final ClearingException | IllegalStateException ex)
        {
            return error(new ApiException(CONFLICT, "wrong-state", ex.getMessage()), false);
        }
        catch (final IOException ex)
        {
            return error(new ApiException(UNAVAILABLE, "files", "files of the venue cannot be used: " + ex), false);
        }
    }

    private static boolean isOfRole(final RejectReason reason)
    {
        return RejectReason.NO_RIGHT == reason || RejectReason.OTHER_FIRM == reason ||
            RejectReason.SIGNATURE_INVALID == reason;
    }

    private static ApiException noAnswer(final CommandTimeoutException ex)
    {
        return new ApiException(NO_ANSWER, "no-answer", ex.getMessage() + (ex.isTaken() ? "; " + LOOK : ""),
            Map.of("taken", ex.isTaken()));
    }

    private static Reply error(final ApiException ex, final boolean isLast)
    {
        return new Reply(ex.status(), json(Map.of("error",
            Map.of("code", ex.code(), "message", ex.getMessage(), "facts", new TreeMap<>(ex.facts())))), isLast);
    }

    private static Reply reply(final int status, final Map<String, ?> body)
    {
        return new Reply(status, json(body), true);
    }

    private static String json(final Object value)
    {
        try
        {
            return ConsoleJson.MAPPER.writeValueAsString(value);
        }
        catch (final JsonProcessingException ex)
        {
            throw new IllegalStateException("an answer has no form in JSON", ex);
        }
    }

    @Override
    public void close()
    {
        if (null != keys)
        {
            keys.close();
        }
    }
}
