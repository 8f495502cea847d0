// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.requirement;

import io.bourse.clearing.ingest.IngestedDay;
import io.bourse.clearing.ingest.Limits;
import io.bourse.clearing.ingest.OrderedLots;
import io.bourse.clearing.layout.DayTables;
import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.layout.SortedRegisters;
import io.bourse.clearing.table.Table;
import io.bourse.clearing.table.TableCursor;
import io.bourse.engine.protocol.AccountCode;
import org.agrona.collections.Long2LongHashMap;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;

/**
 * What the matcher has reserved of settlement accounts at the cut, for positions and live orders of the brokerage firms
 * assigned to them, at the margins of a lot that are in force: instrument by instrument, as its check before a trade
 * does it. A firm that has been assigned elsewhere since the run before counts in both accounts: what it has is free in
 * the one only as far as that run has found it. Goes through carried positions and trades once, whatever the number of
 * accounts.
 */
public final class MatcherReserve
{
    private final IngestedDay day;
    private final SortedRegisters registers;
    private final List<NettedPortfolio> portfolios = new ArrayList<>();
    /** By account id: one more than the number of its portfolio, 0 for none. */
    private final short[] places;
    /** The same of the account that its firm belonged to before; null when no firm has moved. */
    private short[] placesBefore;

    private MatcherReserve(final IngestedDay day)
    {
        this.day = day;
        this.registers = day.registers();
        this.places = new short[registers.size()];
    }

    /**
     * Adds up positions and orders.
     *
     * @param day at the cut.
     * @param carried RunTables.POSITIONS that the day has begun with; null for none.
     * @param moved RunTables.MOVEMENTS of all earlier runs of the day; null for none.
     * @param unseenLots positions that the matcher does not know, by {@link RequirementInput#key}.
     * @param firmsBefore settlement account of brokerage firms at the run before.
     * @param settlementAccounts that are asked about.
     * @return kopecks by code of the settlement account, from 0.
     * @throws ArithmeticException when a sum does not fit.
     */
    public static SortedMap<String, Long> of(
        final IngestedDay day,
        final Table carried,
        final Table moved,
        final Long2LongHashMap unseenLots,
        final SortedMap<String, String> firmsBefore,
        final SortedSet<String> settlementAccounts)
    {
        final SortedMap<String, Long> reserved = new TreeMap<>();
        if (settlementAccounts.isEmpty())
        {
            return reserved;
        }
        final MatcherReserve reserve = new MatcherReserve(day);
        settlementAccounts.forEach(code -> reserve.begin(code, firmsBefore));
        if (null != carried)
        {
            reserve.addLots(carried, RunTables.POSITION_ACCOUNT, RunTables.POSITION_INSTRUMENT, RunTables.POSITION_END);
        }
        if (null != moved)
        {
            reserve.addLots(moved, RunTables.MOVEMENT_ACCOUNT, RunTables.MOVEMENT_INSTRUMENT, RunTables.MOVEMENT_LOTS);
        }
        reserve.addTrades();
        reserve.addOrders(day.openOrders());
        unseenLots.forEachLong((key, value) -> reserve.add((int)(key >>> Integer.SIZE), (int)key, 0, 0, 0, value));
        int number = 0;
        for (final String code : settlementAccounts)
        {
            reserved.put(code, reserve.kopecks(reserve.portfolios.get(number++)));
        }
        return reserved;
    }

    private void begin(final String settlementAccount, final SortedMap<String, String> firmsBefore)
    {
        portfolios.add(new NettedPortfolio(day.instruments().size()));
        day.settlementAccounts().assigned().forEach((firm, code) ->
        {
            if (settlementAccount.equals(code))
            {
                addFirm(AccountCode.packPrefix(firm), places);
            }
        });
        firmsBefore.forEach((firm, code) ->
        {
            if (settlementAccount.equals(code) && !code.equals(day.settlementAccounts().ofFirm(firm)))
            {
                if (null == placesBefore)
                {
                    placesBefore = new short[registers.size()];
                }
                addFirm(AccountCode.packPrefix(firm), placesBefore);
            }
        });
    }

    /** Registers of a firm follow each other. */
    private void addFirm(final long firm, final short[] numbers)
    {
        // Packed from the lowest byte on; the first character decides.
        final int first = PartRange.first(
            registers.size(), rank -> Long.reverseBytes(firm(rank)) < Long.reverseBytes(firm));
        for (int rank = first; rank < registers.size() && firm(rank) == firm; rank++)
        {
            numbers[registers.accountAt(rank)] = (short)portfolios.size();
        }
    }

    private long firm(final int rank)
    {
        return AccountCode.brokerageFirm(registers.code(registers.accountAt(rank)));
    }

    private void add(
        final int account, final int instrument, final long held, final long buys, final long sells, final long unseen)
    {
        if (0 != places[account])
        {
            portfolios.get(places[account] - 1).add(instrument, held, buys, sells, unseen);
        }
        if (null != placesBefore && 0 != placesBefore[account])
        {
            portfolios.get(placesBefore[account] - 1).add(instrument, held, buys, sells, unseen);
        }
    }

    private void addLots(final Table table, final int accountAt, final int instrumentAt, final int lotsAt)
    {
        for (final TableCursor row = new TableCursor(table); row.next();)
        {
            add(row.ints(accountAt), row.ints(instrumentAt), row.ints(lotsAt), 0, 0, 0);
        }
    }

    private void addTrades()
    {
        for (final TableCursor trade = new TableCursor(day.trades(), 0, day.tradeCount()); trade.next();)
        {
            final int instrument = trade.ints(DayTables.TRADE_INSTRUMENT);
            final long lots = trade.longs(DayTables.TRADE_QTY);
            add(trade.ints(DayTables.TRADE_BUYER), instrument, lots, 0, 0, 0);
            add(trade.ints(DayTables.TRADE_SELLER), instrument, -lots, 0, 0, 0);
        }
    }

    private void addOrders(final OrderedLots orders)
    {
        for (int row = 0; row < orders.size(); row++)
        {
            add(orders.account(row), orders.instrument(row), 0, orders.buyLots(row), orders.sellLots(row), 0);
        }
    }

    /** Expired contracts have no positions, whatever was held of them before the stream began. */
    private long kopecks(final NettedPortfolio portfolio)
    {
        long sum = 0;
        for (int instrument = 0; instrument < day.instruments().size(); instrument++)
        {
            if (!day.instruments().byOrdinal(instrument).isExpired())
            {
                final Limits.Margin margin = day.limits().margin(instrument);
                sum = Math.addExact(
                    sum, portfolio.matcherKopecks(instrument, margin.longKopecks(), margin.shortKopecks()));
            }
        }
        return sum;
    }
}
