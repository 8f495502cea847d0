// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.operators.history;

import io.bourse.deploy.operators.forms.Forms;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.StreamHistory;
import io.bourse.engine.protocol.AccountCode;
import io.bourse.engine.protocol.EventGroup;
import io.bourse.engine.protocol.EventListener;
import io.bourse.engine.protocol.FeatureLevelSetDecoder;
import io.bourse.engine.protocol.FeatureLevels;
import io.bourse.engine.protocol.InstrumentDefinedDecoder;
import io.bourse.engine.protocol.LoginDefinedDecoder;
import io.bourse.engine.protocol.OffBookTradeDecoder;
import io.bourse.engine.protocol.SessionOpenedDecoder;
import io.bourse.engine.protocol.TradeCorrectedDecoder;
import io.bourse.engine.protocol.TradeDecoder;
import io.bourse.engine.protocol.TradePartyDecoder;
import io.bourse.engine.protocol.TradeSideDecoder;
import org.agrona.collections.Int2ObjectHashMap;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * What the event stream says of one trade.
 */
public final class TradeHistory implements EventListener
{
    private static final long NS_PER_SECOND = 1_000_000_000L;

    private final Int2ObjectHashMap<String> symbols = new Int2ObjectHashMap<>();
    private final Int2ObjectHashMap<String> logins = new Int2ObjectHashMap<>();
    private final long tradeId;
    private int level = FeatureLevels.BASE;
    private boolean isFound;
    private boolean isOfSession;
    private int instrumentId;
    private long priceE5;
    private long lots;
    private long timeNs;
    private long parentTradeId;
    private String buyer;
    private String seller;
    private String fate;
    private int legs;

    private TradeHistory(final long tradeId)
    {
        this.tradeId = tradeId;
    }

    /** Reads the stream up to where it ends now. */
    public static TradeHistory read(final EngineClient client, final long tradeId)
    {
        final TradeHistory history = new TradeHistory(tradeId);
        StreamHistory.read(client, history);
        return history;
    }

    /**
     * Refuses what the engine would refuse, before anything is journalled.
     *
     * @param isCorrection whether the trade is to be corrected.
     * @throws IllegalStateException with the reason.
     */
    public void require(final boolean isCorrection)
    {
        if (level < FeatureLevels.CORRECTABLE)
        {
            throw new IllegalStateException("below feature level " + FeatureLevels.CORRECTABLE + " the engine " +
                "remembers no trades; raise it with `bourse feature-level --raise`, for the trades after that: " +
                "featureLevel=" + level);
        }
        requireFound();
        if (null != fate)
        {
            throw new IllegalStateException("the trade is " + fate + ": tradeId=" + tradeId);
        }
        if (!isOfSession)
        {
            throw new IllegalStateException("only trades of the open session can be broken or corrected: tradeId=" +
                tradeId);
        }
        if (0 != parentTradeId)
        {
            throw new IllegalStateException("the trade is a leg, break the trade of the strategy: tradeId=" + tradeId +
                " strategyTradeId=" + parentTradeId);
        }
        if (isCorrection && 0 != legs)
        {
            throw new IllegalStateException("the trade of a strategy can be broken, not corrected: tradeId=" + tradeId);
        }
    }

    private void requireFound()
    {
        if (!isFound)
        {
            throw new IllegalStateException("the event stream has no such trade: tradeId=" + tradeId);
        }
    }

    /** Instrument of the trade. */
    public int instrumentId()
    {
        return instrumentId;
    }

    /** Price x 100 000. */
    public long priceE5()
    {
        return priceE5;
    }

    /** Whole lots. */
    public long lots()
    {
        return lots;
    }

    /**
     * The trade and both of its sides.
     *
     * @throws IllegalStateException when there is none.
     */
    public List<String> lines()
    {
        requireFound();
        final List<String> lines = new ArrayList<>();
        lines.add("trade      " + tradeId + " " + symbols.get(instrumentId) + " (" + instrumentId + ") " +
            terms(lots, priceE5) + " at " +
            Instant.ofEpochSecond(timeNs / NS_PER_SECOND, timeNs % NS_PER_SECOND));
        lines.add("buyer      " + buyer);
        lines.add("seller     " + seller);
        if (0 != parentTradeId)
        {
            lines.add("leg of     " + parentTradeId);
        }
        if (0 != legs)
        {
            lines.add("legs       " + legs + ", broken with it");
        }
        lines.add("state      " + (null != fate ? fate : isOfSession ? "stands" : "settled"));
        return lines;
    }

    /** Quantity and price as text. */
    public static String terms(final long lots, final long priceE5)
    {
        return lots + " @ " + Forms.price(priceE5);
    }

    private void found(final EventGroup group, final int ofInstrument, final long atPriceE5, final long qtyLots)
    {
        isFound = true;
        isOfSession = true;
        instrumentId = ofInstrument;
        priceE5 = atPriceE5;
        lots = qtyLots;
        timeNs = group.engineTimeNs();
    }

    private String party(final long accountCode, final int loginId, final long orderId)
    {
        return AccountCode.unpack(accountCode) + " login " + logins.get(loginId) + " (" + loginId + ") order " +
            orderId;
    }

    private String party(final TradeSideDecoder side)
    {
        return party(side.accountCode(), side.loginId(), side.orderId());
    }

    private String party(final TradePartyDecoder side)
    {
        return party(side.accountCode(), side.loginId(), side.orderId());
    }

    @Override
    public void onFeatureLevelSet(final EventGroup group, final FeatureLevelSetDecoder event)
    {
        level = event.level();
    }

    @Override
    public void onInstrumentDefined(final EventGroup group, final InstrumentDefinedDecoder event)
    {
        symbols.put(event.instrumentId(), event.symbol());
    }

    @Override
    public void onLoginDefined(final EventGroup group, final LoginDefinedDecoder event)
    {
        logins.put(event.loginId(), event.name());
    }

    @Override
    public void onSessionOpened(final EventGroup group, final SessionOpenedDecoder event)
    {
        isOfSession = false;
    }

    @Override
    public void onTrade(final EventGroup group, final TradeDecoder event)
    {
        if (tradeId == event.tradeId())
        {
            found(group, event.instrumentId(), event.priceE5(), event.qtyLots());
            buyer = party(event.buy());
            seller = party(event.sell());
        }
    }

    @Override
    public void onOffBookTrade(final EventGroup group, final OffBookTradeDecoder event)
    {
        legs += tradeId == event.parentTradeId() ? 1 : 0;
        if (tradeId == event.tradeId())
        {
            found(group, event.instrumentId(), event.priceE5(), event.qtyLots());
            buyer = party(event.buy());
            seller = party(event.sell());
            parentTradeId = OffBookTradeDecoder.parentTradeIdNullValue() == event.parentTradeId() ?
                0 : event.parentTradeId();
        }
    }

    @Override
    public void onTradeCorrected(final EventGroup group, final TradeCorrectedDecoder event)
    {
        if (tradeId == event.tradeId())
        {
            fate = 0 == event.newQtyLots() ? "broken, reason \"" + event.reason() + "\"" :
                "corrected, trade " + event.newTradeId() + " stands in its place, reason \"" + event.reason() + "\"";
        }
        else if (tradeId == event.newTradeId())
        {
            found(group, event.instrumentId(), event.newPriceE5(), event.newQtyLots());
            buyer = party(event.buy());
            seller = party(event.sell());
        }
    }
}
