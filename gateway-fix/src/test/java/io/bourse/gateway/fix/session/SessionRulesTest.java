// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * What a session says to right and wrong messages of its client.
 */
@Tag("venue")
class SessionRulesTest extends RigTest
{
    @Test
    void shouldAnswerEveryMessageInOrderWhenManyComeAtOnce() throws IOException
    {
        try (TestClient client = new TestClient(rig.port(), "ALPHA"))
        {
            client.logOn("");
            final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            for (int i = 0; i < 200; i++)
            {
                // Plain ones and such as the dictionary must see, mixed.
                bytes.write(TestFix.message(
                    "ALPHA", client.next++, "D", "11=o" + i + "|" + ORDER + (0 == i % 3 ? "58=x|" : "")));
            }
            client.send(bytes.toByteArray());
            for (int i = 0; i < 200; i++)
            {
                final String report = client.expect("8");
                assertEquals("o" + i, TestFix.field(report, 11));
                assertEquals(i + 2, Integer.parseInt(TestFix.field(report, 34)));
            }
            assertEquals(133, rig.plain.get());
        }
        TransportRig.await(() -> rig.seen.equals(List.of("+ALPHA", "-ALPHA")), "the session does not end");
    }

    @Test
    void shouldQueueWhatComesTooEarlyAndAskForWhatIsMissing() throws IOException
    {
        try (TestClient client = new TestClient(rig.port(), "ALPHA"))
        {
            client.logOn("");
            client.send(TestFix.message("ALPHA", 3, "D", "11=o3|" + ORDER));
            client.send(TestFix.message("ALPHA", 4, "D", "11=o4|" + ORDER));
            final String asked = client.expect("2");
            assertEquals("2", TestFix.field(asked, 7));
            client.send(TestFix.message("ALPHA", 2, "D", "43=Y|122=" + TestFix.now() + "|11=o2|" + ORDER));
            assertEquals("o2", TestFix.field(client.expect("8"), 11));
            assertEquals("o3", TestFix.field(client.expect("8"), 11));
            assertEquals("o4", TestFix.field(client.expect("8"), 11));
        }
    }

    @Test
    void shouldPassOverGarbledMessagesAndCountThem() throws IOException
    {
        try (TestClient client = new TestClient(rig.port(), "ALPHA"))
        {
            client.logOn("");
            final byte[] damaged = TestFix.message("ALPHA", 2, "D", "11=o2|" + ORDER);
            damaged[damaged.length - 12] ^= 2;
            client.send(damaged);
            client.send(TestFix.message("ALPHA", 3, "D", "11=o3|" + ORDER));
            assertEquals("2", TestFix.field(client.expect("2"), 7));
            client.send(TestFix.message("ALPHA", 2, "4", "43=Y|122=" + TestFix.now() + "|123=Y|36=3|"));
            assertEquals("o3", TestFix.field(client.expect("8"), 11));
            assertEquals(1, rig.counters().get(FixCounter.GARBLED_MESSAGES));
            client.send(TestFix.frame("35=D|49=ALPHA|56=BOURSE|34=4|52=" + TestFix.now() + "|x1=y|"));
            client.send(TestFix.message("ALPHA", 4, "D", "11=o4|" + ORDER));
            assertEquals("o4", TestFix.field(client.expect("8"), 11));
            assertEquals(2, rig.counters().get(FixCounter.GARBLED_MESSAGES));
        }
    }

    @Test
    void shouldRejectWhatTheDictionaryDoesNotKnow() throws IOException
    {
        try (TestClient client = new TestClient(rig.port(), "ALPHA"))
        {
            client.logOn("");
            client.send("D", "58=no order id|" + ORDER);
            final String reject = client.expect("3");
            assertEquals("2", TestFix.field(reject, 45));
            client.send("D", "11=o|58=x|54=1|54=1|" + ORDER);
            assertEquals("3", TestFix.field(client.expect("3"), 45));
            client.send("D", "11=ok|" + ORDER);
            assertEquals("ok", TestFix.field(client.expect("8"), 11));
            client.send("x", "320=r|559=4|");
            assertEquals("3", TestFix.field(client.expect("j"), 380));
            assertEquals(2, rig.counters().get(FixCounter.SESSION_REJECTS));
            assertEquals(1, rig.counters().get(FixCounter.UNSUPPORTED_MESSAGES));
        }
    }

    @Test
    void shouldRejectOneMessageWhenTheHandlerFailsAtIt() throws IOException
    {
        try (TestClient client = new TestClient(rig.port(), "ALPHA"))
        {
            client.logOn("");
            client.send("D", "11=broken|" + ORDER);
            assertEquals("4", TestFix.field(client.expect("j"), 380));
            client.send("D", "11=ok|" + ORDER);
            assertEquals("ok", TestFix.field(client.expect("8"), 11));
        }
    }

