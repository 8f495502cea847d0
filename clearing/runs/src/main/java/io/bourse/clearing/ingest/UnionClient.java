// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ingest;

import io.bourse.engine.client.CommandPublisher;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.EventFollower;
import io.bourse.engine.client.PublishedWatermark;
import io.bourse.engine.protocol.EventListener;
import io.bourse.engine.security.Principal;

import java.util.Comparator;
import java.util.List;

/**
 * The event streams of all partitions of a market as one, see {@link UnionFollower} for its order. A cursor of it is
 * the sum of the partitions' cursors. Commands go to one partition each, never here.
 */
public final class UnionClient implements EngineClient
{
    private final List<EngineClient> partitions;

    private UnionClient(final List<EngineClient> partitions)
    {
        this.partitions = partitions;
    }

    /**
     * All partitions of a market.
     *
     * @param clients one for each; closed with the union.
     * @return the client of the only partition, or a union.
     * @throws IllegalArgumentException when there is none, or two are of the same partition.
     */
    public static EngineClient of(final List<? extends EngineClient> clients)
    {
        final List<EngineClient> sorted = clients.stream()
            .map(EngineClient.class::cast).sorted(Comparator.comparingInt(EngineClient::partition)).toList();
        final List<Integer> numbers = sorted.stream().map(EngineClient::partition).toList();
        if (sorted.isEmpty() || numbers.size() != numbers.stream().distinct().count())
        {
            throw new IllegalArgumentException("a market has partitions, each of its own number: partitions=" +
                numbers);
        }
        return 1 == sorted.size() ? sorted.getFirst() : new UnionClient(sorted);
    }

    /**
     * Partitions behind a client.
     *
     * @param client of one partition or of all; null for none.
     * @return ascending by number.
     */
    public static List<EngineClient> partitions(final EngineClient client)
    {
        return client instanceof final UnionClient union ? union.partitions :
            null == client ? List.of() : List.of(client);
    }

    @Override
    public int partition()
    {
        return partitions.getFirst().partition();
    }

    @Override
    public CommandPublisher newCommandPublisher(final Principal sender)
    {
        throw new UnsupportedOperationException("a command goes to one partition: partitions=" + partitions.size());
    }

    /** From the beginning only: a place later on is a vector, see {@link UnionFollower}. */
    @Override
    public EventFollower follow(final long fromCursor, final EventListener listener)
    {
        if (FROM_START != fromCursor)
        {
            throw new IllegalArgumentException("a union is followed from a vector of cursors: fromCursor=" +
                fromCursor);
        }
        return new UnionFollower(partitions, null, listener, engineTimeNs ->
        {
            // Of no concern to those who only read.
        });
    }

    @Override
    public long endCursor()
    {
        return partitions.stream().mapToLong(EngineClient::endCursor).sum();
    }

    @Override
    public PublishedWatermark publishedWatermark()
    {
        throw new UnsupportedOperationException("each partition has its watermark: partitions=" + partitions.size());
    }

    @Override
    public void close()
    {
        partitions.forEach(EngineClient::close);
    }
}
