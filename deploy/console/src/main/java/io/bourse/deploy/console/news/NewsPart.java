// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.console.news;

import io.bourse.deploy.console.stream.EventViews;
import io.bourse.deploy.console.stream.Merge;
import io.bourse.deploy.console.stream.PartitionPart;

import java.util.Map;

/**
 * News that are for all, without a session.
 */
public final class NewsPart implements PartitionPart
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
    public void addAnswers(final Answers answers)
    {
        answers.add("/api/v1/public/news", Merge.NEWEST, null, request -> Map.of("items", views.read(news::items)));
    }
}
