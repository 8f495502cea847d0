// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ledger.check;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.bourse.clearing.calculation.CalculationInput;
import io.bourse.clearing.calculation.Contract;
import io.bourse.clearing.layout.DayTables;
import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.ledger.HouseAccounts;
import io.bourse.clearing.ledger.OpeningMoney;
import io.bourse.clearing.ledger.PostingCode;
import io.bourse.clearing.ledger.RunBooks;
import io.bourse.clearing.ledger.TestRegisters;
import io.bourse.clearing.ledger.TestTables;
import io.bourse.clearing.model.ClearingTerms;
import io.bourse.clearing.model.ContractStyle;
import io.bourse.clearing.model.FeePrice;
import io.bourse.clearing.model.MovementKind;
import io.bourse.clearing.model.Sum128;
import io.bourse.clearing.table.Table;
import io.bourse.clearing.table.TableSpec;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * An evening run that is counted by hand, and what the checks say when one thing of it is changed. AA01001 buys 3
 * futures of BB01001, which buys 2 options of AA02001 at a premium; a lot goes from AA01001 to AA02001. CC01001 pays a
 * penalty, DD01001 is new.
 */
class AuditedDayTest
{
    private static final int BB = 0;
    private static final int AA = 1;
    private static final int AB = 2;
    private static final int CC = 3;
    private static final int DD = 4;
    private static final TestRegisters REGISTERS =
        new TestRegisters(List.of("BB01001", "AA01001", "AA02001", "CC01001", "DD01001"));
    private static final int OLD_REGISTERS = 4;
    private static final int FUTURE = 0;
    private static final int OPTION = 1;
    private static final Contract[] CONTRACTS =
        {contract(20, ContractStyle.FUTURE), contract(10, ContractStyle.PREMIUM_OPTION)};
    private static final long VM = PostingCode.VM.ordinal();
    private static final long PREMIUM = PostingCode.PREMIUM.ordinal();
    private static final long FEE_EX = PostingCode.FEE_EX.ordinal();
    private static final long FEE_CC = PostingCode.FEE_CC.ordinal();
    private static final long VAT_EX = PostingCode.VAT_EX.ordinal();
    private static final long VAT_CC = PostingCode.VAT_CC.ordinal();
    private static final long PAY = PostingCode.PAY.ordinal();
    private static final long PENALTY = PostingCode.PENALTY.ordinal();
    private static final long DEFAULT = PostingCode.DEFAULT.ordinal();
    private static final long TRANSIT = HouseAccounts.transit(FUTURE);
    private static final long OPTION_TRANSIT = HouseAccounts.transit(OPTION);
    private static final long CLOSE_OUT = MovementKind.CLOSE_OUT.ordinal();
    private static final Map<String, List<String>> EXPECTED = expected();
    @TempDir
    private Path root;
    private List<long[]> carried;
    private List<long[]> left;
    private List<long[]> trades;
    private List<long[]> movements;
    private List<long[]> positions;
    private List<long[]> ledger;
    private List<long[]> money;
    private List<long[]> payments;
    private List<long[]> paidPositions;
    private List<long[]> paidMoney;
    private long[] matched;
    private boolean[] ended;
    private boolean chargesFees;
    private long vatPctE6;
    private int threads;
    private long newKopecks;
    private Map<Integer, Long> configured;

    private static Contract contract(final int id, final ContractStyle style)
    {
        return new Contract(id, "C" + id, ClearingTerms.plain(style, 0), 1, 1, 1, 1, 0, null, 0, 0);
    }

    private static List<long[]> rows(final long[]... rows)
    {
        return new ArrayList<>(List.of(rows));
    }

