// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.pitch;

/**
 * An order that enters in the transaction in hand. Pooled, hence the plain fields.
 */
final class EnteringOrder
{
    long orderId;
    long priceE5;
    /** Left once it has traded as aggressor. */
    long restLots;
    PitchInstrument instrument;
    /** Last entry that is part of its entering: up to there it is not in the book. */
    int lastIndex;
    boolean isBid;
    /** Without a trade yet. */
    boolean isEntering;
    boolean isReleased;
}
