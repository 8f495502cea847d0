// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.fast;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.bourse.marketdata.client.fast.FastReceiverOptions;
import io.bourse.marketdata.net.FeedEndpoints;
import java.net.InetSocketAddress;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Options that cannot be are refused with their name and value.
 */
class FastContextTest
{
    private static final FeedEndpoints ENDPOINTS =
        FeedEndpoints.of("239.195.2.1:21101", "239.195.2.129:21101", "239.195.2.2:21102", "239.195.2.130:21102");

    private static String refusal(final FastPublisherOptionsBuilder context)
    {
        return assertThrows(IllegalArgumentException.class, context::build).getMessage();
    }

    private static FastPublisherOptionsBuilder context()
    {
        return FastPublisherOptions.builder().ordersLog(ENDPOINTS);
    }

    @Test
    void shouldSayWhichOptionOfAPublisherIsWrong()
    {
        assertEquals("A publisher needs a feed, give endpoints of one: feeds=0",
            refusal(FastPublisherOptions.builder()));
        assertEquals("Two lines have one endpoint: endpoint=239.195.2.1:21101", refusal(context().trades(ENDPOINTS)));
        assertEquals("Option out of range: maxPacketLength=999 min=1000 max=1472",
            refusal(context().maxPacketLength(999)));
        assertEquals("Option out of range: depth=0 min=1 max=100",
            refusal(FastPublisherOptions.builder().books(Map.of(0, ENDPOINTS))));
        assertEquals("Option must be a power of two: historyLength=100000", refusal(context().historyLength(100_000)));
        assertEquals("No such network interface: interfaceName=nowhere", refusal(context().interfaceName("nowhere")));
        assertEquals("A replay needs its feed: tradesReplay=/127.0.0.1:0 feed=null",
            refusal(context().tradesReplay(new InetSocketAddress("127.0.0.1", 0))));
    }

    @Test
    void shouldSayWhichOptionOfAReceiverIsWrong()
    {
        assertEquals("A receiver needs a line: incrementalA=null incrementalB=null",
            assertThrows(IllegalArgumentException.class, FastReceiverOptions.builder()::build).getMessage());
        assertEquals("Option out of range: gapTimeoutNs=-1 min=0 max=9223372036854775807",
            assertThrows(IllegalArgumentException.class,
                FastReceiverOptions.builder().endpoints(ENDPOINTS).gapTimeoutNs(-1)::build).getMessage());
    }
}
