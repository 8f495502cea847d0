// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.data;

import io.bourse.engine.protocol.InstrumentKind;
import io.bourse.engine.protocol.OptionRight;
import io.bourse.gateway.fix.wire.FixWriter;

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
            default -> "MMXXXX";
        };
    }

    /** CFICode(461) of one instrument, with what an option gives its holder. */
    static String cfiCode(final PublicInstrument instrument)
    {
        return switch (instrument.right())
        {
            case CALL -> "OCXXXX";
            case PUT -> "OPXXXX";
            default -> cfiCode(instrument.terms().kind());
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
            default -> "NONE";
        };
    }

    static void write(final FixWriter writer, final PublicInstrument instrument, final int sessionId)
    {
        final PublicInstrument.Terms terms = instrument.terms();
        Instruments.write(writer, instrument)
            .text(461, cfiCode(instrument))
            .text(167, securityType(terms.kind()));
        if (0 != terms.maturityDate())
        {
            writer.number(200, terms.maturityDate() / DAYS_PER_MONTH_DIGITS).number(541, terms.maturityDate());
        }
        if (OptionRight.NONE != instrument.right())
        {
            writer.price(202, instrument.strikeE5());
        }
        if (!terms.underlying().isEmpty())
        {
            writer.number(711, 1).text(311, terms.underlying());
        }
        if (!terms.currency().isEmpty())
        {
            writer.text(15, terms.currency());
        }
        if (!instrument.legs().isEmpty())
        {
            writer.number(555, instrument.legs().size());
            for (final PublicInstrument.Leg leg : instrument.legs())
            {
                final PublicInstrument.Terms legTerms = leg.instrument().terms();
                writer
                    .text(600, legTerms.symbol())
                    .number(602, legTerms.instrumentId())
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
            .price(969, terms.priceTickE5())
            .price(1146, instrument.tickValueE5())
            .price(1148, instrument.lowLimitE5())
            .price(1149, instrument.highLimitE5());
        final long settlementE5 = instrument.values().priceE5(EntryType.SETTLEMENT);
        if (DayValues.NONE != settlementE5)
        {
            writer.price(1150, settlementE5);
        }
    }
}
