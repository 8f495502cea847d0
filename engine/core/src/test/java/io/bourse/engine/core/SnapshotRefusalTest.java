// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.engine.book.FastOrderBook;
import io.bourse.engine.core.event.EventFrameSink;
import io.bourse.engine.core.snapshot.SnapshotException;
import io.bourse.engine.core.snapshot.SnapshotException.Reason;
import io.bourse.engine.core.snapshot.SnapshotRecord;
import io.bourse.engine.protocol.snapshot.AccountsDecoder;
import io.bourse.engine.protocol.snapshot.AccountsEncoder;
import io.bourse.engine.protocol.snapshot.BrokerageFirmsDecoder;
import io.bourse.engine.protocol.snapshot.ClearingFirmsDecoder;
import io.bourse.engine.protocol.snapshot.ExposuresDecoder;
import io.bourse.engine.protocol.snapshot.FirmLimitsDecoder;
import io.bourse.engine.protocol.snapshot.IdsDecoder;
import io.bourse.engine.protocol.snapshot.IdsEncoder;
import io.bourse.engine.protocol.snapshot.LoginsDecoder;
import io.bourse.engine.protocol.snapshot.MessageHeaderDecoder;
import io.bourse.engine.protocol.snapshot.MessageHeaderEncoder;
import io.bourse.engine.protocol.snapshot.OrderQueueDecoder;
import io.bourse.engine.protocol.snapshot.OrdersDecoder;
import io.bourse.engine.protocol.snapshot.QuotesDecoder;
import io.bourse.engine.protocol.snapshot.SnapshotBeginEncoder;
import io.bourse.engine.protocol.snapshot.SnapshotEndEncoder;
import io.bourse.engine.protocol.snapshot.VenueLimitsDecoder;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Snapshots with which something is wrong are refused, and the refusal says what it is.
 */
class SnapshotRefusalTest
{
    private static final EventFrameSink NOBODY = (sequence, buffer, offset, length) ->
    {
        throw new AssertionError("reading a snapshot writes no events");
    };

    private SnapshotRecords snapshot;
    private CoreFixture core;

    @BeforeEach
    void setUp()
    {
        core = new CoreFixture().withMembers().open();
        core.returnsTexts = false;
        final RandomVenueCommands commands = new RandomVenueCommands(7, core);
        for (int i = 0; i < 2_000; i++)
        {
            commands.sendNext();
        }
        snapshot = SnapshotRecords.of(core.engine);
    }

    @Test
    void shouldReadWhatWasWritten()
    {
        assertEquals(core.recorder.frameSequence, snapshot.read(NOBODY).frameSequence());
        snapshot.seal();
        assertEquals(core.position, snapshot.read(NOBODY).commandPosition());
    }

    @Test
    void shouldReadAnEmptyCore()
    {
        final SnapshotRecords empty = SnapshotRecords.of(new MatchingEngine(3, NOBODY));
        final MatchingEngine engine = empty.read(3, NOBODY, FastOrderBook::new);
        assertEquals(0, engine.frameSequence());
        for (final int nothing : new int[]{
            AccountsDecoder.TEMPLATE_ID,
            BrokerageFirmsDecoder.TEMPLATE_ID,
            ClearingFirmsDecoder.TEMPLATE_ID,
            FirmLimitsDecoder.TEMPLATE_ID,
            LoginsDecoder.TEMPLATE_ID,
            QuotesDecoder.TEMPLATE_ID,
            VenueLimitsDecoder.TEMPLATE_ID})
        {
            assertTrue(
                IntStream.range(0, empty.records.size()).noneMatch(i -> nothing == empty.templateId(i)),
                "templateId=" + nothing);
        }
        assertEquals(MatchingEngine.NO_DEADLINE, engine.nextDeadlineNs());
    }

    @Test
    void shouldRefuseEveryMissingRecord()
    {
        final int last = snapshot.records.size() - 1;
        for (int i = 0; i <= last; i++)
        {
            final SnapshotRecords damaged = snapshot.copy();
            damaged.records.remove(i);
            assertRefused(
                0 == i ? Reason.MISSING_BEGIN : last == i ? Reason.MISSING_END : Reason.MISSING_RECORD, damaged);
        }
    }

