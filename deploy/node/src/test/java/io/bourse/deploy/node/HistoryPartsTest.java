// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.node;

import io.bourse.engine.client.checkpoint.StreamPosition;
import io.bourse.engine.host.retention.ConsumerHold;
import io.bourse.engine.host.retention.ConsumerRegistry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

import static org.junit.jupiter.api.Assertions.assertEquals;

/**
 * What a gateway of all partitions holds in the history of each.
 */
class HistoryPartsTest
{
    private static final String GATEWAY = "low-frequency-fix";

    @TempDir
    private Path dir;

    private List<Long> held()
    {
        return Stream.of("0", "1").flatMap(each -> new ConsumerRegistry(dir.resolve(each)).holds(List.of(GATEWAY))
            .stream()).map(ConsumerHold::cursor).toList();
    }

    private static StreamPosition position(final int partition, final long previousCursor)
    {
        return new StreamPosition(partition, previousCursor, previousCursor + 1, 0);
    }

    @Test
    void shouldHoldWhatThePartNeedsThatIsFurthestBehind()
    {
        final HistoryParts parts = new HistoryParts(GATEWAY, List.of(dir.resolve("0"), dir.resolve("1")));
        final Consumer<List<StreamPosition>> ofAll = parts.part();
        final Consumer<List<StreamPosition>> ofFirst = parts.part();
        final Consumer<List<StreamPosition>> ofSecond = parts.part();

        ofAll.accept(List.of(position(0, 500), position(1, 600)));
        assertEquals(List.of(0L, 0L), held());
        ofFirst.accept(List.of(position(0, 400)));
        ofSecond.accept(List.of(position(1, 700)));
        assertEquals(List.of(400L, 600L), held());
        ofFirst.accept(List.of(position(0, 900)));
        assertEquals(List.of(500L, 600L), held());
        ofAll.accept(List.of());
        assertEquals(List.of(0L, 0L), held());
    }
}
