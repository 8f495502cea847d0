// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.fast;

import io.bourse.engine.protocol.InstrumentKind;
import io.bourse.engine.protocol.OptionRight;
import io.bourse.marketdata.fast.FastSecurityDefinition;
import io.bourse.marketdata.fast.FastWriter;
import io.bourse.marketdata.market.PublicInstrument;
import io.bourse.marketdata.market.PublicLeg;
import io.bourse.marketdata.market.PublicSession;

import java.util.List;

/**
 * SecurityDefinition of an instrument.
 */
final class Definitions
{
    private static final long KOPECK_E5 = 1_000;
    private static final String MARKET_SEGMENT = "D";

    private final FastSecurityDefinition definition = new FastSecurityDefinition();
    private final List<FeedType> feedTypes;
    private final PublicSession session;

    Definitions(final List<FeedType> feedTypes, final PublicSession session)
    {
        this.feedTypes = feedTypes;
        this.session = session;
    }

    static boolean hasLimits(final PublicInstrument instrument)
    {
        return 0 != instrument.lowLimitE5() || 0 != instrument.highLimitE5();
    }

    static boolean hasMargins(final PublicInstrument instrument)
    {
        return 0 != instrument.longMarginKopecks() || 0 != instrument.shortMarginKopecks();
    }

    static long kopecksE5(final long kopecks)
    {
        return kopecks * KOPECK_E5;
    }

    void encode(final PublicInstrument instrument, final int totalReports, final FastPacketList packets)
    {
        definition.clear()
            .totNumReports(totalReports)
            .symbol(instrument.symbol())
            .securityId(instrument.instrumentId())
            .cfiCode(cfiCode(instrument))
            .status(TradingStatus.of(instrument, session))
            .marketSegmentId(MARKET_SEGMENT)
            .tradingSessionId(1)
            .tickE5(instrument.priceTickE5())
            .tickValueE5(instrument.tickValueE5())
            .settlPriceE5(instrument.settlementPriceE5());
        if (!instrument.currency().isEmpty())
        {
            definition.currency(instrument.currency());
        }
        if (!instrument.underlying().isEmpty())
        {
            definition.addUnderlying(instrument.underlying(), null, FastWriter.NULL, FastWriter.NULL);
        }
        if (PublicSession.NO_SESSION != session.sessionId())
        {
            definition.sessionId(session.sessionId());
        }
        if (0 != instrument.maturityDate())
        {
            definition.maturityDate(instrument.maturityDate());
        }
        if (hasLimits(instrument))
        {
            definition.lowLimitE5(instrument.lowLimitE5()).highLimitE5(instrument.highLimitE5());
        }
        if (hasMargins(instrument))
        {
            definition.marginBuyE5(kopecksE5(instrument.longMarginKopecks()))
                .marginSellE5(kopecksE5(instrument.shortMarginKopecks()));
        }
        if (OptionRight.NONE != instrument.right())
        {
            definition.strikePriceE5(instrument.strikeE5());
        }
        if (InstrumentKind.OPTION == instrument.kind())
        {
            definition.theorPriceE5(instrument.settlementPriceE5());
        }
        for (int i = 0, size = feedTypes.size(); i < size; i++)
        {
            definition.addFeedType(feedTypes.get(i).name(), feedTypes.get(i).depth(), FastWriter.NULL);
        }
        final List<PublicLeg> legs = instrument.legs();
        for (int i = 0, size = legs.size(); i < size; i++)
        {
            final PublicLeg leg = legs.get(i);
            definition.addLeg(leg.instrument().symbol(), leg.instrument().instrumentId(), leg.ratio());
        }
        definition.encode(packets.writer(), packets.nextMsgSeqNum(), 0);
        packets.end();
    }

    private static String cfiCode(final PublicInstrument instrument)
    {
        return switch (instrument.kind())
        {
            case FUTURE -> "FXXXXX";
            case OPTION -> switch (instrument.right())
            {
                case CALL -> "OCXXXX";
                case PUT -> "OPXXXX";
                case NONE, NULL_VAL -> "OXXXXX";
            };
            case SPREAD -> "FMXXXX";
            case SPOT, NULL_VAL -> "IXXXXX";
        };
    }
}
