// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

import io.bourse.engine.protocol.ClearingKind;
import io.bourse.engine.protocol.FeatureLevels;
import io.bourse.engine.protocol.InstrumentKind;
import io.bourse.engine.protocol.LimitLevel;
import io.bourse.engine.protocol.MovementKind;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.snapshot.MessageHeaderDecoder;
import io.bourse.engine.protocol.snapshot.MessageHeaderEncoder;
import io.bourse.engine.protocol.snapshot.SnapshotBeginDecoder;
import io.bourse.testing.Person;

import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Snapshots that earlier cores have written stay readable. A change of the format, or of what the state hash is made
 * of, raises the version of the schema and adds a file: run with {@code -Dbourse.snapshot.file=...} to write one.
 */
class SnapshotFormatTest
{
    private static final int COMMANDS = 100;
    private static final int ENOUGH = 100;
    private static final int CALL = 9;

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14})
    void shouldReadWhatVersionHasWritten(final int version) throws IOException
    {
        final SnapshotRecords snapshot = load("snapshot-" + version + ".gz");
        final MatchingEngine engine = snapshot.read(new EventRecorder());
        assertFalse(engine.nextDeadlineNs() == MatchingEngine.NO_DEADLINE, "there are deadlines in it");
        if (SnapshotBeginDecoder.SCHEMA_VERSION == version)
        {
            final SnapshotRecords again = SnapshotRecords.of(engine);
            assertEquals(snapshot.records.size(), again.records.size());
            for (int i = 0; i < snapshot.records.size(); i++)
            {
                assertArrayEquals(snapshot.records.get(i), again.records.get(i));
            }
        }
    }

    /** The file of the present version must not be forgotten. */
    @Test
    void shouldHaveASnapshotOfThePresentVersion() throws IOException
    {
        final String file = System.getProperty("bourse.snapshot.file");
        if (null != file)
        {
            save(Path.of(file));
        }
        assertFalse(load("snapshot-" + SnapshotBeginDecoder.SCHEMA_VERSION + ".gz").records.isEmpty());
    }

    /**
     * Contract, moved rows, traded units, units of a lot and the date before came with versions 2 and 3: each is read
     * from that version on.
     */
    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void shouldReadWhatAVersionHasBrought(final int version)
    {
        final CoreFixture core = new CoreFixture().withMembers();
        core.raiseTo(version - 1);
        final ContractCommandWriter contracts = new ContractCommandWriter(core.commands);
        core.send(contracts.contract(1, encoder -> encoder.lotUnits(1_000)));
        core.send(core.commands.instrument(CALL, "CALL", encoder -> encoder.kind(InstrumentKind.OPTION)));
        core.send(contracts.call(CALL, 100));
        core.send(core.commands.openSession(1, 20261120));
        core.send(core.commands.suspend(1, ClearingKind.EVENING));
        core.send(core.commands.complete(1, ClearingKind.EVENING));
        core.send(core.commands.openSession(2, 20261121));
        core.buy(1, 5, 100);
        core.sell(2, 5, 100);
        core.order(1, encoder -> encoder.instrumentId(CALL));
        core.order(2, encoder -> encoder.instrumentId(CALL).side(Side.SELL.value()));
        core.send(core.commands.suspend(2, ClearingKind.EVENING));
        final List<String> moved = core.send(contracts.move(
            2, 0, new long[]{0, CALL, -1, MovementKind.EXERCISE.value()},
            new long[]{0, 1, 1, MovementKind.EXERCISE.value()}));
        assertEquals(2, moved.size(), moved::toString);
        final SnapshotRecords written = SnapshotRecords.of(core.engine);
        final SnapshotRecords former = written.copy();
        for (final byte[] record : former.records)
        {
            new MessageHeaderEncoder().wrap(new UnsafeBuffer(record), 0).version(version);
        }
        former.seal();
        final SnapshotRecords again = SnapshotRecords.of(former.read(new EventRecorder()));
        assertEquals(written.records.size(), again.records.size());
        for (int i = 0; i < written.records.size(); i++)
        {
            assertArrayEquals(written.records.get(i), again.records.get(i));
        }
    }

    private SnapshotRecords load(final String name) throws IOException
    {
        final SnapshotRecords snapshot = new SnapshotRecords();
        try (InputStream resource = SnapshotFormatTest.class.getResourceAsStream(name);
            DataInputStream input = new DataInputStream(new GZIPInputStream(resource)))
        {
            int length = input.readInt();
            while (0 != length)
            {
                snapshot.records.add(input.readNBytes(length));
                length = input.readInt();
            }
        }
        return snapshot;
    }

    private static boolean hasEnough(final SnapshotRecords snapshot)
    {
        final SnapshotBeginDecoder begin = new SnapshotBeginDecoder().wrapAndApplyHeader(
            new UnsafeBuffer(snapshot.records.get(0)), 0, new MessageHeaderDecoder());
        return begin.orders() > ENOUGH && begin.deadlines() > ENOUGH / 10 && begin.quotes() > 1;
    }

    private static void save(final Path file) throws IOException
    {
        final CoreFixture core = new CoreFixture();
        core.raiseTo(FeatureLevels.HIGHEST);
        core.withMembers().open();
        core.send(core.commands.auditTrail(CommandWriter.CLEARING_ID, 1, 20_261_121, 1, 1));
        core.send(new VenueCommandWriter(core.commands).venueLimits(encoder -> encoder
            .liveOrders(1_000_000).liveOrdersPerLogin(100_000).accounts(7).instruments(60).logins(5).exposures(1_000)));
        core.send(core.commands.stopOrderEntry(0, core.timeNs + 1, core.timeNs));
        core.send(core.commands.confirmTime(0, core.timeNs + 1));
        core.returnsTexts = false;
        final RandomVenueCommands commands = new RandomVenueCommands(20261121, core);
        SnapshotRecords snapshot = SnapshotRecords.of(core.engine);
        while (!hasEnough(snapshot))
        {
            for (int i = 0; i < COMMANDS; i++)
            {
                commands.sendNext();
            }
            snapshot = SnapshotRecords.of(core.engine);
        }
        core.send(core.commands.stopOrderEntry(0, core.timeNs + 1, core.timeNs));
        final OperatorCommandWriter operators = new OperatorCommandWriter(core);
        core.send(operators.firmLimits(LimitLevel.CLIENT, "AA01001", new long[]{9, 8, 7, 6, 5}, true));
        core.send(operators.officer(11, "olga", 1, new Person(11, "olga", 0).publicKey(), "AA01"));
        // Last: from here on commands are signed.
        operators.found();
        snapshot = SnapshotRecords.of(core.engine);
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream output = new DataOutputStream(new GZIPOutputStream(bytes)))
        {
            for (final byte[] record : snapshot.records)
            {
                output.writeInt(record.length);
                output.write(record);
            }
            output.writeInt(0);
        }
        Files.write(file, bytes.toByteArray());
    }
}
