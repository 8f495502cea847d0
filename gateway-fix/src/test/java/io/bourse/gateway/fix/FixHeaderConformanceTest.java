// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix;

import io.bourse.gateway.fix.session.FixCounter;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.util.function.UnaryOperator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Scenarios 2 (standard header), 3 (standard trailer) and 18 (routing of third parties).
 */
@Tag("venue")
class FixHeaderConformanceTest extends ConformanceTest
{
    private static final int REQUIRED_MISSING = 1;
    private static final int WITHOUT_VALUE = 4;
    private static final int WRONG_FORMAT = 6;
    private static final int INVALID_TYPE = 11;
    private static final int REPEATED_TAG = 13;
    private static final int OUT_OF_ORDER = 14;

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

    @ParameterizedTest
    @ValueSource(strings = {"C", "N", "E", "k", "d", "l", "AN", "BE", "BH"})
    @DisplayName("2.r: a MsgType of FIX that is not in the dictionary of the venue either: BusinessMessageReject")
    void shouldRefuseWhenTypeIsNotServed(final String type) throws IOException
    {
        wire.send(type + "|58=a message of FIX 4.4");
        final String reject = wire.expect("j");
        assertEquals("2", FixWire.field(reject, 45), reject);
        assertEquals(type, FixWire.field(reject, 372), reject);
        assertEquals("3", FixWire.field(reject, 380), reject);
        wire.expectAlive();
    }

    @ParameterizedTest
    @ValueSource(strings = {"I", "O", "U", "BI", "CA", "AAA", "U1", "?"})
    @DisplayName("2.q: a MsgType that FIX 4.4 does not have: Reject")
    void shouldRejectWhenTypeIsOfNoFix44Message(final String type) throws IOException
    {
        wire.send(type + "|58=no message of FIX 4.4");
        wire.expectReject(2, INVALID_TYPE, 0);
        wire.expectAlive();
    }

    @Test
    @DisplayName("A withdrawal of quotes is taken by the dictionary of the venue")
    void shouldTakeQuoteCancel() throws IOException
    {
        wire.send("Z|117=withdraw|298=4");
        assertEquals("9", FixWire.field(wire.expect("b"), 297));
        wire.expectAlive();
    }

