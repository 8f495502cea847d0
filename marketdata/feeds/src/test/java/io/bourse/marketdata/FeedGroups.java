// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata;

import io.bourse.marketdata.client.ReceiverGroups;
import io.bourse.marketdata.net.MulticastEndpoint;
import io.bourse.marketdata.publisher.simba.SimbaOrderLogOptions;
import io.bourse.marketdata.publisher.simba.SimbaOrderLogOptionsBuilder;

/**
 * Groups of the four feeds, for a publisher and its receivers.
 */
public final class FeedGroups extends ReceiverGroups
{
    public SimbaOrderLogOptionsBuilder orderLogContext()
    {
        return SimbaOrderLogOptions.builder()
            .incrementalA(MulticastEndpoint.parse(incrementalA))
            .incrementalB(MulticastEndpoint.parse(incrementalB))
            .snapshotA(MulticastEndpoint.parse(snapshotA))
            .snapshotB(MulticastEndpoint.parse(snapshotB));
    }
}
