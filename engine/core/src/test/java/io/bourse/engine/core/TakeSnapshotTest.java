// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.snapshot.MessageHeaderDecoder;
import io.bourse.engine.protocol.snapshot.SnapshotBeginDecoder;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.util.List;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

class TakeSnapshotTest
{
    private final CoreFixture core = new CoreFixture();
    private VenueCommandWriter venue;

    @BeforeEach
    void open()
    {
        core.withMembers().open();
        core.order(1, 7, Side.BUY, 5, 100);
        venue = new VenueCommandWriter(core.commands);
    }

    @Test
    void shouldPublishPlaceAndStateHashOfSnapshotThatIsDue()
    {
        final List<String> events = core.send(venue.takeSnapshot(0));

        final SnapshotBeginDecoder begin = new SnapshotBeginDecoder().wrapAndApplyHeader(
            new UnsafeBuffer(SnapshotRecords.of(core.engine).records.getFirst()), 0, new MessageHeaderDecoder());
        assertEquals(List.of("snapshot due position=" + core.position + " hash=" + begin.stateHash()), events);
        assertEquals(core.position, begin.commandPosition());
        assertTrue(core.engine.isSnapshotDue());
    }

    @Test
    void shouldBeDueUntilTheNextCommandOnly()
    {
        assertFalse(core.engine.isSnapshotDue());
        core.send(venue.takeSnapshot(0));
        core.order(1, 8, Side.BUY, 5, 100);

        assertFalse(core.engine.isSnapshotDue());
    }

    @Test
    void shouldRefuseGateways()
    {
        final List<String> events = core.send(venue.takeSnapshot(1));

        assertEquals(1, events.size());
        assertTrue(events.getFirst().contains("NO_RIGHT"), events.getFirst());
        assertFalse(core.engine.isSnapshotDue());
    }

    @Test
    void shouldDropItWhenSentAgainUnderItsSequence()
    {
        core.commands.nextSequence = 77;
        core.send(venue.takeSnapshot(0));
        core.commands.nextSequence = 77;
        final List<String> again = core.send(venue.takeSnapshot(0));

        assertTrue(again.getFirst().contains("DUPLICATE_COMMAND"), again.getFirst());
        assertFalse(core.engine.isSnapshotDue());
    }

    @Test
    void shouldChangeNothingElse()
    {
        final CoreFixture twin = new CoreFixture().withMembers().open();
        twin.order(1, 7, Side.BUY, 5, 100);
        core.commands.nextSequence = 0;
        core.send(venue.takeSnapshot(0));

        assertEquals(twin.stateHash(), core.stateHash());
    }
}
