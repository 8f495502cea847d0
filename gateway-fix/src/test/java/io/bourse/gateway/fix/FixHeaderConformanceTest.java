// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.util.function.UnaryOperator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Scenarios 2 (standard header), 3 (standard trailer) and 18 (routing of third parties).
 */
class FixHeaderConformanceTest extends ConformanceTest
{
    @Test
    @DisplayName("2.a, h, j, l, n, p, s: everything is as it should be")
    void shouldAcceptWhenHeaderIsRight() throws IOException
    {
        wire.send("D" + ConformanceVenue.order("2a"));
        assertEquals("2a", FixWire.field(wire.expect("8"), 11));
        wire.expectAlive();
    }

    @Test
    @DisplayName("2.b: a number too high is answered by a ResendRequest; what came early is taken in its turn, once")
    void shouldAskForMissingWhenNumberIsTooHigh() throws IOException
    {
        wire.sendAt(3, "D" + ConformanceVenue.order("2b-second"));
        final String request = wire.expect("2");
        assertEquals("2", FixWire.field(request, 7), request);
        wire.sendAt(2, "D" + ConformanceVenue.possDup() + ConformanceVenue.order("2b-first"));
        assertEquals("2b-first", FixWire.field(wire.expect("8"), 11));
        wire.sendAt(3, "D" + ConformanceVenue.possDup() + ConformanceVenue.order("2b-second"));
        final String second = wire.expect("8");
        assertEquals("2b-second", FixWire.field(second, 11), second);
        assertEquals("0", FixWire.field(second, 150), second);
        wire.nextOut(4);
        wire.expectAlive();
    }

    @Test
    @DisplayName("2.c: a number too low without PossDupFlag ends the session with a Logout that says so")
    void shouldLogOutWhenNumberIsTooLow() throws IOException
    {
        wire.expectAlive();
        wire.sendAt(2, "D" + ConformanceVenue.order("2c"));
        final String logout = wire.expect("5");
        assertTrue(FixWire.field(logout, 58).startsWith("MsgSeqNum too low, expecting 3 but received 2"), logout);
        wire.expectClosed();
    }

    @Test
    @DisplayName("2.d, 3.c: a garbled message is passed over and does not use a number")
    void shouldPassOverWhenMessageIsGarbled() throws IOException
    {
        assertPassedOver("D" + ConformanceVenue.order("2d"), (frame) -> frame.head("8=FIX.4.4|9=#|35"));
    }

    @Test
    @DisplayName("2.e: PossDupFlag with a number that was taken: passed over")
    void shouldPassOverWhenDuplicateWasTaken() throws IOException
    {
        final String order = ConformanceVenue.order("2e");
        wire.send("D" + order);
        wire.expect("8");
        wire.sendAt(2, "D" + ConformanceVenue.possDup() + order);
        wire.expectAlive();
    }

    @Test
    @DisplayName("2.e: PossDupFlag with the number that is expected: taken")
    void shouldTakeDuplicateWhenItIsNew() throws IOException
    {
        wire.send("D" + ConformanceVenue.possDup() + ConformanceVenue.order("2e-new"));
        assertEquals("2e-new", FixWire.field(wire.expect("8"), 11));
        wire.expectAlive();
    }

    @Test
    @DisplayName("2.f: OrigSendingTime later than SendingTime: Reject, Logout")
    void shouldEndWhenOriginalTimeIsLater() throws IOException
    {
        final long sequence = wire.nextOut();
        wire.send("D|43=Y|122=" + FixFrame.time(60) + ConformanceVenue.order("2f"));
        wire.expectReject(sequence, 10, 0);
        wire.expect("5");
        wire.expectClosed();
    }

    @Test
    @DisplayName("2.g: PossDupFlag without OrigSendingTime: Reject")
    void shouldRejectWhenOriginalTimeIsMissing() throws IOException
    {
        wire.expectAlive();
        wire.send("D|43=Y" + ConformanceVenue.order("2g"));
        wire.expectReject(3, 1, 122);
        wire.expectAlive();
    }

    @Test
    @DisplayName("2.i: another BeginString: Logout")
    void shouldLogOutWhenVersionIsAnother() throws IOException
    {
        wire.send("D" + ConformanceVenue.order("2i"), (frame) -> frame.begin("FIX.4.3"));
        final String logout = wire.expect("5");
        assertTrue(FixWire.field(logout, 58).contains("BeginString"), logout);
        wire.send("5");
        wire.expectClosed();
    }

    @Test
    @DisplayName("2.k: CompIDs that are not the session's: Reject, Logout")
    void shouldEndWhenSenderIsAnother() throws IOException
    {
        wire.send("D" + ConformanceVenue.order("2k"), (frame) -> frame.sender("ALPHA"));
        wire.expectReject(2, 9, 0);
        wire.expect("5");
        wire.expectClosed();
    }