    @Test
    void shouldRefuseEveryRepeatedRecord()
    {
        final int last = snapshot.records.size() - 1;
        for (int i = 0; i <= last; i++)
        {
            final SnapshotRecords damaged = snapshot.copy();
            damaged.records.add(i, damaged.records.get(i));
            assertRefused(last == i ? Reason.RECORD_BEHIND_END : Reason.REPEATED_RECORD, damaged);
        }
    }

    @Test
    void shouldRefuseRecordsInAnotherOrder()
    {
        final SnapshotRecords damaged = snapshot.copy();
        damaged.records.add(2, damaged.records.remove(3));
        assertRefused(Reason.MISSING_RECORD, damaged);
        final String message = assertRefusedAnyhow(damaged).getMessage();
        assertTrue(message.endsWith(" record=3 expected=2"), message);
    }

    @Test
    void shouldRefuseWhateverByteIsDamaged()
    {
        final SplittableRandom random = new SplittableRandom(11);
        for (int i = 0; i < snapshot.records.size(); i++)
        {
            final SnapshotRecords damaged = snapshot.copy();
            final byte[] record = damaged.records.get(i);
            final int offset = MessageHeaderDecoder.ENCODED_LENGTH + 8 +
                random.nextInt(record.length - MessageHeaderDecoder.ENCODED_LENGTH - 8);
            record[offset] ^= (byte)(1 << random.nextInt(8));
            assertRefused(Reason.DAMAGED_RECORD, damaged);
        }
    }

    @Test
    void shouldRefuseTruncatedRecords()
    {
        final SnapshotRecords torn = snapshot.copy();
        torn.records.set(4, Arrays.copyOf(torn.records.get(4), torn.records.get(4).length - 1));
        assertRefused(Reason.DAMAGED_RECORD, torn);
        torn.records.set(4, new byte[SnapshotRecord.CONTENTS_OFFSET - 1]);
        assertRefused(Reason.TRUNCATED_RECORD, torn);
        torn.records.set(4, new byte[SnapshotRecord.CONTENTS_OFFSET]);
        assertRefused(Reason.NOT_A_SNAPSHOT, torn);
    }

    @Test
    void shouldRefuseOtherRecords()
    {
        final SnapshotRecords other = snapshot.copy();
        header(other, 0).schemaId(2611);
        assertRefused(Reason.NOT_A_SNAPSHOT, other);
        final SnapshotRecords unknown = snapshot.copy();
        header(unknown, 5).templateId(9_999);
        unknown.seal();
        assertRefused(Reason.UNKNOWN_RECORD, unknown);
        header(unknown, 5).templateId(64);
        unknown.seal();
        assertRefused(Reason.UNKNOWN_RECORD, unknown);
    }

    @Test
    void shouldRefuseUnknownVersions()
    {
        final SnapshotRecords later = snapshot.copy();
        for (int i = 0; i < later.records.size(); i++)
        {
            header(later, i).version(SnapshotBeginEncoder.SCHEMA_VERSION + 1);
        }
        later.seal();
        assertRefused(Reason.UNKNOWN_VERSION, later);
        final SnapshotRecords none = snapshot.copy();
        header(none, 0).version(0);
        assertRefused(Reason.UNKNOWN_VERSION, none);
        final SnapshotRecords mixed = snapshot.copy();
        header(mixed, 3).version(SnapshotBeginEncoder.SCHEMA_VERSION + 1);
        assertRefused(Reason.UNKNOWN_VERSION, mixed);
    }

    @Test
    void shouldRefuseAnotherPartition()
    {
        final SnapshotException ex = assertThrows(
            SnapshotException.class, () -> snapshot.read(1, NOBODY, FastOrderBook::new));
        assertEquals(Reason.WRONG_PARTITION, ex.reason());
        assertEquals(
            "snapshot refused, use an earlier one: reason=WRONG_PARTITION partition=0 ownPartition=1",
            ex.getMessage());
    }