    @BeforeEach
    void countTheDay()
    {
        carried = rows(position(AA, FUTURE, 0, 0, 0, 0, 4), position(AB, FUTURE, 0, 0, 0, 0, -4));
        left = rows(left(AA, 1_000), left(BB, 50), left(CC, 70));
        trades = rows(TestTables.trade(100, 5, 3, FUTURE, AA, BB, 0), TestTables.trade(101, 6, 2, OPTION, BB, AB, 0));
        movements = rows(
            new long[]{AA, FUTURE, CLOSE_OUT, -1, 7, FUTURE}, new long[]{AB, FUTURE, CLOSE_OUT, 1, 7, FUTURE});
        positions = rows(
            position(AA, FUTURE, 4, 3, 0, -1, 6, 500, 0, 5, 4, 1, 0),
            position(AB, OPTION, 0, 0, 2, 0, -2, 80, 0, 0, 0, 0, 0),
            position(AB, FUTURE, -4, 0, 0, 1, -3, -200, 0, 0, 0, 0, 0),
            position(BB, OPTION, 0, 2, 0, 0, 2, -80, 0, 7, 0, 2, 0),
            position(BB, FUTURE, 0, 0, 3, 0, -3, -300, 0, 0, 0, 0, 0));
        ledger = rows(
            new long[]{AA, FUTURE, VM, TRANSIT, AA, 500},
            new long[]{AA, FUTURE, FEE_EX, AA, HouseAccounts.FEE_EX_INCOME, 5},
            new long[]{AA, FUTURE, FEE_CC, AA, HouseAccounts.FEE_CC_INCOME, 4},
            new long[]{AA, FUTURE, VAT_EX, AA, HouseAccounts.VAT, 1},
            new long[]{AB, OPTION, PREMIUM, OPTION_TRANSIT, AB, 80},
            new long[]{AB, FUTURE, VM, AB, TRANSIT, 200},
            new long[]{BB, OPTION, PREMIUM, BB, OPTION_TRANSIT, 80},
            new long[]{BB, OPTION, FEE_EX, BB, HouseAccounts.FEE_EX_INCOME, 7},
            new long[]{BB, OPTION, VAT_EX, BB, HouseAccounts.VAT, 2},
            new long[]{BB, FUTURE, VM, BB, TRANSIT, 300});
        payments = rows(
            new long[]{-1, DEFAULT, HouseAccounts.DEFAULT_FUND, HouseAccounts.CCP_CAPITAL, 9, 3},
            new long[]{AA, PAY, HouseAccounts.BANK, AA, 30, 1},
            new long[]{CC, PENALTY, CC, HouseAccounts.PENALTY_INCOME, 8, 2});
        // Beginning, paid, margin, premium, fees, end, payments paid, payments, tax.
        money = rows(
            new long[]{AA, 1_000, 0, 500, 0, 9, 1_520, 0, 30, 1},
            new long[]{AB, 0, 0, -200, 80, 0, -120, 0, 0, 0},
            new long[]{BB, 50, 0, -300, -80, 7, -339, 0, 0, 2},
            new long[]{CC, 70, 0, 0, 0, 0, 62, 0, -8, 0},
            new long[]{DD, 25, 0, 0, 0, 0, 25, 0, 0, 0});
        paidPositions = null;
        paidMoney = null;
        // Trades, lots and open interest of the future and of the option, trades of the matcher and of the stream.
        matched = new long[]{1, 3, 7, 1, 2, 2, 2, 2};
        ended = new boolean[2];
        chargesFees = true;
        vatPctE6 = 20_000_000;
        threads = 1;
        newKopecks = 25;
        configured = Map.of();
    }

    private static long[] position(final long... columns)
    {
        final long[] row = new long[RunTables.POSITIONS.columns().size()];
        System.arraycopy(columns, 0, row, 0, columns.length);
        return row;
    }

    private static long[] left(final int account, final long kopecks)
    {
        return new long[]{account, 0, 0, 0, 0, 0, kopecks, 0, 0, 0};
    }

    private Path write(final String name, final TableSpec spec, final List<long[]> rows) throws IOException
    {
        final Path parent = Files.createDirectories(root.resolve(name));
        TestTables.write(parent, spec, rows);
        return parent;
    }

    /** What the checks have found: the name of each that failed, and what it said. */
    private List<String> found()
    {
        final List<String> failures = new ArrayList<>();
        audit().results().stream().filter(result -> !result.isOk())
            .forEach(result -> failures.add(result.name() + ": " + result.failure()));
        return failures;
    }

    private RunChecks audit()
    {
        try
        {
            write("run", RunTables.POSITIONS, positions);
            write("run", RunTables.LEDGER, ledger);
            write("run", RunTables.MONEY, money);
            write("run", RunTables.PAYMENTS, payments);
            if (null != paidPositions)
            {
                write("paid", RunTables.POSITIONS, paidPositions);
                write("paid", RunTables.LEDGER, List.of());
                write("paid", RunTables.MONEY, paidMoney);
            }
            try (Table openPositions = Table.open(write("before", RunTables.POSITIONS, carried), RunTables.POSITIONS);
                Table openMoney = Table.open(write("before", RunTables.MONEY, left), RunTables.MONEY);
                Table traded = Table.open(write("day", DayTables.TRADES, trades), DayTables.TRADES);
                Table moved = Table.open(write("run", RunTables.MOVEMENTS, movements), RunTables.MOVEMENTS);
                RunBooks books = RunBooks.open(root.resolve("run"));
                RunBooks paid = null == paidPositions ? null : RunBooks.open(root.resolve("paid")))
            {
                final CalculationInput calculation = new CalculationInput(REGISTERS, CONTRACTS, traded,
                    trades.size(), 0, openPositions, moved, null, chargesFees, FeePrice.TRADE, threads, vatPctE6);
                final MatcherTotals matcher = null == matched ? null : new MatcherTotals(
                    new long[]{matched[0], matched[3]}, new long[]{matched[1], matched[4]},
                    new long[]{matched[2], matched[5]}, matched[6], matched[7]);
                return new RunChecks(new CheckInput(calculation, books,
                    new OpeningMoney(openMoney, OLD_REGISTERS, configured, newKopecks), paid, matcher, ended)).check();
            }
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException(ex);
        }
    }

