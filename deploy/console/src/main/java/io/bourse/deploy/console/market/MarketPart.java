// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.console.market;

import io.bourse.deploy.console.ConsolePart;
import io.bourse.deploy.console.live.LiveEndpoint;
import io.bourse.deploy.console.stream.EventViews;
import io.bourse.deploy.console.stream.Query;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;

import java.util.function.IntFunction;

/**
 * The market over the API: all instruments, and each with its book, trades and candles.
 */
public final class MarketPart implements ConsolePart
{
    private static final String ID = "id";

    private final EventViews views;
    private final MarketModel model;

    /**
     * Answers from a market.
     *
     * @param views that keep it.
     * @param model of the market, to be closed by this.
     */
    public MarketPart(final EventViews views, final MarketModel model)
    {
        this.views = views;
        this.model = model;
    }

    @Override
    public void addRoutes(final RoutesConfig routes)
    {
        routes.get("/api/v1/instruments", (ctx) -> ctx.json(views.read(model::list)));
        routes.get("/api/v1/public/market", (ctx) -> ctx.json(views.read(model::overview)));
        routes.get("/api/v1/instruments/{id}", (ctx) -> ctx.json(known(ctx, model::instrument)));
        routes.get("/api/v1/live/instruments", new LiveEndpoint((ctx) -> model.listTopic()));
        routes.get("/api/v1/live/instruments/{id}", new LiveEndpoint((ctx) -> known(ctx, model::topic)));
    }

    private <T> T known(final Context ctx, final IntFunction<T> question)
    {
        final long id = Query.pathNumber(ctx, ID);
        final T answer = id > Integer.MAX_VALUE ? null : views.read(() -> question.apply((int)id));
        if (null == answer)
        {
            // Perhaps its definition is not read yet.
            throw views.current(() ->
                Query.unknown("instrument", ID, ctx.pathParam(ID), "there is no such instrument"));
        }
        return answer;
    }

    @Override
    public void close()
    {
        model.close();
    }
}
