// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.console.market;

import io.bourse.deploy.console.ApiException;
import io.bourse.deploy.console.ConsolePart;
import io.bourse.deploy.console.live.LiveEndpoint;
import io.bourse.deploy.console.live.LiveTopic;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;

import java.nio.file.Path;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The market over the API: all instruments, and each with its book, trades and candles.
 */
public final class MarketPart implements ConsolePart
{
    private static final String ID = "id";

    private final MarketModel model = new MarketModel();
    private final MarketFollower follower;

    /**
     * Follows the market from now on.
     *
     * @param dataDir of the venue, which may run or not.
     */
    public MarketPart(final Path dataDir)
    {
        follower = new MarketFollower(dataDir, model);
    }

    @Override
    public void addRoutes(final RoutesConfig routes)
    {
        routes.get("/api/v1/instruments", (ctx) -> ctx.json(locked(model::list)));
        routes.get("/api/v1/public/market", (ctx) -> ctx.json(locked(model::overview)));
        routes.get("/api/v1/instruments/{id}", (ctx) -> ctx.json(instrument(ctx)));
        routes.get("/api/v1/live/instruments", new LiveEndpoint((ctx) -> model.listTopic()));
        routes.get("/api/v1/live/instruments/{id}", new LiveEndpoint(this::topic));
    }

    private <T> T locked(final Supplier<T> question)
    {
        model.lock().lock();
        try
        {
            return question.get();
        }
        finally
        {
            model.lock().unlock();
        }
    }

    private InstrumentView instrument(final Context ctx)
    {
        final int id = id(ctx);
        final InstrumentView instrument = locked(() -> model.instrument(id));
        if (null == instrument)
        {
            throw unknown(ctx);
        }
        return instrument;
    }

    private LiveTopic topic(final Context ctx)
    {
        final LiveTopic topic = model.topic(id(ctx));
        if (null == topic)
        {
            throw unknown(ctx);
        }
        return topic;
    }

    private static int id(final Context ctx)
    {
        try
        {
            return Integer.parseInt(ctx.pathParam(ID));
        }
        catch (final NumberFormatException ignored)
        {
            throw new ApiException(HttpStatus.BAD_REQUEST.getCode(), "wrong-id",
                "an instrument is asked for by its number: id=" + ctx.pathParam(ID), Map.of(ID, ctx.pathParam(ID)));
        }
    }

    /** None of that number, or its definition is not read yet. */
    private ApiException unknown(final Context ctx)
    {
        final MarketStatus status = locked(model::status);
        final String id = ctx.pathParam(ID);
        return switch (status.state())
        {
            case CONNECTING, READING -> new ApiException(HttpStatus.SERVICE_UNAVAILABLE.getCode(), "reading",
                "the market is being read, ask again in a moment: id=" + id, Map.of(ID, id));
            case LIVE, LOST -> new ApiException(HttpStatus.NOT_FOUND.getCode(), "unknown-instrument",
                "there is no such instrument: id=" + id, Map.of(ID, id));
        };
    }

    @Override
    public void close()
    {
        follower.close();
        model.close();
    }
}
