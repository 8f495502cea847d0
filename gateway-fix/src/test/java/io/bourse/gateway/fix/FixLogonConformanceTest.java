// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix;

import io.bourse.gateway.fix.session.FixCounter;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.nio.file.Path;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Scenarios 1S (logon is received), 12 and 13 (logout), 16 (messages wait for a client that is away).
 */
@Tag("venue")
class FixLogonConformanceTest
{
    @TempDir
    private static Path directory;
    private static ConformanceVenue conformance;

    @BeforeAll
    static void start()
    {
        conformance = new ConformanceVenue(directory);
    }

    @AfterAll
    static void stop()
    {
        conformance.close();
    }

    @Test
    @DisplayName("1S.a: a valid Logon is answered by a Logon")
    void shouldAnswerWhenLogonIsValid() throws IOException
    {
        try (FixWire wire = conformance.connect())
        {
            wire.send("A|98=0|108=30");
            final String answer = wire.expect("A");
            assertEquals("0", FixWire.field(answer, 98), answer);
            assertEquals("30", FixWire.field(answer, 108), answer);
            wire.expectAlive();
        }
    }

    @Test
    @DisplayName("1S.a: a valid Logon with a number too high is answered, and the missing messages are asked for")
    void shouldAskAgainWhenNumberOfLogonIsTooHigh() throws IOException
    {
        try (FixWire wire = conformance.connect())
        {
            wire.sendAt(5, "A|98=0|108=30");
            wire.expect("A");
            final String request = wire.expect("2");
            assertEquals("1", FixWire.field(request, 7), request);
            wire.sendAt(1, "4" + ConformanceVenue.possDup() + "|123=Y|36=6");
            wire.nextOut(6);
            wire.expectAlive();
        }
    }

    @Test
    @DisplayName("1S.a: a valid Logon with a number too low ends with a Logout")
    void shouldLogOutWhenNumberOfLogonIsTooLow() throws IOException
    {
        final String name = conformance.nextName();
        final int port = conformance.venue().port();
        try (FixWire wire = new FixWire(port, name))
        {
            wire.logOn();
            wire.expectAlive();
            wire.send("5");
            wire.expect("5");
            wire.expectClosed();
        }
        try (FixWire wire = new FixWire(port, name, 1, 4))
        {
            wire.send("A|98=0|108=30");
            final String logout = wire.expect("5");
            assertTrue(FixWire.field(logout, 58).startsWith("MsgSeqNum too low, expecting 4 but received 1"), logout);
            wire.expectClosed();
        }
    }

    @Test
    @DisplayName("1S.a: ResetSeqNumFlag begins anew on both sides, also within a session")
    void shouldBeginAnewWhenResetIsAsked() throws IOException
    {
        try (FixWire wire = conformance.logOn())
        {
            wire.expectAlive();
            wire.logOn();
            assertEquals(2, wire.nextIn());
            wire.expectAlive();
        }
    }

    @Test
    @DisplayName("1S.b: a second connection with the identity of a living session is closed without a message")
    void shouldCloseWithoutAWordWhenIdentityIsInUse() throws IOException
    {
        final String name = conformance.nextName();
        final int port = conformance.venue().port();
        final long before = conformance.venue().counters().get(FixCounter.LOGONS_OF_SESSIONS_IN_USE);
        try (FixWire first = new FixWire(port, name); FixWire second = new FixWire(port, name))
        {
            first.logOn();
            second.send("A|98=0|108=30|141=Y");
            // The same address: the first one is asked whether it is alive.
            first.send("0|112=" + FixWire.field(first.expect("1"), 112));
            second.expectClosed();
            first.expectAlive();
            assertEquals(
                before + 1, conformance.venue().counters().get(FixCounter.LOGONS_OF_SESSIONS_IN_USE));
        }
    }