    /** Changes one thing of the day; what the checks find is in the text beside this class. */
    private void assertFound(final String what, final Runnable change)
    {
        for (final int count : new int[]{1, 2})
        {
            countTheDay();
            threads = count;
            change.run();
            // Rows in disorder are cut elsewhere than at registers.
            final List<String> expected = EXPECTED.get(what);
            assertEquals(1 == count ? expected : EXPECTED.getOrDefault(what + ", two threads", expected), found(),
                what + ", threads=" + count);
        }
    }

    private static Map<String, List<String>> expected()
    {
        final Map<String, List<String>> expected = new HashMap<>();
        try (InputStream in = AuditedDayTest.class.getResourceAsStream("audited-day.txt"))
        {
            String what = "";
            for (final String line : new String(in.readAllBytes(), StandardCharsets.US_ASCII).split("\n"))
            {
                if (line.startsWith("    "))
                {
                    expected.get(what).add(line.strip());
                }
                else if (!line.startsWith("#"))
                {
                    what = line;
                    expected.put(what, new ArrayList<>());
                }
            }
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException(ex);
        }
        return expected;
    }

    /** The intraday run has paid 100 of the future to AA01001, from AA02001. */
    private void payByDay()
    {
        positions.get(0)[RunTables.POSITION_VM_PAID] = 100;
        positions.get(2)[RunTables.POSITION_VM_PAID] = -100;
        ledger.get(0)[RunTables.LEDGER_AMOUNT] = 400;
        ledger.get(5)[RunTables.LEDGER_AMOUNT] = 100;
        money.set(0, new long[]{AA, 1_000, 100, 400, 0, 9, 1_520, 0, 30, 1});
        money.set(1, new long[]{AB, 0, -100, -100, 80, 0, -120, 0, 0, 0});
        paidPositions = rows(
            position(AA, FUTURE, 0, 0, 0, 0, 0, 100), position(AB, FUTURE, 0, 0, 0, 0, 0, -100));
        paidMoney = rows(left(AA, 1_100), left(AB, -100), left(BB, 50), left(CC, 70), left(DD, 25));
    }

    @Test
    void shouldNamePostingsThatAreNotWhatThePositionsAskFor()
    {
        assertFound("a posting is missing", () -> ledger.remove(2));
        assertFound("the last posting is missing", () -> ledger.remove(9));
        assertFound("an amount is another", () -> ledger.get(0)[5]++);
        assertFound("a fee is another", () -> ledger.get(1)[5]--);
        assertFound("margin goes the other way", () -> ledger.set(5, new long[]{AB, FUTURE, VM, TRANSIT, AB, 200}));
        assertFound("a fee is paid to the wrong account", () -> ledger.get(2)[4] = HouseAccounts.FEE_EX_INCOME);
        assertFound("a fee is paid into suspense", () -> ledger.get(1)[4] = HouseAccounts.SUSPENSE);
        assertFound("tax is paid to another register", () -> ledger.get(8)[4] = CC);
        assertFound("margin comes from the transit account of another instrument",
            () -> ledger.get(9)[4] = OPTION_TRANSIT);
        assertFound("margin comes from the transit account of an unknown instrument",
            () -> ledger.get(9)[4] = HouseAccounts.transit(2));
        assertFound("margin is received from the transit account of another instrument",
            () -> ledger.get(0)[3] = OPTION_TRANSIT);
        assertFound("the only posting of a fee is missing", () ->
        {
            positions.get(3)[RunTables.POSITION_VAT_EX] = 0;
            ledger.subList(7, 9).clear();
            money.set(2, new long[]{BB, 50, 0, -300, -80, 7, -337, 0, 0, 0});
        });
        assertFound("clearing alone charges a fee and tax", () ->
        {
            positions.get(2)[RunTables.POSITION_FEE_CC] = 3;
            positions.get(2)[RunTables.POSITION_VAT_CC] = 1;
            ledger.add(6, new long[]{AB, FUTURE, FEE_CC, AB, HouseAccounts.FEE_CC_INCOME, 3});
            ledger.add(7, new long[]{AB, FUTURE, VAT_CC, AB, HouseAccounts.VAT, 1});
            money.set(1, new long[]{AB, 0, 0, -200, 80, 3, -124, 0, 0, 1});
        });
        assertFound("a posting is there twice", () -> ledger.add(1, ledger.get(0).clone()));
        assertFound("a fee is posted that nobody owes",
            () -> ledger.add(5, new long[]{AB, OPTION, FEE_EX, AB, HouseAccounts.FEE_EX_INCOME, 6}));
        assertFound("a posting is of a register without positions",
            () -> ledger.add(new long[]{CC, FUTURE, VM, TRANSIT, CC, 6}));
        assertFound("a posting is of an unknown register",
            () -> ledger.add(new long[]{77, FUTURE, VM, TRANSIT, 77, 6}));
        assertFound("a posting is of an unknown instrument",
            () -> ledger.add(6, new long[]{AB, 9, VM, TRANSIT, AB, 6}));
        assertFound("a posting has no amount",
            () -> ledger.add(5, new long[]{AB, OPTION, FEE_EX, AB, HouseAccounts.FEE_EX_INCOME, 0}));
        assertFound("a posting has an unknown code",
            () -> ledger.add(10, new long[]{BB, FUTURE, PostingCode.values().length, BB, TRANSIT, 6}));
        assertFound("a posting has a code below the first",
            () -> ledger.add(10, new long[]{BB, FUTURE, -1, BB, TRANSIT, 6}));
    }

