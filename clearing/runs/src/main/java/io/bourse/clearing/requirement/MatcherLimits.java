// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.requirement;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import io.bourse.clearing.CheckFailedException;
import io.bourse.clearing.ingest.IngestedDay;
import io.bourse.clearing.ingest.IngestedInstrument;
import io.bourse.clearing.ingest.Limits;
import io.bourse.clearing.margin.MarginArrays;
import io.bourse.engine.protocol.LimitLevel;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/**
 * What a run sends the matcher for its checks before a trade: contents of {@code limits.json}. The matcher nets
 * nothing between instruments, so it reserves more than margin for the same portfolio. Its collateral is what it
 * reserves at the cut plus what is free, so that it leaves as much free as clearing does.
 *
 * @param format {@link #FORMAT}.
 * @param margins of one lot, by instrument id; of contracts that need none any more 0.
 * @param collaterals settlement accounts that the matcher knows, then brokerage firms, then clients that have had a
 * limit, each by code.
 */
@JsonPropertyOrder({"format", "margins", "collaterals"})
public record MatcherLimits(String format, List<LotMargin> margins, List<Collateral> collaterals)
{
    /** Format of this version. */
    public static final String FORMAT = "bourse-clearing-limits/1";
    /** Name of the file in the directory of a run. */
    public static final String FILE_NAME = "limits.json";
    /** What the matcher takes at most for a lot. */
    private static final long MAX_LOT_KOPECKS = 100_000_000_000_000L;

    /**
     * Limits that follow from margin and funds.
     *
     * @param day at the cut.
     * @param ended by ordinal: contracts that have ended; nothing is sent for them.
     * @param arrays at the prices of the run.
     * @param figures margin of the run.
     * @param free funds after the run.
     * @return limits.
     * @throws CheckFailedException when an amount does not fit.
     */
    public static MatcherLimits of(
        final IngestedDay day,
        final boolean[] ended,
        final MarginArrays arrays,
        final MarginFigures figures,
        final RegisterFreeFunds free)
    {
        final MarginIndex margin = new MarginIndex(figures);
        final List<Collateral> collaterals = new ArrayList<>();
        final List<String> settlements = day.settlementAccounts().defined().stream().sorted().toList();
        add(collaterals, LimitLevel.SETTLEMENT_ACCOUNT, settlements, margin, free);
        add(collaterals, LimitLevel.BROKERAGE_FIRM, limited(day, LimitLevel.BROKERAGE_FIRM), margin, free);
        add(collaterals, LimitLevel.CLIENT, limited(day, LimitLevel.CLIENT), margin, free);
        return new MatcherLimits(FORMAT, margins(day, ended, arrays), List.copyOf(collaterals));
    }

    private static Set<String> limited(final IngestedDay day, final LimitLevel level)
    {
        return day.limits().collaterals(level).keySet();
    }

    private static void add(
        final List<Collateral> collaterals,
        final LimitLevel level,
        final Iterable<String> codes,
        final MarginIndex margin,
        final RegisterFreeFunds free)
    {
        for (final String code : codes)
        {
            final long matcherKopecks = margin.matcherKopecks(level, code);
            final long freeKopecks = free.freeKopecks(level, code);
            try
            {
                collaterals.add(new Collateral(
                    level, code, matcherKopecks, freeKopecks, Math.addExact(matcherKopecks, freeKopecks)));
            }
            catch (final ArithmeticException ex)
            {
                throw new CheckFailedException("amounts fit into 64 bits", "limit of level=" + level + " code=" + code +
                    " matcherKopecks=" + matcherKopecks + " freeKopecks=" + freeKopecks);
            }
        }
    }

    private static List<LotMargin> margins(final IngestedDay day, final boolean[] ended, final MarginArrays arrays)
    {
        final List<LotMargin> margins = new ArrayList<>();
        for (final IngestedInstrument instrument : day.instruments().all())
        {
            final int ordinal = instrument.ordinal();
            final boolean isMargined = arrays.isMargined(ordinal);
            final Limits.Margin before = day.limits().margin(ordinal);
            final boolean wasMargined = 0 != (before.longKopecks() | before.shortKopecks());
            if (!ended[ordinal] && (isMargined || wasMargined))
            {
                margins.add(fitting(new LotMargin(
                    instrument.instrumentId(),
                    isMargined ? arrays.longKopecks(ordinal) : 0,
                    isMargined ? arrays.shortKopecks(ordinal) : 0)));
            }
        }
        margins.sort(Comparator.comparingInt(LotMargin::instrumentId));
        return List.copyOf(margins);
    }

    private static LotMargin fitting(final LotMargin margin)
    {
        if (Math.max(margin.longKopecks(), margin.shortKopecks()) > MAX_LOT_KOPECKS)
        {
            throw new CheckFailedException("margin of a lot is one that the matcher takes", "instrumentId=" +
                margin.instrumentId() + " longKopecks=" + margin.longKopecks() + " shortKopecks=" +
                margin.shortKopecks() + " maxKopecks=" + MAX_LOT_KOPECKS);
        }
        return margin;
    }

    /**
     * Margin of one lot alone.
     *
     * @param instrumentId SecurityID.
     * @param longKopecks of a lot bought.
     * @param shortKopecks of a lot sold.
     */
    @JsonPropertyOrder({"instrumentId", "longKopecks", "shortKopecks"})
    public record LotMargin(int instrumentId, long longKopecks, long shortKopecks)
    {
    }

    /**
     * What a register may use.
     *
     * @param level of the register.
     * @param code of the register.
     * @param matcherKopecks what the matcher reserves for what the register holds and has ordered at the cut.
     * @param freeKopecks what the register has free.
     * @param collateralKopecks the sum of both.
     */
    @JsonPropertyOrder({"level", "code", "matcherKopecks", "freeKopecks", "collateralKopecks"})
    public record Collateral(
        LimitLevel level, String code, long matcherKopecks, long freeKopecks, long collateralKopecks)
    {
    }
}
