// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.console.acts;

import com.fasterxml.jackson.databind.JsonNode;
import io.bourse.deploy.config.PartitionInstruments;
import io.bourse.deploy.config.Partitions;
import io.bourse.deploy.console.ApiException;
import io.bourse.deploy.console.ConsoleContext;
import io.bourse.deploy.console.stream.PartitionAnswers;
import io.bourse.deploy.console.stream.Query;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * In which of several partitions an act is executed: as a command of the same name, where its instrument or trade is,
 * else in all of them. What is of the venue as a whole is begun in the first one.
 */
final class ActPlaces
{
    private ActPlaces()
    {
    }

    /**
     * Finds the partitions.
     *
     * @param kind of the act.
     * @param body its form.
     * @param asked the partition that the request names, or all.
     * @param venueDir data directory of the venue.
     * @return those of {@code asked} that it is executed in.
     * @throws ApiException when there is none, or one has to be named.
     * @throws IOException when it cannot be read which partition has which instrument.
     */
    static SortedMap<Integer, ConsoleContext> of(
        final ActKind kind, final JsonNode body, final SortedMap<Integer, ConsoleContext> asked, final Path venueDir)
        throws IOException
    {
        if (1 == asked.size())
        {
            return asked;
        }
        if (kind.text().startsWith("clearing-"))
        {
            return only(asked, List.of(asked.firstKey()), "");
        }
        if (ActKind.GATEWAY_ACTIVATE == kind)
        {
            throw Query.wrong(PartitionAnswers.PARTITION, "", "must name one of " + asked.keySet());
        }
        for (final String field : List.of("instrumentId", "strategyId"))
        {
            if (body.hasNonNull(field))
            {
                final long id = body.get(field).asLong();
                return only(asked, PartitionInstruments.read(venueDir)
                    .partitions(place -> id == place.instrumentId()), field + '=' + id);
            }
        }
        final String underlying = body.path("underlying").asText();
        if (!underlying.isEmpty())
        {
            return only(asked, PartitionInstruments.read(venueDir)
                .partitions(place -> underlying.equals(place.underlying())), "underlying=" + underlying);
        }
        if (body.hasNonNull("tradeId"))
        {
            final long id = body.get("tradeId").asLong();
            return only(asked, List.of(Partitions.ofId(id)), "tradeId=" + id);
        }
        return asked;
    }

    private static SortedMap<Integer, ConsoleContext> only(
        final SortedMap<Integer, ConsoleContext> asked, final Collection<Integer> partitions, final String what)
    {
        final SortedMap<Integer, ConsoleContext> found = new TreeMap<>(asked);
        found.keySet().retainAll(partitions);
        if (found.isEmpty())
        {
            throw new ApiException(Replies.CONFLICT, "wrong-state", "no partition has this: " + what);
        }
        return found;
    }
}
