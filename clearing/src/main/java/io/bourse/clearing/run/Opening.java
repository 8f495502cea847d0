// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import io.bourse.clearing.CheckFailedException;
import io.bourse.clearing.PreconditionException;
import io.bourse.clearing.ingest.Accounts;
import io.bourse.clearing.ingest.CarriedPositions;
import io.bourse.clearing.ingest.ClearingDay;
import io.bourse.clearing.ingest.Instrument;
import io.bourse.clearing.ledger.CheckResult;
import io.bourse.clearing.report.CsvReader;
import io.bourse.engine.protocol.AccountCode;

/**
 * What the session began with: positions and money. Positions come from the stream and are compared with what the
 * previous evening run left; money comes from that run (sheet section 5, I5). All of it is known before trading is
 * suspended, so a break stops the run before it halts anybody.
 */
final class Opening
{
    private static final String I5_POSITIONS = "I5 carried positions equal those the previous evening left";
    private static final String I5_PRICES = "I5 previous settlement prices equal those of the previous evening";

    private final ClearingDay day;
    private final CarriedPositions beforeStream = new CarriedPositions();
    private final CarriedPositions carried = new CarriedPositions();
    private final List<CheckResult> checks = new ArrayList<>();
    private final RunDirectory previous;
    private final long[] beginKopecks;

    Opening(final ClearingContext ctx, final ClearingDay day, final RunDirectory previous)
    {
        this.day = day;
        this.previous = previous;
        this.beginKopecks = new long[day.accounts().size()];
        for (final OpeningPosition position : ctx.openingPositions())
        {
            beforeStream.add(
                account(position.client(), "openingPosition"),
                instrument(position.instrumentId(), "openingPosition"),
                position.lots());
        }
        carried.addAll(day.streamPositions());
        carried.addAll(beforeStream);
        Arrays.fill(beginKopecks, ctx.defaultOpeningBalanceKopecks());
        ctx.openingBalancesKopecks().forEach(
            (client, kopecks) -> beginKopecks[account(client, "openingBalance")] = kopecks);
        if (null != previous)
        {
            readMoney();
            comparePositions();
            comparePrices();
        }
    }

    CarriedPositions carried()
    {
        return carried;
    }

    CarriedPositions beforeStream()
    {
        return beforeStream;
    }

    long[] beginKopecks()
    {
        return beginKopecks;
    }

    List<CheckResult> checks()
    {
        return checks;
    }

    long previousRunId()
    {
        return null == previous ? 0 : previous.runId();
    }

    private void readMoney()
    {
        previous.readCsv(
            RunDirectory.MONEY,
            row -> beginKopecks[account(row.getFirst(), RunDirectory.MONEY)] = CsvReader.kopecks(row.getLast()));
    }

    private void comparePositions()
    {
        final CarriedPositions difference = new CarriedPositions();
        difference.addAll(carried);
        final long[] compared = new long[1];
        previous.readCsv(
            RunDirectory.POSITIONS,
            row ->
            {
                compared[0]++;
                difference.add(
                    account(row.get(RunWriter.POSITIONS_CLIENT), RunDirectory.POSITIONS),
                    instrument(
                        Integer.parseInt(row.get(RunWriter.POSITIONS_INSTRUMENT)), RunDirectory.POSITIONS),
                    -Long.parseLong(row.get(RunWriter.POSITIONS_END)));
            });
        final long[] keys = difference.sortedKeys();
        if (keys.length > 0)
        {
            final int account = CarriedPositions.accountId(keys[0]);
            final int instrument = CarriedPositions.instrument(keys[0]);
            throw new CheckFailedException(I5_POSITIONS, "client=" + day.accounts().name(account) + " instrumentId=" +
                day.instruments().byOrdinal(instrument).instrumentId() + " carriedLots=" +
                carried.lots(account, instrument) + " previousRunId=" + previous.runId() + " previousLots=" +
                (carried.lots(account, instrument) - difference.lots(keys[0])));
        }
        checks.add(new CheckResult(I5_POSITIONS, compared[0], ""));
    }

    private void comparePrices()
    {
        final long[] compared = new long[1];
        previous.readCsv(
            RunDirectory.PRICES,
            row ->
            {
                compared[0]++;
                final int id = Integer.parseInt(row.get(RunWriter.PRICES_INSTRUMENT));
                final Instrument instrument = day.instruments().byOrdinal(instrument(id, RunDirectory.PRICES));
                final long priceE5 = CsvReader.priceE5(row.get(RunWriter.PRICES_SETTLEMENT));
                if (priceE5 != instrument.eveningSettlementE5())
                {
                    throw new CheckFailedException(I5_PRICES, "instrumentId=" + id + " streamPriceE5=" +
                        instrument.eveningSettlementE5() + " previousRunId=" + previous.runId() +
                        " previousPriceE5=" + priceE5);
                }
            });
        checks.add(new CheckResult(I5_PRICES, compared[0], ""));
    }

    private int account(final String client, final String where)
    {
        final Accounts accounts = day.accounts();
        final int id = AccountCode.LENGTH == client.length() ? accounts.idOf(AccountCode.pack(client)) : -1;
        if (id < 0)
        {
            throw new PreconditionException(
                "client is not defined in the stream: client=" + client + " where=" + where);
        }
        return id;
    }

    private int instrument(final int instrumentId, final String where)
    {
        if (!day.instruments().contains(instrumentId))
        {
            throw new PreconditionException(
                "instrument is not defined in the stream: instrumentId=" + instrumentId + " where=" + where);
        }
        return day.instruments().byId(instrumentId).ordinal();
    }
}
