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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * However the network cuts the bytes, the messages are the same, and what is garbled costs no right message.
 * {@code -Dframer.seed=N} repeats a failure.
 */
class FixFramerTest
{
    private static final int MAX_LENGTH = 4096;
    private static final int ROUNDS = 300;
    // At most two of the 40 whole messages at the end belong to what a torn one claims.
    private static final int WHOLE_AT_END = 38;
    private static final char SOH = 1;
    private static final Pattern HEAD = Pattern.compile("8=FIX[^\\x01]{0,12}\\x019=(\\d{1,7})\\x01");

    @Test
    void shouldFindTheSameMessagesHoweverTheBytesAreCut()
    {
        final long seed = Long.getLong("framer.seed", System.nanoTime());
        final Random random = new Random(seed);
        for (int round = 0; round < ROUNDS; round++)
        {
            final byte[] stream = stream(random);
            final List<String> found = cut(stream, random);
            assertEquals(messages(text(stream)), found, "seed=" + seed + " round=" + round);
            assertTrue(found.size() >= WHOLE_AT_END, "seed=" + seed + " round=" + round);
        }
    }

    @Test
    void shouldTakeATornMessageThatTheNextOneCompletes()
    {
        // The bytes of this head sum to 3 * 256: the checksum of what follows is right for both together.
        final String whole = "8=FIX.4.4\0019=80\001" + text(TestFix.frame("35=0|58=" + "x".repeat(56) + "|"));

        assertEquals(List.of(whole), messages(whole));
        assertEquals(List.of(whole), cut(bytes(whole), new Random(1)));
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
    void shouldKnowATypeOfOneCharacterAtTheBeginningOnly()
    {
        assertEquals('0', typeOf("35=0|"));
        assertEquals('D', typeOf("35=D|34=1|"));
        assertEquals('\u00e9', typeOf("35=\u00e9|34=1|"));
        for (final String body : new String[]{
            "35=AE|34=1|", "34=1|35=0|", "36=0|34=1|", "25=0|34=1|", "35:0|34=1|", "35=|", "3|"})
        {
            assertEquals(0, typeOf(body), body);
        }
    }

    private static char typeOf(final String body)
    {
        final byte[] message = TestFix.frame(body);
        final FixFramer framer = new FixFramer(MAX_LENGTH);
        assertEquals(FixFramer.MESSAGE, framer.next(message, 0, message.length));
        return framer.type();
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

    @Test
    void shouldTakeMessagesUpToTheLongest()
    {
        final byte[] message = TestFix.frame("35=0|58=" + "x".repeat(100) + "|");
        final FixFramer exact = new FixFramer(message.length);
        assertEquals(FixFramer.MESSAGE, exact.next(message, 0, message.length));
        assertEquals(FixFramer.GARBLED, new FixFramer(message.length - 1).next(message, 0, message.length));
    }

    @Test
    void shouldFindAMessageAnywhereInTheBytes()
    {
        final byte[] message = TestFix.frame("35=0|");
        final byte[] stream = bytes("junk" + text(message) + text(message));
        final FixFramer framer = new FixFramer(MAX_LENGTH);
        assertEquals(FixFramer.GARBLED, framer.next(stream, 0, stream.length));
        assertEquals(4, framer.consumed());
        assertEquals(FixFramer.MESSAGE, framer.next(stream, 4, stream.length));
        assertEquals(List.of(4, message.length, 4 + message.length),
            List.of(framer.offset(), framer.length(), framer.consumed()));
        assertEquals(FixFramer.MESSAGE, framer.next(stream, framer.consumed(), stream.length));
        assertEquals(FixFramer.INCOMPLETE, framer.next(stream, stream.length, stream.length));
        assertEquals(stream.length, framer.consumed());
    }

    @Test
    void shouldPassOverGarbledBytesUpToWhatMayBecomeABeginning()
    {
        final FixFramer framer = new FixFramer(MAX_LENGTH);
        for (final String tail : List.of("", "8", "8=", "8=F", "8=FI", "8=FIX", "8=FIX.4.4"))
        {
            final byte[] stream = bytes("junk8=x" + tail);
            assertEquals(FixFramer.GARBLED, framer.next(stream, 0, stream.length));
            assertEquals(7, framer.consumed(), tail);
            assertEquals(FixFramer.INCOMPLETE, framer.next(stream, 7, stream.length));
        }
    }

    @Test
    void shouldTakeBeginStringsUpToALength()
    {
        final FixFramer framer = new FixFramer(MAX_LENGTH);
        final byte[] right = signed("8=FIX" + "x".repeat(12) + "\0019=5\00135=0\001");
        assertEquals(FixFramer.MESSAGE, framer.next(right, 0, right.length));
        final byte[] wrong = signed("8=FIX" + "x".repeat(13) + "\0019=5\00135=0\001");
        assertEquals(FixFramer.GARBLED, framer.next(wrong, 0, wrong.length));
        final byte[] cut = bytes("8=FIX" + "x".repeat(12));
        assertEquals(FixFramer.INCOMPLETE, framer.next(cut, 0, cut.length));
    }

    @Test
    void shouldTakeBodyLengthsOfUpToSevenDigits()
    {
        final FixFramer framer = new FixFramer(MAX_LENGTH);
        final byte[] seven = signed("8=FIX.4.4\0019=0000005\00135=0\001");
        assertEquals(FixFramer.MESSAGE, framer.next(seven, 0, seven.length));
        final byte[] eight = signed("8=FIX.4.4\0019=00000005\00135=0\001");
        assertEquals(FixFramer.GARBLED, framer.next(eight, 0, eight.length));
    }

    private static byte[] signed(final String head)
    {
        int sum = 0;
        for (final byte b : bytes(head))
        {
            sum += b & 0xFF;
        }
        return bytes(head + String.format("10=%03d\001", sum & 0xFF));
    }

    @Test
    void shouldPassOverWhateverContradictsItsLengthOrItsEnd()
    {
        final String right = text(TestFix.frame("35=0|58=abc|"));
        final FixFramer framer = new FixFramer(MAX_LENGTH);
        for (final String wrong : List.of(
            right.replace("\0019=", "\0018="), right.replace("\0019=", "\0019x"), right.replace("\0019=12", "\0019="),
            right.replace("\0019=12", "\0019=0"), right.replace("\0019=12", "\0019=1x"),
            right.replace("\0019=12", "\0019=1/"), right.replace("\0019=12", "\0019=1:"),
            right.replace("\0019=12", "\0019=00000012"), right.replace("\0019=12", "\0019=11"),
            right.replace("\00110=", "x10="), right.replace("\00110=", "\00120="), right.replace("\00110=", "\00111="),
            right.replace("\00110=", "\00110x"), right.substring(0, right.length() - 1) + "x"))
        {
            final byte[] bytes = bytes(wrong + right);
            assertEquals(FixFramer.GARBLED, framer.next(bytes, 0, bytes.length), wrong);
            assertEquals(wrong.length(), framer.consumed(), wrong);
            assertEquals(FixFramer.MESSAGE, framer.next(bytes, framer.consumed(), bytes.length), wrong);
        }
        final byte[] begun = bytes("8=FIX.4.4\0018");
        assertEquals(FixFramer.GARBLED, framer.next(begun, 0, begun.length));
        final byte[] goingOn = bytes("8=FIX.4.4\0019");
        assertEquals(FixFramer.INCOMPLETE, framer.next(goingOn, 0, goingOn.length));
    }

    @Test
    void shouldSeeEveryDigitOfAChecksum()
    {
        final FixFramer framer = new FixFramer(MAX_LENGTH);
        for (int i = 0; i < 1_000; i++)
        {
            final byte[] right = TestFix.frame("35=0|58=" + i + "|");
            final byte[] wrong = right.clone();
            final int digit = right.length - 2 - i % 3;
            wrong[digit] = (byte)('0' + (wrong[digit] - '0' + 1 + i % 9) % 10);
            assertEquals(FixFramer.GARBLED, framer.next(wrong, 0, wrong.length), text(wrong));
            assertEquals(FixFramer.MESSAGE, framer.next(right, 0, right.length), text(right));
        }
    }

    @Test
    void shouldPassOverTheWholeClaimOfThoseThatAreWrongTooOften()
    {
        final FixFramer framer = new FixFramer(MAX_LENGTH);
        final String right = text(TestFix.frame("35=0|"));
        // A right message in the data of one whose checksum is wrong.
        final String wrong = text(TestFix.frame("35=0|58=" + right.replace((char)1, '|') + "|")).replace("=0", "=1");
        final byte[] bytes = bytes(wrong);
        for (int round = 0; round < 2; round++)
        {
            for (int i = 0; i < 16; i++)
            {
                assertEquals(FixFramer.GARBLED, framer.next(bytes, 0, bytes.length));
                assertEquals(wrong.indexOf("8=FIX", 1), framer.consumed(), "round=" + round + " i=" + i);
            }
            assertEquals(FixFramer.GARBLED, framer.next(bytes, 0, bytes.length));
            assertEquals(bytes.length, framer.consumed());
            assertEquals(FixFramer.MESSAGE, framer.next(bytes(right), 0, right.length()));
        }
    }

    /**
     * The messages of a stream that is there as a whole. Not the list of what was written: a torn message and the one
     * after it may together be a right message.
     */
    private static List<String> messages(final String stream)
    {
        final List<String> messages = new ArrayList<>();
        final Matcher head = HEAD.matcher(stream);
        int at = 0;
        while (head.find(at))
        {
            final int trailer = head.end() + Integer.parseInt(head.group(1));
            at = head.start() + 1;
            if (trailer <= stream.length() && SOH == stream.charAt(trailer - 1))
            {
                final int sum = stream.substring(head.start(), trailer).chars().sum() & 0xFF;
                final String last = String.format("10=%03d\001", sum);
                if (stream.startsWith(last, trailer))
                {
                    at = trailer + last.length();
                    messages.add(stream.substring(head.start(), at));
                }
            }
        }
        return messages;
    }

    private static byte[] stream(final Random random)
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
                default -> stream.append(text(message));
            }
        }
        // What a torn message claims must be there, or the framer waits for it: and rightly so.
        for (int i = 0; i < 40; i++)
        {
            stream.append(text(TestFix.message("SENDER", 1000 + i, "0", "")));
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
