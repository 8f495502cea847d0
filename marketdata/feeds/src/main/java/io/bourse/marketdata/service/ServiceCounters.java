// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.service;

import io.bourse.engine.net.TcpCloseReason;
import io.bourse.engine.net.TcpRefusal;
import io.bourse.engine.telemetry.CounterSet;

/**
 * What a {@link ServiceServer} has seen; readable from any thread.
 *
 * @param connections what came and went.
 * @param refused peers not let in, by reason.
 * @param closed connections that ended, by reason.
 */
public record ServiceCounters(
    CounterSet<ServiceCounter> connections, CounterSet<TcpRefusal> refused, CounterSet<TcpCloseReason> closed)
{
    ServiceCounters()
    {
        this(new CounterSet<>(ServiceCounter.class), new CounterSet<>(TcpRefusal.class),
            new CounterSet<>(TcpCloseReason.class));
    }
}
