// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Scenarios 4 to 8 (heartbeats, test requests, rejects, resend), 9 to 11 (sequence resets), 15 (order of fields), 19
 * (PossResend), 20 (resends of both sides at once) and 21 (empty groups).
 */
@Tag("venue")
class FixSessionConformanceTest extends ConformanceTest
{
    @Test
    @DisplayName("4.a: nothing was sent for an interval: Heartbeat")
    void shouldSendHeartbeatWhenNothingElseIsSent() throws IOException
    {
        try (FixWire quick = logOnWithHeartbeat(3))
        {
            final String heartbeat = quick.expect("0");
            assertEquals(null, FixWire.field(heartbeat, 112), heartbeat);
        }
    }

    @Test
    @DisplayName("4.b: a TestRequest is answered with its id")
    void shouldAnswerTestRequest() throws IOException
    {
        wire.send("1|112=HELLO");
        assertEquals("HELLO", FixWire.field(wire.expect("0"), 112));
    }

    @Test
    @DisplayName("5: a Heartbeat is taken and not answered")
    void shouldTakeHeartbeat() throws IOException
    {
        wire.send("0");
        wire.send("0|112=nobody asked");
        wire.expectAlive();
    }

    @Test
    @DisplayName("6: nothing came for an interval and a bit: TestRequest; no answer to that: the connection is closed")
    void shouldAskAndThenCloseWhenNothingComes() throws IOException
    {
        try (FixWire quick = logOnWithHeartbeat(1))
        {
            String message = quick.receive();
            while (null != message && !"1".equals(FixWire.field(message, 35)))
            {
                assertEquals("0", FixWire.field(message, 35), message);
                message = quick.receive();
            }
            assertNotNull(message, "closed without a TestRequest");
            quick.send("0|112=" + FixWire.field(message, 112));
            message = quick.receive();
            int asked = 0;
            while (null != message)
            {
                asked += "1".equals(FixWire.field(message, 35)) ? 1 : 0;
                assertTrue("015".contains(FixWire.field(message, 35)), message);
                message = quick.receive();
            }
            assertTrue(asked > 0, "the second silence was not asked about");
        }
    }

    @Test
    @DisplayName("7: a Reject is taken and not answered")
    void shouldTakeReject() throws IOException
    {
        wire.send("3|45=1|58=I do not like it");
        wire.expectAlive();
    }

    @Test
    @DisplayName("8: application messages are sent again with PossDupFlag, session messages are gap-filled")
    void shouldResendApplicationMessagesAndFillGaps() throws IOException
    {
        wire.send("D" + ConformanceVenue.order("8-1"));
        final String original = wire.expect("8");
        wire.expectAlive();
        wire.expectAlive();
        wire.send("D" + ConformanceVenue.order("8-2"));
        wire.expect("8");
        wire.send("2|7=1|16=0");
        final List<String> again = resent(6);
        assertEquals("4:1->2 8:2 4:3->5 8:5", describe(again));
        final String copy = again.get(1);
        assertEquals(FixWire.field(original, 52), FixWire.field(copy, 122), copy);
        for (final int tag : new int[]{11, 17, 37, 150, 39, 60})
        {
            assertEquals(FixWire.field(original, tag), FixWire.field(copy, tag), copy);
        }
        wire.expectAlive();
    }

    @Test
    @DisplayName("8: a range within what was sent is answered with that range only")
    void shouldResendARange() throws IOException
    {
        for (int i = 0; i < 4; i++)
        {
            wire.send("D" + ConformanceVenue.order("8r-" + i));
            wire.expect("8");
        }
        wire.send("2|7=3|16=4");
        assertEquals("8:3 8:4", describe(resent(5)));
        wire.expectAlive();
    }

    @Test
    @DisplayName("8: a range of session messages only is one gap fill")
    void shouldFillOneGapWhenOnlySessionMessagesAreAskedFor() throws IOException
    {
        wire.expectAlive();
        wire.expectAlive();
        wire.send("2|7=1|16=0");
        assertEquals("4:1->4", describe(resent(4)));
        wire.expectAlive();
    }

