// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher;

import io.bourse.engine.client.EventGroup;

/**
 * Takes the transactions that {@link BookBuilder} has turned into messages.
 */
@FunctionalInterface
interface TransactionSink
{
    /**
     * A transaction is complete and the books are past it.
     *
     * @param messages in the order to send; none if the transaction is not market data.
     * @param sessionId ExchangeTradingSessionID, or null of uint32.
     * @param group the engine's transaction.
     */
    void onTransaction(TransactionEncoder messages, long sessionId, EventGroup group);
}
