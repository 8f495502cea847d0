// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.wire;

import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;

class FixWriterTest
{
    private final FixWriter writer = new FixWriter();

    private static String text(final FixWriter message)
    {
        return message.msgType() + " " +
            new String(message.bytes(), 0, message.length(), StandardCharsets.US_ASCII).replace((char)1, '|');
    }

    @Test
    void shouldBeStandardItselfWhenItHasNoForeignField()
    {
        writer.begin("8").character(59, '0').number(368, 5);
        assertSame(writer, writer.standard());
    }

    @Test
    void shouldLeaveOutFieldsAndValuesThatFix44DoesNotHave()
    {
        writer.begin("8").number(20_002, 3).text(11, "a").character(59, '9').number(38, 1).number(368, 99)
            .price(1148, 5_000_000);
        final String all = text(writer);
        assertEquals("8 11=a|38=1|", text(writer.standard()));
        assertNotSame(writer, writer.standard());
        assertEquals(all, text(writer));
        writer.flag(797, true);
        assertEquals("8 11=a|38=1|797=Y|", text(writer.standard()));
    }

    @Test
    void shouldForgetForeignFieldsThatWereTakenBack()
    {
        writer.begin("X").number(268, 2);
        final int length = writer.length();
        writer.character(279, '0').number(83, 7).truncate(length);
        assertSame(writer, writer.standard());
        writer.character(279, '1').number(83, 8);
        assertEquals("X 268=2|279=1|", text(writer.standard()));
        assertEquals("W 55=A|", text(writer.begin("W").text(55, "A").standard()));
    }

    @Test
    void shouldLeaveOutAsManyAsThereAre()
    {
        writer.begin("X");
        final StringBuilder expected = new StringBuilder("X ");
        for (int i = 0; i < 1_000; i++)
        {
            writer.number(278, i).number(83, i);
            expected.append("278=").append(i).append('|');
        }
        assertEquals(expected.toString(), text(writer.standard()));
    }
}
