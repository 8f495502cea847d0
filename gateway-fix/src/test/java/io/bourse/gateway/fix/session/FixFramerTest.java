// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * However the network cuts the bytes, the messages are the same, and what is garbled costs no right message.
 * {@code -Dframer.seed=N} repeats a failure.
 */
class FixFramerTest
{
    private static final int MAX_LENGTH = 4096;
    private static final int ROUNDS = 300;

    @Test
    void shouldFindTheSameMessagesHoweverTheBytesAreCut()
    {
        final long seed = Long.getLong("framer.seed", System.nanoTime());
        final Random random = new Random(seed);
        for (int round = 0; round < ROUNDS; round++)
        {
            final List<String> expected = new ArrayList<>();
            final byte[] stream = stream(random, expected);
            final List<String> found = cut(stream, random);
            assertEquals(expected, found, "seed=" + seed + " round=" + round);
        }
    }

    @Test
    void shouldLoseNothingWhenABodyLengthClaimsWhatFollows()
    {
        final String first = text(TestFix.message("A", 1, "0", ""));
        final String claiming = first.replaceFirst("9=\\d+", "9=400");
        final String next = text(TestFix.message("A", 2, "0", "112=x|"));
        final byte[] stream = bytes(claiming + next.repeat(10));

        final List<String> found = cut(stream, new Random(1));

        assertEquals(10, found.size());
        assertTrue(found.stream().allMatch(next::equals));
    }

    @Test
    void shouldWaitWhenAMessageIsNotComplete()
    {
        final byte[] message = TestFix.message("A", 1, "0", "");
        final FixFramer framer = new FixFramer(MAX_LENGTH);
        for (int end = 0; end < message.length; end++)
        {
            assertEquals(FixFramer.INCOMPLETE, framer.next(message, 0, end), "end=" + end);
            assertEquals(0, framer.consumed());
        }
        assertEquals(FixFramer.MESSAGE, framer.next(message, 0, message.length));
        assertEquals(message.length, framer.length());
    }

    @Test
    void shouldPassOverWhatClaimsTooMuch()
    {
        final FixFramer framer = new FixFramer(MAX_LENGTH);
        final byte[] claim = bytes("8=FIX.4.4\0019=5000\00135=0\001");
        assertEquals(FixFramer.GARBLED, framer.next(claim, 0, claim.length));
        final byte[] many = bytes("8=FIX.4.4\0019=99999999");
        assertEquals(FixFramer.GARBLED, framer.next(many, 0, many.length));
    }

    private static byte[] stream(final Random random, final List<String> expected)
    {
        final StringBuilder stream = new StringBuilder();
        final int count = 1 + random.nextInt(20);
        for (int i = 0; i < count; i++)
        {
            final byte[] message = TestFix.message("SENDER", i + 1, "D", "58=" + "y".repeat(random.nextInt(100)) + "|");
            switch (random.nextInt(6))
            {
                case 0 ->
                {
                    // One bit of the body: the checksum is wrong.
                    final int at = message.length - 9 - random.nextInt(20);
                    message[at] ^= 2;
                    stream.append(text(message));
                }
                case 1 -> stream.append("junk ").append(random.nextInt());
                case 2 -> stream.append(text(message), 0, 12 + random.nextInt(20));
                default ->
                {
                    stream.append(text(message));
                    expected.add(text(message));
                }
            }
        }
        // What a torn message claims must be there, or the framer waits for it: and rightly so.
        for (int i = 0; i < 40; i++)
        {
            final String last = text(TestFix.message("SENDER", 1000 + i, "0", ""));
            stream.append(last);
            expected.add(last);
        }
        return bytes(stream.toString());
    }

    private static List<String> cut(final byte[] stream, final Random random)
    {
        final FixFramer framer = new FixFramer(MAX_LENGTH);
        final List<String> found = new ArrayList<>();
        byte[] buffer = new byte[0];
        int at = 0;
        while (at < stream.length)
        {
            final int count = Math.min(stream.length - at, 1 + random.nextInt(80));
            final int rest = buffer.length;
            buffer = Arrays.copyOf(buffer, rest + count);
            System.arraycopy(stream, at, buffer, rest, count);
            at += count;
            int outcome = framer.next(buffer, 0, buffer.length);
            int begin = framer.consumed();
            while (FixFramer.INCOMPLETE != outcome)
            {
                if (FixFramer.MESSAGE == outcome)
                {
                    found.add(new String(
                        buffer, framer.offset(), framer.length(), StandardCharsets.ISO_8859_1));
                }
                outcome = framer.next(buffer, begin, buffer.length);
                begin = framer.consumed();
            }
            buffer = Arrays.copyOfRange(buffer, begin, buffer.length);
        }
        return found;
    }

    private static byte[] bytes(final String text)
    {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    private static String text(final byte[] bytes)
    {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }
}
