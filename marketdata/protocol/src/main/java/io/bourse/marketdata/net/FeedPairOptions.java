// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.net;

import org.agrona.concurrent.EpochNanoClock;

/**
 * How the {@link FeedPair}s of a publisher send.
 *
 * @param interfaceName network interface to send through.
 * @param timeToLive hops that the datagrams may take, 0 to 255.
 * @param isAFirst whether A takes each packet before B.
 * @param secondLine that gets every packet, too; null for none.
 * @param clock of the time of sending: nanoseconds since the Unix epoch.
 */
public record FeedPairOptions(
    String interfaceName, int timeToLive, boolean isAFirst, SecondLine secondLine, EpochNanoClock clock)
{
}
