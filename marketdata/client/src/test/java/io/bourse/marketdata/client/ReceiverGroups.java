// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.client;

import io.bourse.marketdata.Multicast;
import io.bourse.marketdata.net.FeedEndpoints;

/**
 * Groups of the four feeds, for those who receive them.
 */
public class ReceiverGroups extends Multicast
{
    public final SimbaReceiverOptionsBuilder receiverContext()
    {
        return SimbaReceiverOptions.builder()
            .endpoints(FeedEndpoints.of(incrementalA, incrementalB, snapshotA, snapshotB));
    }

    /**
     * A receiver context for a test that feeds packets by hand: its sockets hear nothing.
     */
    public static SimbaReceiverOptionsBuilder deafReceiverContext()
    {
        return new ReceiverGroups().receiverContext();
    }
}
