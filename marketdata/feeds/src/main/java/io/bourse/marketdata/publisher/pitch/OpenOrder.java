// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.pitch;

/**
 * An order that the feed has added and not yet ended. Pooled, hence the plain fields: see {@link OpenOrders}.
 */
final class OpenOrder
{
    long orderId;
    long qtyLots;
    long priceE5;
    long symbol;
    long timeNs;
    /** Order of entry, without gaps or repeats. */
    long ordinal;
    /** Quantity for the image of {@link #imagePass}. */
    long imageQtyLots;
    long imagePass;
    boolean isBid;
    /** Ended, but an image still has to show it. */
    boolean isGone;
    OpenOrder previous;
    OpenOrder next;
}
