// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.funds;

import io.bourse.clearing.InputCorruptException;
import io.bourse.clearing.PreconditionException;
import io.bourse.clearing.collateral.Asset;
import io.bourse.clearing.layout.RegisterOrder;
import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.ledger.Payment;
import io.bourse.clearing.table.ColumnWriter;
import io.bourse.clearing.table.Table;
import io.bourse.clearing.table.TableWriter;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Payments and pledged assets of a run while they are put together. Whatever has something to pay or to move adds it
 * here; in the end it becomes RunTables.PAYMENTS and RunTables.PLEDGES.
 */
public final class FundsAccounts
{
    private final RegisterOrder registers;
    private final List<Asset> assets;
    private final List<Payment> payments = new ArrayList<>();
    /** By rank of the register and number of the asset: units at the beginning, units moved. */
    private final TreeMap<Long, long[]> holdings = new TreeMap<>();

    /**
     * Accounts as the run before has left them.
     *
     * @param registers at the cut.
     * @param assets of the run.
     * @param previous RunTables.PLEDGES of the run before; null when there is none.
     * @param previousAssets assets of that run.
     * @throws PreconditionException when a register holds an asset that the list of the run does not have, or has with
     *     another kind.
     */
    public FundsAccounts(
        final RegisterOrder registers,
        final List<Asset> assets,
        final Table previous,
        final List<Asset> previousAssets)
    {
        this.registers = registers;
        this.assets = List.copyOf(assets);
        for (long row = 0; null != previous && row < previous.rows(); row++)
        {
            final long units = previous.longs(RunTables.PLEDGE_UNITS).get(row);
            final int account = previous.ints(RunTables.PLEDGE_ACCOUNT).get(row);
            if (0 != units)
            {
                final int place = previous.ints(RunTables.PLEDGE_ASSET).get(row);
                if (place < 0 || place >= previousAssets.size() || account < 0 || account >= registers.size())
                {
                    throw new InputCorruptException("pledge of an unknown register or asset: row=" + row +
                                            " accountId=" + account + " asset=" + place);
                }
                holdings.put(key(account, requireAsset(previousAssets.get(place))), new long[]{units, 0});
            }
        }
    }

    /** Units of another kind are another quantity: hundredths of a currency, pieces of a security. */
    private int requireAsset(final Asset previous)
    {
        final int asset = asset(previous.code());
        if (asset < 0)
        {
            throw new PreconditionException(
                "an asset that registers hold is missing in the parameters of funds: asset=" + previous.code());
        }
        if (assets.get(asset).kind() != previous.kind())
        {
            throw new PreconditionException("an asset that registers hold has another kind in the parameters of " +
                "funds, give it its kind back or a new code: asset=" + previous.code() + " kind=" +
                assets.get(asset).kind() + " kindBefore=" + previous.kind());
        }
        return asset;
    }

    private long key(final int account, final int asset)
    {
        return (long)registers.rank(account) << Short.SIZE | asset;
    }

    /**
     * Place of an asset.
     *
     * @return number from 0; -1 when the run does not know it.
     */
    public int asset(final String code)
    {
        return place(assets, code);
    }

    /** Place of an asset in a list; -1 when it is not there. */
    static int place(final List<Asset> assets, final String code)
    {
        for (int i = 0; i < assets.size(); i++)
        {
            if (assets.get(i).code().equals(code))
            {
                return i;
            }
        }
        return -1;
    }

    /**
     * Assets of the run.
     *
     * @return unmodifiable, by number.
     */
    public List<Asset> assets()
    {
        return assets;
    }

    /**
     * Units that a register holds now, with everything that was moved so far.
     *
     * @param account id.
     * @param asset number.
     * @return units; currencies in hundredths.
     */
    public long units(final int account, final int asset)
    {
        final long[] held = holdings.get(key(account, asset));
        return null == held ? 0 : Math.addExact(held[0], held[1]);
    }

    /** Units that a register had in the beginning. */
    long begin(final int account, final int asset)
    {
        final long[] held = holdings.get(key(account, asset));
        return null == held ? 0 : held[0];
    }

