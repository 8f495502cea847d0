// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.console.stream;

import io.bourse.deploy.console.ApiException;
import io.javalin.http.Context;

import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.Map;

/**
 * Parameters of a request that asks for something; what is wrong is answered with 400.
 */
public final class Query
{
    /** Rows of an answer when the request does not say. */
    public static final int LIMIT = 100;
    /** Most rows of an answer. */
    public static final int MAX_LIMIT = 1_000;
    private static final String AFTER = "after";
    private static final int BAD_REQUEST = 400;
    private static final int NOT_FOUND = 404;
    private static final int UNAVAILABLE = 503;
    private static final int CONFLICT = 409;
    private static final long NS_PER_SECOND = 1_000_000_000L;

    private Query()
    {
    }

    /**
     * The most rows that the caller wants.
     *
     * @param request with or without {@code limit}.
     * @return from 1 to {@link #MAX_LIMIT}.
     */
    public static int limit(final Context request)
    {
        final long limit = number(request, "limit", LIMIT);
        if (limit < 1 || limit > MAX_LIMIT)
        {
            throw wrong("limit", request.queryParam("limit"), "must be from 1 to " + MAX_LIMIT);
        }
        return (int)limit;
    }

    /**
     * A number from 0.
     *
     * @param request with or without it.
     * @param name of the parameter.
     * @param absent what stands for it when it is not there.
     * @return its value.
     */
    public static long number(final Context request, final String name, final long absent)
    {
        final String own = request.attribute(name);
        final String text = null == own ? request.queryParam(name) : own;
        return null == text ? absent : number(name, text);
    }

    /** Takes the cursor of one partition out of those of all, {@code 0:96,1:4032}, for what is asked of it. */
    static void cursorOf(final Context request, final int partition)
    {
        final String cursors = request.queryParam(AFTER);
        if (null != cursors)
        {
            final String prefix = partition + ":";
            request.attribute(AFTER, Arrays.stream(cursors.split(",")).filter(cursor -> cursor.startsWith(prefix))
                .findFirst().orElseThrow(() -> wrong(AFTER, cursors, "must be what an answer before gave as next"))
                .substring(prefix.length()));
        }
    }

    /**
     * A number from 0 in the path.
     *
     * @param request with it.
     * @param name of the parameter.
     * @return its value.
     */
    public static long pathNumber(final Context request, final String name)
    {
        return number(name, request.pathParam(name));
    }

    private static long number(final String name, final String text)
    {
        try
        {
            final long value = Long.parseLong(text);
            if (value >= 0)
            {
                return value;
            }
        }
        catch (final NumberFormatException ignored)
        {
            // Answered below.
        }
        throw wrong(name, text, "must be a whole number from 0");
    }

    /**
     * A time.
     *
     * @param request with or without it.
     * @param name of the parameter.
     * @return nanoseconds since 1970, -1 when it is not there.
     */
    public static long time(final Context request, final String name)
    {
        final String text = request.queryParam(name);
        if (null == text)
        {
            return -1;
        }
        try
        {
            final Instant time = Instant.parse(text);
            return Math.addExact(Math.multiplyExact(time.getEpochSecond(), NS_PER_SECOND), time.getNano());
        }
        catch (final DateTimeParseException | ArithmeticException ignored)
        {
            throw wrong(name, text, "must be a time such as 2026-11-29T09:30:00Z");
        }
    }

    /**
     * An error of the caller.
     *
     * @param name of the parameter.
     * @param value of the parameter.
     * @param rule that it breaks, in words.
     * @return to be thrown.
     */
    public static ApiException wrong(final String name, final String value, final String rule)
    {
        return new ApiException(
            BAD_REQUEST, "wrong-" + name, name + ' ' + rule + ": " + name + '=' + value, Map.of(name, value));
    }

    /**
     * Something that is not there.
     *
     * @param what it is, in a word.
     * @param name of the parameter that names it.
     * @param value of the parameter.
     * @param why in words, and what to do.
     * @return to be thrown.
     */
    public static ApiException unknown(final String what, final String name, final String value, final String why)
    {
        return new ApiException(NOT_FOUND, "unknown-" + what, why + ": " + name + '=' + value, Map.of(name, value));
    }

    /**
     * Something that the state of the venue does not allow to be answered.
     *
     * @param code for programs.
     * @param why in words, and what to do.
     * @return to be thrown.
     */
    public static ApiException conflict(final String code, final String why)
    {
        return new ApiException(CONFLICT, code, why);
    }

    /** Not known yet. */
    static ApiException reading(final EventViews.Status status)
    {
        final String problem = null == status.problem() ? "" : status.problem();
        return new ApiException(UNAVAILABLE, "reading", "the events of the venue are being read, ask again in a " +
            "moment: cursor=" + status.cursor() + (problem.isEmpty() ? "" : " problem=\"" + problem + '"'),
            Map.of("cursor", status.cursor(), "problem", problem));
    }
}