    @Test
    void shouldNameMoneyThatIsNotWhatPositionsAndPaymentsComeTo()
    {
        assertFound("margin differs and the end as well", () ->
        {
            money.get(0)[RunTables.MONEY_VM]++;
            money.get(0)[RunTables.MONEY_END]++;
        });
        assertFound("premium and margin are confused", () ->
        {
            money.get(1)[RunTables.MONEY_VM] = -120;
            money.get(1)[RunTables.MONEY_PREMIUM] = 0;
        });
        assertFound("fees and tax are confused", () ->
        {
            money.get(2)[RunTables.MONEY_FEE] = 9;
            money.get(2)[RunTables.MONEY_VAT] = 0;
        });
        assertFound("something is taken off as paid", () -> money.get(1)[RunTables.MONEY_PAID] = 4);
        assertFound("the end is another", () -> money.get(0)[RunTables.MONEY_END]--);
        assertFound("a payment is not in the row", () -> money.get(0)[RunTables.MONEY_PAY] = 0);
        assertFound("a payment is not in the row of an idle register", () ->
        {
            money.get(3)[RunTables.MONEY_PAY] = 0;
            money.get(3)[RunTables.MONEY_END] = 70;
        });
        assertFound("an idle register ends with other money", () -> money.get(4)[RunTables.MONEY_END]++);
        assertFound("an idle register has margin", () ->
        {
            money.get(4)[RunTables.MONEY_VM] = 3;
            money.get(4)[RunTables.MONEY_END] = 28;
        });
        assertFound("an idle register pays a fee", () ->
        {
            money.get(3)[RunTables.MONEY_FEE] = 3;
            money.get(3)[RunTables.MONEY_END] = 59;
        });
        assertFound("a register with positions has no row", () -> money.remove(1));
        assertFound("the last register with positions has no row", () -> money.remove(2));
        assertFound("a register that is paid has no row", () -> money.remove(3));
    }

    @Test
    void shouldNameMoneyAndPositionsThatWereNotCarriedOver()
    {
        assertFound("a position begins with more than it had", () ->
        {
            positions.get(0)[RunTables.POSITION_BEGIN]++;
            positions.get(0)[RunTables.POSITION_END]++;
        });
        assertFound("a position is not taken up", () ->
        {
            positions.get(2)[RunTables.POSITION_BEGIN] = 0;
            positions.get(2)[RunTables.POSITION_END] = 1;
        });
        assertFound("a position was of another instrument", () -> carried.get(0)[1] = OPTION);
        assertFound("a position was of another register", () -> carried.set(1, position(BB, FUTURE, 0, 0, 0, 0, -4)));
        assertFound("closed positions are nothing to carry", () -> carried.add(position(BB, FUTURE, 0, 0, 0, 0, 0)));
        assertFound("a position is left that nobody takes up", () -> carried.add(position(BB, FUTURE, 0, 0, 0, 0, 5)));
        assertFound("money begins with more than was left", () -> left.get(0)[RunTables.MONEY_END]--);
        assertFound("money begins with what was not left", () -> left.remove(2));
        assertFound("money is left that nobody takes up", () -> left.add(left(DD, 5)));
        assertFound("money was of another register", () -> left.get(1)[0] = AB);
        assertFound("a register without money needs no row", () -> left.add(1, left(AB, 0)));
        assertFound("a new register has other money than it was given", () -> newKopecks = 26);
        assertFound("a new register is given what is configured", () ->
        {
            configured = Map.of(DD, 25L);
            newKopecks = 0;
        });
        assertFound("a new register has money though none is configured", () -> configured = Map.of(DD, 0L));
        assertFound("a register that is not there is configured", () ->
        {
            newKopecks = 0;
            configured = Map.of(DD, 25L, DD + 1, 9L);
        });
        assertFound("a new register is missing", () -> money.remove(4));
        assertFound("a new register is missing and has nothing", () ->
        {
            money.remove(4);
            configured = Map.of(DD, 0L);
        });
        assertFound("an old register is configured too", () -> configured = Map.of(CC, 9L));
    }

