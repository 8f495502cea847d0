// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.config;

import io.bourse.engine.client.operator.ContractSpec;
import io.bourse.engine.client.operator.InstrumentSpec;
import io.bourse.engine.protocol.ContractStyle;
import io.bourse.engine.protocol.InstrumentKind;
import io.bourse.engine.protocol.OptionRight;
import io.bourse.engine.protocol.SettlementType;
import org.apache.commons.csv.CSVRecord;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The table of contracts. The engine checks its commands; this class reports an error with its row, before any command.
 */
final class ContractTable
{
    private static final int E5 = 5;
    private static final int ASSET_LENGTH = 12;
    private static final int MOST_DAYS = 30;

    private final Map<Integer, InstrumentKind> kinds;
    private final Set<Integer> seen = new HashSet<>();
    private final ReferenceDates dates;

    ContractTable(final List<InstrumentSpec> instruments, final ReferenceDates dates)
    {
        kinds = ReferenceDataReader.kinds(instruments);
        this.dates = dates;
    }

    ContractSpec contract(final CSVRecord row)
    {
        final int instrumentId = Integer.parseInt(row.get("instrument_id"));
        final InstrumentKind kind = kinds.get(instrumentId);
        final ContractStyle style = ContractStyle.valueOf(row.get("style"));
        final OptionRight right = row.get("right").isEmpty() ? OptionRight.NONE : OptionRight.valueOf(row.get("right"));
        final SettlementType settlement = SettlementType.valueOf(row.get("settlement"));
        final int underlyingId = number(row, "underlying_id");
        final ContractSpec spec = new ContractSpec(
            instrumentId,
            style,
            right,
            settlement,
            row.get("strike").isEmpty() ? 0 : ReferenceDataReader.scaled(row, "strike", E5),
            Long.parseLong(row.get("lot_units")),
            underlyingId,
            dates.parse(row.get("expiry_date")),
            flag(row.get("expires_intraday")),
            row.isMapped("settlement_days") ? number(row, "settlement_days") : 0,
            row.isMapped("asset") ? row.get("asset") : "");
        check(spec, kind);
        return spec;
    }

    private void check(final ContractSpec spec, final InstrumentKind kind)
    {
        final boolean isOption =
            ContractStyle.MARGINED_OPTION == spec.style() || ContractStyle.PREMIUM_OPTION == spec.style();
        final boolean isSpot = ContractStyle.SPOT == spec.style();
        require(kind == (isOption ? InstrumentKind.OPTION : isSpot ? InstrumentKind.SPOT : InstrumentKind.FUTURE),
            "instrument_id must be an instrument of instruments.csv whose kind fits the style", "instrument_id=" +
            spec.instrumentId() + " kind=" + kind + " style=" + spec.style());
        require(seen.add(spec.instrumentId()), "an instrument has one contract",
            "instrument_id=" + spec.instrumentId());
        require(isOption == (OptionRight.NONE != spec.right()), "an option, and nothing else, has a right",
            "style=" + spec.style() + " right=" + spec.right());
        require(isOption || 0 == spec.strikeE5(), "only an option has a strike", "style=" + spec.style());
        require(!isOption || 0 != spec.expiryDate(), "an option expires", "expiry_date=" + spec.expiryDate());
        require(spec.lotUnits() > 0, "a lot has units", "lot_units=" + spec.lotUnits());
        checkDelivery(spec, isOption, isSpot);
        final InstrumentKind underlying = kinds.get(spec.underlyingInstrumentId());
        final boolean becomesFuture = isOption && SettlementType.PHYSICAL == spec.settlement();
        require(becomesFuture ? InstrumentKind.FUTURE == underlying :
            0 == spec.underlyingInstrumentId() || null != underlying,
            "underlying_id must be an instrument of instruments.csv, a future if the option becomes it",
            "underlying_id=" + spec.underlyingInstrumentId() + " kind=" + underlying);
    }

    private static void checkDelivery(final ContractSpec spec, final boolean isOption, final boolean isSpot)
    {
        final boolean isPhysical = SettlementType.PHYSICAL == spec.settlement();
        final boolean hasAsset = !spec.asset().isEmpty();
        require(!isSpot || isPhysical && hasAsset && 0 == spec.expiryDate(),
            "a spot instrument is settled physically, has an asset and never expires", "settlement=" +
            spec.settlement() + " asset=" + spec.asset() + " expiry_date=" + spec.expiryDate());
        require(!hasAsset || isPhysical && !isOption, "only what is delivered has an asset",
            "asset=" + spec.asset() + " style=" + spec.style() + " settlement=" + spec.settlement());
        require(spec.asset().length() <= ASSET_LENGTH, "an asset has at most 12 characters", "asset=" + spec.asset());
        require(spec.settlementDays() >= 0 && spec.settlementDays() <= (hasAsset ? MOST_DAYS : 0),
            "settlement_days is 0 to 30, and 0 without an asset", "settlement_days=" + spec.settlementDays());
    }

    private static void require(final boolean holds, final String rule, final String facts)
    {
        if (!holds)
        {
            throw new IllegalArgumentException(rule + ": " + facts);
        }
    }

    private static int number(final CSVRecord row, final String column)
    {
        return row.get(column).isEmpty() ? 0 : Integer.parseInt(row.get(column));
    }

    private static boolean flag(final String text)
    {
        return switch (text)
        {
            case "yes" -> true;
            case "no" -> false;
            default -> throw new IllegalArgumentException("expires_intraday is yes or no: expires_intraday=" + text);
        };
    }
}
