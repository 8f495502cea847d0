// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.session;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

/**
 * A session whose requests wait for the engine lives on, however long that takes.
 */
@Tag("venue")
class HeldSessionTest
{
    private static final String EVERY_SECOND = "98=0|108=1|141=Y|";
    /** A client that is not heard for two and a half of its seconds is given up. */
    private static final int SIGNS_OF_LIFE = 8;

    @TempDir
    private Path directory;
    private TransportRig rig;

    @BeforeEach
    void start() throws IOException
    {
        rig = new TransportRig(directory).start();
    }

    @AfterEach
    void stop()
    {
        rig.close();
    }

    @Test
    void shouldAnswerTestRequestsWhileItsRequestsWait() throws IOException
    {
        try (TestClient client = new TestClient(rig.port(), "ALPHA"))
        {
            client.logOn("141=Y|");
            rig.isEngineAway = true;
            client.send("1", "112=first|");
            assertEquals("first", TestFix.field(client.expect("0"), 112));
            client.send("0", "");
            client.send("1", "112=second|");
            assertEquals("second", TestFix.field(client.expect("0"), 112));
            client.send("D", "11=x1|");
            client.send("1", "112=third|");
            client.send("D", "11=x2|");
            rig.isEngineAway = false;
            assertEquals("x1", TestFix.field(client.read(), 11));
            assertEquals("third", TestFix.field(client.read(), 112));
            assertEquals("x2", TestFix.field(client.read(), 11));
        }
    }

    @Test
    void shouldNotEndASessionForSilenceThatIsNotItsOwn() throws IOException
    {
        try (TestClient client = new TestClient(rig.port(), "ALPHA"))
        {
            logOnAndWait(client);
            assertEquals("x1", TestFix.field(expectOther(client), 11));
            client.send("1", "112=alive|");
            assertEquals("alive", TestFix.field(client.expect("0"), 112));
        }
    }

    @Test
    void shouldNotGiveUpAConnectionForSilenceThatIsNotItsOwnWhenAnotherLogonComes() throws IOException
    {
        try (TestClient client = new TestClient(rig.port(), "ALPHA");
            TestClient other = new TestClient(rig.port(), "ALPHA"))
        {
            client.send("A", EVERY_SECOND);
            client.expect("A");
            rig.isEngineAway = true;
            client.send("D", "11=x1|");
            other.send("A", "98=0|108=1|");
            client.send("0", "112=" + TestFix.field(client.expect("1"), 112) + "|");
            awaitSignsOfLife(client);
            rig.isEngineAway = false;
            assertEquals("x1", TestFix.field(expectOther(client), 11));
            assertNull(other.read());
        }
    }

    /** Its order is not taken for longer than any client may be silent. */
    private void logOnAndWait(final TestClient client) throws IOException
    {
        client.send("A", EVERY_SECOND);
        client.expect("A");
        rig.isEngineAway = true;
        client.send("D", "11=x1|");
        awaitSignsOfLife(client);
        rig.isEngineAway = false;
    }

    private static void awaitSignsOfLife(final TestClient client) throws IOException
    {
        for (int i = 0; i < SIGNS_OF_LIFE; i++)
        {
            assertNotNull(client.read(), "the session was ended, signsOfLife=" + i);
        }
    }

    /** The next message that is neither Heartbeat nor TestRequest. */
    private static String expectOther(final TestClient client) throws IOException
    {
        String message = client.read();
        while (null != message && "01".contains(TestFix.field(message, 35)))
        {
            message = client.read();
        }
        return message;
    }
}
