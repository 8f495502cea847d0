// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.simba;

import io.bourse.engine.protocol.InstrumentKind;

/**
 * Which instruments a pair of instrument feeds is about (SIMBA B.5).
 */
public enum InstrumentGroup
{
    /** FUT-INFO: futures, strategies of them, and whatever else is not an option. */
    FUTURES,

    /** OPT-INFO: options. */
    OPTIONS;

    /**
     * Whether instruments of a kind are in this group.
     *
     * @param kind of an instrument.
     * @return true for exactly one of the groups.
     */
    public boolean contains(final InstrumentKind kind)
    {
        return (InstrumentKind.OPTION == kind) == (OPTIONS == this);
    }
}
