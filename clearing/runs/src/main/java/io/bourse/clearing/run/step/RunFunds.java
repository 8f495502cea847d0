// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run.step;

import io.bourse.clearing.CheckFailedException;
import io.bourse.clearing.cashmarket.PendingDeliveries;
import io.bourse.clearing.collateral.Asset;
import io.bourse.clearing.collateral.AssetKind;
import io.bourse.clearing.collateral.AssetParameters;
import io.bourse.clearing.collateral.CollateralRule;
import io.bourse.clearing.collateral.JudgedCall;
import io.bourse.clearing.defaults.DefaultBook;
import io.bourse.clearing.defaults.DefaultOutcome;
import io.bourse.clearing.defaults.DefaultPayments;
import io.bourse.clearing.funds.FundsAccounts;
import io.bourse.clearing.funds.FundsBefore;
import io.bourse.clearing.funds.FundsCharges;
import io.bourse.clearing.funds.FundsFile;
import io.bourse.clearing.funds.InstructionOutcome;
import io.bourse.clearing.funds.InstructionProcessing;
import io.bourse.clearing.funds.InstructionsFile;
import io.bourse.clearing.ingest.IngestedDay;
import io.bourse.clearing.json.Json;
import io.bourse.clearing.price.FixedPrice;
import io.bourse.clearing.requirement.MatcherReserve;
import io.bourse.clearing.run.context.ClearingContext;
import io.bourse.engine.protocol.LimitLevel;

import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;

/**
 * Payments and pledges of a run: what the book of instructions asks for, interest, penalties. Money and assets of
 * whatever else has something to pay or to move go the same way, see {@link FundsAccounts}.
 */
record RunFunds(Priced priced, RunDefaults.Taken defaults, SortedMap<String, String> waiting)
{
    private static final long E6_PER_E5 = 10;

    private ClearingContext ctx()
    {
        return priced.cut().ctx();
    }

    private IngestedDay day()
    {
        return priced.cut().day();
    }

    private Opening opening()
    {
        return priced.cut().opening();
    }

    /**
     * Settles deliveries and writes RunTables.PAYMENTS, RunTables.PLEDGES, {@code default-outcome.json} and
     * {@code instructions.json}.
     *
     * @param directory of the run.
     * @param cutNs engine time of the cut.
     * @param pending what clients who go have traded for delivery in the day; obligations are added.
     * @return what was done for defaults until the end of this run.
     * @throws CheckFailedException when an amount does not fit.
     */
    DefaultOutcome write(final Path directory, final long cutNs, final PendingDeliveries pending) throws IOException
    {
        try
        {
            final OpeningFunds before = opening().funds();
            final FundsAccounts accounts = new FundsAccounts(day().registers(), assets(), before.pledges(),
                null == before.taken() ? List.of() : before.taken().assets());
            final List<InstructionOutcome> outcomes = new InstructionProcessing(accounts, day()::accountOf,
                priced.cut()::settlementAccountOf, opening()::cashBefore, left(), this::isDefaulter)
                .process(before.lines());
            final List<JudgedCall> judged = charge(accounts, cutNs, outcomes);
            new RunDeliveries(day(), priced.contracts(), ctx().funds().delivery(), priced.cut().isEvening())
                .settle(directory, accounts, opening()::cashBefore);
            RunPending.addObligations(pending, priced.contracts(), directory);
            final DefaultOutcome carriedOut =
                new DefaultPayments(accounts, day()::accountOf, opening()::cashBefore, defaults.outcome(), pending)
                    .add(RunDefaults.without(defaults.plans(), waiting), defaults.done()).withWaiting(waiting);
            accounts.write(directory);
            DefaultBook.write(directory, DefaultOutcome.FILE_NAME, carriedOut);
            Json.write(directory.resolve(InstructionsFile.FILE_NAME), new InstructionsFile(
                InstructionsFile.FORMAT, before.after().text(), before.upTo().text(), outcomes, accounts.assets(),
                judged, InstructionsFile.refused(before.refused(), outcomes, before.open(judged))));
            return carriedOut;
        }
        catch (final ArithmeticException ex)
        {
            throw new CheckFailedException("amounts fit into 64 bits", "funds reason=\"" + ex.getMessage() + "\"");
        }
    }

