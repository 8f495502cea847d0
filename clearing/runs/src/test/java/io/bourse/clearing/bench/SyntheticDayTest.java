// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.engine.protocol.AccountCode;
import org.junit.jupiter.api.Test;

import java.util.HashSet;
import java.util.Set;

class SyntheticDayTest
{
    private static final long SEED = 20261123;

    private final SyntheticDay day = SyntheticDay.of(BenchVolumes.of(0.001, SEED));

    @Test
    void shouldGiveEveryRegisterOneCodeInTheOrderOfRanks()
    {
        for (final int size : new int[]{2_000, 20_000, 123_457, 7_919_000})
        {
            final SyntheticRegisters registers = new SyntheticRegisters(size);
            final int step = 1 + size / 10_000;
            String last = "";
            final Set<String> firms = new HashSet<>();
            for (int rank = 0; rank < size; rank += step)
            {
                final int account = registers.accountAt(rank);
                final String code = AccountCode.unpack(registers.code(account));
                assertEquals(rank, registers.rank(account), "size=" + size);
                assertTrue(last.compareTo(code) < 0, "size=" + size + " last=" + last + " code=" + code);
                last = code;
                firms.add(code.substring(0, AccountCode.BROKERAGE_FIRM_LENGTH));
            }
            assertTrue(firms.size() >= 429, "size=" + size + " firms=" + firms.size());
        }
    }

    @Test
    void shouldCarryPositionsThatSumToNothing()
    {
        final long[] sums = new long[BenchVolumes.INSTRUMENTS];
        int carried = 0;
        for (int account = 0; account < day.registers().size(); account++)
        {
            sums[day.trades().carriedInstrument(account)] += day.trades().carriedLots(account);
            carried += 0 == day.trades().carriedLots(account) ? 0 : 1;
        }
        assertEquals(day.registers().size(), carried);
        for (int i = 0; i < sums.length; i++)
        {
            assertEquals(0, sums[i], "instrument=" + i);
        }
    }

    @Test
    void shouldTradeEveryInstrumentOnItsTickWithinItsLimits()
    {
        final int[] trades = new int[BenchVolumes.INSTRUMENTS];
        for (int trade = 0; trade < day.volumes().trades(); trade++)
        {
            final int ordinal = day.trades().instrument(trade);
            final SyntheticInstrument instrument = day.instruments().get(ordinal);
            final long priceE5 = day.trades().priceE5(trade, instrument);
            trades[ordinal]++;
            assertEquals(0, priceE5 % instrument.priceTickE5(), "trade=" + trade);
            assertTrue(priceE5 > 0 && priceE5 > instrument.lowLimitE5() && priceE5 < instrument.highLimitE5(),
                "trade=" + trade + " instrument=" + instrument);
            assertTrue(day.trades().buyer(trade) != day.trades().seller(trade), "trade=" + trade);
        }
        for (int i = 0; i < trades.length; i++)
        {
            assertTrue(trades[i] > 0, "instrument=" + i);
        }
    }

    @Test
    void shouldHaveInstructionsOfHoldersOfExpiringOptions()
    {
        final SyntheticDay larger = SyntheticDay.of(BenchVolumes.of(0.01, SEED));
        assertTrue(larger.instructions().stream().anyMatch(instruction -> instruction.lots() < 0));
        assertTrue(larger.instructions().stream().anyMatch(instruction -> instruction.lots() > 0));
        for (final SyntheticDay.Instruction instruction : larger.instructions())
        {
            assertTrue(larger.trades().carriedLots(instruction.account()) > 0);
            assertTrue(larger.instruments().expires(instruction.instrument()));
        }
    }

    @Test
    void shouldFindEveryTransactionOfTheFlow()
    {
        final FlowLayout flow = new FlowLayout(1_280, 31_270);
        long number = 0;
        for (long trade = 0; trade < 1_280; trade++)
        {
            assertEquals(number, flow.start(trade));
            assertEquals(trade, flow.tradeAt(number));
            assertEquals(trade, flow.tradeAt(number + 1));
            number += 2;
            for (long filler = flow.firstFiller(trade); filler < flow.firstFiller(trade + 1); filler++)
            {
                assertEquals(number, flow.fillerStart(filler));
                assertEquals(trade, flow.tradeAt(number + 1));
                number += 2;
            }
        }
        assertEquals(flow.size(), number);
        assertEquals(31_270, 4 * 1_280 + 2 * flow.fillers() - flow.resting());
    }
}
