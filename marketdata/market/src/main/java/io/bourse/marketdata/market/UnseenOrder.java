// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.market;

/**
 * A live order that the public does not see, or only a slice of it: parked, hidden or iceberg. Pooled, hence the plain
 * fields: see {@link UnseenOrders}.
 */
final class UnseenOrder
{
    /** Public id of the slice that was shown last, 0 for none. */
    long sliceId;
    /** Flags it will have once it is seen. */
    long mdFlags;
}
