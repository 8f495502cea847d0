// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.fast;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Messages of the replay service; {@code |} stands for SOH.
 */
class FixReplayTextTest
{
    private static final int OFFSET = 5;
    private static final String LOGON = "35=A|34=1|553=me|554=x|";

    private final FixReplayText text = new FixReplayText();

    @Test
    void shouldReadTheFieldsOfAMessage()
    {
        assertEquals(whole(LOGON).length(), parse(whole(LOGON) + "8=FIX"));
        assertEquals(List.of('A', 'm', 'x'), List.of(text.charAt(35), text.charAt(553), text.charAt(554)));
        assertEquals(List.of(1, 2, 1, -1), List.of(
            text.length(34), text.length(553), text.length(554), text.length(555)));
        assertEquals(List.of(23L, 1L, -1L, -1L), List.of(
            text.number(9), text.number(34), text.number(553), text.number(555)));
    }

    @Test
    void shouldForgetTheFieldsOfTheMessageBefore()
    {
        parse(whole("35=A|553=me|"));
        parse(whole("35=A|34=1|"));
        assertEquals(-1, text.length(553));
        assertEquals(-1, text.number(553));
        parse("rubbish|");
        assertEquals(-1, text.length(34));
        assertEquals(FixReplayText.GARBAGE, text.parse(new UnsafeBuffer(new byte[]{1, '8'}), 0, 2));
    }

    @Test
    void shouldWriteBodyLengthAndCheckSum()
    {
        for (char c = ' '; c <= '~'; c++)
        {
            final String body = LOGON + "58=" + c + '|';
            assertEquals(whole(body), FixReplayText.message(body.replace('|', (char)1)).replace((char)1, '|'));
        }
    }

    @Test
    void shouldAskForMoreAsLongAsAMessageIsNotWhole()
    {
        final String message = whole(LOGON);
        for (int length = 0; length < message.length(); length++)
        {
            assertEquals(0, parse(message.substring(0, length)), "length=" + length);
        }
        assertEquals(message.length(), parse(message));
    }

    @ParameterizedTest
    @ValueSource(strings = {"8=FIX.4.4", "8=FIXT.1.1"})
    void shouldTakeBothBeginStrings(final String beginString)
    {
        final String message = whole(beginString, "35=A|34=1|");
        assertEquals(message.length(), parse(message));
    }

