// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.recovery;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.bourse.deploy.config.Partitions;
import io.bourse.deploy.node.VenueClearing;
import io.bourse.engine.host.offline.Finding;
import io.bourse.engine.host.offline.FindingKind;
import io.bourse.engine.host.offline.VenueState;
import io.bourse.engine.host.offline.Verdict;
import io.bourse.engine.host.offline.Verification;
import io.bourse.engine.host.retention.ConsumerHold;
import io.bourse.engine.host.retention.ConsumerRegistry;
import io.bourse.gateway.fix.StoreDirectory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * Where every consumer of the event stream stands. Those that keep something on disk are asked there: none of them may
 * have more than the journal, because then something that was published is lost.
 */
final class ConsumerSurvey
{
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final List<ConsumerStand> stands = new ArrayList<>();
    private final List<Finding> findings = new ArrayList<>();
    private final Path dataDir;
    private final long journalEnd;

    private ConsumerSurvey(final Path dataDir, final long journalEnd)
    {
        this.dataDir = dataDir;
        this.journalEnd = journalEnd;
    }

    /**
     * Asks all of them.
     *
     * @param verification of the data directory.
     * @return where they stand.
     * @throws IOException when something of theirs cannot be read.
     */
    static ConsumerSurvey of(final Verification verification) throws IOException
    {
        // The end of a damaged journal is unknown.
        final boolean isEndKnown = null != verification.journal() && Verdict.DAMAGED != verification.verdict();
        final ConsumerSurvey survey = new ConsumerSurvey(
            verification.dataDir(), isEndKnown ? verification.journal().endPosition() : Long.MAX_VALUE);
        survey.askFix();
        survey.askClearing();
        if (null != verification.replay())
        {
            for (final VenueState.GatewayState gateway : verification.replay().gateways())
            {
                survey.stands.add(new ConsumerStand("gateway " + gateway.gatewayId(), ConsumerStand.NONE,
                    "last started at journalPosition=" + gateway.journalPosition()));
            }
        }
        for (final ConsumerHold hold : new ConsumerRegistry(verification.dataDir()).holds(List.of()))
        {
            survey.stands.add(new ConsumerStand(
                hold.consumer(), ConsumerStand.NONE, "registered, needs events from cursor=" + hold.cursor() +
                    (0 == hold.cursor() ? ": it has no two checkpoints" : "")));
        }
        return survey;
    }

    private void askFix() throws IOException
    {
        final Path directory = dataDir.resolve("fix");
        final OptionalLong handed = StoreDirectory.handedPosition(directory);
        if (handed.isPresent())
        {
            add("FIX session stores", handed.getAsLong(),
                "next outgoing numbers " + StoreDirectory.nextSenderNumbers(directory), directory);
        }
    }

    private void askClearing() throws IOException
    {
        final Path base = VenueClearing.baseDir(Partitions.venue(dataDir));
        for (final Path date : directories(base))
        {
            for (final Path run : directories(date))
            {
                final Path state = run.resolve("state.json");
                if (Files.exists(state))
                {
                    askRun(base.relativize(run).toString(), run, read(state));
                }
            }
        }
    }

    private void askRun(final String name, final Path run, final JsonNode state) throws IOException
    {
        final JsonNode cut = place(state.path("cut"));
        add("clearing run " + name, cut.path("commandPosition").asLong(ConsumerStand.NONE),
            state.path("phase").asText("?") + " cutCursor=" + cut.path("cursor").asText("?"), run);
    }

    /** Where the run has cut this partition, if there are several. */
    private JsonNode place(final JsonNode cut)
    {
        for (final JsonNode place : cut.path("partitions"))
        {
            if (Partitions.directory(Partitions.venue(dataDir), place.path("partition").asInt())
                .equals(dataDir.toAbsolutePath().normalize()))
            {
                return place;
            }
        }
        return cut;
    }

    private void add(final String name, final long journalPosition, final String facts, final Path where)
    {
        stands.add(new ConsumerStand(name, journalPosition, facts));
        if (journalPosition > journalEnd)
        {
            findings.add(new Finding(FindingKind.CONSUMER_AHEAD, name, journalPosition, where,
                "the journal ends at " + journalEnd));
        }
    }

    private static JsonNode read(final Path file) throws IOException
    {
        return MAPPER.readTree(file.toFile());
    }

    private static List<Path> directories(final Path directory) throws IOException
    {
        if (!Files.isDirectory(directory))
        {
            return List.of();
        }
        try (Stream<Path> files = Files.list(directory))
        {
            return files.filter(Files::isDirectory).sorted().toList();
        }
    }

    /**
     * Where they stand.
     *
     * @return one per consumer.
     */
    List<ConsumerStand> stands()
    {
        return stands;
    }

    /**
     * What is wrong with them.
     *
     * @return one finding per consumer that knows too much.
     */
    List<Finding> findings()
    {
        return findings;
    }
}