    @Test
    @DisplayName("1S.b: a connection on which nothing comes any more gives its session to the next Logon of its client")
    void shouldTakeOverWhenTheOldConnectionIsDead() throws IOException
    {
        final String name = conformance.nextName();
        final int port = conformance.venue().port();
        try (FixWire dead = new FixWire(port, name); FixWire next = new FixWire(port, name, 2, 3))
        {
            dead.logOn();
            next.send("A|98=0|108=30");
            next.expect("A");
            next.expectAlive();
            assertEquals("another Logon of this session", FixWire.field(dead.expect("1"), 112));
            dead.expectClosed();
        }
    }

    @Test
    @DisplayName("1S.b: a connection that ends while it is asked gives its session to the next Logon at once")
    void shouldTakeOverWhenTheOldConnectionEnds() throws IOException
    {
        final String name = conformance.nextName();
        final int port = conformance.venue().port();
        try (FixWire gone = new FixWire(port, name); FixWire next = new FixWire(port, name, 2, 3))
        {
            gone.logOn();
            next.send("A|98=0|108=30");
            gone.expect("1");
            gone.close();
            next.expect("A");
            next.expectAlive();
        }
    }

    @Test
    @DisplayName("1S.c: a Logon with an identity that is not configured is closed without a message")
    void shouldCloseWithoutAWordWhenIdentityIsUnknown() throws IOException
    {
        final int port = conformance.venue().port();
        final long before = conformance.venue().counters().get(FixCounter.LOGONS_OF_UNKNOWN_SESSIONS);
        try (FixWire sender = new FixWire(port, "NOBODY"); FixWire target = conformance.connect())
        {
            sender.send("A|98=0|108=30|141=Y");
            sender.expectClosed();
            target.send("A|98=0|108=30|141=Y", (frame) -> frame.target("BURSE"));
            target.expectClosed();
            assertEquals(
                before + 2, conformance.venue().counters().get(FixCounter.LOGONS_OF_UNKNOWN_SESSIONS));
        }
    }

    @Test
    @DisplayName("1S.d: a Logon without a field that it must have opens no session")
    void shouldNotLogOnWhenAFieldIsMissing() throws IOException
    {
        final String name = conformance.nextName();
        try (FixWire wire = new FixWire(conformance.venue().port(), name))
        {
            wire.send("A|98=0|141=Y");
            assertEndsWithoutLogon(wire);
        }
    }

    @Test
    @DisplayName("1S.d: a Logon with a time far from ours opens no session")
    void shouldNotLogOnWhenTimeIsWrong() throws IOException
    {
        try (FixWire wire = conformance.connect())
        {
            wire.send("A|98=0|108=30|141=Y", (frame) -> frame.sendingTime("20010101-00:00:00.000"));
            assertEndsWithoutLogon(wire);
        }
    }

    @Test
    @DisplayName("1S.d: a Logon of another version of FIX opens no session")
    void shouldNotLogOnWhenVersionIsAnother() throws IOException
    {
        try (FixWire wire = conformance.connect())
        {
            wire.send("A|98=0|108=30|141=Y", (frame) -> frame.begin("FIX.4.2"));
            assertEndsWithoutLogon(wire);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', value = {
        "A|98=1|108=30|141=Y; ; ; EncryptMethod(98) must be 0",
        "A|98=0|108=30|141=Y; 34=1; 34=5; MsgSeqNum(34) must be 1 with ResetSeqNumFlag(141)=Y",
        "A|98=0|108=30; 34=1; 34=abc; MsgSeqNum(34) must be a whole number",
        "A|98=0|108=30; 34=1; 34=99999999999; MsgSeqNum(34) must be a whole number",
        "A|98=0|108=30; 52=2; 52=x; Invalid Logon message: Incorrect data format for value, field=52",
        "A|43=Q|98=0|108=30; ; ; Invalid Logon message: Incorrect data format for value, field=43"})
    @DisplayName("1S.d: a Logon with a header or a choice that cannot be opens no session, and the Logout says why")
    void shouldSayWhyWhenLogonCannotBe(final String logon, final String from, final String to, final String text)
        throws IOException
    {
        try (FixWire wire = conformance.connect())
        {
            wire.send(logon, (frame) -> frame.change((fields) -> null == from ? fields : fields.replace(from, to)));
            final String logout = wire.expect("5");
            assertTrue(FixWire.field(logout, 58).startsWith(text), logout);
            wire.expectClosed();
        }
    }

