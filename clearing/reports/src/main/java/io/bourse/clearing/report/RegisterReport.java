// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.report;

import io.bourse.clearing.calculation.CalculationInput;
import io.bourse.clearing.calculation.Contract;
import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.ledger.HouseAccounts;
import io.bourse.clearing.ledger.PostingCode;
import io.bourse.clearing.model.ContractStyle;
import io.bourse.clearing.report.file.RowWriter;
import io.bourse.clearing.table.TableCursor;
import io.bourse.engine.protocol.AccountCode;

import java.io.IOException;
import java.util.Set;
import java.util.TreeSet;

/**
 * What members learn about registers besides positions and money: variation margin of the run (vmcl), collateral
 * (pledge), payments (pay) and margin calls (call, CCX11); and the register of clients itself (clients).
 */
final class RegisterReport
{
    private static final PostingCode[] CODES = PostingCode.values();

    private final ReportInput input;
    private final CalculationInput calculation;
    private final MemberRanges members;

    RegisterReport(final ReportInput input, final MemberRanges members)
    {
        this.input = input;
        this.calculation = input.calculation();
        this.members = members;
    }

    /** Every position that got or paid margin today; premium is none. */
    void writeMargins(final RowWriter writer, final int member) throws IOException
    {
        final Contract[] contracts = calculation.contracts();
        final TableCursor rows = members.cursor(input.books().positions(), member);
        while (rows.next())
        {
            final Contract contract = contracts[rows.ints(RunTables.POSITION_INSTRUMENT)];
            final long day = rows.longs(RunTables.POSITION_VM_DAY);
            final long paid = rows.longs(RunTables.POSITION_VM_PAID);
            if (ContractStyle.PREMIUM_OPTION != contract.terms().style() && (0 != day || 0 != paid))
            {
                writer.number(input.run().sessionId())
                    .number(input.run().number())
                    .number(contract.instrumentId())
                    .client(calculation.registers().code(rows.ints(RunTables.POSITION_ACCOUNT)))
                    .summed(Math.subtractExact(day, paid))
                    .money(day)
                    .endRow();
            }
        }
    }

    void writePledges(final RowWriter writer, final int member) throws IOException
    {
        final TableCursor rows = members.cursor(input.pledges(), member);
        while (rows.next())
        {
            final ReportInput.Asset asset = input.assets().get(rows.ints(RunTables.PLEDGE_ASSET));
            writer.client(calculation.registers().code(rows.ints(RunTables.PLEDGE_ACCOUNT)))
                .text(asset.code());
            units(writer, asset, rows.longs(RunTables.PLEDGE_BEGIN));
            units(writer, asset, rows.longs(RunTables.PLEDGE_PAY));
            units(writer, asset, rows.longs(RunTables.PLEDGE_UNITS));
            writer.rate(asset.rateE6())
                .rate(asset.haircutE6())
                .summed(rows.longs(RunTables.PLEDGE_VALUE))
                .endRow();
        }
    }

    private static void units(final RowWriter writer, final ReportInput.Asset asset, final long held)
        throws IOException
    {
        if (asset.isCurrency())
        {
            writer.money(held);
        }
        else
        {
            writer.number(held);
        }
    }

    void writePayments(final RowWriter writer, final int member) throws IOException
    {
        final TableCursor rows = members.cursor(input.books().payments(), member);
        while (rows.next())
        {
            final PostingCode code = CODES[rows.ints(RunTables.PAYMENT_CODE)];
            final int account = rows.ints(RunTables.PAYMENT_ACCOUNT);
            final long reference = rows.longs(RunTables.PAYMENT_REFERENCE);
            writer.text(input.run().runId() + "-" + code + "-" + client(account) + "-" + reference)
                .text(name(rows.ints(RunTables.PAYMENT_DEBIT)))
                .text(name(rows.ints(RunTables.PAYMENT_CREDIT)))
                .summed(rows.longs(RunTables.PAYMENT_AMOUNT))
                .text(code.name())
                .number(reference)
                .client(calculation.registers().code(account))
                .endRow();
        }
    }

    private String name(final int account)
    {
        return HouseAccounts.name(
            account, this::client, ordinal -> calculation.contracts()[ordinal].instrumentId());
    }

    private String client(final int account)
    {
        return AccountCode.unpack(calculation.registers().code(account));
    }

    /** Everybody, with or without positions: to which firm and settlement account a register belongs. */
    void writeClients(final RowWriter writer, final int member) throws IOException
    {
        long firm = -1;
        String settlementAccount = null;
        for (int place = 0; place < members.registers(member); place++)
        {
            final int account = members.register(member, place);
            final long code = calculation.registers().code(account);
            if (AccountCode.brokerageFirm(code) != firm)
            {
                firm = AccountCode.brokerageFirm(code);
                settlementAccount = input.settlementAccounts().apply(firm);
            }
            writer.client(code).packed(firm).text(settlementAccount).number(account).endRow();
        }
    }

    /** Calls of the settlement accounts that firms of the member belong to. */
    void writeCalls(final RowWriter writer, final int member) throws IOException
    {
        final Set<String> accounts = new TreeSet<>();
        for (final long firm : members.firms(member))
        {
            accounts.add(input.settlementAccounts().apply(firm));
        }
        for (final ReportInput.Call call : input.calls())
        {
            if (accounts.contains(call.settlementAccount()))
            {
                writer.text(call.settlementAccount())
                    .summed(call.kopecks())
                    .text(call.due())
                    .text(call.basis())
                    .endRow();
            }
        }
    }
}
