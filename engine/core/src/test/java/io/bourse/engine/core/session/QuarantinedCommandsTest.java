// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.session;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.engine.core.CommandWriter;
import io.bourse.engine.core.CoreFixture;
import io.bourse.engine.core.MatchingEngine;
import io.bourse.engine.core.SnapshotRecords;
import io.bourse.engine.core.VenueCommandWriter;
import io.bourse.engine.protocol.CommandHeaderDecoder;
import io.bourse.engine.protocol.FeatureLevels;
import io.bourse.engine.protocol.MessageHeaderDecoder;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.snapshot.QuarantinedCommandDecoder;
import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.List;

/**
 * What the core does with a command that it is not to execute, and what the history says of it.
 */
class QuarantinedCommandsTest
{
    private static final byte[] SHA256 = new byte[32];
    private static final String REFUSED = "rejected cl=- order=- account= instrument=0 ";
    private static final int SEQUENCE_OFFSET = CommandWriter.OFFSET + MessageHeaderDecoder.ENCODED_LENGTH +
        CommandHeaderDecoder.sequenceEncodingOffset();

    private final CoreFixture core = new CoreFixture().withMembers().open();
    private final VenueCommandWriter venue = new VenueCommandWriter(core.commands);

    static
    {
        Arrays.fill(SHA256, (byte)7);
    }

    @Test
    void shouldRejectWithoutEffectAndNeverTakeItAgain()
    {
        final long hash = core.stateHash();
        order(5);
        assertEquals(List.of("rejected cl=1 order=- account=AA01001 instrument=1 INVALID_FIELD"), passOver());
        assertTrue(core.book(0).isEmpty(Side.BUY));
        assertNotEquals(hash, core.stateHash());

        order(5);
        assertEquals(List.of("rejected cl=1 order=- account=AA01001 instrument=1 DUPLICATE_COMMAND"),
            core.send(core.commands.length));
        order(6);
        assertEquals(List.of("accepted 1 cl=1 BUY 1@100 DAY"), core.send(core.commands.length));
    }

    @Test
    void shouldPublishOnceWhoHasDecided()
    {
        core.send(core.commands.featureLevel(FeatureLevels.BOUNDED));
        order(0);
        passOver();
        final long position = core.position;
        assertEquals(List.of(REFUSED + "NO_RIGHT"), core.send(venue.quarantine(position, SHA256, "anna", "boris", 1)));
        assertEquals(List.of(REFUSED + "WRONG_STATE"),
            core.send(venue.quarantine(position - 96, SHA256, "anna", "boris", 0)));
        assertEquals(List.of(REFUSED + "WRONG_STATE"),
            core.send(venue.quarantine(position, new byte[32], "anna", "boris", 0)));
        assertEquals(List.of(REFUSED + "INVALID_FIELD"), core.send(venue.quarantine(position, SHA256, "", "boris", 0)));
        assertEquals(List.of(REFUSED + "INVALID_FIELD"), core.send(venue.quarantine(position, SHA256, "anna", "", 0)));
        assertEquals(List.of("quarantined position=" + position + " by=anna,boris reason=it breaks the core"),
            core.send(venue.quarantine(position, SHA256, "anna", "boris", 0)));
        assertEquals(List.of(REFUSED + "ALREADY_DEFINED"),
            core.send(venue.quarantine(position, SHA256, "anna", "carol", 0)));
    }

    @Test
    void shouldNotUnderstandTheCommandBeforeItsFeatureLevel()
    {
        order(0);
        passOver();
        assertEquals(List.of(REFUSED + "INVALID_FIELD"),
            core.send(venue.quarantine(core.position, SHA256, "anna", "boris", 0)));
    }

    @Test
    void shouldKeepQuarantinesInSnapshots()
    {
        core.send(core.commands.featureLevel(FeatureLevels.BOUNDED));
        assertEquals(0, SnapshotRecords.of(core.engine).records.stream().filter(record ->
            QuarantinedCommandDecoder.TEMPLATE_ID == (record[2] & 0xFF)).count());
        order(0);
        passOver();
        final long first = core.position;
        order(0);
        passOver();
        final long second = core.position;
        core.send(venue.quarantine(first, SHA256, "anna", "boris", 0));

        final SnapshotRecords written = SnapshotRecords.of(core.engine);
        final MatchingEngine again = written.read((frameSequence, buffer, offset, length) ->
        {
        });
        assertSame(written, SnapshotRecords.of(again));
        core.followers.add(again);
        core.send(venue.quarantine(first, SHA256, "anna", "boris", 0));
        assertEquals(List.of("quarantined position=" + second + " by=anna,boris reason=it breaks the core"),
            core.send(venue.quarantine(second, SHA256, "anna", "boris", 0)));
        // With the hash of all events.
        assertSame(SnapshotRecords.of(core.engine), SnapshotRecords.of(again));
    }

    private static void assertSame(final SnapshotRecords one, final SnapshotRecords other)
    {
        assertEquals(one.records.size(), other.records.size());
        for (int i = 0; i < one.records.size(); i++)
        {
            assertArrayEquals(one.records.get(i), other.records.get(i));
        }
    }

    @Test
    void shouldHashWhoHasDecided()
    {
        final long hash = new QuarantinedCommandsTest().hashOfDecision("boris");
        assertEquals(hash, new QuarantinedCommandsTest().hashOfDecision("boris"));
        assertNotEquals(hash, new QuarantinedCommandsTest().hashOfDecision("carol"));
    }

    private long hashOfDecision(final String approver)
    {
        core.send(core.commands.featureLevel(FeatureLevels.BOUNDED));
        order(0);
        passOver();
        core.send(venue.quarantine(core.position, SHA256, "anna", approver, 0));
        return core.stateHash();
    }

    /** Time goes on with it, as with every command. */
    @Test
    void shouldPassOverWhatIsNoCommand()
    {
        order(0);
        core.timeNs += 5;
        core.commands.length = 3;
        assertEquals(List.of(REFUSED + "INVALID_FIELD"), passOver());
        assertEquals(core.timeNs, core.recorder.group.engineTimeNs());
    }

    private void order(final long sequence)
    {
        core.commands.newOrder(1, encoder -> encoder.accountCode(CoreFixture.ACCOUNTS[1]));
        core.commands.buffer.putLong(SEQUENCE_OFFSET, sequence);
    }

    private List<String> passOver()
    {
        core.recorder.events.clear();
        core.position += 96;
        core.engine.onQuarantined(core.timeNs, core.position, core.commands.buffer, CommandWriter.OFFSET,
            core.commands.length, SHA256);
        return core.texts();
    }
}