    @Test
    @DisplayName("1S.d: a Logon that is damaged opens no session")
    void shouldNotLogOnWhenLogonIsGarbled() throws IOException
    {
        try (FixWire wire = conformance.connect())
        {
            wire.sendAt(1, "A|98=0|108=30|141=Y", FixFrame::wrongChecksum);
            wire.send("1|112=am I in");
            wire.expectClosed();
        }
    }

    @Test
    @DisplayName("1S.e: a first message that is no Logon is not answered, and the connection is closed")
    void shouldCloseWhenFirstMessageIsNoLogon() throws IOException
    {
        for (final String message : new String[]{"0", "1|112=x", "5", "2|7=1|16=0", "D" + ConformanceVenue.order("x")})
        {
            try (FixWire wire = conformance.connect())
            {
                wire.send(message);
                wire.expectClosed();
            }
        }
    }

    @Test
    @DisplayName("12, 13.a: who receives Logout answers it, and nothing follows")
    void shouldAnswerLogoutAndClose() throws IOException
    {
        try (FixWire wire = conformance.logOn())
        {
            wire.send("5|58=enough for today");
            wire.expect("5");
            wire.expectClosed();
        }
    }

    @Test
    @DisplayName("13.b: an unsolicited Logout with a gap before it is answered; the gap is closed at the next logon")
    void shouldCloseTheGapLaterWhenLogoutComesTooHigh() throws IOException
    {
        final String name = conformance.nextName();
        final FixWire wire = new FixWire(conformance.venue().port(), name);
        wire.logOn();
        wire.sendAt(4, "5");
        String message = wire.receive();
        boolean isAnswered = false;
        while (null != message)
        {
            assertTrue("25".contains(FixWire.field(message, 35)), message);
            isAnswered |= "5".equals(FixWire.field(message, 35));
            message = wire.receive();
        }
        assertTrue(isAnswered, "the Logout was not answered");
        wire.close();
        try (FixWire again = conformance.comeBack(name, 5, wire.nextIn()))
        {
            final String request = again.expect("2");
            assertEquals("2", FixWire.field(request, 7), request);
            again.sendAt(2, "4" + ConformanceVenue.possDup() + "|123=Y|36=6");
            again.nextOut(6);
            again.expectAlive();
        }
    }

    @Test
    @DisplayName("16: what happened while the client was away reaches it at its next logon, in its place")
    void shouldResendWhenClientWasAway() throws IOException
    {
        final String name = conformance.nextName();
        final FixWire wire = new FixWire(conformance.venue().port(), name);
        wire.logOn();
        wire.send("D" + ConformanceVenue.order("away1"));
        wire.expect("8");
        wire.send("F|11=away2|41=away1|55=CHEAP-12.26|54=1|60=" + FixFrame.time(0));
        wire.close();
        final long nextIn = 3;
        try (FixWire again = reopened(name, 4))
        {
            again.sendAt(5, "2|7=" + nextIn + "|16=0");
            String message = again.receive();
            while (null != message && !"8".equals(FixWire.field(message, 35)))
            {
                message = again.receive();
            }
            assertNotNull(message);
            assertEquals("4", FixWire.field(message, 150), message);
            assertEquals("Y", FixWire.field(message, 43), message);
            assertEquals("3", FixWire.field(message, 34), message);
            assertNotNull(FixWire.field(message, 122), message);
        }
    }

    /** The number of the answer depends on whether the gateway has noticed the end of the first connection already. */
    private static FixWire reopened(final String name, final long nextOut) throws IOException
    {
        Venue.await(() -> conformance.venue().operator.state().orders() == 0, "the order was not cancelled");
        return conformance.comeBack(name, nextOut, 4);
    }

    private static void assertEndsWithoutLogon(final FixWire wire) throws IOException
    {
        String message = wire.receive();
        while (null != message)
        {
            assertTrue("35".contains(FixWire.field(message, 35)), message);
            message = wire.receive();
        }
    }
}
