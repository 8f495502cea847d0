// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;

import io.bourse.engine.protocol.CommandHeaderDecoder;
import io.bourse.engine.protocol.CommandRejectedDecoder;
import io.bourse.engine.protocol.FeatureLevels;
import io.bourse.engine.protocol.InstrumentKind;
import io.bourse.engine.protocol.MessageHeaderDecoder;
import io.bourse.engine.protocol.OpenSessionDecoder;
import io.bourse.engine.protocol.ResumeTradingDecoder;

import org.agrona.MutableDirectBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Every kind of command with fields overwritten by extremes and noise: nothing may throw, since that would halt the
 * venue, and what is refused may change nothing. Run one seed again with {@code -Dbourse.seed=...}.
 */
@Tag("venue")
class MangledCommandTest
{
    private static final int ROUNDS = Integer.getInteger("bourse.rounds", 2);
    private static final int COMMANDS = 3_000;
    private static final int TEMPLATE_OFFSET = 2;
    private static final int BLOCK = CommandWriter.OFFSET + MessageHeaderDecoder.ENCODED_LENGTH;
    private static final int BODY = BLOCK + CommandHeaderDecoder.ENCODED_LENGTH;
    private static final long[] EXTREMES =
    {
        0, 1, -1, 2, 99, 100, 101, Byte.MAX_VALUE, Integer.MAX_VALUE, Integer.MIN_VALUE, 4_294_967_294L, 4_294_967_295L,
        Long.MAX_VALUE, Long.MIN_VALUE, Long.MAX_VALUE - 1, 100_000_000_000_000L, 1L << 61
    };

    private final Map<String, Integer> outcomes = new HashMap<>();

    @ParameterizedTest
    @ValueSource(longs = 1)
    void shouldNeitherThrowNorChangeWhatIsRefusedWhenSeedIs(final long seed)
    {
        run(seed);
    }

    @Tag("drill")
    @ParameterizedTest
    @ValueSource(longs = 2)
    void shouldNeitherThrowNorChangeWhatIsRefusedWhenSeedIsAnother(final long seed)
    {
        run(seed);
    }

    @Test
    void shouldNeitherThrowNorChangeWhatIsRefusedWhenSeedIsNew()
    {
        final long seed = Long.getLong("bourse.seed", System.nanoTime());
        System.out.println("MangledCommandTest bourse.seed=" + seed);
        run(seed);
    }

    /** Begins anew from time to time: some mangled settings keep nearly everything out. */
    private void run(final long seed)
    {
        for (int round = 0; round < ROUNDS; round++)
        {
            final CoreFixture core = new CoreFixture().withMembers().open();
            if (0 != round % 2)
            {
                core.raiseTo(FeatureLevels.HIGHEST);
            }
            final RandomVenueCommands commands = new RandomVenueCommands(seed + round, core);
            final SplittableRandom random = new SplittableRandom(seed - round);
            for (int i = 0; i < COMMANDS; i++)
            {
                core.recorder.frames.clear();
                core.recorder.clientRefs.clear();
                final String at = "seed=" + seed + " round=" + round + " command=" + i;
                try
                {
                    commands.sendNext();
                    sendMangled(core, random, at);
                    if (0 == random.nextInt(10))
                    {
                        encodeSetting(core, random);
                        sendMangled(core, random, at);
                    }
                }
                catch (final RuntimeException ex)
                {
                    throw new AssertionError(at + " templateId=" + templateId(core), ex);
                }
            }
        }
        assertTrue(outcomes.getOrDefault("refused", 0) > COMMANDS, () -> "seed=" + seed + " " + outcomes);
        assertTrue(outcomes.getOrDefault("done", 0) > COMMANDS / 10, () -> "seed=" + seed + " " + outcomes);
    }

    /** Commands that the flow does not send: definitions of instruments above all, which orders of it then meet. */
    private static void encodeSetting(final CoreFixture core, final SplittableRandom random)
    {
        final VenueCommandWriter venue = new VenueCommandWriter(core.commands);
        final RiskCommandWriter risk = new RiskCommandWriter(core.commands);
        final int id = 1 + random.nextInt(10);
        switch (random.nextInt(6))
        {
            case 0:
                core.commands.instrument(id, "I" + id, e -> e.kind(InstrumentKind.get((short)random.nextInt(4))));
                break;
            case 1:
                venue.legs(id, new int[]{1 + random.nextInt(10), 1 + random.nextInt(10)}, new int[]{-100, 1});
                break;
            case 2:
                risk.accounts(3 + random.nextInt(2), "AA01003", "AA01004");
                break;
            case 3:
                risk.settlementAccount("SA-" + random.nextInt(3));
                break;
            case 4:
                risk.assign("AA01", "SA-" + random.nextInt(3));
                break;
            default:
                new QuoteCommandWriter(core.commands).request(1, id, 5, 1);
                break;
        }
    }

    private void sendMangled(final CoreFixture core, final SplittableRandom random, final String at)
    {
        final int templateId = templateId(core);
        if (templateId >= OpenSessionDecoder.TEMPLATE_ID && templateId <= ResumeTradingDecoder.TEMPLATE_ID)
        {
            return;
        }
        final byte[] command = new byte[core.commands.length];
        core.commands.buffer.getBytes(CommandWriter.OFFSET, command);
        // The exactly-once key is state of its own; a refused command counts for it.
        core.commands.buffer.putLong(
            BLOCK + CommandHeaderDecoder.sequenceEncodingOffset(), 0, ByteOrder.LITTLE_ENDIAN);
        mangle(core.commands.buffer, command.length, random);
        final byte[] mangled = new byte[command.length];
        core.commands.buffer.getBytes(CommandWriter.OFFSET, mangled);
        final long before = core.stateHash();
        core.commands.buffer.putBytes(CommandWriter.OFFSET, mangled);
        core.send(mangled.length);
        final byte[] first = core.recorder.events.isEmpty() ? null : core.recorder.events.getFirst();
        if (null != first && CommandRejectedDecoder.TEMPLATE_ID == (first[TEMPLATE_OFFSET] & 0xFF))
        {
            outcomes.merge("refused", 1, Integer::sum);
            assertEquals(1, core.recorder.events.size(), at);
            assertEquals(before, core.stateHash(), () -> at + " command=" + Arrays.toString(mangled));
        }
        else
        {
            outcomes.merge("done", 1, Integer::sum);
        }
    }

    /** One or two fields of the body; seldom the sender or the dimensions of the message. */
    private static void mangle(final MutableDirectBuffer buffer, final int length, final SplittableRandom random)
    {
        final int end = CommandWriter.OFFSET + length;
        for (int i = random.nextInt(2); i >= 0; i--)
        {
            final int from = BODY >= end || 0 == random.nextInt(20) ? CommandWriter.OFFSET : BODY;
            final int offset = random.nextInt(from, end);
            final long value = random.nextBoolean() ? EXTREMES[random.nextInt(EXTREMES.length)] : random.nextLong();
            final int size = Math.min(end - offset, 1 << random.nextInt(4));
            for (int b = 0; b < size; b++)
            {
                buffer.putByte(offset + b, (byte)(value >> (b << 3)));
            }
        }
        buffer.putLong(BLOCK + CommandHeaderDecoder.sequenceEncodingOffset(), 0, ByteOrder.LITTLE_ENDIAN);
    }

    private static int templateId(final CoreFixture core)
    {
        return core.commands.buffer.getShort(CommandWriter.OFFSET + TEMPLATE_OFFSET, ByteOrder.LITTLE_ENDIAN);
    }
}
