// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.operators.history;

import io.bourse.deploy.operators.forms.Forms;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.StreamHistory;
import io.bourse.engine.host.recording.ArchivedEvents;
import io.bourse.engine.protocol.AccountCode;
import io.bourse.engine.protocol.EventGroup;
import io.bourse.engine.protocol.EventListener;
import io.bourse.engine.protocol.FeatureLevels;
import io.bourse.engine.protocol.OffBookTradeDecoder;
import io.bourse.engine.protocol.SessionOpenedDecoder;
import io.bourse.engine.protocol.TradeCorrectedDecoder;
import io.bourse.engine.protocol.TradeDecoder;
import io.bourse.engine.protocol.TradePartyDecoder;
import io.bourse.engine.protocol.TradeSideDecoder;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * What the event stream says of one trade.
 */
public final class TradeHistory implements EventListener
{
    private static final long NS_PER_SECOND = 1_000_000_000L;

    private final VenueSettings settings;
    private final int level;
    private final long tradeId;
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

    private TradeHistory(final VenueSettings settings, final int level, final long tradeId)
    {
        this.settings = settings;
        this.level = level;
        this.tradeId = tradeId;
    }

    /**
     * Reads the stream up to where it ends now: live events, and archived ones when the trade is not in those.
     *
     * @param dataDir of the engine.
     * @param client of the engine.
     * @param settings of the venue, for names.
     * @param level in force.
     * @param tradeId of the trade.
     * @return what the stream says; nothing when there is no such trade.
     */
    public static TradeHistory read(
        final Path dataDir,
        final EngineClient client,
        final VenueSettings settings,
        final int level,
        final long tradeId)
    {
        final TradeHistory live = new TradeHistory(settings, level, tradeId);
        StreamHistory.readFrom(client, ArchivedEvents.readLive(dataDir, live), live);
        if (live.isFound)
        {
            return live;
        }
        final TradeHistory whole = new TradeHistory(settings, level, tradeId);
        StreamHistory.read(client, whole);
        return whole;
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
        lines.add("trade      " + tradeId + " " + settings.symbols().get(instrumentId) + " (" + instrumentId + ") " +
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
        return AccountCode.unpack(accountCode) + " login " + settings.loginNames().get(loginId) + " (" + loginId +
            ") order " + orderId;
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
