// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.bench;

import io.bourse.engine.protocol.Side;

/**
 * One order of the flow; its events follow from this.
 */
record SyntheticOrder(
    long id, SyntheticInstrument instrument, int account, Side side, long priceE5, int qtyLots)
{
    /** The client's order id. */
    long clientId()
    {
        return ~id & Long.MAX_VALUE;
    }
}