    @Test
    void shouldRefuseWholeRecordsThatDoNotFitTogether()
    {
        final SnapshotRecords withoutQueue = snapshot.copy();
        withoutQueue.records.remove(withoutQueue.indexOf(OrderQueueDecoder.TEMPLATE_ID));
        withoutQueue.seal();
        assertRefused(Reason.WRONG_COUNT, withoutQueue);
        final SnapshotRecords withoutLogins = snapshot.copy();
        withoutLogins.records.remove(withoutLogins.indexOf(LoginsDecoder.TEMPLATE_ID));
        withoutLogins.seal();
        assertRefused(Reason.CONTRADICTION, withoutLogins);
        final SnapshotRecords withoutExposures = snapshot.copy();
        withoutExposures.records.remove(withoutExposures.indexOf(ExposuresDecoder.TEMPLATE_ID));
        withoutExposures.seal();
        assertRefusedAnyhow(withoutExposures);
        final SnapshotRecords withoutOrders = snapshot.copy();
        withoutOrders.records.remove(withoutOrders.indexOf(OrdersDecoder.TEMPLATE_ID));
        withoutOrders.seal();
        assertRefusedAnyhow(withoutOrders);
    }

    /** Whatever the end says, there is as much as the beginning has promised. */
    @Test
    void shouldRefuseOtherNumbersThanPromised()
    {
        final int last = snapshot.records.size() - 1;
        final SnapshotRecords otherEnd = snapshot.copy();
        end(otherEnd, last).records(last);
        otherEnd.seal();
        assertRefused(Reason.WRONG_COUNT, otherEnd);
        final SnapshotRecords shorter = snapshot.copy();
        shorter.records.remove(shorter.indexOf(OrderQueueDecoder.TEMPLATE_ID));
        end(shorter, last - 1).records(last);
        shorter.seal();
        assertRefused(Reason.WRONG_COUNT, shorter);
        final SnapshotRecords otherAccounts = snapshot.copy();
        final int accounts = otherAccounts.indexOf(AccountsDecoder.TEMPLATE_ID);
        new AccountsEncoder().wrap(
            new UnsafeBuffer(otherAccounts.records.get(accounts)), MessageHeaderEncoder.ENCODED_LENGTH).firstAccount(1);
        otherAccounts.seal();
        assertRefused(Reason.WRONG_COUNT, otherAccounts);
    }

    private static SnapshotEndEncoder end(final SnapshotRecords records, final int index)
    {
        return new SnapshotEndEncoder().wrap(
            new UnsafeBuffer(records.records.get(index)), MessageHeaderEncoder.ENCODED_LENGTH);
    }

    @Test
    void shouldRefuseAnotherState()
    {
        final SnapshotRecords other = snapshot.copy();
        final int index = other.indexOf(IdsDecoder.TEMPLATE_ID);
        final UnsafeBuffer record = new UnsafeBuffer(other.records.get(index));
        final long tradeCounter =
            new IdsDecoder().wrapAndApplyHeader(record, 0, new MessageHeaderDecoder()).tradeCounter();
        new IdsEncoder().wrap(record, MessageHeaderEncoder.ENCODED_LENGTH).tradeCounter(tradeCounter + 1);
        other.seal();
        assertRefused(Reason.WRONG_STATE_HASH, other);
    }

    private static MessageHeaderEncoder header(final SnapshotRecords records, final int index)
    {
        return new MessageHeaderEncoder().wrap(new UnsafeBuffer(records.records.get(index)), 0);
    }

    private static void assertRefused(final Reason reason, final SnapshotRecords damaged)
    {
        final SnapshotException ex = assertRefusedAnyhow(damaged);
        assertEquals(reason, ex.reason(), ex.getMessage());
        assertTrue(ex.getMessage().contains("reason=" + reason + " "), ex.getMessage());
    }

    /** Neither reading nor asking for the core helps, and asking again does not either. */
    private static SnapshotException assertRefusedAnyhow(final SnapshotRecords damaged)
    {
        final SnapshotReader reader = new SnapshotReader(0, NOBODY);
        final SnapshotException refusal = assertThrows(SnapshotException.class, () ->
        {
            damaged.readInto(reader);
            reader.engine();
        });
        assertFalse(reader.isComplete());
        assertThrows(SnapshotException.class, reader::engine);
        if (Reason.MISSING_END != refusal.reason())
        {
            assertEquals(
                Reason.REFUSED_BEFORE,
                assertThrows(SnapshotException.class, () -> damaged.readInto(reader)).reason());
        }
        return refusal;
    }
}
