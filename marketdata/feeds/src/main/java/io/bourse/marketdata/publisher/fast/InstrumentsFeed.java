// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.fast;

import io.bourse.engine.protocol.InstrumentKind;
import io.bourse.marketdata.fast.FastDiscreteAuction;
import io.bourse.marketdata.fast.FastMessages;
import io.bourse.marketdata.fast.FastSecurityDefinitionUpdate;
import io.bourse.marketdata.fast.FastSecurityStatus;
import io.bourse.marketdata.fast.FastTime;
import io.bourse.marketdata.fast.FastTradingSessionStatus;
import io.bourse.marketdata.fast.FastWriter;
import io.bourse.marketdata.market.PublicInstrument;
import io.bourse.marketdata.market.PublicMarket;
import io.bourse.marketdata.market.PublicSession;
import io.bourse.marketdata.market.PublicTransaction;
import java.util.ArrayList;
import java.util.List;

/**
 * FUT-INFO or OPT-INFO: all instruments of the kind again and again, and what changes about them once.
 */
final class InstrumentsFeed extends FastFeed
{
    private static final String MARKET_SEGMENT = "D";
    private static final long END_OF_DAY = 235_959_999L;
    private static final long DATE_UNIT = 1_000_000_000L;
    private static final int MASS_STATUS_ENTRIES = 100;

    private final FastSecurityStatus securityStatus = new FastSecurityStatus();
    private final FastSecurityDefinitionUpdate update = new FastSecurityDefinitionUpdate();
    private final FastTradingSessionStatus sessionStatus = new FastTradingSessionStatus();
    private final FastDiscreteAuction auction = new FastDiscreteAuction();
    private final ArrayList<PublicInstrument> mine = new ArrayList<>();
    private final List<PublicInstrument> all;
    private final Definitions definitions;
    private final PublicSession session;
    private final boolean isOptions;
    private int seen;

    InstrumentsFeed(
        final PublicMarket market, final FastChannel channel, final boolean isOptions, final List<FeedType> feedTypes)
    {
        super(isOptions ? "OPT-INFO" : "FUT-INFO", channel);
        this.isOptions = isOptions;
        all = market.instruments();
        session = market.session();
        definitions = new Definitions(feedTypes, session);
    }

    @Override
    boolean isSettled()
    {
        return true;
    }

    @Override
    void flush()
    {
        // Nothing ever waits: every message leaves at once.
    }

    @Override
    void onNewSession(final PublicTransaction transaction)
    {
        // A new session is published like any other change of the session.
    }

    @Override
    void publish(final PublicTransaction transaction)
    {
        channel().transactionTime(transaction.engineTimeNs());
        final int sessionChanges = transaction.sessionChanges();
        if (0 != sessionChanges)
        {
            sessionStatus().encode(channel().writer(), channel().nextMsgSeqNum(), 0);
            channel().end();
            massStatus();
        }
        for (int i = 0, count = transaction.changedCount(); i < count; i++)
        {
            final PublicInstrument instrument = transaction.changed(i);
            if (isMine(instrument))
            {
                instrument(instrument, 0 != sessionChanges);
            }
        }
    }

    private void instrument(final PublicInstrument instrument, final boolean isStatusSent)
    {
        final int changes = instrument.changes();
        final int numbers = PublicInstrument.LIMITS | PublicInstrument.MARGIN;
        if (0 != (changes & numbers) || 0 != (changes & PublicInstrument.PHASE) && !isStatusSent)
        {
            status(instrument);
        }
        if (isOptions && 0 != (changes & PublicInstrument.SETTLEMENT))
        {
            update.clear().securityId(instrument.instrumentId()).theorPriceE5(instrument.settlementPriceE5())
                .encode(channel().writer(), channel().nextMsgSeqNum(), 0);
            channel().end();
        }
        if (!isOptions && 0 != (changes & PublicInstrument.PHASE) && TradingStatus.isAuction(instrument))
        {
            auction(instrument).encode(channel().writer(), channel().nextMsgSeqNum(), 0);
            channel().end();
        }
    }