    @Test
    void shouldNamePositionsThatContradictThemselvesOrTheTrades()
    {
        assertFound("the end is not beginning, trades and movements", () -> positions.get(0)[RunTables.POSITION_END]++);
        assertFound("lots bought are below zero", () ->
        {
            positions.get(0)[RunTables.POSITION_BUYS] = -1;
            positions.get(0)[RunTables.POSITION_END] = 2;
        });
        assertFound("lots sold are below zero", () ->
        {
            positions.get(4)[RunTables.POSITION_SELLS] = -3;
            positions.get(4)[RunTables.POSITION_END] = 3;
        });
        assertFound("a lot more was bought and sold", () ->
        {
            positions.get(0)[RunTables.POSITION_BUYS]++;
            positions.get(0)[RunTables.POSITION_SELLS]++;
        });
        assertFound("a lot was moved that was not", () ->
        {
            positions.get(4)[RunTables.POSITION_MOVED]++;
            positions.get(4)[RunTables.POSITION_END]++;
        });
        assertFound("a position that was traded has no row", () -> positions.remove(3));
        assertFound("positions are in the order of ordinals", () -> Collections.swap(positions, 1, 2));
        assertFound("registers are out of order", () -> Collections.swap(positions, 0, 1));
        assertFound("a position is there twice", () -> positions.add(1, positions.get(0).clone()));
        assertFound("a position is of an unknown register", () -> positions.add(position(77, FUTURE, 0, 0, 0, 0, 0)));
        assertFound("a position is in an unknown instrument", () -> positions.add(position(BB, 9, 0, 0, 0, 0, 0)));
        assertFound("a position is left in what has ended", () -> ended[OPTION] = true);
        assertFound("something is taken off as paid that nothing has paid", () ->
        {
            positions.get(2)[RunTables.POSITION_VM_PAID] = 1;
            positions.get(2)[RunTables.POSITION_VM_DAY]++;
        });
        assertFound("fees are charged by day", () -> chargesFees = false);
        assertFound("tax is charged though there is none", () -> vatPctE6 = 0);
        assertFound("tax is charged on no fee", () -> positions.get(2)[RunTables.POSITION_VAT_EX] = 1);
        assertFound("tax is charged on no fee of clearing", () -> positions.get(3)[RunTables.POSITION_VAT_CC] = 1);
        assertFound("a fee is below zero", () -> positions.get(0)[RunTables.POSITION_FEE_EX] = -5);
        assertFound("a fee of clearing is below zero", () -> positions.get(0)[RunTables.POSITION_FEE_CC] = -4);
        assertFound("tax is below zero", () -> positions.get(0)[RunTables.POSITION_VAT_EX] = -1);
        assertFound("tax of clearing is below zero", () -> positions.get(0)[RunTables.POSITION_VAT_CC] = -1);
        assertFound("margin does not sum to zero", () ->
        {
            positions.get(4)[RunTables.POSITION_VM_DAY]--;
            ledger.get(9)[5]++;
            money.get(2)[RunTables.MONEY_VM]--;
            money.get(2)[RunTables.MONEY_END]--;
        });
    }

    @Test
    void shouldNameTradesThatTheStreamHasNotTold()
    {
        assertFound("a trade has another price", () -> trades.get(0)[DayTables.TRADE_PRICE_E5]++);
        assertFound("the last trade has another price", () -> trades.get(1)[DayTables.TRADE_PRICE_E5]++);
        assertFound("each partition has an order of its own",
            () -> trades.set(0, TestTables.trade(1L << 48 | 100, 5, 3, FUTURE, AA, BB, 0)));
        assertFound("trades are out of order", () -> Collections.swap(trades, 0, 1));
        assertFound("a trade is there twice", () -> trades.add(1, trades.get(0).clone()));
        assertFound("a trade has no lots", () -> trades.add(TestTables.trade(102, 5, 0, FUTURE, AA, BB, 0)));
        assertFound("a buyer is unknown", () -> trades.add(TestTables.trade(102, 5, 1, FUTURE, 5, BB, 0)));
        assertFound("a seller is unknown", () -> trades.add(TestTables.trade(102, 5, 1, FUTURE, AA, -1, 0)));
        assertFound("an instrument is unknown", () -> trades.add(TestTables.trade(102, 5, 1, 2, AA, BB, 0)));
        assertFound("the matcher has more trades of an instrument", () -> matched[0]++);
        assertFound("the matcher has more lots of an instrument", () -> matched[4]++);
        assertFound("the matcher has less open interest", () -> matched[2]--);
        assertFound("the matcher has more trades", () -> matched[6]++);
        assertFound("the matcher has said nothing", () ->
        {
            matched = null;
            ledger.remove(2);
        });
    }