    @ParameterizedTest
    @ValueSource(strings = {"8=FIX.4.2", "8=FIX.4.45", "8=FIX.4.", "9=FIX.4.4", "8=FIXT.1.2", ""})
    void shouldRefuseOtherBeginStrings(final String beginString)
    {
        assertEquals(FixReplayText.GARBAGE, parse(whole(beginString, "35=A|34=1|")));
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "9=", "9=x", "9=-1", "9", "=5", "x=5", "35=A", "9=1x", "9=99999999999", "9=2000000000"})
    void shouldRefuseWhatIsNoBodyLength(final String bodyLength)
    {
        assertEquals(FixReplayText.GARBAGE, parse(signed("8=FIX.4.4|" + bodyLength + "|35=A|34=1|")));
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "35=A|34|", "35=A||", "35=A|=1|", "35=A|3x=1|", "35=A|-34=1|", "35=A|34=1", "A|", "35=A|10000000=1|"})
    void shouldRefuseWhatIsNoField(final String body)
    {
        assertEquals(FixReplayText.GARBAGE, parse(whole(body)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"35=A|34=|", "35=A|34==|", "35=A|1000000=1|", "35=A|9999999=1|", ""})
    void shouldTakeFieldsThatAreEmptyOrNotKnown(final String body)
    {
        assertEquals(whole(body).length(), parse(whole(body)));
        assertEquals(body.contains("34=|") ? 0 : body.contains("34=") ? 1 : -1, text.length(34));
    }

    @Test
    void shouldRefuseAWrongBodyLengthOrCheckSum()
    {
        final String right = whole("35=A|34=1|");
        assertEquals(right.length(), parse(right));
        final int sum = Integer.parseInt(checkSum(right));
        assertEquals(
            FixReplayText.GARBAGE, parse(right.replace("10=" + checkSum(right), "10=%03d".formatted(sum ^ 1))));
        assertEquals(FixReplayText.GARBAGE, parse(signed("8=FIX.4.4|9=9|35=A|34=1|") + "8=FIX.4.4|"));
        assertEquals(FixReplayText.GARBAGE, parse(signed("8=FIX.4.4|9=11|35=A|34=1|") + "8=FIX.4.4|"));
        assertEquals(FixReplayText.GARBAGE, parse(right.replace("|10=", "|11=")));
        assertEquals(FixReplayText.GARBAGE, parse(right.substring(0, right.length() - 1) + "x"));
    }

    @Test
    void shouldRefuseACheckSumThatIsNotTheLastField()
    {
        for (int i = 0; i < 10_000; i++)
        {
            final int sum = i % 256;
            final String body = "35=A|34=%d|10=%03d|".formatted(i, sum);
            final String message = "8=FIX.4.4|9=" + body.length() + '|' + body;
            if (sum == Integer.parseInt(checkSum(message + "10=")))
            {
                assertEquals(FixReplayText.GARBAGE, parse(message + "11=000|"));
                assertEquals(FixReplayText.GARBAGE, parse(message + "1=0000|"));
                assertEquals(message.length() + 7, parse(signed(message)));
                return;
            }
        }
        throw new AssertionError("no sum is its own");
    }

    @Test
    void shouldCountCharactersAsBytesInTheCheckSum()
    {
        final String message = whole("35=A|58=" + "\u00ff\u00ff|");
        assertEquals(message.length(), parse(message));
    }

    @Test
    void shouldTakeMessagesOfUpTo1024Characters()
    {
        final String longest = whole("35=A|58=" + "x".repeat(991) + '|');
        assertEquals(1024, longest.length());
        assertEquals(1024, parse(longest));
        assertEquals(FixReplayText.GARBAGE, parse(whole("35=A|58=" + "x".repeat(992) + '|')));
        assertEquals(FixReplayText.GARBAGE, parse("8=FIX.4.4|9=1001|35=A|"));
        assertEquals(0, parse("8=FIX.4.4|9=1000|35=A|"));
    }

    @Test
    void shouldWaitForTheEndOfAFieldNotLongerThanAMessage()
    {
        assertEquals(0, parse("8".repeat(1023)));
        assertEquals(FixReplayText.GARBAGE, parse("8".repeat(1024)));
        assertEquals(0, parse("8=FIX.4.4|9=" + "1".repeat(1011)));
        assertEquals(FixReplayText.GARBAGE, parse("8=FIX.4.4|9=" + "1".repeat(1012)));
        assertEquals(FixReplayText.GARBAGE, parse("8".repeat(1024) + '|'));
    }

    @Test
    void shouldReadNumbersOfUpToTenDigits()
    {
        parse(whole("1=9999999999|2=12345678901|3=|4=0|5=1a|6=/|7=:|8=-1|"));
        assertEquals(List.of(9_999_999_999L, -1L, -1L, 0L, -1L, -1L, -1L, -1L),
            List.of(text.number(1), text.number(2), text.number(3), text.number(4), text.number(5), text.number(6),
                text.number(7), text.number(8)));
    }

    /** Bytes before and behind are none of the message's. */
    private int parse(final String message)
    {
        final byte[] bytes =
            ("\u0001".repeat(OFFSET) + message.replace('|', (char)1) + "10=|").getBytes(StandardCharsets.ISO_8859_1);
        return text.parse(new UnsafeBuffer(bytes), OFFSET, message.length());
    }

    private static String whole(final String body)
    {
        return whole("8=FIX.4.4", body);
    }

    private static String whole(final String beginString, final String body)
    {
        return signed(beginString + "|9=" + body.length() + '|' + body);
    }

    private static String signed(final String message)
    {
        return message + "10=" + checkSum(message + "10=") + '|';
    }

    private static String checkSum(final String message)
    {
        int sum = 0;
        for (final char c : message.substring(0, message.lastIndexOf("10=")).toCharArray())
        {
            sum += '|' == c ? 1 : c;
        }
        return "%03d".formatted(sum % 256);
    }
}
