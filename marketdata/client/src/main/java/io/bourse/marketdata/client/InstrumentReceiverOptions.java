// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.client;

import io.bourse.marketdata.net.FeedEndpoints;
import io.bourse.marketdata.net.MulticastEndpoint;
import io.bourse.marketdata.net.OptionChecks;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;

/**
 * Options of an {@link InstrumentReceiver}: FUT-INFO, OPT-INFO or both.
 *
 * @param futures multicast groups of FUT-INFO, all four, its replay as snapshots; null, by default: not received.
 * @param options multicast groups of OPT-INFO, all four, its replay as snapshots; null, by default: not received.
 * @param interfaceName network interface to join on; {@code lo} by default.
 * @param receiveBufferLength SO_RCVBUF in bytes wanted for each socket, above 0; the system may give less; 1 MiB by
 *     default.
 * @param listener what hears of instruments, called on the duty cycle; nothing by default.
 */
@RecordBuilder
public record InstrumentReceiverOptions(
    FeedEndpoints futures,
    FeedEndpoints options,
    String interfaceName,
    int receiveBufferLength,
    InstrumentListener listener)
{
    /**
     * Checks the options and their relations.
     *
     * @throws IllegalArgumentException with the option and its value.
     */
    public InstrumentReceiverOptions
    {
        if (null == futures && null == options)
        {
            throw new IllegalArgumentException("A receiver needs FUT-INFO or OPT-INFO: futures=null options=null");
        }
        final List<MulticastEndpoint> all = new ArrayList<>();
        for (final FeedEndpoints market : new FeedEndpoints[]{futures, options})
        {
            if (null != market)
            {
                Collections.addAll(all,
                    market.incrementalA(), market.incrementalB(), market.snapshotA(), market.snapshotB());
            }
        }
        if (all.contains(null))
        {
            throw new IllegalArgumentException("Replay and incremental feed of a market belong together, " +
                "set both or none: futures=" + futures + " options=" + options);
        }
        if (all.size() != new HashSet<>(all).size())
        {
            throw new IllegalArgumentException(
                "Each feed must have an endpoint of its own: futures=" + futures + " options=" + options);
        }
        OptionChecks.checkRange("receiveBufferLength", receiveBufferLength, 1, Integer.MAX_VALUE);
        OptionChecks.networkInterface(interfaceName);
    }

    /**
     * Begins with the defaults; the groups of FUT-INFO or OPT-INFO must be given.
     *
     * @return builder.
     */
    public static InstrumentReceiverOptionsBuilder builder()
    {
        return InstrumentReceiverOptionsBuilder.builder()
            .interfaceName("lo")
            .receiveBufferLength(1024 * 1024)
            .listener((instrument, isNew) ->
            {
                // For a program that only looks things up.
            });
    }
}
