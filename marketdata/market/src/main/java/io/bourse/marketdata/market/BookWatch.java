// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.market;

/**
 * Looks at books before they change: for whoever copies books piece by piece that have to be of one point.
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
