// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.fast;

import io.bourse.engine.telemetry.SecuritySink;
import io.bourse.marketdata.net.FeedEndpoints;
import io.bourse.marketdata.net.MulticastEndpoint;
import io.bourse.marketdata.net.OptionChecks;
import io.bourse.marketdata.net.SecondLine;
import io.soabase.recordbuilder.core.RecordBuilder;
import org.agrona.concurrent.EpochNanoClock;
import org.agrona.concurrent.SystemEpochNanoClock;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Options of a {@link FastPublisher}. A feed without endpoints is left out; by default all are.
 *
 * @param ordersLog endpoints of ORDERS-LOG, or null.
 * @param trades endpoints of FO-TRADES, or null.
 * @param books endpoints of feeds of price levels, by levels of each side, 1 to 100; none by default.
 * @param index endpoints of INDEX, or null.
 * @param futInfo endpoints of FUT-INFO, whose snapshots are its replay of instruments, or null.
 * @param optInfo endpoints of OPT-INFO, whose snapshots are its replay of instruments, or null.
 * @param ordersLogReplay where ORDERS-LOG is asked for again over TCP; null, by default, for no such service.
 * @param tradesReplay where FO-TRADES is asked for again over TCP; null, by default, for no such service.
 * @param indexReplay where INDEX is asked for again over TCP; null, by default, for no such service.
 * @param interfaceName network interface to send through; {@code lo} by default.
 * @param timeToLive hops that the datagrams may take, 0 to 255; 0, this machine only, by default.
 * @param secondLine that every packet is sent to, too; null, by default, for none.
 * @param isAFirst whether line A is sent before line B; true by default.
 * @param maxPacketLength most bytes of a datagram, 1000 to 1472; 1400 by default.
 * @param heartbeatIntervalNs silence in nanoseconds, above 0, before a heartbeat; 30 s by default.
 * @param snapshotCycleNs time in nanoseconds, above 0, of one snapshot cycle over all instruments; 1 s by default.
 * @param infoCycleNs time in nanoseconds, above 0, of one cycle over all definitions; 5 s by default.
 * @param packingNs most engine time in nanoseconds from the first to the last transaction of a message, from 0, which
 *     packs those of one instant only; 100 us by default.
 * @param conflationNs most engine time in nanoseconds over which changes of levels are netted under load, from 0, which
 *     sends every change; 10 ms by default.
 * @param historyLength bytes of messages kept for each replay service, a power of two; 16 MiB by default.
 * @param directory of the messages kept for replay and of the marks of what has been sent; null, by default, keeps
 *     messages in memory, and what is matched while no publisher runs is not sent.
 * @param clock for SendingTime; the system's by default.
 * @param securityLog of who was not let in to a replay, and who was put out; none by default.
 */
@RecordBuilder
public record FastPublisherOptions(
    FeedEndpoints ordersLog,
    FeedEndpoints trades,
    Map<Integer, FeedEndpoints> books,
    FeedEndpoints index,
    FeedEndpoints futInfo,
    FeedEndpoints optInfo,
    InetSocketAddress ordersLogReplay,
    InetSocketAddress tradesReplay,
    InetSocketAddress indexReplay,
    String interfaceName,
    int timeToLive,
    SecondLine secondLine,
    boolean isAFirst,
    int maxPacketLength,
    long heartbeatIntervalNs,
    long snapshotCycleNs,
    long infoCycleNs,
    long packingNs,
    long conflationNs,
    int historyLength,
    Path directory,
    EpochNanoClock clock,
    SecuritySink securityLog)
{
    /**
     * Checks the options and their relations.
     *
     * @throws IllegalArgumentException with the option and its value.
     */
    public FastPublisherOptions
    {
        books = Collections.unmodifiableSortedMap(new TreeMap<>(books));
        final Set<MulticastEndpoint> seen = new HashSet<>();
        Stream.concat(Stream.of(ordersLog, trades, futInfo, optInfo, index), books.values().stream())
            .filter(Objects::nonNull)
            .flatMap(e -> Stream.of(e.incrementalA(), e.incrementalB(), e.snapshotA(), e.snapshotB()))
            .filter(Objects::nonNull)
            .forEach(endpoint ->
            {
                if (!seen.add(endpoint))
                {
                    throw new IllegalArgumentException("Two lines have one endpoint: endpoint=" + endpoint);
                }
            });
        if (seen.isEmpty())
        {
            throw new IllegalArgumentException("A publisher needs a feed, give endpoints of one: feeds=0");
        }
        books.keySet().forEach(depth -> OptionChecks.checkRange("depth", depth, 1, 100));
        checkReplay("ordersLogReplay", ordersLogReplay, ordersLog);
        checkReplay("tradesReplay", tradesReplay, trades);
        checkReplay("indexReplay", indexReplay, index);
        OptionChecks.checkRange("maxPacketLength", maxPacketLength, 1000, 1472);
        OptionChecks.checkRange("heartbeatIntervalNs", heartbeatIntervalNs, 1, Long.MAX_VALUE);
        OptionChecks.checkRange("snapshotCycleNs", snapshotCycleNs, 1, Long.MAX_VALUE);
        OptionChecks.checkRange("infoCycleNs", infoCycleNs, 1, Long.MAX_VALUE);
        OptionChecks.checkRange("packingNs", packingNs, 0, Long.MAX_VALUE);
        OptionChecks.checkRange("conflationNs", conflationNs, 0, Long.MAX_VALUE);
        OptionChecks.checkRange("timeToLive", timeToLive, 0, 255);
        OptionChecks.checkPowerOfTwo("historyLength", historyLength);
        OptionChecks.networkInterface(interfaceName);
    }

    private static void checkReplay(final String name, final InetSocketAddress address, final FeedEndpoints feed)
    {
        if (null != address && null == feed)
        {
            throw new IllegalArgumentException("A replay needs its feed: " + name + '=' + address + " feed=null");
        }
    }

    /**
     * What its state in a checkpoint depends on: which feeds are sent, and what decides how they are cut and numbered.
     *
     * @return settings of a {@link io.bourse.engine.client.checkpoint.CheckpointStore}.
     */
    public String stateSettings()
    {
        return "fast=" + (null != ordersLog) + '/' + (null != trades) + '/' + books.keySet() + '/' + (null != index) +
            '/' + (null != futInfo) + '/' + (null != optInfo) + " maxPacketLength=" + maxPacketLength + " packingNs=" +
            packingNs + " conflationNs=" + conflationNs;
    }

    /**
     * Begins with the defaults.
     *
     * @return builder.
     */
    public static FastPublisherOptionsBuilder builder()
    {
        return FastPublisherOptionsBuilder.builder()
            .books(Map.of())
            .interfaceName("lo")
            .isAFirst(true)
            .maxPacketLength(1400)
            .heartbeatIntervalNs(TimeUnit.SECONDS.toNanos(30))
            .snapshotCycleNs(TimeUnit.SECONDS.toNanos(1))
            .infoCycleNs(TimeUnit.SECONDS.toNanos(5))
            .packingNs(TimeUnit.MICROSECONDS.toNanos(100))
            .conflationNs(TimeUnit.MILLISECONDS.toNanos(10))
            .historyLength(16 * 1024 * 1024)
            .clock(SystemEpochNanoClock.INSTANCE)
            .securityLog(SecuritySink.NONE);
    }
}
