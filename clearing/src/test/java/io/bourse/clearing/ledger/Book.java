// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ledger;

import java.util.ArrayList;
import java.util.List;

import io.bourse.clearing.ingest.Accounts;
import io.bourse.clearing.ingest.CarriedPositions;
import io.bourse.clearing.ingest.TradeColumns;
import io.bourse.clearing.model.FeePrice;
import io.bourse.clearing.model.PriceBand;
import io.bourse.clearing.model.SettlementMethod;
import io.bourse.clearing.model.VariationMargin;
import io.bourse.engine.protocol.AccountCode;

/** A small clearing house to calculate with: two or more instruments, any accounts, any trades. */
final class Book
{
    record Contract(
        int id,
        long tickE5,
        long dayTickValueE5,
        long eveningTickValueE5,
        long previousE5,
        long dayPriceE5,
        long eveningPriceE5,
        long exchangePctE6,
        long clearingPctE6)
    {
    }

    final Accounts accounts = new Accounts();
    final CarriedPositions carried = new CarriedPositions();
    final TradeColumns trades = new TradeColumns();
    final List<Contract> contracts = new ArrayList<>();
    int cut;

    int account(final String code)
    {
        final int known = accounts.idOf(AccountCode.pack(code));
        if (known >= 0)
        {
            return known;
        }
        final int id = accounts.size();
        accounts.define(id, AccountCode.pack(code));
        return id;
    }

    PositionTable intraday()
    {
        return PositionCalculator.calculate(input(true, new PaidValuation[contracts.size()], 0, cut));
    }

    RunInput eveningInput()
    {
        final PaidValuation[] paid = new PaidValuation[contracts.size()];
        for (int i = 0; i < paid.length && cut >= 0; i++)
        {
            final Contract c = contracts.get(i);
            paid[i] = new PaidValuation(
                c.dayPriceE5, VariationMargin.pointValueE5(c.dayTickValueE5, c.tickE5));
        }
        return input(false, paid, Math.max(0, cut), trades.size());
    }

    PositionTable evening()
    {
        return PositionCalculator.calculate(eveningInput());
    }

    private RunInput input(final boolean isDay, final PaidValuation[] paid, final int paidTrades, final int tradeCount)
    {
        final int n = contracts.size();
        final InstrumentPrice[] prices = new InstrumentPrice[n];
        final long[] exchange = new long[n];
        final long[] clearing = new long[n];
        for (int i = 0; i < n; i++)
        {
            final Contract c = contracts.get(i);
            prices[i] = new InstrumentPrice(
                c.id,
                "F" + c.id,
                c.tickE5,
                isDay ? c.dayTickValueE5 : c.eveningTickValueE5,
                isDay ? c.dayPriceE5 : c.eveningPriceE5,
                c.previousE5,
                SettlementMethod.OVERRIDE,
                0,
                new PriceBand(0, 0));
            exchange[i] = c.exchangePctE6;
            clearing[i] = c.clearingPctE6;
        }
        return new RunInput(
            accounts,
            carried,
            trades,
            tradeCount,
            prices,
            paid,
            paidTrades,
            new FeeSchedule(!isDay, FeePrice.TRADE, exchange, clearing));
    }
}
