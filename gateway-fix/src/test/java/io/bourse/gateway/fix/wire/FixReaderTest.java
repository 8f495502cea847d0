// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.wire;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.charset.StandardCharsets;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

class FixReaderTest
{
    private final FixReader reader = new FixReader();

    @Test
    void shouldReadTheOtherFieldsWhenATagIsNotPositive()
    {
        assertFalse(wrap("8=FIX.4.4|9=5|35=1|-7=x|34=2|0=y|10=000|"));
        assertTrue(reader.hasFaultyTag());
        assertEquals(-7, reader.faultyTag());
        assertEquals(2, reader.number(reader.find(34)));
        assertEquals(5, reader.fieldCount());
        assertTrue(wrap("8=FIX.4.4|9=5|35=1|34=2|10=000|"));
        assertFalse(reader.hasFaultyTag());
    }

    @ParameterizedTest
    @ValueSource(strings = {"8=FIX.4.4|9=5|0=x|35=1|34=2|10=000|", "8=FIX.4.4|9=5|35=1|0=x|a=b|10=000|",
        "8=FIX.4.4|9=5|35=1|58|10=000|", "8=FIX.4.4|9=5|35=1|=x|10=000|", "8=FIX.4.4|9=5|35=1|-=x|10=000|",
        "8=FIX.4.4|9=5|35=1|4294967296=x|10=000|", "8=FIX.4.4|9=5|35=1|34=2", "8=FIX.4.4|9=5|35=1|-", "-"})
    void shouldNotReadWhatIsNoMessage(final String text)
    {
        assertFalse(wrap(text));
        assertFalse(reader.hasFaultyTag());
    }

    private boolean wrap(final String text)
    {
        final byte[] bytes = text.replace('|', '\u0001').getBytes(StandardCharsets.US_ASCII);
        return reader.wrap(bytes, 0, bytes.length);
    }
}
