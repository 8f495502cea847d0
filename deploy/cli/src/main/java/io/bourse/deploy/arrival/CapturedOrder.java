// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.arrival;

/**
 * A new order in a capture of order entry.
 *
 * @param arrivalNs when its last byte was captured on its way to the venue, nanoseconds since the Unix epoch.
 * @param place among all orders of the capture, in which those of one packet have their order, too.
 * @param orderId given by the matcher, ascending within a partition.
 * @param connection that it came by, numbered within the capture.
 * @param isFix whether it came by FIX, else by TWIME.
 */
public record CapturedOrder(long arrivalNs, long place, long orderId, int connection, boolean isFix)
{
    private static final int PARTITION_SHIFT = 48;

    /**
     * The partition that it was entered to.
     *
     * @return 0 or above.
     */
    public int partition()
    {
        return (int)(orderId >>> PARTITION_SHIFT);
    }
}
