// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ingest;

import io.bourse.clearing.model.PriceBand;
import io.bourse.engine.client.EventGroup;
import io.bourse.engine.client.EventListener;
import io.bourse.engine.protocol.AccountDefinedDecoder;
import io.bourse.engine.protocol.ClearingCompletedDecoder;
import io.bourse.engine.protocol.ClearingKind;
import io.bourse.engine.protocol.InstrumentDefinedDecoder;
import io.bourse.engine.protocol.LegDefinedDecoder;
import io.bourse.engine.protocol.OffBookKind;
import io.bourse.engine.protocol.OffBookTradeDecoder;
import io.bourse.engine.protocol.OrderAcceptedDecoder;
import io.bourse.engine.protocol.OrderActivatedDecoder;
import io.bourse.engine.protocol.OrderCancelledDecoder;
import io.bourse.engine.protocol.OrderReducedDecoder;
import io.bourse.engine.protocol.OrderReplacedDecoder;
import io.bourse.engine.protocol.OrderRestatedDecoder;
import io.bourse.engine.protocol.SessionOpenedDecoder;
import io.bourse.engine.protocol.SettlementPublishedDecoder;
import io.bourse.engine.protocol.SliceShownDecoder;
import io.bourse.engine.protocol.TradeDecoder;
import io.bourse.engine.protocol.TradingResumedDecoder;
import io.bourse.engine.protocol.TradingSuspendedDecoder;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The day as clearing sees it: reference data, the trades of the current session, positions carried into it, the order
 * register, and the clearing runs so far. Built by following the event stream from its beginning.
 */
public final class ClearingDay implements EventListener
{
    private final Instruments instruments = new Instruments();
    private final Accounts accounts = new Accounts();
    private final TradeColumns trades = new TradeColumns();
    private final OrderRegister orders = new OrderRegister();
    private final CarriedPositions streamPositions = new CarriedPositions();
    private final List<RunRecord> runs = new ArrayList<>();
    private final SliceCollector slices;
    private int sessionId;
    private int tradingDate;
    private boolean trading;
    private RunRecord openRun;
    private long totalTrades;
    /** Of the last trade in a book, whose legs may follow. */
    private long takerOrderId;
    private long previousEveningRunId;
    private long cursor;

    /**
     * A day before the first event.
     *
     * @param slices collector for the settlement prices.
     */
    public ClearingDay(final SliceCollector slices)
    {
        this.slices = slices;
    }

    @Override
    public void onGroupBegin(final EventGroup group)
    {
        if (trading)
        {
            slices.advance(group.engineTimeNs(), orders);
        }
    }

    @Override
    public void onGroupEnd(final EventGroup group)
    {
        cursor = group.cursor();
    }

    @Override
    public void onAccountDefined(final EventGroup group, final AccountDefinedDecoder event)
    {
        accounts.define(event.accountId(), event.accountCode());
    }

    @Override
    public void onInstrumentDefined(final EventGroup group, final InstrumentDefinedDecoder event)
    {
        if (instruments.contains(event.instrumentId()))
        {
            // The engine confirms a repeated definition with the same contents.
            return;
        }
        final Instrument instrument = instruments.define(event);
        orders.onInstrument(instrument.ordinal());
        slices.onInstrument(instrument.ordinal());
    }

    @Override
    public void onOrderAccepted(final EventGroup group, final OrderAcceptedDecoder event)
    {
        orders.onAccepted(instruments.byId(event.instrumentId()).ordinal(), event);
    }

    @Override
    public void onOrderReplaced(final EventGroup group, final OrderReplacedDecoder event)
    {
        orders.onReplaced(instruments.byId(event.instrumentId()).ordinal(), event);
    }

    @Override
    public void onOrderCancelled(final EventGroup group, final OrderCancelledDecoder event)
    {
        orders.onCancelled(event);
    }

    @Override
    public void onLegDefined(final EventGroup group, final LegDefinedDecoder event)
    {
        instruments.byId(event.instrumentId()).onLegDefined(
            instruments.byId(event.legInstrumentId()), event.ratio(), group.cursor());
    }

