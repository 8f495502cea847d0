// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.order;

import io.bourse.gateway.fix.field.FixText;

/**
 * One ClOrdID under which an order can be found. Reused.
 */
final class OrderName
{
    final FixText text = new FixText();
    int hash;
    FixOrder order;
    /** Not the name of a replace that has no answer yet. */
    boolean isAccepted;
    /** Next younger name of the same order. */
    OrderName nextOfOrder;
    /** Next in the bucket of the table, or in the pool. */
    OrderName next;
}
