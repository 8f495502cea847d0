// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.margin;

/**
 * How far opposite positions count against each other (rules 2.3), from the mildest to the strictest.
 */
public enum Netting
{
    /** One portfolio: gains of one pay losses of the other. */
    NET,
    /** Only the bigger of the two sides is reserved. */
    HALF,
    /** Both sides are reserved. */
    NONE;

    /**
     * The stricter of two.
     *
     * @param other to compare with.
     * @return this or the other.
     */
    public Netting stricter(final Netting other)
    {
        return compareTo(other) >= 0 ? this : other;
    }
}
