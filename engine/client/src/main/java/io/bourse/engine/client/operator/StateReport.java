// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client.operator;

import io.bourse.engine.protocol.OrderPlace;
import io.bourse.engine.protocol.Side;

import java.util.List;

/**
 * Everything that is live in the engine at one point of the journal.
 *
 * @param cursor event stream position after the report, in bytes.
 * @param commandPosition journal position after the command, in bytes.
 * @param engineTimeNs business time, nanoseconds since the Unix epoch.
 * @param orders live orders: instruments ascending, each with its book (bids then asks, best price first, shown before
 *     hidden, oldest first), then parked orders by id.
 * @param positions non-zero positions: accounts ascending, then instruments.
 * @param orderCount number of orders the engine counted.
 * @param positionCount number of positions the engine counted.
 * @param tradeCount trades since the first start.
 * @param stateHash over all state of the core.
 */
public record StateReport(
    long cursor,
    long commandPosition,
    long engineTimeNs,
    List<RestingOrder> orders,
    List<NetPosition> positions,
    long orderCount,
    long positionCount,
    long tradeCount,
    long stateHash)
{
    /**
     * One live order.
     *
     * @param orderId of the exchange.
     * @param clOrdId of the client.
     * @param side of the order.
     * @param priceE5 limit x 100 000.
     * @param restLots what is left.
     * @param accountCode packed code.
     * @param loginId owner.
     * @param place where the order is.
     * @param shownLots what the public sees of it; 0 for hidden and parked orders.
     * @param displayOrderId public id: of the slice of an iceberg, else the order id.
     */
    public record RestingOrder(
        long orderId,
        long clOrdId,
        int instrumentId,
        Side side,
        long priceE5,
        long restLots,
        long accountCode,
        int loginId,
        OrderPlace place,
        long shownLots,
        long displayOrderId)
    {
    }

    /**
     * One position.
     *
     * @param accountCode packed code.
     * @param accountId dense number of the account.
     * @param netLots long minus short.
     */
    public record NetPosition(long accountCode, int accountId, int instrumentId, long netLots)
    {
    }
}
