// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.market;

/**
 * Hears of the public market, transaction by transaction.
 */
@FunctionalInterface
public interface PublicTransactionListener
{
    /**
     * A transaction is complete and all books are past it. Called for every transaction of the engine, also for those
     * of which the public learns nothing.
     *
     * @param transaction valid during the call.
     */
    void onTransaction(PublicTransaction transaction);
}