    @Test
    @DisplayName("8: a range that ends beyond what was sent is answered as far as it goes")
    void shouldResendAsFarAsThereIsSomethingWhenTheRangeEndsBeyond() throws IOException
    {
        wire.send("D" + ConformanceVenue.order("8b"));
        wire.expect("8");
        wire.send("2|7=2|16=1000000");
        assertEquals("8:2", describe(resent(3)));
        wire.expectAlive();
    }

    @Test
    @DisplayName("9, 11.a: SequenceReset-Reset to a higher number is taken, whatever its own number is")
    void shouldContinueBehindAReset() throws IOException
    {
        wire.sendAt(1, "4|36=40");
        wire.nextOut(40);
        wire.expectAlive();
    }

    @Test
    @DisplayName("10.a: a gap fill with a number too high: ResendRequest")
    void shouldAskForMissingWhenGapFillIsTooHigh() throws IOException
    {
        wire.sendAt(5, "4|123=Y|36=9");
        final String request = wire.expect("2");
        assertEquals("2", FixWire.field(request, 7), request);
        wire.sendAt(2, "4" + ConformanceVenue.possDup() + "|123=Y|36=9");
        wire.nextOut(9);
        wire.expectAlive();
    }

    @Test
    @DisplayName("10.b: a gap fill with the expected number moves to its NewSeqNo")
    void shouldContinueBehindAGapFill() throws IOException
    {
        wire.send("4|123=Y|36=20");
        wire.nextOut(20);
        wire.expectAlive();
    }

    @Test
    @DisplayName("10.c: a gap fill with a number too low and PossDupFlag: passed over")
    void shouldPassOverGapFillWhenItIsOld() throws IOException
    {
        wire.expectAlive();
        wire.expectAlive();
        wire.sendAt(2, "4" + ConformanceVenue.possDup() + "|123=Y|36=3");
        wire.expectAlive();
    }

    @Test
    @DisplayName("10.d: a gap fill with a number too low without PossDupFlag: Logout")
    void shouldLogOutWhenGapFillIsTooLow() throws IOException
    {
        wire.expectAlive();
        wire.expectAlive();
        wire.sendAt(2, "4|123=Y|36=3");
        final String logout = wire.expect("5");
        assertTrue(FixWire.field(logout, 58).startsWith("MsgSeqNum too low, expecting 4 but received 2"), logout);
        wire.expectClosed();
    }

    @Test
    @DisplayName("10.e: a gap fill that would lower the number: Reject")
    void shouldRejectWhenGapFillGoesBack() throws IOException
    {
        wire.expectAlive();
        wire.expectAlive();
        final long sequence = wire.nextOut();
        wire.send("4|123=Y|36=" + (sequence - 2));
        wire.expectReject(sequence, 5, 36);
    }

    @Test
    @DisplayName("11.b: SequenceReset-Reset to the number that is expected anyway: taken")
    void shouldContinueWhenResetChangesNothing() throws IOException
    {
        wire.expectAlive();
        wire.sendAt(99, "4|36=3");
        wire.expectAlive();
    }

    @Test
    @DisplayName("11.c: SequenceReset-Reset to a lower number: Reject, and nothing changes")
    void shouldRejectWhenResetGoesBack() throws IOException
    {
        wire.expectAlive();
        wire.expectAlive();
        wire.sendAt(4, "4|36=2");
        wire.expectReject(4, 5, 36);
        wire.expectAlive();
    }

    @Test
    @DisplayName("15: header and body fields in another order")
    void shouldAcceptWhenFieldsStandInAnotherOrder() throws IOException
    {
        final String body = "40=2|54=1|11=15|44=60|59=0|38=1|60=" + FixFrame.time(0) + "|55=CHEAP-12.26|1=CF01ABC";
        wire.send("D|97=N|" + body);
        assertEquals("15", FixWire.field(wire.expect("8"), 11));
        wire.expectAlive();
    }

