// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.console.views;

import io.bourse.deploy.config.ConfigurationException;
import io.bourse.deploy.config.ReferenceData;
import io.bourse.deploy.config.ReferenceDataReader;
import io.bourse.deploy.console.ConsoleContext;
import io.bourse.deploy.console.ConsolePart;
import io.bourse.deploy.console.acts.ActsPart;
import io.bourse.deploy.console.clearing.ClearingPart;
import io.bourse.deploy.console.journal.JournalPart;
import io.bourse.deploy.console.market.MarketPart;
import io.bourse.deploy.console.members.MembersPart;
import io.bourse.deploy.console.news.NewsPart;
import io.bourse.deploy.console.reference.ReferencePart;
import io.bourse.deploy.console.risk.RiskPart;
import io.bourse.deploy.console.sessions.SessionsPart;
import io.bourse.deploy.console.stream.EventViews;
import io.bourse.deploy.console.stream.ViewCheckpoints;
import io.bourse.marketdata.statistics.IndexSpec;
import io.bourse.marketdata.statistics.ObligationSpec;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/**
 * What is shown of the event stream, and what is looked up. They share one follower of the stream.
 */
public final class ViewParts
{
    private static final Logger LOGGER = LoggerFactory.getLogger(ViewParts.class);

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
        return of(context, List.of(context.dataDir()));
    }

    /**
     * Begins to follow the stream of a cluster.
     *
     * @param context of the console.
     * @param dataDirs of members on this machine, in order of preference.
     * @return parts, to be closed by the caller.
     */
    public static List<ConsolePart> of(final ConsoleContext context, final List<Path> dataDirs)
    {
        final List<ConsolePart> parts = new ArrayList<>();
        add(parts, context, dataDirs);
        return parts;
    }

    /**
     * The same with acts of the operator.
     *
     * @param context of the console.
     * @param dataDirs of members on this machine, in order of preference.
     * @return parts, to be closed by the caller.
     * @throws IOException when the file of keys cannot be read or written.
     * @throws IllegalStateException when another console of the operator runs on the data directory.
     */
    public static List<ConsolePart> withActs(final ConsoleContext context, final List<Path> dataDirs)
        throws IOException
    {
        final List<ConsolePart> parts = new ArrayList<>();
        try
        {
            final ReferencePart reference = add(parts, context, dataDirs);
            parts.add(new ActsPart(context, reference::names));
            return parts;
        }
        catch (final IOException | RuntimeException ex)
        {
            parts.forEach(ConsolePart::close);
            throw ex;
        }
    }

    private static ReferencePart add(
        final List<ConsolePart> parts, final ConsoleContext context, final List<Path> dataDirs)
    {
        List<IndexSpec> indices = List.of();
        List<ObligationSpec> owed = List.of();
        try
        {
            final ReferenceData tables = ReferenceDataReader.read(context.config());
            indices = tables.indices();
            owed = tables.obligations();
        }
        catch (final ConfigurationException ex)
        {
            LOGGER.warn("Indices and obligations are not shown: {}", ex.getMessage());
        }
        final ReentrantLock lock = new ReentrantLock(true);
        final ConsoleViews kept = new ConsoleViews(lock, indices, owed);
        final EventViews views = new EventViews(dataDirs, lock,
            new ViewCheckpoints(kept, ConsoleViews.STATE_VERSION, owed + " " + indices), kept.model()::onTurn);
        final JournalPart journal = new JournalPart(context, views, kept.reference());
        final ReferencePart referencePart = new ReferencePart(views, kept.reference(), journal::command);
        parts.addAll(List.of(
            views,
            journal,
            new MarketPart(views, kept.model()),
            referencePart,
            new SessionsPart(context, views, kept.reference(), kept.sessions()),
            new RiskPart(context, views, kept.risk()),
            new ClearingPart(context),
            new MembersPart(views, kept.members(), kept.obligations(), kept.history()),
            new NewsPart(views, kept.news())));
        return referencePart;
    }
}