    @Test
    void shouldHaltWhenTheHandlerCannotGoOn() throws IOException
    {
        try (TestClient client = new TestClient(rig.port(), "ALPHA"))
        {
            client.logOn("");
            client.send("D", "11=fatal|" + ORDER);
            TransportRig.await(() -> null != rig.failure(), "the gateway goes on");
            assertEquals("as an engine that has gone", rig.failure().getMessage());
        }
        rig.stop();
        rig = new TransportRig(directory.resolve("next"));
    }

    @Test
    void shouldRejectAndLogOutWhenTheSendingTimeIsWrong() throws IOException
    {
        try (TestClient client = new TestClient(rig.port(), "ALPHA"))
        {
            client.logOn("");
            client.send(TestFix.message("ALPHA", 2, "D", "20200101-00:00:00.000", "11=o|" + ORDER));
            assertEquals("10", TestFix.field(client.expect("3"), 373));
            client.expect("5");
        }
    }

    @Test
    void shouldLogOutWhenANumberComesAgain() throws IOException
    {
        try (TestClient client = new TestClient(rig.port(), "ALPHA"))
        {
            client.logOn("");
            client.send("D", "11=o1|" + ORDER);
            client.expect("8");
            client.send(TestFix.message("ALPHA", 2, "D", "11=o1|" + ORDER));
            final String logout = client.expect("5");
            assertTrue(TestFix.field(logout, 58).contains("too low"), logout);
            assertTrue(client.isClosedByOther());
        }
        TransportRig.await(() -> rig.seen.equals(List.of("+ALPHA", "-ALPHA")), "the session does not end");
        assertEquals(3, rig.counters().get(FixCounter.MESSAGES_RECEIVED), "Logon and two orders");
        assertEquals(3, rig.counters().get(FixCounter.MESSAGES_SENT), "Logon, report, Logout");
    }

    @Test
    void shouldRefuseASecondConnectionAndKeepTheFirst() throws IOException
    {
        try (TestClient client = new TestClient(rig.port(), "ALPHA");
            TestClient second = new TestClient(rig.port(), "ALPHA"))
        {
            client.logOn("");
            second.send("A", "98=0|108=30|");
            client.send("0", "112=" + TestFix.field(client.expect("1"), 112) + "|");
            assertNull(second.read());
            client.send("D", "11=ok|" + ORDER);
            assertEquals("ok", TestFix.field(client.expect("8"), 11));
            assertEquals(1, rig.counters().get(FixCounter.LOGONS));
        }
    }

    @Test
    void shouldBeginAgainAtOneWhenTheClientResets() throws IOException
    {
        try (TestClient client = new TestClient(rig.port(), "ALPHA"))
        {
            client.logOn("");
            client.send("D", "11=o1|" + ORDER);
            client.expect("8");
        }
        TransportRig.await(() -> rig.seen.contains("-ALPHA"), "the session does not end");
        try (TestClient client = new TestClient(rig.port(), "ALPHA"))
        {
            final String logon = client.logOn("141=Y|");
            assertEquals("1", TestFix.field(logon, 34));
            assertEquals("Y", TestFix.field(logon, 141));
            client.send("D", "11=o2|" + ORDER);
            assertEquals("2", TestFix.field(client.expect("8"), 34));
            client.send("2", "7=1|16=0|");
            final String gap = client.expect("4");
            assertEquals("2", TestFix.field(gap, 36));
            assertEquals("o2", TestFix.field(client.expect("8"), 11));
        }
    }

    @Test
    void shouldEndTheSessionWhenAskedToAndLetItComeAgain() throws IOException
    {
        try (TestClient client = new TestClient(rig.port(), "ALPHA"))
        {
            client.logOn("");
            rig.run(() -> rig.session("ALPHA").logout("end of day"));
            final String logout = client.expect("5");
            assertEquals("end of day", TestFix.field(logout, 58));
            client.send("5", "");
            assertNull(client.read());
        }
        try (TestClient client = new TestClient(rig.port(), "ALPHA"))
        {
            client.next = 3;
            assertNotNull(client.logOn(""));
        }
    }

    @Test
    void shouldSayWhatItExpectsWhenTheClientDoes() throws IOException
    {
        try (TestClient client = new TestClient(rig.port(), "ALPHA"))
        {
            client.logOn("");
            for (int i = 0; i < 3; i++)
            {
                client.send("D", "11=o" + i + "|" + ORDER);
                client.expect("8");
            }
        }
        TransportRig.await(() -> rig.seen.contains("-ALPHA"), "the session does not end");
        try (TestClient client = new TestClient(rig.port(), "ALPHA"))
        {
            client.next = 5;
            final String logon = client.logOn("789=3|");
            assertEquals("6", TestFix.field(logon, 789));
            assertEquals("5", TestFix.field(logon, 34));
            final String again = client.expect("8");
            assertEquals("3", TestFix.field(again, 34));
            assertEquals("Y", TestFix.field(again, 43));
            assertEquals("4", TestFix.field(client.expect("8"), 34));
            final String gap = client.expect("4");
            assertEquals("5", TestFix.field(gap, 34));
            assertEquals("6", TestFix.field(gap, 36));
        }
        TransportRig.await(() -> 2 == rig.counters().get(FixCounter.LOGOUTS), "the session does not end");
        try (TestClient client = new TestClient(rig.port(), "ALPHA"))
        {
            client.next = 6;
            client.send("A", "98=0|108=30|789=100|");
            assertTrue(TestFix.field(client.expect("5"), 58).contains("given=100"));
            assertTrue(client.isClosedByOther());
        }
    }

