// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.protocol;

/**
 * Bits of the field {@code conditions} of orders.
 */
public final class OrderConditions
{
    /** Never shown; trades after everything shown at its price. */
    public static final int HIDDEN = 1 << 0;
    /** Book or cancel: refused when it would trade at once. */
    public static final int POST_ONLY = 1 << 1;
    /** One side of a quote; set by the engine. */
    public static final int QUOTE = 1 << 2;
    /** Shown slice by slice; set by the engine. */
    public static final int ICEBERG = 1 << 3;

    private OrderConditions()
    {
    }
}