    /** What was free after the run before, less what the matcher has reserved since; null when there was none. */
    private FundsBefore left() throws IOException
    {
        final OpeningFunds before = opening().funds();
        final FundsBefore left = before.left();
        if (null == left)
        {
            return null;
        }
        final SortedSet<String> paying = left.paying(before.lines(), priced.cut()::settlementAccountOf);
        // Nothing is reserved of an account that the matcher does not check.
        paying.retainAll(day().limits().collaterals(LimitLevel.SETTLEMENT_ACCOUNT).keySet());
        final SortedMap<String, Long> reserved = MatcherReserve.of(
            day(), opening().carried(), opening().paidMovements(), RunMargin.unseenLots(ctx(), day()),
            left.funds().firms(), paying);
        final Map<String, Long> reservedBefore = before.reserved();
        reserved.replaceAll((code, kopecks) ->
            Math.max(0, Math.subtractExact(kopecks, reservedBefore.getOrDefault(code, 0L))));
        return left.withReservedSince(reserved);
    }

    private boolean isDefaulter(final String client)
    {
        return defaults.defaulters().stream().anyMatch(client::startsWith);
    }

    private List<JudgedCall> charge(
        final FundsAccounts accounts, final long cutNs, final List<InstructionOutcome> outcomes) throws IOException
    {
        final FundsCharges charges = new FundsCharges(ctx().funds(), accounts,
            new Payers(day().registers(), day().settlementAccounts()::of)::of);
        final FundsFile evening = opening().funds().eveningFunds();
        if (priced.cut().isEvening() && null != evening)
        {
            charges.chargeInterest(evening, ChronoUnit.DAYS.between(
                date(evening.tradingDate()), date(day().tradingDate())));
        }
        final OpeningFunds before = opening().funds();
        return charges.judge(before.calls(), before.takenBook().completeUntilNs(cutNs),
            before.cover(before.calls(), outcomes, accounts.assets(), priced.cut()::settlementAccountOf));
    }

    private static LocalDate date(final int tradingDate)
    {
        return LocalDate.parse(Integer.toString(tradingDate), DateTimeFormatter.BASIC_ISO_DATE);
    }

    /** Those of the parameters, and those that the run before knew, in the order of their codes. */
    private List<Asset> assets()
    {
        final List<Asset> assets = new ArrayList<>();
        for (final Map.Entry<String, AssetParameters> entry : ctx().funds().assets().entrySet())
        {
            final AssetParameters asset = entry.getValue();
            assets.add(new Asset(entry.getKey(), asset.kind(), rateE6(entry.getKey(), asset), asset.haircutE6(),
                null == asset.shareE6() ? CollateralRule.ONE_E6 : asset.shareE6()));
        }
        if (null != opening().funds().taken())
        {
            for (final Asset known : opening().funds().taken().assets())
            {
                if (assets.stream().noneMatch(asset -> asset.code().equals(known.code())))
                {
                    assets.add(new Asset(known.code(), known.kind(), 0, known.haircutE6(), known.shareE6()));
                }
            }
        }
        assets.sort((a, b) -> a.code().compareTo(b.code()));
        return List.copyOf(assets);
    }

    /** Without a rate an asset covers nothing. */
    private long rateE6(final String code, final AssetParameters asset)
    {
        if (null != asset.rateE6())
        {
            return asset.rateE6();
        }
        if (AssetKind.CURRENCY == asset.kind())
        {
            return ctx().prices().ratesE6().getOrDefault(code, 0L);
        }
        final String symbol = null == asset.symbol() ? code : asset.symbol();
        for (final FixedPrice price : priced.proposal().prices())
        {
            if (symbol.equals(price.symbol()) && price.settlementE5() > 0)
            {
                return Math.multiplyExact(price.settlementE5(), E6_PER_E5);
            }
        }
        return 0;
    }
}