    @Test
    void shouldAskBeforeALogonAndWaitForTheAnswer() throws IOException
    {
        rig.stop();
        final AtomicReference<LogonAnswer> pending = new AtomicReference<>();
        final AtomicReference<LogonRequest> request = new AtomicReference<>();
        rig = new TransportRig(directory.resolve("checked"));
        rig.logonCheck = (asked, answer) ->
        {
            request.set(asked);
            pending.set(answer);
        };
        rig.sessionOptions = FixSessionOptions.builder().dictionary(FixSessionOptions.Dictionary.BOURSE).build();
        rig.start();
        try (TestClient client = new TestClient(rig.port(), "ALPHA"))
        {
            final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            bytes.write(TestFix.message("ALPHA", 1, "A", "98=0|108=30|553=me|554=secret|925=new|"));
            bytes.write(TestFix.message("ALPHA", 2, "D", "11=behind|" + ORDER));
            client.send(bytes.toByteArray());
            TransportRig.await(() -> null != pending.get(), "nobody is asked");
            assertEquals("me", request.get().username());
            assertEquals("secret", new String(request.get().password()));
            assertEquals("new", new String(request.get().newPassword()));
            assertTrue(!request.get().toString().contains("secret"));
            pending.getAndSet(null).accept(1);
            assertEquals("1", TestFix.field(client.expect("A"), 1409));
            assertEquals("behind", TestFix.field(client.expect("8"), 11));
        }
        TransportRig.await(() -> rig.seen.contains("-ALPHA"), "the session does not end");
        for (int i = 0; i < 3; i++)
        {
            try (TestClient client = new TestClient(rig.port(), "ALPHA"))
            {
                client.next = 3;
                client.send("A", "98=0|108=30|554=wrong|");
                TransportRig.await(() -> null != pending.get(), "nobody is asked");
                pending.getAndSet(null).refuse(5, "no such password");
                final String logout = client.expect("5");
                assertEquals("3", TestFix.field(logout, 34));
                assertEquals("5", TestFix.field(logout, 1409));
                assertEquals("no such password", TestFix.field(logout, 58));
                assertNull(client.read());
            }
        }
        rig.run(() ->
        {
            assertEquals(3, rig.session("ALPHA").store.nextSender());
            assertEquals(3, rig.session("ALPHA").store.nextTarget());
        });
        assertEquals(3, rig.counters().get(FixCounter.REFUSED_LOGONS));
    }

    @Test
    void shouldSendNoSessionStatusWhenTheClientKnowsFix44Only() throws IOException
    {
        rig.stop();
        final AtomicReference<LogonAnswer> pending = new AtomicReference<>();
        rig = new TransportRig(directory.resolve("fix44"));
        rig.logonCheck = (asked, answer) -> pending.set(answer);
        rig.start();
        try (TestClient client = new TestClient(rig.port(), "ALPHA"))
        {
            client.send("A", "98=0|108=30|554=wrong|");
            TransportRig.await(() -> null != pending.get(), "the Logon is not checked");
            pending.getAndSet(null).refuse(5, "no such password");
            final String logout = client.expect("5");
            assertFalse(logout.contains("|1409="), logout);
            assertEquals("no such password", TestFix.field(logout, 58));
        }
        try (TestClient client = new TestClient(rig.port(), "ALPHA"))
        {
            client.send("A", "98=0|108=30|554=right|");
            TransportRig.await(() -> null != pending.get(), "the Logon is not checked");
            pending.getAndSet(null).accept(1);
            final String logon = client.expect("A");
            assertFalse(logon.contains("|1409="), logon);
        }
    }

    @Test
    void shouldRefuseARangeThatWasNeverSent() throws IOException
    {
        try (TestClient client = new TestClient(rig.port(), "ALPHA"))
        {
            client.logOn("");
            client.send("2", "7=100|16=0|");
            assertEquals("7", TestFix.field(client.expect("3"), 371));
            client.send("2", "7=2|16=1|");
            assertEquals("16", TestFix.field(client.expect("3"), 371));
            client.send("2", "7=1|16=1|");
            assertEquals("2", TestFix.field(client.expect("4"), 36));
        }
    }
}
