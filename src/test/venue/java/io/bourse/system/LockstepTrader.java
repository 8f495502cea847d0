// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.system;

import io.bourse.deploy.node.Venue;
import io.bourse.deploy.node.VenueDescriptor;
import io.bourse.engine.protocol.AccountCode;
import io.bourse.engine.testing.TestEngine;
import io.bourse.gateway.sbe.client.TwimeClient;
import io.bourse.gateway.sbe.client.TwimeListener;
import io.bourse.gateway.sbe.twime.BusinessMessageRejectDecoder;
import io.bourse.gateway.sbe.twime.ModeEnum;
import io.bourse.gateway.sbe.twime.NewOrderSingleResponseDecoder;
import io.bourse.gateway.sbe.twime.OrderCancelResponseDecoder;
import io.bourse.gateway.sbe.twime.OrderReplaceResponseDecoder;
import io.bourse.gateway.sbe.twime.SessionRejectDecoder;
import io.bourse.gateway.sbe.twime.SideEnum;
import io.bourse.gateway.sbe.twime.TimeInForceEnum;
import io.bourse.gateway.sbe.wire.TwimeFrames;
import io.bourse.marketdata.book.MarketBook;
import io.bourse.marketdata.client.ReceiverCounter;
import io.bourse.marketdata.client.SimbaReceiver;
import io.bourse.marketdata.client.SimbaReceiverOptions;
import io.bourse.marketdata.net.FeedEndpoints;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * One TWIME session and one multicast receiver on the test's own thread: every request is followed until its answer is
 * here and its market data is in the receiver's book.
 */
final class LockstepTrader implements TwimeListener, AutoCloseable
{
    private static final long LIMIT_NS = TimeUnit.SECONDS.toNanos(120);
    private static final int KEEPALIVE_MS = 60_000;

    private final Venue venue;
    private final int instrumentId;
    private final long accountCode;
    private final TwimeClient client;
    private final SimbaReceiver receiver;
    private Consumer<MarketBook> afterEachAnswer = book ->
    {
        // Nobody looks.
    };
    private long clOrdId;
    private long answeredClOrdId;
    private long orderId;

    LockstepTrader(final Venue venue, final String login, final String account, final int instrumentId)
        throws IOException
    {
        this.venue = venue;
        this.instrumentId = instrumentId;
        accountCode = AccountCode.pack(account);
        final VenueDescriptor where = venue.descriptor();
        receiver = new SimbaReceiver(SimbaReceiverOptions.builder()
            .interfaceName(where.networkInterface())
            .endpoints(FeedEndpoints.of(
                where.feed("simba.orders-log.incremental-a"),
                where.feed("simba.orders-log.incremental-b"),
                where.feed("simba.orders-log.snapshot-a"),
                where.feed("simba.orders-log.snapshot-b"))).build());
        client = TwimeClient.connect(venue.twime().localAddress(), login, KEEPALIVE_MS);
        await(() -> TwimeClient.State.ESTABLISHED == client.state() && receiver.isLive());
    }

    /** The received book; right after every call of this class. */
    MarketBook book()
    {
        return receiver.books().book(instrumentId);
    }

    /** Sends a new order and returns its id. */
    long place(final boolean buy, final long priceE5, final long lots, final boolean immediate)
    {
        client.newOrder(
            ++clOrdId, instrumentId, buy ? SideEnum.Buy : SideEnum.Sell, priceE5, lots,
            immediate ? TimeInForceEnum.IOC : TimeInForceEnum.Day, accountCode, TwimeFrames.NULL_INT32);
        awaitAnswer();
        return orderId;
    }

    /** Takes lots off a resting order: a replace down, or a cancel when nothing would be left. */
    void takeOff(final long restingOrderId, final long priceE5, final long lots, final long rest)
    {
        if (lots >= rest)
        {
            client.cancel(++clOrdId, restingOrderId, instrumentId, accountCode);
        }
        else
        {
            client.replace(
                ++clOrdId, restingOrderId, instrumentId, priceE5, rest - lots, ModeEnum.ChangeOrderQty, accountCode,
                TwimeFrames.NULL_INT32);
        }
        awaitAnswer();
    }

    /** The observer of the received book after every transaction. */
    void afterEachAnswer(final Consumer<MarketBook> observer)
    {
        afterEachAnswer = observer;
    }

    /** Instruments whose received book was not what BestPrices said. */
    long bestPricesMismatches()
    {
        return receiver.counters().get(ReceiverCounter.BEST_PRICES_MISMATCHES);
    }

    private void awaitAnswer()
    {
        client.flush();
        await(() -> answeredClOrdId == clOrdId && receiver.lastMsgSeqNum() >= venue.simba().msgSeqNum());
        afterEachAnswer.accept(book());
    }

    private void await(final BooleanSupplier done)
    {
        final long deadlineNs = System.nanoTime() + LIMIT_NS;
        while (!done.getAsBoolean())
        {
            if (0 == client.poll(this) + receiver.doWork())
            {
                TestEngine.pause();
            }
            if (System.nanoTime() > deadlineNs)
            {
                throw new AssertionError("no answer: clOrdId=" + clOrdId + " answered=" + answeredClOrdId +
                    " receiver=" + receiver.counters() + " published=" + venue.simba().msgSeqNum());
            }
        }
    }

    @Override
    public void onNewOrderSingleResponse(final long seqNo, final NewOrderSingleResponseDecoder message)
    {
        answeredClOrdId = message.clOrdID();
        orderId = message.orderID();
    }

    @Override
    public void onOrderReplaceResponse(final long seqNo, final OrderReplaceResponseDecoder message)
    {
        answeredClOrdId = message.clOrdID();
    }

    @Override
    public void onOrderCancelResponse(final long seqNo, final OrderCancelResponseDecoder message)
    {
        if (TwimeFrames.NULL_UINT64 != message.clOrdID())
        {
            answeredClOrdId = message.clOrdID();
        }
    }

    @Override
    public void onBusinessMessageReject(final BusinessMessageRejectDecoder message)
    {
        throw new AssertionError("refused: " + message);
    }

    @Override
    public void onSessionReject(final SessionRejectDecoder message)
    {
        throw new AssertionError("refused: " + message);
    }

    @Override
    public void close()
    {
        client.close();
        receiver.close();
    }
}
