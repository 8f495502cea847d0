// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.console.views;

import io.bourse.deploy.config.ConfigurationException;
import io.bourse.deploy.config.Partitions;
import io.bourse.deploy.config.ReferenceData;
import io.bourse.deploy.config.ReferenceDataReader;
import io.bourse.deploy.console.ConsoleContext;
import io.bourse.deploy.console.ConsolePart;
import io.bourse.deploy.console.acts.ActsPart;
import io.bourse.deploy.console.clearing.ClearingPart;
import io.bourse.deploy.console.journal.JournalPart;
import io.bourse.deploy.console.market.MarketPart;
import io.bourse.deploy.console.market.Markets;
import io.bourse.deploy.console.members.MembersPart;
import io.bourse.deploy.console.news.NewsPart;
import io.bourse.deploy.console.reference.ReferencePart;
import io.bourse.deploy.console.risk.RiskPart;
import io.bourse.deploy.console.sessions.SessionsPart;
import io.bourse.deploy.console.stream.EventViews;
import io.bourse.deploy.console.stream.PartitionAnswers;
import io.bourse.deploy.console.stream.ViewCheckpoints;
import io.bourse.deploy.console.times.TimesPart;
import io.bourse.marketdata.statistics.IndexSpec;
import io.bourse.marketdata.statistics.ObligationSpec;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;

/**
 * What is shown of the event streams, and what is looked up: of each partition one stream, with one follower.
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
     * Begins to follow the stream of a cluster, or the streams of several partitions.
     *
     * @param context of the console.
     * @param dataDirs of members on this machine, in order of preference; of several partitions those of the venue.
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
     * @param dataDirs of members on this machine, in order of preference; of several partitions those of the venue.
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
            parts.add(new ActsPart(context, add(parts, context, dataDirs)));
            return parts;
        }
        catch (final IOException | RuntimeException ex)
        {
            parts.forEach(ConsolePart::close);
            throw ex;
        }
    }

    /** Followers of all partitions have one lock, so that what is shown of the market is of one moment. */
    private static SortedMap<Integer, ActsPart.Names> add(
        final List<ConsolePart> parts, final ConsoleContext context, final List<Path> dataDirs)
    {
        final ReentrantLock lock = new ReentrantLock(true);
        final Markets markets = new Markets(lock);
        final PartitionAnswers answers = new PartitionAnswers();
        final List<EventViews> followed = new ArrayList<>();
        final SortedMap<Integer, ActsPart.Names> names = new TreeMap<>();
        parts.add(answers);
        for (final ConsoleContext each : context.each())
        {
            final int partition = each.config().partition();
            final boolean isOne = each == context;
            final ConsoleViews kept = views(each, markets, isOne ? null : Integer.valueOf(partition));
            final EventViews views = new EventViews(isOne ? dataDirs : directories(dataDirs, partition), lock,
                new ViewCheckpoints(kept, ConsoleViews.STATE_VERSION, kept.settings()), kept.model()::onTurn);
            final JournalPart journal = new JournalPart(each, views, kept.reference());
            final ReferencePart reference = new ReferencePart(views, kept.reference(), journal::command);
            answers.add(partition, views, List.of(
                journal,
                reference,
                new SessionsPart(each, views, kept.reference(), kept.sessions()),
                new RiskPart(each, views, kept.risk()),
                new MembersPart(views, kept.members(), kept.obligations(), kept.history()),
                new NewsPart(views, kept.news())));
            followed.add(views);
            names.put(partition, reference::names);
        }
        parts.add(new MarketPart(followed, markets));
        parts.add(new ClearingPart(context));
        parts.add(new TimesPart(context));
        return names;
    }

    private static List<Path> directories(final List<Path> dataDirs, final int partition)
    {
        return dataDirs.stream().map(dataDir -> Partitions.directory(dataDir, partition)).toList();
    }

    private static ConsoleViews views(final ConsoleContext context, final Markets markets, final Integer partition)
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
        return new ConsoleViews(markets, partition, indices, owed);
    }
}
