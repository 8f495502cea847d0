// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.client;

import org.junit.jupiter.api.Test;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;

import static org.junit.jupiter.api.Assertions.assertEquals;

class FixReportTest
{
    private static List<Long> found(final String message)
    {
        final byte[] bytes = message.replace('|', '\1').getBytes(StandardCharsets.US_ASCII);
        final FixReport report = new FixReport();
        report.wrap(ByteBuffer.wrap(bytes), 0, bytes.length);
        return List.of((long)report.type, report.clOrdId, report.reason);
    }

    /** The venue's answer to what is above the limit of a session. */
    @Test
    void shouldNameTheRequestWhenTheVenueDoesNotTakeIt()
    {
        assertEquals(List.of((long)'j', 8_589_934_592L, 4L), found("8=FIX.4.4|9=120|35=j|49=BOURSE|56=FXE1|34=42|" +
            "52=20261123-10:00:00.000|45=41|372=D|379=8589934592|380=4|58=more than 40 messages in a second|10=000|"));
    }

    @Test
    void shouldNameTheRequestWhenItIsRefused()
    {
        assertEquals(List.of((long)'8', 17L, 99L), found("8=FIX.4.4|9=60|35=8|11=17|150=8|103=99|10=000|"));
        assertEquals(List.of((long)'9', 18L, 1L), found("8=FIX.4.4|9=60|35=9|11=18|41=17|102=1|10=000|"));
    }

    @Test
    void shouldSayWhatIsAbsent()
    {
        assertEquals(List.of((long)'j', FixReport.ABSENT, FixReport.ABSENT), found("35=j|45=41|372=D|"));
    }
}