    @Test
    void shouldNameMovementsThatTakeWithoutGiving()
    {
        assertFound("a movement is missing", () -> movements.remove(1));
        assertFound("lots are another", () -> movements.get(0)[RunTables.MOVEMENT_LOTS]--);
        assertFound("prices of the two sides differ", () -> movements.get(0)[RunTables.MOVEMENT_PRICE_E5]++);
        assertFound("series of the two sides differ", () -> movements.get(0)[RunTables.MOVEMENT_SERIES] = OPTION);
        assertFound("kinds of the two sides differ",
            () -> movements.get(0)[RunTables.MOVEMENT_KIND] = MovementKind.PORTING.ordinal());
        assertFound("an exercise is not assigned", () ->
        {
            movements.forEach(row -> row[RunTables.MOVEMENT_KIND] = MovementKind.EXERCISE.ordinal());
            movements.get(0)[RunTables.MOVEMENT_PRICE_E5]++;
        });
        assertFound("an exercise is assigned", () ->
        {
            movements.get(0)[RunTables.MOVEMENT_KIND] = MovementKind.EXERCISE.ordinal();
            movements.get(1)[RunTables.MOVEMENT_KIND] = MovementKind.ASSIGNMENT.ordinal();
        });
        assertFound("a movement has no lots", () -> movements.add(new long[]{BB, FUTURE, CLOSE_OUT, 0, 7, FUTURE}));
        assertFound("a movement is of an unknown register",
            () -> movements.add(new long[]{5, FUTURE, CLOSE_OUT, 1, 7, FUTURE}));
        assertFound("a movement is of an unknown instrument",
            () -> movements.add(new long[]{BB, 2, CLOSE_OUT, 1, 7, FUTURE}));
        assertFound("a movement is of an unknown kind",
            () -> movements.add(new long[]{BB, FUTURE, MovementKind.values().length, 1, 7, FUTURE}));
    }

