// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.order;

import io.bourse.gateway.fix.field.FixInstrument;

import java.util.ArrayList;
import java.util.List;

/**
 * The entries of a mass quote, or of a part of one: a command carries only so many. Quotes are few beside orders, so
 * these are made anew.
 */
final class QuoteEntries
{
    /** Entries of one command. */
    static final int MAX_ENTRIES = 9;

    /**
     * One instrument.
     *
     * @param setId QuoteSetID(302), empty for none.
     * @param entryId QuoteEntryID(299).
     * @param instrument quoted.
     * @param bidPriceE5 price x 100 000.
     * @param askPriceE5 price x 100 000.
     * @param bidLots 0 withdraws.
     * @param askLots 0 withdraws.
     */
    record Entry(
        String setId,
        int entryId,
        FixInstrument instrument,
        long bidPriceE5,
        long askPriceE5,
        long bidLots,
        long askLots)
    {
    }

    final List<Entry> entries = new ArrayList<>();
    /** Whether they came as a QuoteCancel. */
    boolean isCancel;
}
