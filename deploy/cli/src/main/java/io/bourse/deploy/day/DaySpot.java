// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.day;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.bourse.clearing.cashmarket.DeliveryOutcome;
import io.bourse.clearing.file.DurableFile;
import io.bourse.clearing.funds.InstructionKind;
import io.bourse.clearing.funds.InstructionRequest;
import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.run.operator.FundsService;
import io.bourse.clearing.table.Table;
import io.bourse.clearing.verify.CalculationFile;
import io.bourse.deploy.config.ReferenceData;
import io.bourse.deploy.node.VenueClearing;
import io.bourse.deploy.operators.DemoOperators;
import io.bourse.deploy.operators.VenueOperators;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;

/**
 * The cash markets of the trading day (clearing rules 1.9): dollars that are delivered today, for roubles and for yuan,
 * and a share that is delivered tomorrow. One seller of dollars has them, the other has not: two thirds are delivered
 * against payment, shared out among the buyers, the rest fails and waits, and who has failed pays for it. Of the buyers
 * for yuan one has no yuan.
 *
 * @param clearingDir of the venue.
 * @param tradingDate of the day.
 * @param data of the venue, or of one of its markets: the script is about those of its instruments that are there.
 * @param checks to add to.
 */
record DaySpot(Path clearingDir, int tradingDate, ReferenceData data, DayChecks checks)
{
    /** Share, delivered tomorrow. */
    static final int SHARE = 5001;
    /** Dollars, delivered today. */
    static final int DOLLARS = 5002;
    /** Dollars that are paid in yuan, delivered today. */
    static final int DOLLARS_FOR_YUAN = 5007;

    private static final String OUTCOMES = "deliveries.json";
    private static final String NETTING = "netting.csv";
    private static final String ASSET = "USD";
    private static final String SHARE_ASSET = "SBER";
    /** What instruments of the script deliver. */
    static final Map<Integer, String> ASSETS = Map.of(SHARE, SHARE_ASSET, DOLLARS, ASSET, DOLLARS_FOR_YUAN, ASSET);
    private static final String YUAN = "CNY";
    private static final String ROUBLE = "";
    /** Has what it sells: dollars in hundredths. */
    private static final String ABLE_SELLER = "AA01005";
    private static final long DEPOSIT = 200_000;
    /** Has what it sells for yuan. */
    private static final String YUAN_SELLER = "BB01005";
    private static final long YUAN_SELLER_DEPOSIT = 300_000;
    /** Has what it pays with; who buys the rest has no yuan. */
    private static final String YUAN_BUYER = "CC01005";
    private static final long YUAN_DEPOSIT = 1_600_000;
    private static final long DELIVERED = 2_000;
    private static final long FAILED = 1_000;
    private static final String PARAMETERS = """
        {"assets": {"CNY": {"kind": "CURRENCY", "rateE6": 12840000},
                    "USD": {"kind": "CURRENCY", "rateE6": 92340000}, "SBER": {"kind": "SECURITY", "symbol": "SBER"}},
         "delivery": {"penaltyE6": 1000, "closeOutDays": 2, "closeOutPremiumE6": 50000}}
        """;
    /** Yuan are the first of the assets, by their codes. */
    private static final int FIRST_ASSET = 0;
    private static final long E5_PER_HUNDREDTH = 1_000;
    private static final int AA = 0;
    private static final int BB = 1;
    private static final int CC = 2;
    private static final int DD = 3;
    private static final long FIRST_KEY = 1L << 42;
    private static final long DOLLAR_E5 = 9_234_000;
    private static final long YUAN_E5 = 719_160;
    private static final long SHARE_E5 = 30_120_000;
    /** Orders, resting before taking. */
    private static final List<OrderScript.Order> ORDERS = List.of(
        new OrderScript.Order(AA, 5, DOLLARS, false, DOLLAR_E5, 2),
        new OrderScript.Order(CC, 1, DOLLARS, true, DOLLAR_E5, 2),
        new OrderScript.Order(DD, 1, DOLLARS, false, DOLLAR_E5, 1),
        new OrderScript.Order(CC, 3, DOLLARS, true, DOLLAR_E5, 1),
        new OrderScript.Order(BB, 5, DOLLARS_FOR_YUAN, false, YUAN_E5, 3),
        new OrderScript.Order(CC, 5, DOLLARS_FOR_YUAN, true, YUAN_E5, 2),
        new OrderScript.Order(DD, 5, DOLLARS_FOR_YUAN, true, YUAN_E5, 1),
        new OrderScript.Order(CC, 3, SHARE, false, SHARE_E5, 3),
        new OrderScript.Order(BB, 1, SHARE, true, SHARE_E5, 3));

    /** Whether there is something that the script is about. */
    static boolean isScripted(final ReferenceData data)
    {
        return ASSETS.keySet().stream().anyMatch(instrumentId -> has(data, instrumentId));
    }

    private static boolean has(final ReferenceData data, final int instrumentId)
    {
        return data.contracts().stream().anyMatch(contract -> instrumentId == contract.instrumentId() &&
            ASSETS.get(instrumentId).equals(contract.asset()));
    }

    /**
     * Defines the assets in clearing, and deposits what sellers will deliver and a buyer will pay.
     *
     * @throws IOException when files cannot be written.
     */
    void deposit() throws IOException
    {
        final Path parameters = clearingDir.resolve(VenueClearing.FUNDS_PARAMETERS);
        Files.createDirectories(parameters.getParent());
        DurableFile.write(parameters, PARAMETERS.getBytes(StandardCharsets.UTF_8));
        if (has(data, DOLLARS))
        {
            deposit(ABLE_SELLER, ASSET, DEPOSIT, "dollars to be delivered");
        }
        if (has(data, DOLLARS_FOR_YUAN))
        {
            deposit(YUAN_SELLER, ASSET, YUAN_SELLER_DEPOSIT, "dollars to be delivered");
            deposit(YUAN_BUYER, YUAN, YUAN_DEPOSIT, "yuan to be paid");
        }
    }