    @Override
    public void onOrderActivated(final EventGroup group, final OrderActivatedDecoder event)
    {
        orders.onActivated(event);
    }

    @Override
    public void onOrderRestated(final EventGroup group, final OrderRestatedDecoder event)
    {
        orders.onRestated(event);
    }

    @Override
    public void onSliceShown(final EventGroup group, final SliceShownDecoder event)
    {
        orders.onSliceShown(event);
    }

    @Override
    public void onOrderReduced(final EventGroup group, final OrderReducedDecoder event)
    {
        orders.onReduced(event);
    }

    @Override
    public void onTrade(final EventGroup group, final TradeDecoder event)
    {
        final Instrument instrument = instruments.byId(event.instrumentId());
        totalTrades++;
        takerOrderId = takerOrderId(event);
        final long filled = orders.onTrade(event);
        slices.onTrade(instrument.ordinal(), event.priceE5());
        if (instrument.hasLegs())
        {
            // Nobody has a position in a strategy: its legs follow as trades of their own.
            orders.requireFilled(event.tradeId(), event.qtyLots(), filled);
        }
        else
        {
            trades.add(group.engineTimeNs(), instrument.ordinal(), event, takerOrderId, filled);
        }
    }

    /** Sheet 1.4: the maker is the order registered earlier. In an auction neither came upon the other. */
    private static long takerOrderId(final TradeDecoder event)
    {
        final long buyOrderId = event.buy().orderId();
        final long sellOrderId = event.sell().orderId();
        return switch (event.aggressorSide())
        {
            case BUY -> buyOrderId;
            case SELL -> sellOrderId;
            default -> Math.max(buyOrderId, sellOrderId);
        };
    }

    /** Prices of trades outside the book are no prices of the market: they do not move the settlement price. */
    @Override
    public void onOffBookTrade(final EventGroup group, final OffBookTradeDecoder event)
    {
        final int instrument = instruments.byId(event.instrumentId()).ordinal();
        totalTrades++;
        if (OffBookKind.SPREAD_LEG == event.kind())
        {
            trades.addLeg(group.engineTimeNs(), instrument, event, takerOrderId);
        }
        else
        {
            trades.addNegotiated(group.engineTimeNs(), instrument, event, orders.onNegotiatedTrade(event));
        }
    }

    @Override
    public void onSessionOpened(final EventGroup group, final SessionOpenedDecoder event)
    {
        roll();
        sessionId = event.sessionId();
        tradingDate = (int)event.tradingDate();
        openTrading(group.engineTimeNs());
    }

    @Override
    public void onTradingSuspended(final EventGroup group, final TradingSuspendedDecoder event)
    {
        trading = false;
        openRun = new RunRecord(
            event.runId(),
            event.kind(),
            cut(group.cursor(), group.commandPosition(), group.engineTimeNs()));
        runs.add(openRun);
    }

    /**
     * A run as it would be if the stream were cut where the day has got to. Not one of {@link #runs()}.
     *
     * @param runId of the run.
     * @param kind of the run.
     * @return run with nothing published; its cut has no place in the journal.
     */
    public RunRecord runCutHere(final long runId, final ClearingKind kind)
    {
        return new RunRecord(runId, kind, cut(cursor, 0, 0));
    }

    private RunRecord.Cut cut(final long atCursor, final long commandPosition, final long engineTimeNs)
    {
        return new RunRecord.Cut(
            atCursor, commandPosition, engineTimeNs, trades.size(), totalTrades, accounts.size(), instruments.size());
    }

    @Override
    public void onSettlementPublished(final EventGroup group, final SettlementPublishedDecoder event)
    {
        final Instrument instrument = instruments.byId(event.instrumentId());
        final PriceBand band = new PriceBand(event.lowLimitE5(), event.highLimitE5());
        if (null != openRun)
        {
            openRun.onPublished(
                instrument.ordinal(),
                new RunRecord.Published(event.settlementPriceE5(), event.tickValueE5(), band));
        }
        instrument.onPublished(event.settlementPriceE5(), event.tickValueE5(), band);
    }

