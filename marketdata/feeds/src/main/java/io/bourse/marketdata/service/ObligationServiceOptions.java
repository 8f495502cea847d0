// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.service;

import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.checkpoint.CheckpointStore;
import io.bourse.engine.telemetry.SecuritySink;
import io.bourse.marketdata.net.OptionChecks;
import io.bourse.marketdata.statistics.IndexSpec;
import io.bourse.marketdata.statistics.ObligationCounters;
import io.bourse.marketdata.statistics.ObligationSpec;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.SystemNanoClock;

/**
 * Options of an {@link ObligationService}.
 *
 * @param engineClient engine to follow; must be given.
 * @param indices of the reference data; none by default.
 * @param obligations of the reference data; none by default.
 * @param bindAddress where HTTP is answered, on loopback; a free port by default.
 * @param snapshotIntervalNs how old in nanoseconds, from 0, answers may be; 250 ms by default.
 * @param addressFile file that says where HTTP is answered, for command lines; null, by default, for none.
 * @param checkpoints of the service, of version {@link ObligationCounters#STATE_VERSION}; null, by default, for none:
 *     then a start reads the whole event stream.
 * @param clock of the snapshot interval, nothing is measured with it; the system's by default.
 * @param securityLog of requests that were refused; none by default.
 */
@RecordBuilder
public record ObligationServiceOptions(
    EngineClient engineClient,
    List<IndexSpec> indices,
    List<ObligationSpec> obligations,
    InetSocketAddress bindAddress,
    long snapshotIntervalNs,
    Path addressFile,
    CheckpointStore checkpoints,
    NanoClock clock,
    SecuritySink securityLog)
{
    /**
     * Checks the options against each other.
     *
     * @throws IllegalArgumentException with the option and its value.
     */
    public ObligationServiceOptions
    {
        indices = List.copyOf(indices);
        obligations = List.copyOf(obligations);
        if (null == engineClient)
        {
            throw new IllegalArgumentException("the service needs an engine to follow: engineClient=null");
        }
        if (bindAddress.isUnresolved() || !bindAddress.getAddress().isLoopbackAddress())
        {
            throw new IllegalArgumentException("the service has no authentication, so it listens on loopback only:" +
                " bindAddress=" + bindAddress);
        }
        OptionChecks.checkRange("snapshotIntervalNs", snapshotIntervalNs, 0, Long.MAX_VALUE);
    }

    /**
     * Begins with the defaults; an engine client must be given.
     *
     * @return builder.
     */
    public static ObligationServiceOptionsBuilder builder()
    {
        return ObligationServiceOptionsBuilder.builder()
            .indices(List.of())
            .obligations(List.of())
            .bindAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
            .snapshotIntervalNs(TimeUnit.MILLISECONDS.toNanos(250))
            .clock(SystemNanoClock.INSTANCE)
            .securityLog(SecuritySink.NONE);
    }
}