    @Test
    @DisplayName("19.a: PossResend of an order that was seen: never a second order")
    void shouldNotTakeOrderTwiceWhenItIsResent() throws IOException
    {
        wire.send("D" + ConformanceVenue.order("19a"));
        final String report = wire.expect("8");
        final long orders = conformance.venue().operator.state().orders();
        wire.send("D|97=Y" + ConformanceVenue.order("19a"));
        final String answer = wire.expect("8");
        assertNotEquals("0", FixWire.field(answer, 150), answer);
        assertEquals(orders, conformance.venue().operator.state().orders(), report);
        wire.expectAlive();
    }

    @Test
    @DisplayName("19.b: PossResend of an order that was not seen: an order")
    void shouldTakeOrderWhenItIsResentAndNew() throws IOException
    {
        wire.send("D|97=Y" + ConformanceVenue.order("19b"));
        assertEquals("0", FixWire.field(wire.expect("8"), 150));
        wire.expectAlive();
    }

    @Test
    @DisplayName("20: both sides ask for a resend at once; each is answered, and the messages are taken in order")
    void shouldResendWhileItWaitsForAResendItself() throws IOException
    {
        wire.send("D" + ConformanceVenue.order("20-1"));
        wire.expect("8");
        wire.sendAt(5, "2|7=2|16=0");
        wire.sendAt(6, "0");
        final List<String> messages = new ArrayList<>();
        while (messages.size() < 2)
        {
            messages.add(wire.receive());
        }
        messages.sort((a, b) -> FixWire.field(a, 35).compareTo(FixWire.field(b, 35)));
        assertEquals("2", FixWire.field(messages.get(0), 35), messages.get(0));
        assertEquals("8", FixWire.field(messages.get(1), 35), messages.get(1));
        assertEquals("Y", FixWire.field(messages.get(1), 43), messages.get(1));
        final String request = messages.get(0);
        assertEquals("3", FixWire.field(request, 7), request);
        wire.sendAt(3, "D" + ConformanceVenue.possDup() + ConformanceVenue.order("20-2"));
        wire.sendAt(4, "4" + ConformanceVenue.possDup() + "|123=Y|36=7");
        wire.nextOut(7);
        assertEquals("20-2", FixWire.field(wire.expect("8"), 11));
        wire.expectAlive();
    }

    @Test
    @DisplayName("21: a group with no entries")
    void shouldAcceptWhenAGroupIsEmpty() throws IOException
    {
        wire.send("D" + ConformanceVenue.order("21") + "|386=0");
        final String answer = wire.receive();
        assertNotNull(answer);
        assertTrue("83".contains(FixWire.field(answer, 35)), answer);
        wire.expectAlive();
    }

    private static FixWire logOnWithHeartbeat(final int seconds) throws IOException
    {
        final FixWire quick = conformance.connect();
        quick.send("A|98=0|141=Y|108=" + seconds);
        quick.expect("A");
        return quick;
    }

    /** What comes again for the numbers below an end. */
    private List<String> resent(final long end) throws IOException
    {
        final List<String> messages = new ArrayList<>();
        long next = 0;
        while (next < end)
        {
            final String message = wire.receive();
            assertNotNull(message, messages::toString);
            assertEquals("Y", FixWire.field(message, 43), message);
            messages.add(message);
            next = Long.parseLong(FixWire.field(message, "4".equals(FixWire.field(message, 35)) ? 36 : 34));
            next += "4".equals(FixWire.field(message, 35)) ? 0 : 1;
        }
        return messages;
    }

    private static String describe(final List<String> messages)
    {
        final List<String> words = new ArrayList<>();
        for (final String message : messages)
        {
            final String newSeqNo = FixWire.field(message, 36);
            words.add(FixWire.field(message, 35) + ":" + FixWire.field(message, 34) +
                (null == newSeqNo ? "" : "->" + newSeqNo));
        }
        return String.join(" ", words);
    }
}