    @ParameterizedTest
    @CsvSource({"52=xyz,52", "52=20261122,52", "52=20261340-09:00:00,52", "43=Q,43", "43=Y|122=xyz,122", "122=xyz,122"})
    @DisplayName("A field of the header whose value is malformed: Reject, the number is used, the session goes on")
    void shouldRejectWhenHeaderFieldIsMalformed(final String fields, final int tag) throws IOException
    {
        for (final String message : new String[]{"D" + ConformanceVenue.order("bad"), "1|112=bad", "0"})
        {
            assertRejected(message, header(fields), WRONG_FORMAT, tag);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {49, 56, 52})
    @DisplayName("A field of the header is missing: Reject, the number is used, the session goes on")
    void shouldRejectWhenHeaderFieldIsMissing(final int tag) throws IOException
    {
        for (final String message : new String[]{"D" + ConformanceVenue.order("missing"), "1|112=missing"})
        {
            assertRejected(message, (text) -> text.replaceAll("\\|" + tag + "=[^|]*", ""), REQUIRED_MISSING, tag);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {49, 56, 52, 43})
    @DisplayName("A field of the header is empty: Reject, the number is used, the session goes on")
    void shouldRejectWhenHeaderFieldIsEmpty(final int tag) throws IOException
    {
        final String empty = "|" + tag + "=";
        assertRejected("D" + ConformanceVenue.order("empty"),
            (text) -> text.replaceAll("\\" + empty + "[^|]*", "").replace("|11=", empty + "|11="), WITHOUT_VALUE, tag);
    }

    @ParameterizedTest
    @ValueSource(ints = {34, 49, 52, 56})
    @DisplayName("A field of the header stands twice: Reject, the number is used, the session goes on")
    void shouldRejectWhenHeaderFieldStandsTwice(final int tag) throws IOException
    {
        assertRejected("D" + ConformanceVenue.order("twice"),
            (text) -> text.replaceAll("(\\|" + tag + "=[^|]*)", "$1$1"), REPEATED_TAG, tag);
    }

    @ParameterizedTest
    @ValueSource(ints = {34, 49, 52, 56})
    @DisplayName("A field of the header stands in the body: Reject, the number is used, the session goes on")
    void shouldRejectWhenHeaderFieldIsDisplaced(final int tag) throws IOException
    {
        assertRejected("D" + ConformanceVenue.order("displaced"),
            (text) -> text.replaceAll("(\\|" + tag + "=[^|]*)(.*)\\|59=0", "$2$1|59=0"), OUT_OF_ORDER, tag);
    }

    @ParameterizedTest
    @ValueSource(strings = {"abc", "99999999999", "-1", "1.5", ""})
    @DisplayName("A MsgSeqNum that is no number: Logout that says so; the session goes on at the next Logon")
    void shouldLogOutWhenNumberIsMalformed(final String number) throws IOException
    {
        wire.send("D" + ConformanceVenue.order("poison"),
            (frame) -> frame.change((text) -> text.replace("|34=2", "|34=" + number)));
        final String logout = wire.expect("5");
        assertTrue(FixWire.field(logout, 58).startsWith("MsgSeqNum(34) must be a whole number"), logout);
        wire.expectClosed();
        try (FixWire again = conformance.comeBack(wire.name(), 2, 3))
        {
            again.expectAlive();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "00", "-1", "-58"})
    @DisplayName("A tag that is a number but not a positive one: Reject, whatever the header; the number is used")
    void shouldRejectWhenATagIsNotPositive(final String tag) throws IOException
    {
        final String field = "|" + tag + "=x";
        for (final String message : new String[]{"D" + ConformanceVenue.order("none"), "1|112=none", "0"})
        {
            final long sequence = wire.nextOut();
            wire.send(message + field);
            final String reject = wire.expect("3");
            assertEquals(Long.toString(sequence), FixWire.field(reject, 45), reject);
            assertEquals("0", FixWire.field(reject, 373), reject);
            assertEquals(Integer.toString(Integer.parseInt(tag)), FixWire.field(reject, 371), reject);
            assertRejected(message + field, header("52=xyz"), WRONG_FORMAT, 52);
            assertRejected(message + field, header("43=Q"), WRONG_FORMAT, 43);
            assertRejected(message + field, (text) -> text.replaceAll("\\|49=[^|]*", ""), REQUIRED_MISSING, 49);
        }
        wire.send("1|112=last" + field, (frame) -> frame.change((text) -> text.replaceAll("\\|34=[^|]*", "|34=abc")));
        final String logout = wire.expect("5");
        assertTrue(FixWire.field(logout, 58).startsWith("MsgSeqNum(34) must be a whole number"), logout);
        wire.expectClosed();
    }

    @ParameterizedTest
    @ValueSource(strings = {"abc=x", "=x", "58x=x", "+58=x", "99999999999=x", "58", "-=x"})
    @DisplayName("What is not of the form tag=value makes a garbled message, whatever the header: passed over")
    void shouldPassOverWhenATagCannotBeRead(final String field) throws IOException
    {
        final String message = "1|112=garbled|" + field;
        assertPassedOver(message, UnaryOperator.identity());
        assertPassedOver(message, (frame) -> frame.change(header("52=xyz")));
        assertPassedOver(message, (frame) -> frame.change(header("43=Q")));
        assertPassedOver(message, (frame) -> frame.change((text) -> text.replaceAll("\\|34=[^|]*", "|34=abc")));
        assertPassedOver(message, (frame) -> frame.change((text) -> text.replaceAll("\\|49=[^|]*", "")));
    }

    @Test
    @DisplayName("A malformed header that comes too early is rejected in its turn, and what waits behind it is taken")
    void shouldRejectInItsTurnWhenMalformedHeaderComesTooEarly() throws IOException
    {
        wire.sendAt(3, "D|43=Q" + ConformanceVenue.order("early-bad"));
        assertEquals("2", FixWire.field(wire.expect("2"), 7));
        wire.sendAt(4, "1|112=early-good");
        wire.sendAt(2, "1" + ConformanceVenue.possDup() + "|112=first");
        assertEquals("first", FixWire.field(wire.expect("0"), 112));
        wire.expectReject(3, WRONG_FORMAT, 43);
        assertEquals("early-good", FixWire.field(wire.expect("0"), 112));
        wire.nextOut(5);
        wire.expectAlive();
    }

    @Test
    @DisplayName("A malformed header under a number that was used: Logout, as with any other message")
    void shouldLogOutWhenMalformedHeaderComesTooLate() throws IOException
    {
        wire.expectAlive();
        wire.sendAt(2, "D" + ConformanceVenue.order("late-bad"), (frame) -> frame.sendingTime("xyz"));
        assertTrue(FixWire.field(wire.expect("5"), 58).startsWith("MsgSeqNum too low"));
        wire.expectClosed();
    }

    private static UnaryOperator<String> header(final String fields)
    {
        return fields.startsWith("52=") ? (text) -> text.replaceAll("\\|52=[^|]*", "|" + fields) :
            (text) -> text.replaceAll("(\\|52=[^|]*)", "$1|" + fields);
    }

    private void assertRejected(
        final String message, final UnaryOperator<String> change, final int reason, final int tag) throws IOException
    {
        final long commands = conformance.venue().counters().get(FixCounter.COMMANDS);
        final long sequence = wire.nextOut();
        wire.send(message, (frame) -> frame.change(change));
        wire.expectReject(sequence, reason, tag);
        wire.expectAlive();
        assertEquals(commands, conformance.venue().counters().get(FixCounter.COMMANDS));
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
