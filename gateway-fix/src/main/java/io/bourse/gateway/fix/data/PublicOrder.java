// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.data;

/**
 * What the public sees of one order. Pooled, hence the plain fields: see {@link PublicOrders}.
 */
final class PublicOrder
{
    PublicInstrument instrument;
    boolean isBid;
    long priceE5;
    long qtyLots;
    /** Of an order that is not seen as it is: public id of the slice that was shown last, 0 for none. */
    long sliceId;
    PublicOrder nextFree;
}
