// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.client;

import io.bourse.marketdata.Multicast;

/**
 * Groups of the four feeds, for those who receive them.
 */
public class ReceiverGroups extends Multicast
{
    public final SimbaReceiverContext receiverContext()
    {
        return new SimbaReceiverContext()
            .incrementalA(incrementalA)
            .incrementalB(incrementalB)
            .snapshotA(snapshotA)
            .snapshotB(snapshotB);
    }

    /**
     * A receiver context for a test that feeds packets by hand: its sockets hear nothing.
     */
    public static SimbaReceiverContext deafReceiverContext()
    {
        return new ReceiverGroups().receiverContext();
    }
}