    @Test
    @DisplayName("2.k: a TargetCompID that is not ours: Reject, Logout")
    void shouldEndWhenTargetIsAnother() throws IOException
    {
        wire.send("D" + ConformanceVenue.order("2k-target"), (frame) -> frame.target("BETA"));
        wire.expectReject(2, 9, 0);
        wire.expect("5");
        wire.expectClosed();
    }

    @Test
    @DisplayName("2.m: a BodyLength that is too small: passed over")
    void shouldPassOverWhenLengthIsTooSmall() throws IOException
    {
        assertPassedOver("D" + ConformanceVenue.order("2m"), (frame) -> frame.length("40"));
    }

    @Test
    @DisplayName("2.m: a BodyLength that is a little too large: passed over, with no more than the message behind it")
    void shouldPassOverWhenLengthIsTooLarge() throws IOException
    {
        final String order = ConformanceVenue.order("2m-large");
        wire.sendAt(2, "D" + order, (frame) -> frame.length("200"));
        wire.sendAt(2, "1|112=maybe");
        wire.sendAt(3, "1|112=last");
        String message = wire.receive();
        while (null != message && !"last".equals(FixWire.field(message, 112)))
        {
            if ("2".equals(FixWire.field(message, 35)))
            {
                wire.sendAt(2, "4" + ConformanceVenue.possDup() + "|123=Y|36=3");
                wire.sendAt(3, "1" + ConformanceVenue.possDup() + "|112=last");
            }
            assertTrue("02".contains(FixWire.field(message, 35)), message);
            message = wire.receive();
        }
        wire.nextOut(4);
        wire.expectAlive();
    }

    @Test
    @DisplayName("2.o: a SendingTime far from ours: Reject, Logout")
    void shouldEndWhenTimeIsFarAway() throws IOException
    {
        wire.send("D" + ConformanceVenue.order("2o"), (frame) -> frame.sendingTime(FixFrame.time(-600)));
        wire.expectReject(2, 10, 0);
        wire.expect("5");
        wire.expectClosed();
    }

    @Test
    @DisplayName("2.q: a MsgType that FIX does not know: Reject")
    void shouldRejectWhenTypeIsUnknown() throws IOException
    {
        wire.send("*");
        wire.expectReject(2, 11, 0);
        wire.expectAlive();
    }

    @Test
    @DisplayName("2.r: a MsgType of FIX that we do not take: BusinessMessageReject")
    void shouldRefuseWhenTypeIsNotTaken() throws IOException
    {
        // A report is ours to send: the dictionary has it, the venue does not take it.
        wire.send("9|37=1|11=a|41=b|39=0|434=1");
        final String reject = wire.expect("j");
        assertEquals("2", FixWire.field(reject, 45), reject);
        assertEquals("9", FixWire.field(reject, 372), reject);
        assertEquals("3", FixWire.field(reject, 380), reject);
        wire.expectAlive();
    }

    @Test
    @DisplayName("2.t: the first three fields in another order: passed over")
    void shouldPassOverWhenFirstFieldsAreOutOfOrder() throws IOException
    {
        assertPassedOver("D" + ConformanceVenue.order("2t"), (frame) -> frame.head("8=FIX.4.4|35=D|9=#|"));
    }

    @Test
    @DisplayName("3.a: a right CheckSum with leading zeros is taken")
    void shouldTakeWhenChecksumHasLeadingZeros() throws IOException
    {
        for (int i = 0; i < 3; i++)
        {
            String text = "x";
            while (!new String(new FixFrame("S", 1, "1|112=" + text).bytes()).contains("10=00"))
            {
                text += "x";
            }
            wire.send("1|112=" + text);
            assertEquals(text, FixWire.field(wire.expect("0"), 112));
        }
    }

    @Test
    @DisplayName("3.b: a wrong CheckSum: passed over")
    void shouldPassOverWhenChecksumIsWrong() throws IOException
    {
        wire.sendAt(2, "D" + ConformanceVenue.order("3b"), FixFrame::wrongChecksum);
        wire.expectAlive();
    }

    @Test
    @DisplayName("3.e: a CheckSum of two digits, or of four: passed over")
    void shouldPassOverWhenChecksumIsNotOfThreeDigits() throws IOException
    {
        for (final String checksum : new String[]{"12", "1", "0123", "abc", ""})
        {
            wire.sendAt(wire.nextOut(), "D" + ConformanceVenue.order("3e"), (frame) -> frame.checksum(checksum));
            wire.expectAlive();
        }
    }

    @Test
    @DisplayName("3.e: fields behind the CheckSum belong to no message")
    void shouldPassOverWhatStandsBehindTheChecksum() throws IOException
    {
        wire.send("1|112=3e", (frame) -> frame.behind("58=more|"));
        assertEquals("3e", FixWire.field(wire.expect("0"), 112));
        wire.expectAlive();
    }

    private void assertPassedOver(final String message, final UnaryOperator<FixFrame> change) throws IOException
    {
        wire.sendAt(wire.nextOut(), message, change);
        wire.expectAlive();
        wire.expectAlive();
    }
}