    private void status(final PublicInstrument instrument)
    {
        securityStatus.clear().securityId(instrument.instrumentId()).symbol(instrument.symbol())
            .status(TradingStatus.of(instrument, session));
        if (Definitions.hasLimits(instrument))
        {
            securityStatus.lowLimitE5(instrument.lowLimitE5()).highLimitE5(instrument.highLimitE5());
        }
        if (Definitions.hasMargins(instrument))
        {
            securityStatus.marginBuyE5(Definitions.kopecksE5(instrument.longMarginKopecks()))
                .marginSellE5(Definitions.kopecksE5(instrument.shortMarginKopecks()));
        }
        securityStatus.encode(channel().writer(), channel().nextMsgSeqNum(), 0);
        channel().end();
    }

    private void massStatus()
    {
        final int count = count();
        for (int first = 0; first < count; first += MASS_STATUS_ENTRIES)
        {
            final int next = Math.min(count, first + MASS_STATUS_ENTRIES);
            final FastWriter writer = channel().writer();
            FastMessages.beginSecurityMassStatus(
                writer, channel().nextMsgSeqNum(), 0, next == count ? 1 : 0, next - first);
            for (int i = first; i < next; i++)
            {
                final PublicInstrument instrument = mine.get(i);
                FastMessages.putMassStatusEntry(
                    writer, instrument.instrumentId(), TradingStatus.of(instrument, session));
            }
            channel().end();
        }
    }

    private FastTradingSessionStatus sessionStatus()
    {
        sessionStatus.clear().openTime(FastTime.timestamp(session.openedNs())).tradingSessionId(1)
            .closeTime(session.isEvening() ? FastTime.timestamp(session.suspendedNs()) :
                session.tradingDate() * DATE_UNIT + END_OF_DAY)
            .status(TradingStatus.of(session)).marketSegmentId(MARKET_SEGMENT);
        if (PublicSession.NO_SESSION != session.sessionId())
        {
            sessionStatus.sessionId(session.sessionId());
        }
        if (session.isSuspended())
        {
            sessionStatus.clrSessBegin(FastTime.timestamp(session.suspendedNs()));
        }
        return sessionStatus;
    }

    private FastDiscreteAuction auction(final PublicInstrument instrument)
    {
        final long endNs = Math.max(instrument.phaseEndNs(), instrument.phaseStartNs());
        return auction.clear().openTime(FastTime.timestamp(instrument.phaseStartNs()))
            .closeTimeFrom(FastTime.timestamp(endNs)).closeTimeTill(FastTime.timestamp(endNs))
            .auctionId(instrument.instrumentId())
            .sessionId(sessionId(session))
            .eventIdOpen(instrument.phase().value()).eventIdClose(0).addUnderlying(instrument.symbol());
    }

    private boolean isMine(final PublicInstrument instrument)
    {
        return isOptions == (InstrumentKind.OPTION == instrument.kind());
    }

    private int count()
    {
        while (seen < all.size())
        {
            final PublicInstrument instrument = all.get(seen);
            if (InstrumentKind.NULL_VAL == instrument.kind())
            {
                break;
            }
            if (isMine(instrument))
            {
                mine.add(instrument);
            }
            seen++;
        }
        return mine.size();
    }

    @Override
    public int itemCount()
    {
        return 1 + count();
    }

    @Override
    public void encode(final int item, final FastPacketList packets)
    {
        if (0 < item)
        {
            definitions.encode(mine.get(item - 1), mine.size(), packets);
            return;
        }
        sessionStatus().encode(packets.writer(), packets.nextMsgSeqNum(), 0);
        packets.end();
        for (int i = 0, size = count(); i < size && !isOptions; i++)
        {
            if (TradingStatus.isAuction(mine.get(i)))
            {
                auction(mine.get(i)).encode(packets.writer(), packets.nextMsgSeqNum(), 0);
                packets.end();
            }
        }
    }
}
