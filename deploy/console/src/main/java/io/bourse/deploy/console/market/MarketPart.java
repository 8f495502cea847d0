// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.console.market;

import io.bourse.deploy.console.ConsolePart;
import io.bourse.deploy.console.live.LiveEndpoint;
import io.bourse.deploy.console.stream.EventViews;
import io.bourse.deploy.console.stream.Query;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;

import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/**
 * The market over the API: all instruments, and each with its book, trades and candles.
 */
public final class MarketPart implements ConsolePart
{
    private static final String ID = "id";

    private final List<EventViews> views;
    private final Markets markets;

    /**
     * Answers from markets.
     *
     * @param views that keep them, with one lock.
     * @param markets to be closed by this.
     */
    public MarketPart(final List<EventViews> views, final Markets markets)
    {
        this.views = List.copyOf(views);
        this.markets = markets;
    }

    @Override
    public void addRoutes(final RoutesConfig routes)
    {
        routes.get("/api/v1/instruments", (ctx) -> ctx.json(read(markets::list)));
        routes.get("/api/v1/public/market", (ctx) -> ctx.json(read(markets::overview)));
        routes.get("/api/v1/instruments/{id}", (ctx) -> ctx.json(known(ctx, MarketModel::instrument)));
        routes.get("/api/v1/live/instruments", new LiveEndpoint((ctx) -> markets.listTopic()));
        routes.get("/api/v1/live/instruments/{id}", new LiveEndpoint((ctx) -> known(ctx, MarketModel::topic)));
    }

    private <T> T read(final Supplier<T> question)
    {
        return views.getFirst().read(question);
    }

    private <T> T known(final Context ctx, final BiFunction<MarketModel, Integer, T> question)
    {
        final long id = Query.pathNumber(ctx, ID);
        final T answer = id > Integer.MAX_VALUE ? null :
            read(() -> markets.known(model -> question.apply(model, (int)id)));
        if (null == answer)
        {
            // Perhaps its definition is not read yet.
            views.forEach(each -> each.current(() -> null));
            throw Query.unknown("instrument", ID, ctx.pathParam(ID), "there is no such instrument");
        }
        return answer;
    }

    @Override
    public void close()
    {
        markets.close();
    }
}
