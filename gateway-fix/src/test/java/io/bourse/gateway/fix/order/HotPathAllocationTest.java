// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.order;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.bourse.engine.testing.TestEngine;
import io.bourse.gateway.fix.wire.FixReader;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Decoding orders into commands and encoding what became of them makes no object, once as many orders have come and
 * gone as are remembered.
 */
@Tag("venue")
class HotPathAllocationTest
{
    private static final int REMEMBERED = 64;
    private static final int WARM_UP = 6_000;
    private static final int MEASURED = 2_000;
    private static final int DIGITS = 9;
    private static final String PLACE = "000000000";

    private final ThreadMXBean threads = (ThreadMXBean)ManagementFactory.getThreadMXBean();
    private final FixReader reader = new FixReader();
    private OrderRig rig;
    private RecordingSession alpha;
    private RecordingSession beta;
    private byte[] buy;
    private byte[] sell;
    private byte[] replace;
    private byte[] cancel;
    private int number;

    @TempDir
    private Path directory;

    @Test
    void shouldMakeNoObjectWhenOrdersComeTradeAndGo()
    {
        try (OrderRig open = new OrderRig(directory).endedOrders(REMEMBERED).start())
        {
            rig = open;
            alpha = rig.session("ALPHA");
            beta = rig.session("BETA");
            alpha.isQuiet = true;
            beta.isQuiet = true;
            buy = bytes("ALPHA", OrderRig.ORDER + "|11=a" + PLACE);
            sell = bytes("BETA", "35=D|1=CF02XYZ|55=CHEAP|54=2|38=4|40=2|44=100|59=0|11=b" + PLACE);
            replace = bytes("ALPHA", "35=G|55=CHEAP|54=1|40=2|11=r" + PLACE + "|41=a" + PLACE + "|38=9|44=100.02");
            cancel = bytes("ALPHA", "35=F|55=CHEAP|54=1|11=c" + PLACE + "|41=r" + PLACE);
            run(WARM_UP);
            final long alphaBefore = alpha.count;
            final long before = threads.getCurrentThreadAllocatedBytes();
            final long own = threads.getCurrentThreadAllocatedBytes() - before;
            final long allocatedBefore = threads.getCurrentThreadAllocatedBytes();
            run(MEASURED);
            final long allocated = threads.getCurrentThreadAllocatedBytes() - allocatedBefore - own;
            assertEquals(4 * MEASURED, alpha.count - alphaBefore);
            assertEquals(0, allocated / MEASURED, "bytes per round: " + (double)allocated / MEASURED);
            assertTrue(0 == rig.service.workingOrders());
        }
    }

    /** A round: new, part filled by another, replaced, cancelled; each step waits for its answer. */
    private void run(final int rounds)
    {
        for (int i = 0; i < rounds; i++)
        {
            number++;
            step(alpha, buy, 1, 0);
            step(beta, sell, 2, 1);
            step(alpha, replace, 1, 0);
            step(alpha, cancel, 1, 0);
        }
    }

    private void step(final RecordingSession session, final byte[] message, final int answers, final int others)
    {
        name(message);
        final int own = session.count + answers;
        final int other = alpha.count + (session == alpha ? answers : others);
        assertPlain(message);
        rig.service.handler().onMessage(session, reader, 1);
        while (session.count < own || alpha.count < other)
        {
            rig.poll();
            TestEngine.pause();
        }
    }

    private void assertPlain(final byte[] message)
    {
        if (!reader.wrap(message, 0, message.length) || !rig.service.handler().isPlain(reader))
        {
            throw new AssertionError("not plain");
        }
    }

    /** Writes the number of the round into every name. */
    private void name(final byte[] message)
    {
        for (int i = 0; i + DIGITS < message.length; i++)
        {
            if ('=' == message[i] && message[i + 1] >= 'a' && message[i + 1] <= 'r' && '0' == message[i + 2])
            {
                int rest = number;
                for (int at = i + 1 + DIGITS; at > i + 1; at--)
                {
                    message[at] = (byte)('0' + rest % 10);
                    rest /= 10;
                }
            }
        }
    }

    private static byte[] bytes(final String name, final String fields)
    {
        final FixReader built = OrderRig.reader(name, fields, 1);
        return java.util.Arrays.copyOf(built.bytes(), built.messageLength());
    }
}