    @Override
    public void onClearingCompleted(final EventGroup group, final ClearingCompletedDecoder event)
    {
        if (null != openRun)
        {
            openRun.onCompleted();
        }
        if (ClearingKind.EVENING == event.kind())
        {
            openRun = null;
        }
    }

    @Override
    public void onTradingResumed(final EventGroup group, final TradingResumedDecoder event)
    {
        openRun = null;
        openTrading(group.engineTimeNs());
    }

    private void openTrading(final long engineTimeNs)
    {
        trading = true;
        slices.onOpen(engineTimeNs);
    }

    private void roll()
    {
        for (int trade = 0; trade < trades.size(); trade++)
        {
            final int instrument = trades.instrument(trade);
            streamPositions.add(trades.account(2 * trade), instrument, trades.qtyLots(trade));
            streamPositions.add(trades.account(2 * trade + 1), instrument, -trades.qtyLots(trade));
        }
        trades.clear();
        final RunRecord evening = completedEvening();
        if (null != evening)
        {
            previousEveningRunId = evening.runId();
            for (final Instrument instrument : instruments.all())
            {
                final RunRecord.Published published = evening.published(instrument.ordinal());
                if (null != published)
                {
                    instrument.onEveningRolled(published.settlementPriceE5());
                }
            }
        }
        runs.clear();
    }

    /**
     * The evening run of the current session, once it is complete.
     *
     * @return null before that.
     */
    public RunRecord completedEvening()
    {
        for (final RunRecord run : runs)
        {
            if (ClearingKind.EVENING == run.kind() && run.isCompleted())
            {
                return run;
            }
        }
        return null;
    }

    /**
     * The evening run that was completed last before the current session. Money is carried from it and from no other.
     *
     * @return its run id; 0 when this stream has none.
     */
    public long previousEveningRunId()
    {
        return previousEveningRunId;
    }

    /**
     * A run of the current session.
     *
     * @param runId of the run.
     * @return null when there is none.
     */
    public RunRecord run(final long runId)
    {
        for (final RunRecord run : runs)
        {
            if (runId == run.runId())
            {
                return run;
            }
        }
        return null;
    }

    /**
     * All runs of the current session, given up ones included, in their order.
     *
     * @return read-only view.
     */
    public List<RunRecord> runs()
    {
        return Collections.unmodifiableList(runs);
    }

    /**
     * The run that holds trading suspended now.
     *
     * @return null when none does.
     */
    public RunRecord openRun()
    {
        return openRun;
    }

    /**
     * Whether the session is open for trading.
     *
     * @return false before the first session, during clearing and after the evening run.
     */
    public boolean isTrading()
    {
        return trading;
    }

    /**
     * Session the day is in, or was in last.
     *
     * @return TradingSessionID, 0 before the first.
     */
    public int sessionId()
    {
        return sessionId;
    }

    /**
     * Date of the session.
     *
     * @return YYYYMMDD, 0 before the first.
     */
    public int tradingDate()
    {
        return tradingDate;
    }

    /**
     * Trades since the beginning of the stream.
     *
     * @return count.
     */
    public long totalTrades()
    {
        return totalTrades;
    }

    /**
     * Where the day has got to.
     *
     * @return event stream position in bytes.
     */
    public long cursor()
    {
        return cursor;
    }

    /**
     * Instruments.
     *
     * @return table.
     */
    public Instruments instruments()
    {
        return instruments;
    }

    /**
     * Client registers.
     *
     * @return table.
     */
    public Accounts accounts()
    {
        return accounts;
    }

    /**
     * Trades of the current session.
     *
     * @return columns.
     */
    public TradeColumns trades()
    {
        return trades;
    }

    /**
     * Live orders.
     *
     * @return register.
     */
    public OrderRegister orders()
    {
        return orders;
    }

    /**
     * Slices for the settlement prices.
     *
     * @return collector.
     */
    public SliceCollector slices()
    {
        return slices;
    }

    /**
     * Positions that trades of earlier sessions of this stream have left.
     *
     * @return positions at the opening of the current session.
     */
    public CarriedPositions streamPositions()
    {
        return streamPositions;
    }
}
