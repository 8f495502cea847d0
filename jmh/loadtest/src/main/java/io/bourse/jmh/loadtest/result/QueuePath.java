// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.result;

import java.util.List;

/**
 * When the requests of a packet pass a time stamp of the venue.
 *
 * @param stamp name of it.
 * @param medianNs by place in the queue before it: from the moment at which the first request of the packet has come,
 *     the median of all packets.
 */
public record QueuePath(String stamp, List<Long> medianNs)
{
}
