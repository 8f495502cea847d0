// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata;

import io.bourse.marketdata.client.ReceiverGroups;
import io.bourse.marketdata.publisher.simba.SimbaOrderLogContext;

/**
 * Groups of the four feeds, for a publisher and its receivers.
 */
public final class FeedGroups extends ReceiverGroups
{
    public SimbaOrderLogContext orderLogContext()
    {
        return new SimbaOrderLogContext()
            .incrementalA(incrementalA)
            .incrementalB(incrementalB)
            .snapshotA(snapshotA)
            .snapshotB(snapshotB);
    }
}
