// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.data;

import io.bourse.engine.protocol.InstrumentKind;
import io.bourse.engine.protocol.OptionRight;
import io.bourse.gateway.fix.wire.FixWriter;
import io.bourse.marketdata.market.PublicInstrument;
import io.bourse.marketdata.market.PublicLeg;

/**
 * Writes what SecurityList(y) says of one instrument.
 */
final class SecurityEncoder
{
    private static final int DAYS_PER_MONTH_DIGITS = 100;

    private SecurityEncoder()
    {
    }

    /** CFICode(461). */
    static String cfiCode(final InstrumentKind kind)
    {
        return switch (kind)
        {
            case FUTURE -> "FXXXXX";
            case OPTION -> "OXXXXX";
            case SPREAD -> "MXXXXX";
            case SPOT, NULL_VAL -> "MMXXXX";
        };
    }

    /** CFICode(461) of one instrument, with what an option gives its holder. */
    static String cfiCode(final PublicInstrument instrument)
    {
        return switch (instrument.right())
        {
            case CALL -> "OCXXXX";
            case PUT -> "OPXXXX";
            case NONE, NULL_VAL -> cfiCode(instrument.kind());
        };
    }

    /** SecurityType(167). */
    static String securityType(final InstrumentKind kind)
    {
        return switch (kind)
        {
            case FUTURE -> "FUT";
            case OPTION -> "OPT";
            case SPREAD -> "MLEG";
            case SPOT, NULL_VAL -> "NONE";
        };
    }

    static void write(final FixWriter writer, final PublicInstrument instrument, final int sessionId)
    {
        Instruments.write(writer, instrument)
            .text(461, cfiCode(instrument))
            .text(167, securityType(instrument.kind()));
        if (0 != instrument.maturityDate())
        {
            writer
                .number(200, instrument.maturityDate() / DAYS_PER_MONTH_DIGITS)
                .number(541, instrument.maturityDate());
        }
        if (OptionRight.NONE != instrument.right())
        {
            writer.price(202, instrument.strikeE5());
        }
        if (!instrument.underlying().isEmpty())
        {
            writer.number(711, 1).text(311, instrument.underlying());
        }
        if (!instrument.currency().isEmpty())
        {
            writer.text(15, instrument.currency());
        }
        if (!instrument.legs().isEmpty())
        {
            writer.number(555, instrument.legs().size());
            for (final PublicLeg leg : instrument.legs())
            {
                writer
                    .text(600, leg.instrument().symbol())
                    .number(602, leg.instrument().instrumentId())
                    .character(603, '8')
                    .number(623, Math.abs(leg.ratio()))
                    .character(624, leg.ratio() > 0 ? '1' : '2');
            }
        }
        writer.number(561, 1);
        if (0 != sessionId)
        {
            writer.number(336, sessionId);
        }
        writer
            .price(969, instrument.priceTickE5())
            .price(1146, instrument.tickValueE5())
            .price(1148, instrument.lowLimitE5())
            .price(1149, instrument.highLimitE5())
            .price(1150, instrument.settlementPriceE5());
    }
}