    /** Whatever registers had in the beginning, in the order of their codes. */
    void forEachBegin(final HoldingVisitor visitor)
    {
        holdings.forEach((key, held) ->
        {
            if (0 != held[0])
            {
                visitor.visit(registers.code(registers.accountAt((int)(key >>> Short.SIZE))), (int)(key & 0xFFFF),
                    held[0]);
            }
        });
    }

    /** Takes what a register had. */
    interface HoldingVisitor
    {
        void visit(long register, int asset, long units);
    }

    /**
     * Moves units.
     *
     * @param account id.
     * @param asset number.
     * @param units brought in; below 0 taken out.
     * @throws IllegalArgumentException when the register does not have so many.
     */
    public void move(final int account, final int asset, final long units)
    {
        if (Math.addExact(units(account, asset), units) < 0)
        {
            throw new IllegalArgumentException("register does not have so many units: accountId=" + account +
                " asset=" + assets.get(asset).code() + " units=" + units(account, asset) + " moved=" + units);
        }
        final long[] held = holdings.computeIfAbsent(key(account, asset), key -> new long[2]);
        held[1] = Math.addExact(held[1], units);
    }

    /**
     * Adds a payment.
     *
     * @param payment whose id (code, register, reference) no other has.
     */
    public void add(final Payment payment)
    {
        payments.add(payment);
    }

    /**
     * What a register has been paid so far.
     *
     * @return kopecks by account id; below 0 what it pays.
     */
    public Map<Integer, Long> paid()
    {
        final Map<Integer, Long> paid = new TreeMap<>();
        for (final Payment payment : payments)
        {
            if (payment.account() >= 0)
            {
                paid.merge(payment.account(),
                    payment.credit() == payment.account() ? payment.kopecks() : -payment.kopecks(), Math::addExact);
            }
        }
        return paid;
    }

    /**
     * Writes both tables.
     *
     * @param directory of the run.
     * @throws IOException when a file cannot be written.
     */
    public void write(final Path directory) throws IOException
    {
        payments.sort(Comparator
            .comparingInt((Payment payment) -> payment.account() < 0 ? -1 : registers.rank(payment.account()))
            .thenComparing(Payment::code)
            .thenComparingLong(Payment::reference));
        try (TableWriter table = TableWriter.create(directory, RunTables.PAYMENTS))
        {
            for (final Payment payment : payments)
            {
                table.column(RunTables.PAYMENT_ACCOUNT).put(payment.account());
                table.column(RunTables.PAYMENT_CODE).put(payment.code().ordinal());
                table.column(RunTables.PAYMENT_DEBIT).put(payment.debit());
                table.column(RunTables.PAYMENT_CREDIT).put(payment.credit());
                table.column(RunTables.PAYMENT_AMOUNT).put(payment.kopecks());
                table.column(RunTables.PAYMENT_REFERENCE).put(payment.reference());
            }
            table.seal();
        }
        writePledges(directory);
    }

    private void writePledges(final Path directory) throws IOException
    {
        try (TableWriter table = TableWriter.create(directory, RunTables.PLEDGES))
        {
            final ColumnWriter values = table.column(RunTables.PLEDGE_VALUE);
            for (final Map.Entry<Long, long[]> holding : holdings.entrySet())
            {
                final int asset = (int)(holding.getKey() & 0xFFFF);
                final long units = Math.addExact(holding.getValue()[0], holding.getValue()[1]);
                table.column(RunTables.PLEDGE_ACCOUNT)
                    .put(registers.accountAt((int)(holding.getKey() >>> Short.SIZE)));
                table.column(RunTables.PLEDGE_ASSET).put(asset);
                table.column(RunTables.PLEDGE_BEGIN).put(holding.getValue()[0]);
                table.column(RunTables.PLEDGE_PAY).put(holding.getValue()[1]);
                table.column(RunTables.PLEDGE_UNITS).put(units);
                values.put(assets.get(asset).valueKopecks(units));
            }
            table.seal();
        }
    }
}
