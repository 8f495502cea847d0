// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * How long a connection may stay without sending a Logon, on a clock that the test sets: the check of what was sent may
 * take longer.
 */
@Tag("venue")
class LogonTimeoutTest
{
    private static final long BEHIND_TIMEOUT_NS = TimeUnit.SECONDS.toNanos(60);
    private static final int TIMEOUT_MS = 30_000;

    @TempDir
    private Path directory;
    private LogonAnswer answer;
    private TransportRig rig;
    private Socket socket;
    private long nowNs;

    @BeforeEach
    void start() throws IOException
    {
        rig = new TransportRig(directory);
        rig.logonCheck = (request, pending) -> answer = pending;
        rig.make();
        nowNs = System.nanoTime();
        socket = new Socket(InetAddress.getByName("127.0.0.1"), rig.port());
        socket.setSoTimeout(TIMEOUT_MS);
    }

    @AfterEach
    void stop() throws IOException
    {
        socket.close();
        rig.close();
    }

    @Test
    void shouldCloseWhenNoLogonCame() throws IOException
    {
        runUntil(() -> 1 == rig.counters().get(FixCounter.CONNECTIONS));
        nowNs += BEHIND_TIMEOUT_NS;
        runOnce();
        assertEquals(-1, socket.getInputStream().read());
    }

    @Test
    void shouldAnswerALogonWhoseCheckTakesLonger() throws IOException
    {
        socket.getOutputStream().write(TestFix.message("ALPHA", 1, "A", "98=0|108=60|"));
        runUntil(() -> null != answer);
        nowNs += BEHIND_TIMEOUT_NS;
        runOnce();
        answer.accept(LogonAnswer.NO_STATUS);
        runUntil(() -> rig.session("ALPHA").isLoggedOn());
        runOnce();
        final byte[] logon = new byte[512];
        final int length = socket.getInputStream().read(logon);
        final String text = new String(logon, 0, Math.max(0, length), StandardCharsets.ISO_8859_1);
        assertTrue(text.contains("\00135=A\001"), text);
    }

    private void runUntil(final BooleanSupplier condition)
    {
        TransportRig.await(() ->
        {
            runOnce();
            return condition.getAsBoolean();
        }, "the gateway does not come to it");
    }

    private void runOnce()
    {
        rig.transport().poll(nowNs);
        rig.transport().drain(nowNs);
    }
}
