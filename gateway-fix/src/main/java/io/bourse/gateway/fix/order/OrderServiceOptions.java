// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.order;

import org.agrona.concurrent.EpochNanoClock;
import org.agrona.concurrent.NanoClock;

/**
 * Options of an {@link OrderService}.
 *
 * @param gatewayId name of the gateway in commands and events.
 * @param epoch distinguishes this start: its time in nanoseconds.
 * @param engineBusyTimeoutNs how long a request waits for room in the engine before it is refused.
 * @param endedOrdersPerLogin ended orders remembered per login.
 * @param tradesOfDay trades remembered for TradeCaptureReportRequests, from 1.
 * @param epochClock wall clock.
 * @param nanoClock clock of bounded waits.
 */
public record OrderServiceOptions(
    int gatewayId,
    long epoch,
    long engineBusyTimeoutNs,
    int endedOrdersPerLogin,
    int tradesOfDay,
    EpochNanoClock epochClock,
    NanoClock nanoClock)
{
    /** Trades remembered when nothing else is said. */
    public static final int DEFAULT_TRADES_OF_DAY = 100_000;
}
