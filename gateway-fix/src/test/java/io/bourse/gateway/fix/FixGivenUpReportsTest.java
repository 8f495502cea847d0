// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A client that comes back with ResetSeqNumFlag has given up the reports that it never received: what it believes of
 * its orders may be wrong, and their state is to be asked for.
 */
@Tag("venue")
class FixGivenUpReportsTest extends ConformanceTest
{
    @Test
    void shouldReportTheStateOfOrdersWhenTheirReportsWereGivenUp() throws IOException
    {
        wire.send("D" + ConformanceVenue.order("filled"));
        assertReport(wire.expect("8"), "filled", "0", "0");
        wire.send("D" + ConformanceVenue.order("open"));
        assertReport(wire.expect("8"), "open", "0", "0");
        wire.close();
        sell();
        try (FixWire back = new FixWire(conformance.venue().port(), wire.name()))
        {
            back.logOn();
            // Nothing is sent of the trade.
            back.expectAlive();
            back.send("AF|584=open|585=7");
            final String open = back.expect("8");
            assertReport(open, "open", "I", "0");
            assertEquals("1", FixWire.field(open, 911), open);
            assertEquals("Y", FixWire.field(open, 912), open);
            back.send("H|11=filled|55=CHEAP-12.26|54=1");
            final String filled = back.expect("8");
            assertReport(filled, "filled", "I", "2");
            assertEquals("1", FixWire.field(filled, 14), filled);
        }
    }

    @Test
    void shouldSendTheReportsWhenTheClientKeepsItsNumbers() throws IOException
    {
        wire.send("D" + ConformanceVenue.order("kept").replace("|44=60", "|44=61"));
        assertReport(wire.expect("8"), "kept", "0", "0");
        final long next = wire.nextIn();
        wire.close();
        sell();
        try (FixWire back = conformance.comeBack(wire.name(), wire.nextOut(), next + 1))
        {
            back.send("2|7=" + next + "|16=0");
            final String trade = back.expect("8");
            assertReport(trade, "kept", "F", "2");
            assertEquals("Y", FixWire.field(trade, 43), trade);
        }
    }

    /** To the best order, of these the oldest. */
    private static void sell() throws IOException
    {
        try (FixWire seller = conformance.logOn())
        {
            seller.send("D" + ConformanceVenue.order("sell").replace("|54=1", "|54=2"));
            assertReport(seller.expect("8"), "sell", "0", "0");
            assertReport(seller.expect("8"), "sell", "F", "2");
        }
    }

    private static void assertReport(
        final String report, final String clOrdId, final String execType, final String ordStatus)
    {
        assertEquals(clOrdId, FixWire.field(report, 11), report);
        assertEquals(execType, FixWire.field(report, 150), report);
        assertEquals(ordStatus, FixWire.field(report, 39), report);
    }
}