    private void deposit(final String client, final String asset, final long units, final String reference)
        throws IOException
    {
        SecondOperator.enter(
            new FundsService(clearingDir, System::currentTimeMillis, () -> VenueOperators.ofRuns(clearingDir)),
            new InstructionRequest(
                InstructionKind.DEPOSIT, client, asset, units, reference, DemoOperators.OPERATOR));
    }

    /**
     * Makes the trades.
     *
     * @param clients of the day, in the order in which scripts count them.
     */
    void trade(final List<DayClient> clients, final CompletableFuture<Throwable> venueFailure)
    {
        FlowDriver.runScript(new OrderScript(FIRST_KEY,
            ORDERS.stream().filter(order -> has(data, order.instrumentId())).toList()), clients, venueFailure);
    }

    /**
     * Looks at what the evening run has made of it.
     *
     * @param run directory of the evening run.
     * @throws IOException when its files cannot be read.
     */
    void check(final Path run) throws IOException
    {
        checkNetting(run);
        if (has(data, DOLLARS))
        {
            checkDollars(run, ROUBLE);
        }
        if (has(data, DOLLARS_FOR_YUAN))
        {
            checkDollars(run, YUAN);
            checkYuan(run);
        }
        if (has(data, SHARE))
        {
            checkShares(run);
        }
    }

    /** What some are owed others owe: money, and units of each asset, of each date. */
    private void checkNetting(final Path run) throws IOException
    {
        final Map<String, BigDecimal> sums = new TreeMap<>();
        Files.readAllLines(run.resolve(NETTING)).stream().map(line -> line.split(";"))
            .filter(cells -> cells.length > 3 && cells[1].matches("[0-9]{8}"))
            .forEach(cells -> sums.merge(cells[1] + " " + cells[2], new BigDecimal(cells[3]), BigDecimal::add));
        checks.add("obligations of each date and asset sum to zero",
            sums.size() > 1 && sums.values().stream().allMatch(sum -> 0 == sum.signum()), sums.toString());
    }

    private List<DeliveryOutcome> outcomes(final Path run, final String currency) throws IOException
    {
        return Arrays.stream(new ObjectMapper().readValue(run.resolve(OUTCOMES).toFile(), DeliveryOutcome[].class))
            .filter(outcome -> ASSET.equals(outcome.asset()) && currency.equals(outcome.currency()) &&
                tradingDate == outcome.settleDate()).toList();
    }

    private void checkDollars(final Path run, final String currency) throws IOException
    {
        final String paid = ROUBLE.equals(currency) ? "" : " for " + currency;
        final List<DeliveryOutcome> outcomes = outcomes(run, currency);
        checks.equal("units delivered less units received" + paid, 0,
            outcomes.stream().mapToLong(DeliveryOutcome::deliveredUnits).sum());
        checks.equal("dollars delivered against payment" + paid, DELIVERED,
            outcomes.stream().mapToLong(outcome -> Math.max(0, outcome.deliveredUnits())).sum());
        checks.equal("dollars that failed to be delivered" + paid, FAILED,
            outcomes.stream().mapToLong(DeliveryOutcome::failedUnits).sum());
        final List<DeliveryOutcome> fined =
            outcomes.stream().filter(outcome -> 0 != outcome.penaltyKopecks()).toList();
        checks.add("only who failed to deliver pays a penalty" + paid,
            1 == fined.size() && fined.getFirst().failedUnits() == FAILED, fined.toString());
    }

    /** What was paid is the settlement price of what was delivered, and came and went from what registers hold. */
    private void checkYuan(final Path run) throws IOException
    {
        final long settlementE5 = CalculationFile.read(run).contracts().stream()
            .filter(contract -> DOLLARS_FOR_YUAN == contract.instrumentId()).findFirst().orElseThrow().settlementE5();
        final List<DeliveryOutcome> outcomes = outcomes(run, YUAN);
        checks.equal("yuan paid for dollars, hundredths", DELIVERED * settlementE5 / E5_PER_HUNDREDTH,
            outcomes.stream().mapToLong(outcome -> Math.max(0, outcome.paid())).sum());
        checks.equal("yuan paid less yuan received", 0, outcomes.stream().mapToLong(DeliveryOutcome::paid).sum());
        long moved = 0;
        try (Table pledges = Table.open(run, RunTables.PLEDGES))
        {
            for (long row = 0; row < pledges.rows(); row++)
            {
                moved += FIRST_ASSET == pledges.ints(RunTables.PLEDGE_ASSET).get(row) ?
                    pledges.longs(RunTables.PLEDGE_UNITS).get(row) : 0;
            }
        }
        checks.equal("yuan of all registers, hundredths", YUAN_DEPOSIT, moved);
    }

    private void checkShares(final Path run) throws IOException
    {
        final List<String[]> shares = Files.readAllLines(run.resolve(NETTING)).stream()
            .map(line -> line.split(";"))
            .filter(cells -> cells.length > 3 && SHARE_ASSET.equals(cells[2])).toList();
        checks.add("shares netted for another day", 2 == shares.size() && shares.stream().allMatch(cells ->
            Integer.parseInt(cells[1]) > tradingDate) && 0 == shares.stream().mapToLong(cells ->
            Long.parseLong(cells[3])).sum(), shares.stream().map(cells -> String.join(" ", cells)).toList().toString());
    }
}
