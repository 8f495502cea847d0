// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.session;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.agrona.concurrent.YieldingIdleStrategy;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A hot message and its answer cost no memory of ours. What is left is QuickFIX/J's, which compares times and numbers
 * as objects, and the selector's.
 */
@Tag("venue")
class AllocationTest
{
    private static final int WARM_UP = 20_000;
    private static final int MEASURED = 10_000;
    private static final long QUICKFIX_BYTES = 200;
    private static final String ORDER = "55=X|54=1|60=20261121-09:00:00|40=1|38=1|";

    @TempDir
    private Path directory;

    @Test
    void shouldAllocateLittleForAHotMessage() throws IOException
    {
        final TransportRig rig = new TransportRig(directory).make();
        try (rig; Socket socket = new Socket(InetAddress.getByName("127.0.0.1"), rig.port()))
        {
            socket.setTcpNoDelay(true);
            final OutputStream out = socket.getOutputStream();
            final InputStream in = socket.getInputStream();
            final byte[] bytes = new byte[64 * 1024];
            out.write(TestFix.message("ALPHA", 1, "A", "98=0|108=60|"));
            exchange(rig, in, bytes, 1);
            final byte[][] orders = new byte[WARM_UP + MEASURED][];
            for (int i = 0; i < orders.length; i++)
            {
                orders[i] = TestFix.message("ALPHA", i + 2, "D", "11=o" + i + "|" + ORDER);
            }
            final ThreadMXBean threads = (ThreadMXBean)ManagementFactory.getThreadMXBean();
            final long thread = Thread.currentThread().threadId();
            long before = 0;
            for (int i = 0; i < orders.length; i++)
            {
                if (WARM_UP == i)
                {
                    before = threads.getThreadAllocatedBytes(thread);
                }
                out.write(orders[i]);
                exchange(rig, in, bytes, 1);
            }
            final long perMessage = (threads.getThreadAllocatedBytes(thread) - before) / MEASURED;
            assertTrue(rig.plain.get() >= orders.length, "plain=" + rig.plain.get());
            assertTrue(perMessage < QUICKFIX_BYTES, "bytesPerMessage=" + perMessage);
        }
    }

    private static void exchange(final TransportRig rig, final InputStream in, final byte[] bytes, final int answers)
        throws IOException
    {
        int found = 0;
        while (found < answers)
        {
            rig.doWork();
            if (in.available() > 0)
            {
                final int count = in.read(bytes);
                for (int i = 0; i + 3 < count; i++)
                {
                    found += 1 == bytes[i] && '1' == bytes[i + 1] && '0' == bytes[i + 2] && '=' == bytes[i + 3] ? 1 : 0;
                }
            }
            else
            {
                YieldingIdleStrategy.INSTANCE.idle();
            }
        }
        if (found > answers)
        {
            throw new AssertionError("more answers than expected: " + new String(bytes, StandardCharsets.ISO_8859_1));
        }
    }
}
