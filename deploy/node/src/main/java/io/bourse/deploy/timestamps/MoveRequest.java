// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.timestamps;

import io.bourse.engine.protocol.EventGroup;
import io.bourse.engine.telemetry.ClockReading;

import java.util.List;

/**
 * A request of a member that has moved the market, and when it passed which door. What the event stream says of it is
 * set once; {@link MarketMoves#join} adds what the files of stamps say.
 */
final class MoveRequest
{
    /** What the public saw of it in an instrument, the most that applies. */
    enum Effect
    {
        /** It traded. */
        TRADE,
        /** Best price, or the quantity at it, is another than before. */
        TOUCH,
        /** Something else: an order came, changed or went without that. */
        BOOK
    }

    /**
     * An instrument that it has moved.
     *
     * @param instrumentId of it.
     * @param symbol of it.
     * @param product that it is of.
     * @param effect on it.
     */
    record Moved(int instrumentId, String symbol, Product product, Effect effect)
    {
    }

    /**
     * Instruments of one kind on one underlying.
     *
     * @param kind in lower case.
     * @param underlying of the instruments.
     */
    record Product(String kind, String underlying) implements Comparable<Product>
    {
        @Override
        public int compareTo(final Product other)
        {
            final int byUnderlying = underlying.compareTo(other.underlying);
            return 0 == byUnderlying ? kind.compareTo(other.kind) : byUnderlying;
        }
    }

    /**
     * Who has sent it.
     *
     * @param firm clearing firm.
     * @param name of the login.
     */
    record Login(String firm, String name)
    {
    }

    /**
     * The order that it names.
     *
     * @param orderId of the order.
     * @param accountCode of its register.
     * @param clientId the client's own number of it, of a cancel that of the request.
     */
    record Order(long orderId, long accountCode, String clientId)
    {
    }

    final int partition;
    final long cursor;
    final int templateId;
    final int loginId;
    final long sequence;
    final Login login;
    /** Null of requests that are about more than one order. */
    final Order order;
    final long receivedNs;
    final long matchedNs;
    final long publishedNs;
    final List<Moved> moved;
    long answeredNs = StampRowHandler.NONE;
    long sentANs = StampRowHandler.NONE;
    long sentBNs = StampRowHandler.NONE;
    /** At worst, over the files that have stamps of it; null when there is none. */
    ClockReading clock;

    MoveRequest(
        final EventGroup group, final Login login, final Order order, final List<Moved> moved)
    {
        partition = group.partition();
        cursor = group.cursor();
        templateId = group.commandTemplateId();
        loginId = group.sessionId();
        sequence = group.sequence();
        this.login = login;
        this.order = order;
        receivedNs = Math.max(StampRowHandler.NONE, group.receivedNs());
        matchedNs = group.engineTimeNs();
        publishedNs = group.publishedNs();
        this.moved = moved;
    }

    void addClock(final ClockReading reading)
    {
        clock = null == clock ? reading : clock.worst(reading);
    }
}
