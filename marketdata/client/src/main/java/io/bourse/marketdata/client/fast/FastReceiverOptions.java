// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.client.fast;

import io.bourse.marketdata.net.FeedEndpoints;
import io.bourse.marketdata.net.OptionChecks;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;

import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.SystemNanoClock;

/**
 * Options of a {@link FastReceiver}.
 *
 * @param endpoints multicast groups of the feed, at least one of its incremental lines; must be given.
 * @param interfaceName network interface to join on; {@code lo} by default.
 * @param replay where missing messages are asked for over TCP; null, by default, to use snapshots only.
 * @param gapTimeoutNs how long in nanoseconds, from 0, a missing message is waited for on the other line; 50 ms by
 *     default.
 * @param replayTimeoutNs how long in nanoseconds, above 0, a request over TCP may take before the books join by
 *     snapshots instead; 2 s by default.
 * @param withSymbols whether entries have their Symbol, which takes an object each; false by default.
 * @param listener what hears of messages, called on the duty cycle; nothing by default.
 * @param clock for timeouts; the system's by default.
 */
@RecordBuilder
public record FastReceiverOptions(
    FeedEndpoints endpoints,
    String interfaceName,
    InetSocketAddress replay,
    long gapTimeoutNs,
    long replayTimeoutNs,
    boolean withSymbols,
    FastListener listener,
    NanoClock clock)
{
    /**
     * Checks the options and their relations.
     *
     * @throws IllegalArgumentException with the option and its value.
     */
    public FastReceiverOptions
    {
        if (null == endpoints || null == endpoints.incrementalA() && null == endpoints.incrementalB())
        {
            throw new IllegalArgumentException("A receiver needs a line: incrementalA=null incrementalB=null");
        }
        OptionChecks.checkRange("gapTimeoutNs", gapTimeoutNs, 0, Long.MAX_VALUE);
        OptionChecks.checkRange("replayTimeoutNs", replayTimeoutNs, 1, Long.MAX_VALUE);
        OptionChecks.networkInterface(interfaceName);
    }

    /**
     * Begins with the defaults; endpoints must be given.
     *
     * @return builder.
     */
    public static FastReceiverOptionsBuilder builder()
    {
        return FastReceiverOptionsBuilder.builder()
            .interfaceName("lo")
            .gapTimeoutNs(TimeUnit.MILLISECONDS.toNanos(50))
            .replayTimeoutNs(TimeUnit.SECONDS.toNanos(2))
            .listener(new FastListener()
            {
            })
            .clock(SystemNanoClock.INSTANCE);
    }
}
