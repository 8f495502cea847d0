// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.market;

/**
 * Is called before books change, for a copy that is made piece by piece and has to be of one point.
 */
public interface BookWatch
{
    /**
     * The running transaction is about to touch the book of this instrument for the first time.
     *
     * @param instrument with its book as it was after the transaction before.
     */
    void beforeChange(PublicInstrument instrument);

    /**
     * The running transaction is about to empty all books.
     */
    void beforeAllCleared();
}
