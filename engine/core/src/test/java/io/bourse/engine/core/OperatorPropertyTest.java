// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import static io.bourse.engine.core.OperatorCommandWriter.ANNA;
import static io.bourse.engine.core.OperatorCommandWriter.BORIS;
import static io.bourse.engine.core.OperatorCommandWriter.CLARA;
import static io.bourse.engine.core.OperatorCommandWriter.VALID_NS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;

import io.bourse.engine.protocol.CommandForm;
import io.bourse.engine.protocol.CommandHeaderDecoder;
import io.bourse.engine.protocol.FeatureLevels;
import io.bourse.engine.protocol.MessageHeaderDecoder;
import io.bourse.engine.protocol.OperatorActs;
import io.bourse.engine.protocol.Phase;
import io.bourse.testing.Person;

import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random commands of operators, signed rightly or with something wrong: what is wrong never has an effect but a
 * rejection, and another core that never saw it goes on with the same events.
 */
@Tag("venue")
class OperatorPropertyTest
{
    private static final int COMMANDS = 400;
    private static final int SESSION_OFFSET =
        MessageHeaderDecoder.ENCODED_LENGTH + CommandHeaderDecoder.sessionIdEncodingOffset();
    private static final int OTHER_SESSION = 0x1234_5678;
    private static final Person STRANGER = new Person(9, "stranger", 63);

    private long seed;
    private Random random;
    private CoreFixture core;
    private CoreFixture twin;
    private OperatorCommandWriter operators;
    private VenueCommandWriter venue;
    private Person anna = ANNA;
    private int rotations;
    private int executed;
    private int refused;

    @Tag("drill")
    @ParameterizedTest
    @ValueSource(longs = {20261128, 77})
    void shouldTakeOnlyWhatIsSignedRightlyWhenSeedIsAnother(final long ofSeed)
    {
        shouldTakeOnlyWhatIsSignedRightly(ofSeed);
    }

    @ParameterizedTest
    @ValueSource(longs = 1)
    void shouldTakeOnlyWhatIsSignedRightly(final long ofSeed)
    {
        seed = ofSeed;
        random = new Random(seed);
        core = fixture();
        twin = fixture();
        operators = new OperatorCommandWriter(core);
        venue = new VenueCommandWriter(core.commands);
        operators.found();
        new OperatorCommandWriter(twin).found();
        for (int i = 0; i < COMMANDS; i++)
        {
            core.timeNs += random.nextInt(1_000_000);
            if (random.nextInt(5) > 0)
            {
                sendWrong(i);
            }
            else
            {
                sendRight(i);
            }
        }
        assertTrue(executed > COMMANDS / 10, "seed=" + seed + " executed=" + executed);
        assertTrue(refused > COMMANDS / 2, "seed=" + seed + " refused=" + refused);
    }

    private static CoreFixture fixture()
    {
        final CoreFixture fixture = new CoreFixture();
        fixture.raiseTo(FeatureLevels.GUARDED);
        return fixture.withMembers().open();
    }

    /** Both cores execute it, and have the same events. */
    private void sendRight(final int number)
    {
        final CommandWriter signed;
        if (0 == random.nextInt(10))
        {
            rotations++;
            anna = new Person(1, "anna " + rotations, ANNA.roles);
            signed = operators.signed(CLARA, operators.define(1, "anna", ANNA.roles, 1, anna.publicKey()));
        }
        else
        {
            signed = operators.signed(anna, BORIS, command());
        }
        final int length = signed.length;
        twin.commands.buffer.putBytes(0, core.commands.buffer, 0, core.commands.buffer.capacity());
        twin.timeNs = core.timeNs;
        final List<String> events = core.send(length);
        assertEquals(events, twin.send(length), facts(number));
        assertTrue(events.get(0).startsWith("OperatorActed"), facts(number) + events);
        executed++;
    }

    private CommandWriter command()
    {
        return switch (random.nextInt(4))
        {
            case 0 -> core.commands.clearingFirm("" + (char)('A' + random.nextInt(26)) +
                (char)('A' + random.nextInt(26)));
            case 1 -> core.commands.moveSessionDate(1, 20261121, 20261122);
            case 2 -> core.commands.brokerageFirm("AA" + (char)('A' + random.nextInt(26)) + random.nextInt(10));
            default -> venue.changePhase(1 + random.nextInt(3),
                random.nextBoolean() ? Phase.HALTED : Phase.CONTINUOUS, 0, 0, Phase.CLOSED);
        };
    }

    private void sendWrong(final int number)
    {
        final UnsafeBuffer inner = operators.inner(command());
        // Its sequences may be lost for good: a flipped byte makes them large.
        inner.putInt(SESSION_OFFSET, OTHER_SESSION);
        final long expiresNs = core.timeNs + VALID_NS;
        final int kind = random.nextInt(9);
        switch (kind)
        {
            case 0, 1, 2 ->
            {
                operators.signed(anna, BORIS, expiresNs, inner);
                flip();
            }
            case 3 -> operators.signed(STRANGER, BORIS, expiresNs, inner);
            case 4 -> operators.signed(anna, BORIS, core.timeNs - 1 - random.nextInt(1_000), inner);
            case 5 -> operators.signed(anna, anna, expiresNs, inner);
            case 6 -> operators.signed(new Person(1, "anna before", ANNA.roles), BORIS, expiresNs, inner);
            case 7 -> operators.signed(new Person(2, "anna's number is another", 63), BORIS, expiresNs, inner);
            default ->
            {
                // The command as it is, in the operators' name.
                core.commands.buffer.putBytes(CommandWriter.OFFSET, inner, 0, inner.capacity());
                core.commands.length = inner.capacity();
            }
        }
        final int length = core.commands.length;
        if (OperatorActs.isOfTheVenue(CommandForm.templateId(core.commands.buffer, CommandWriter.OFFSET)))
        {
            return;
        }
        final List<String> events = core.send(length);
        if (!events.isEmpty())
        {
            assertEquals(1, events.size(), facts(number) + " kind=" + kind + events);
            assertTrue(events.get(0).startsWith("rejected "), facts(number) + " " + kind + events);
        }
        refused++;
    }

    /** One byte of it, but not of the stamp, which is the sequencer's. */
    private void flip()
    {
        int at = random.nextInt(core.commands.length);
        while (at >= CommandForm.STAMPED_NS_OFFSET && at < CommandForm.STAMPED_NS_OFFSET + Long.BYTES)
        {
            at = random.nextInt(core.commands.length);
        }
        final int index = CommandWriter.OFFSET + at;
        final int bits = 1 + random.nextInt(255);
        core.commands.buffer.putByte(index, (byte)(core.commands.buffer.getByte(index) ^ bits));
    }

    private String facts(final int number)
    {
        return "seed=" + seed + " command=" + number + " ";
    }
}