    @Test
    void shouldNamePaymentsThatNobodyMayMake()
    {
        assertFound("a payment has no amount", () -> payments.get(1)[RunTables.PAYMENT_AMOUNT] = 0);
        assertFound("a payment is there twice", () -> payments.add(2, payments.get(1).clone()));
        assertFound("payments are out of order", () -> Collections.swap(payments, 1, 2));
        assertFound("references are out of order",
            () -> payments.add(2, new long[]{AA, PAY, AA, HouseAccounts.BANK, 1, 0}));
        assertFound("codes are out of order",
            () -> payments.add(1, new long[]{AA, PENALTY, AA, HouseAccounts.PENALTY_INCOME, 1, 0}));
        assertFound("references are in order", () ->
        {
            payments.add(2, new long[]{AA, PAY, AA, HouseAccounts.BANK, 1, 2});
            payments.add(2, new long[]{AA, PAY, HouseAccounts.BANK, AA, 1, 9});
            Collections.swap(payments, 2, 3);
        });
        assertFound("a payment does not come from the bank",
            () -> payments.get(1)[RunTables.PAYMENT_DEBIT] = HouseAccounts.PENALTY_INCOME);
        assertFound("a penalty goes to the bank", () -> payments.get(2)[RunTables.PAYMENT_CREDIT] = HouseAccounts.BANK);
        assertFound("a penalty goes through the account of settlements",
            () -> payments.get(2)[RunTables.PAYMENT_CREDIT] = HouseAccounts.SETTLEMENT);
        assertFound("interest goes to its income", () ->
        {
            payments.get(2)[RunTables.PAYMENT_CODE] = PostingCode.INTEREST.ordinal();
            payments.get(2)[RunTables.PAYMENT_CREDIT] = HouseAccounts.INTEREST_INCOME;
        });
        assertFound("interest goes to the bank", () ->
        {
            payments.get(2)[RunTables.PAYMENT_CODE] = PostingCode.INTEREST.ordinal();
            payments.get(2)[RunTables.PAYMENT_CREDIT] = HouseAccounts.BANK;
        });
        assertFound("a settlement goes to the bank", () ->
        {
            payments.get(2)[RunTables.PAYMENT_CODE] = PostingCode.SETTLEMENT.ordinal();
            payments.get(2)[RunTables.PAYMENT_CREDIT] = HouseAccounts.BANK;
        });
        assertFound("a settlement is not received", () ->
        {
            payments.get(2)[RunTables.PAYMENT_CODE] = PostingCode.SETTLEMENT.ordinal();
            payments.get(2)[RunTables.PAYMENT_CREDIT] = HouseAccounts.SETTLEMENT;
        });
        assertFound("a payment is margin", () -> payments.get(2)[RunTables.PAYMENT_CODE] = VM);
        assertFound("a payment has an unknown code",
            () -> payments.get(2)[RunTables.PAYMENT_CODE] = PostingCode.values().length);
        assertFound("a payment has a code below the first", () -> payments.get(2)[RunTables.PAYMENT_CODE] = -1);
        assertFound("a loss is covered from an account of the house to itself",
            () -> payments.get(0)[RunTables.PAYMENT_CREDIT] = HouseAccounts.DEFAULT_FUND);
        assertFound("a loss is covered from income",
            () -> payments.get(0)[RunTables.PAYMENT_DEBIT] = HouseAccounts.VAT);
        assertFound("a loss is covered by the bank and the last capital", () ->
        {
            payments.get(0)[RunTables.PAYMENT_DEBIT] = HouseAccounts.BANK;
            payments.get(0)[RunTables.PAYMENT_CREDIT] = HouseAccounts.CCP_ADDITIONAL;
        });
        assertFound("a loss is covered from an account that is none",
            () -> payments.get(0)[RunTables.PAYMENT_CREDIT] = HouseAccounts.CCP_ADDITIONAL - 1);
        assertFound("a payment is of an unknown register",
            () -> payments.add(new long[]{5, PAY, HouseAccounts.BANK, 5, 1, 9}));
        assertFound("a payment is between two registers", () -> payments.get(1)[RunTables.PAYMENT_DEBIT] = BB);
    }

    @Test
    void shouldNameWhatAnEarlierRunOfTheDayHasPaidAndIsNotTakenOff()
    {
        assertFound("payments of an earlier run are taken off", () ->
        {
            payByDay();
            money.set(0, new long[]{AA, 1_000, 100, 400, 0, 9, 1_525, 5, 30, 1});
            paidMoney.set(0, left(AA, 1_105));
        });
        assertFound("all that was paid is taken off", () -> payByDay());
        assertFound("margin that was paid is not taken off", () ->
        {
            payByDay();
            paidPositions.get(0)[RunTables.POSITION_VM_DAY]++;
        });
        assertFound("money that was left is not taken up", () ->
        {
            payByDay();
            paidMoney.get(0)[RunTables.MONEY_END]++;
        });
        assertFound("paid money was of another register", () ->
        {
            payByDay();
            paidMoney.get(0)[0] = AB;
        });
        assertFound("money is taken up that was not left", () ->
        {
            payByDay();
            paidMoney.remove(0);
        });
        assertFound("paid money is left that nobody takes up", () ->
        {
            payByDay();
            paidMoney.add(new long[]{DD, 0, 0, 0, 0, 0, 26, 0, 0, 0});
        });
        assertFound("a new register came after the earlier run", () ->
        {
            payByDay();
            paidMoney.remove(4);
        });
        assertFound("a new register has been paid before it was there", () ->
        {
            payByDay();
            paidMoney.remove(4);
            money.get(4)[RunTables.MONEY_PAY_PAID] = 1;
            money.get(4)[RunTables.MONEY_END]++;
        });
    }

    private static long sum(final Sum128 total)
    {
        return total.value().longValueExact();
    }

    private static List<Long> sums(final IntFunction<Sum128> totals, final int... columns)
    {
        return IntStream.of(columns).mapToObj(column -> sum(totals.apply(column))).toList();
    }

    private static List<Long> positions(final RunTotals totals, final int instrument)
    {
        return IntStream.of(InstrumentSums.ROWS, InstrumentSums.BEGIN, InstrumentSums.BUYS, InstrumentSums.SELLS,
            InstrumentSums.MOVED, InstrumentSums.END, InstrumentSums.LONG_BEGIN, InstrumentSums.LONG_TRADED,
            InstrumentSums.LONG_END).mapToObj(sum -> totals.positions(sum, instrument)).toList();
    }

