// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.console.journal;

import java.util.List;
import java.util.Map;

/**
 * What became of an order.
 *
 * @param orderIds that it had, one after the other.
 * @param previousOrderId the id that it had before the first of them, 0 when it had none.
 * @param sliceOf the order that a public id belongs to, 0 when it is an order's own.
 * @param state at the end of what was read.
 * @param transactions in which it was named, with the commands that caused them.
 * @param next cursor where the next answer begins.
 * @param isComplete whether nothing follows now.
 */
record OrderLife(
    List<Long> orderIds,
    long previousOrderId,
    long sliceOf,
    State state,
    List<Map<String, Object>> transactions,
    long next,
    boolean isComplete)
{
    /** What an order is. */
    enum State
    {
        /** Nothing but rejections name it. */
        UNKNOWN,
        /** In a book, or waiting to come there. */
        LIVE,
        /** Everything has traded. */
        FILLED,
        /** Nothing of it is left. */
        CANCELLED
    }
}
