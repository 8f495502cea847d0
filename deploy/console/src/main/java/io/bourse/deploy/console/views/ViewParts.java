// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.console.views;

import io.bourse.deploy.console.ConsoleContext;
import io.bourse.deploy.console.ConsolePart;
import io.bourse.deploy.console.clearing.ClearingPart;
import io.bourse.deploy.console.journal.JournalPart;
import io.bourse.deploy.console.news.NewsPart;
import io.bourse.deploy.console.news.NewsView;
import io.bourse.deploy.console.reference.ReferencePart;
import io.bourse.deploy.console.reference.ReferenceView;
import io.bourse.deploy.console.risk.RiskPart;
import io.bourse.deploy.console.risk.RiskView;
import io.bourse.deploy.console.sessions.SessionsPart;
import io.bourse.deploy.console.sessions.SessionsView;
import io.bourse.deploy.console.stream.EventViews;
import io.bourse.engine.protocol.EventListenerPair;

import java.util.List;

/**
 * What is looked up: reference data, journal, sessions, risk, clearing and news. They share one follower of the stream.
 */
public final class ViewParts
{
    private ViewParts()
    {
    }

    /**
     * Begins to follow the stream.
     *
     * @param context of the console.
     * @return parts, to be closed by the caller.
     */
    public static List<ConsolePart> of(final ConsoleContext context)
    {
        final ReferenceView reference = new ReferenceView();
        final SessionsView sessions = new SessionsView();
        final RiskView risk = new RiskView();
        final NewsView news = new NewsView();
        final JournalPart journal = new JournalPart(context);
        final EventViews views = new EventViews(context.dataDir(),
            new EventListenerPair(new EventListenerPair(reference, news), new EventListenerPair(sessions, risk)));
        return List.of(
            views,
            journal,
            new ReferencePart(views, reference, journal::command),
            new SessionsPart(context, views, reference, sessions),
            new RiskPart(context, views, risk),
            new ClearingPart(context),
            new NewsPart(views, news));
    }
}
