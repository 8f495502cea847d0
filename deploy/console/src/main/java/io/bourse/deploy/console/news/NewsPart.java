// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.console.news;

import io.bourse.deploy.console.ConsolePart;
import io.bourse.deploy.console.stream.EventViews;
import io.javalin.config.RoutesConfig;

import java.util.Map;

/**
 * News that are for all, without a session.
 */
public final class NewsPart implements ConsolePart
{
    private final EventViews views;
    private final NewsView news;

    /**
     * The news of a venue.
     *
     * @param views that feed the view.
     * @param news what they have brought.
     */
    public NewsPart(final EventViews views, final NewsView news)
    {
        this.views = views;
        this.news = news;
    }

    @Override
    public void addRoutes(final RoutesConfig routes)
    {
        routes.get("/api/v1/public/news", request -> request.json(Map.of("items", views.read(news::items))));
    }

    @Override
    public void close()
    {
        // The views are closed by themselves.
    }
}