    @Test
    void shouldFindNothingWrongAndTellTheTotals()
    {
        for (threads = 1; threads <= 3; threads++)
        {
            assertEquals(List.of(), found());
        }
        final RunChecks checks = audit();
        checks.requireAll();
        // Trades, positions, postings, money, payments and movements: 2, 5, 10, 5, 3 and 2.
        assertEquals(List.of(2L, 2L, 2L, 5L, 5L, 5L, 5L, 5L, 5L, 5L, 5L, 10L, 3L, 5L, 5L, 5L, 5L, 5L, 5L, 2L, 2L,
            5L, 5L, 5L, 5L, 2L, 2L, 2L, 5L, 5L, 5L, 10L, 5L, 10L, 3L, 10L),
            checks.results().stream().map(CheckResult::compared).toList());
        final RunTotals totals = checks.totals();
        assertEquals(List.of(3L, 0L, 3L, 3L, 0L, 0L, 4L, 7L, 6L), positions(totals, FUTURE));
        assertEquals(List.of(2L, 0L, 2L, 2L, 0L, 0L, 0L, 2L, 2L), positions(totals, OPTION));
        assertEquals(List.of(1L, 3L, 1L, 2L), List.of(
            totals.trades(FUTURE), totals.lots(FUTURE), totals.trades(OPTION), totals.lots(OPTION)));
        final List<List<Long>> codes = new ArrayList<>();
        for (final PostingCode code : PostingCode.values())
        {
            codes.add(List.of(totals.postings(code), sum(totals.received(code)), sum(totals.paid(code))));
        }
        assertEquals(List.of(
            List.of(3L, 500L, 500L), List.of(2L, 80L, 80L), List.of(2L, 0L, 12L), List.of(1L, 0L, 4L),
            List.of(2L, 0L, 3L), List.of(0L, 0L, 0L), List.of(1L, 30L, 0L), List.of(0L, 0L, 0L), List.of(1L, 0L, 8L),
            List.of(0L, 0L, 0L), List.of(1L, 0L, 0L)), codes);
        assertEquals(List.of(-30L, 8L, -9L, 9L), List.of(
            sum(totals.house(HouseAccounts.BANK)), sum(totals.house(HouseAccounts.PENALTY_INCOME)),
            sum(totals.house(HouseAccounts.DEFAULT_FUND)), sum(totals.house(HouseAccounts.CCP_CAPITAL))));
        final List<String> firms = new ArrayList<>();
        for (final FirmTotal firm : totals.firms())
        {
            firms.add(firm.name() + " " + firm.clearingFirm() + " " + firm.registers() + " " + sums(firm::money,
                RunTables.MONEY_BEGIN, RunTables.MONEY_PAID, RunTables.MONEY_VM, RunTables.MONEY_PREMIUM,
                RunTables.MONEY_FEE, RunTables.MONEY_VAT, RunTables.MONEY_PAY_PAID, RunTables.MONEY_PAY,
                RunTables.MONEY_END) + " " + sums(firm::positions,
                RunTables.MONEY_PAID, RunTables.MONEY_VM, RunTables.MONEY_FEE, RunTables.MONEY_VAT) + " " +
                sum(firm.postings()));
        }
        assertEquals(List.of(
            "AA01 AA 1 [1000, 0, 500, 0, 9, 1, 0, 30, 1520] [0, 500, 9, 1] 520",
            "AA02 AA 1 [0, 0, -200, 80, 0, 0, 0, 0, -120] [0, -120, 0, 0] -120",
            "BB01 BB 1 [50, 0, -300, -80, 7, 2, 0, 0, -339] [0, -380, 7, 2] -389",
            "CC01 CC 1 [70, 0, 0, 0, 0, 0, 0, -8, 62] [0, 0, 0, 0] -8",
            "DD01 DD 1 [25, 0, 0, 0, 0, 0, 0, 0, 25] [0, 0, 0, 0] 0"), firms);
    }

    /** The register with id 0. */
    @Test
    void shouldCountWhatTheFirstRegisterReceivesAndPays()
    {
        payments.add(2, new long[]{BB, PAY, HouseAccounts.BANK, BB, 10, 4});
        payments.add(3, new long[]{BB, PENALTY, BB, HouseAccounts.PENALTY_INCOME, 4, 5});
        money.set(2, new long[]{BB, 50, 0, -300, -80, 7, -333, 0, 6, 2});
        final RunChecks checks = audit();
        checks.requireAll();
        assertEquals(List.of(40L, 12L), List.of(
            sum(checks.totals().received(PostingCode.PAY)), sum(checks.totals().paid(PostingCode.PENALTY))));
        assertEquals(List.of(-40L, 12L), List.of(sum(checks.totals().house(HouseAccounts.BANK)),
            sum(checks.totals().house(HouseAccounts.PENALTY_INCOME))));
    }
}
