// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.gateway.fix.session.store.FrameEncoder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Sessions that wait, end or begin anew while something of them is still on its way.
 */
@Tag("venue")
class SessionEdgesTest extends RigTest
{
    @Test
    void shouldGoOnWithWhatWasReadWhenAShortWaitIsOver() throws IOException
    {
        try (TestClient client = new TestClient(rig.port(), "ALPHA"))
        {
            client.logOn("");
            final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            bytes.write(TestFix.message("ALPHA", 2, "D", "11=hold|" + ORDER));
            bytes.write(TestFix.message("ALPHA", 3, "D", "11=hold|" + ORDER));
            bytes.write(TestFix.message("ALPHA", 4, "D", "11=last|" + ORDER));
            client.send(bytes.toByteArray());
            // Nothing more is sent: what is in the buffer must be found there.
            assertEquals("hold", TestFix.field(client.expect("8"), 11));
            assertEquals("hold", TestFix.field(client.expect("8"), 11));
            assertEquals("last", TestFix.field(client.expect("8"), 11));
        }
    }

    @Test
    void shouldTakeNothingBehindOurLogoutAndEndASessionThatDoesNotAnswerIt() throws IOException
    {
        try (TestClient client = new TestClient(rig.port(), "ALPHA"))
        {
            client.send("A", "98=0|108=1|");
            client.expect("A");
            rig.run(() -> rig.session("ALPHA").logout("enough"));
            client.expect("5");
            client.send("D", "11=late|" + ORDER);
            int heard = 0;
            String message = client.read();
            while (null != message)
            {
                // It goes on as if nothing had been said.
                assertTrue(++heard < 10, "a client that ignores our Logout is kept");
                assertTrue(!"8".equals(TestFix.field(message, 35)), message);
                client.send("0", "");
                message = client.read();
            }
            assertEquals(1, rig.counters().get(FixCounter.MESSAGES_BEHIND_LOGOUT));
        }
        TransportRig.await(() -> rig.seen.equals(List.of("+ALPHA", "-ALPHA")), "the session does not end");
        try (TestClient client = new TestClient(rig.port(), "ALPHA"))
        {
            // The number of what was not taken is not used up.
            client.send(TestFix.message("ALPHA", 2, "A", "98=0|108=30|"));
            client.expect("A");
        }
    }

    @Test
    void shouldEndASessionThatWasTakenOverWhenItsClientDoesNotAskForWhatItLacks() throws IOException
    {
        rig.run(() ->
        {
            rig.session("ALPHA").store.mark(1, 5, 1, false, false);
            rig.session("ALPHA").store.settle(100);
            // Would wait for ever.
            rig.session("ALPHA").report(FrameEncoder.pack("B"), "148=waits|".replace('|', '\001').getBytes(
                StandardCharsets.US_ASCII), 10, 2, 1);
        });
        try (TestClient client = new TestClient(rig.port(), "ALPHA"))
        {
            client.logOn("");
            assertTrue(rig.session("ALPHA").store.isUnasked());
            rig.aheadNs += TimeUnit.SECONDS.toNanos(20);
            client.send("1", "112=there|");
            client.expect("0");
            rig.aheadNs += TimeUnit.SECONDS.toNanos(20);
            assertTrue(TestFix.field(client.expect("5"), 58).contains("was not asked for"));
            client.send("5", "");
        }
        TransportRig.await(() -> rig.seen.equals(List.of("+ALPHA", "-ALPHA")), "the session does not end");
        try (TestClient client = new TestClient(rig.port(), "ALPHA"))
        {
            client.send(TestFix.message("ALPHA", 4, "A", "98=0|108=30|"));
            client.expect("A");
            client.send(TestFix.message("ALPHA", 5, "2", "7=5|16=0|"));
            client.expect("4");
            assertEquals("waits", TestFix.field(client.expect("B"), 148));
            rig.aheadNs += TimeUnit.SECONDS.toNanos(100);
            client.send(TestFix.message("ALPHA", 6, "1", "112=there|"));
            client.expect("0");
        }
    }

    @Test
    void shouldForgetWhatWasAskedForAgainWhenTheNumbersBeginAnew() throws IOException
    {
        try (TestClient client = new TestClient(rig.port(), "ALPHA"))
        {
            client.logOn("");
            rig.run(() ->
            {
                for (int i = 0; i < 1_000; i++)
                {
                    rig.session("ALPHA").send(rig.text("old"));
                }
            });
            for (int i = 0; i < 1_000; i++)
            {
                client.expect("B");
            }
            final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            bytes.write(TestFix.message("ALPHA", 2, "2", "7=1|16=0|"));
            bytes.write(TestFix.message("ALPHA", 1, "A", "98=0|108=30|141=Y|"));
            client.send(bytes.toByteArray());
            assertEquals("1", TestFix.field(client.expect("A"), 34));
            client.send(TestFix.message("ALPHA", 2, "D", "11=new|" + ORDER));
            final String report = client.expect("8");
            assertEquals("2", TestFix.field(report, 34));
            assertEquals("new", TestFix.field(report, 11));
        }
    }

    @Test
    void shouldForgetWhatCameTooEarlyWhenTheNumbersBeginAnew() throws IOException
    {
        try (TestClient client = new TestClient(rig.port(), "ALPHA"))
        {
            client.logOn("");
            client.send(TestFix.message("ALPHA", 4, "D", "11=early|" + ORDER));
            client.expect("2");
            client.send(TestFix.message("ALPHA", 1, "A", "98=0|108=30|141=Y|"));
            client.expect("A");
            for (int i = 2; i <= 5; i++)
            {
                client.send(TestFix.message("ALPHA", i, "D", "11=o" + i + "|" + ORDER));
                assertEquals("o" + i, TestFix.field(client.expect("8"), 11));
            }
        }
    }

    @Test
    void shouldLogOutASessionThatBeginsAnewAllTheTime() throws IOException
    {
        try (TestClient client = new TestClient(rig.port(), "ALPHA"))
        {
            client.logOn("");
            client.send(TestFix.message("ALPHA", 1, "A", "98=0|108=30|141=Y|554=secret|"));
            assertEquals("1", TestFix.field(client.expect("A"), 34));
            assertEquals(1, rig.counters().get(FixCounter.LOGONS));
            final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            for (int i = 0; i < 1_000; i++)
            {
                bytes.write(TestFix.message("ALPHA", 1, "A", "98=0|108=30|141=Y|"));
            }
            client.send(bytes.toByteArray());
            int taken = 0;
            String message = client.read();
            while ("A".equals(TestFix.field(message, 35)))
            {
                taken++;
                message = client.read();
            }
            assertEquals("more than one Logon in a second", TestFix.field(message, 58), message);
            assertTrue(taken < 100, "taken=" + taken);
            assertTrue(client.isClosedByOther());
        }
        TransportRig.await(() -> rig.seen.equals(List.of("+ALPHA", "-ALPHA")), "not reported once: " + rig.seen);
    }

    @Test
    void shouldReadFieldsBehindALargeTagAndRejectWhatCannotBeRead() throws IOException
    {
        try (TestClient client = new TestClient(rig.port(), "ALPHA"))
        {
            client.logOn("");
            client.send("D", "58=x|200000=mine|11=behind|" + ORDER);
            assertEquals("behind", TestFix.field(client.expect("8"), 11));
            client.send("D", "58=x|-5=mine|11=behind|" + ORDER);
            assertEquals("3", TestFix.field(client.expect("3"), 45));
            client.send("D", "354=7|355=a|11=b||11=own|" + ORDER);
            assertEquals("own", TestFix.field(client.expect("8"), 11));
        }
    }
}
