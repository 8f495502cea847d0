// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.fast;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import io.bourse.marketdata.Multicast;
import io.bourse.marketdata.fast.FastLines;
import io.bourse.marketdata.net.MulticastReceiver;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Hears both lines of a feed and keeps every datagram as it came.
 */
final class FastTap implements AutoCloseable
{
    final List<byte[]> a = new ArrayList<>();
    final List<byte[]> b = new ArrayList<>();
    private final MulticastReceiver receiverA;
    private final MulticastReceiver receiverB;

    FastTap(final String lineA, final String lineB)
    {
        receiverA = Multicast.open(lineA);
        receiverB = Multicast.open(lineB);
    }

    int poll()
    {
        return poll(receiverA, a) + poll(receiverB, b);
    }

    private static int poll(final MulticastReceiver receiver, final List<byte[]> packets)
    {
        int count = 0;
        for (int length = receiver.receive(); length > 0; length = receiver.receive())
        {
            final byte[] packet = new byte[length];
            receiver.buffer().getBytes(0, packet);
            packets.add(packet);
            count++;
        }
        return count;
    }

    static long number(final byte[] packet)
    {
        return new UnsafeBuffer(packet).getInt(0, LITTLE_ENDIAN) & 0xFFFF_FFFFL;
    }

    static List<String> lines(final byte[] packet)
    {
        return FastLines.ours(new UnsafeBuffer(packet), 4, packet.length - 4);
    }

    static List<String> openFastLines(final byte[] packet)
    {
        return FastLines.openFast(Arrays.copyOfRange(packet, 4, packet.length));
    }

    static List<String> hex(final List<byte[]> packets)
    {
        return packets.stream().map(HexFormat.of()::formatHex).toList();
    }

    @Override
    public void close()
    {
        receiverA.close();
        receiverB.close();
    }
}
