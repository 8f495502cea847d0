// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.reconciliation;

import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.ledger.PostingCode;
import io.bourse.clearing.ledger.check.FirmTotal;
import io.bourse.clearing.ledger.check.RunTotals;
import io.bourse.clearing.model.Sum128;

import java.io.IOException;
import java.nio.file.Path;

/**
 * Rolls the registers up: brokerage firms, clearing firms, the house (rules 1.1). At every level money, positions and
 * postings must tell the same, and at the top all postings must be there.
 */
final class MemberReconciliation
{
    private static final String COLUMNS = "level;code;registers;amount_beg;vm_paid;vm;premium;fee;amount_end;" +
        "positions_vm;positions_fee;postings;difference;pay_paid;pay;vat";

    private final RunTotals totals;

    MemberReconciliation(final RunTotals totals)
    {
        this.totals = totals;
    }

    ReconciliationResult write(final Path directory) throws IOException
    {
        return ReconciliationFile.write(directory, "rec_members", COLUMNS, this::writeRows);
    }

    private void writeRows(final ReconciliationFile file) throws IOException
    {
        final FirmTotal house = new FirmTotal(0);
        FirmTotal member = new FirmTotal(0);
        String code = "";
        for (final FirmTotal firm : totals.firms())
        {
            if (!code.equals(firm.clearingFirm()))
            {
                writeMember(file, code, member);
                member = new FirmTotal(0);
                code = firm.clearingFirm();
            }
            member.add(firm);
            house.add(firm);
            write(file, "BF", firm.name(), firm, new Sum128());
        }
        writeMember(file, code, member);
        write(file, "ALL", "", house, missingPostings(house));
    }

    private static void writeMember(final ReconciliationFile file, final String code, final FirmTotal member)
        throws IOException
    {
        if (!code.isEmpty())
        {
            write(file, "CF", code, member, new Sum128());
        }
    }

    /** What all postings together have moved into registers, less what the firms have received. */
    private Sum128 missingPostings(final FirmTotal house)
    {
        final Sum128 missing = new Sum128();
        for (final PostingCode code : PostingCode.values())
        {
            missing.add(totals.received(code)).subtract(totals.paid(code));
        }
        return missing.subtract(house.postings());
    }

    private static void write(
        final ReconciliationFile file,
        final String level,
        final String code,
        final FirmTotal sums,
        final Sum128 missing) throws IOException
    {
        final Sum128 paid = sums.money(RunTables.MONEY_PAID);
        final Sum128 fee = sums.money(RunTables.MONEY_FEE);
        final Sum128 vat = sums.money(RunTables.MONEY_VAT);
        final Sum128 margin = new Sum128().add(sums.money(RunTables.MONEY_VM)).add(sums.money(RunTables.MONEY_PREMIUM));
        final Sum128 bridge = new Sum128().add(sums.money(RunTables.MONEY_BEGIN)).add(paid)
            .add(sums.money(RunTables.MONEY_PAY_PAID)).add(sums.postings()).subtract(sums.money(RunTables.MONEY_END));
        final Sum128 margins = new Sum128().add(margin).subtract(sums.positions(RunTables.MONEY_VM));
        final Sum128 moneyPostings = new Sum128().add(margin).add(sums.money(RunTables.MONEY_PAY)).subtract(fee)
            .subtract(vat).subtract(sums.postings());
        final boolean isBroken = !bridge.isZero() || !margins.isZero() || !moneyPostings.isZero() ||
            !fee.equals(sums.positions(RunTables.MONEY_FEE)) || !vat.equals(sums.positions(RunTables.MONEY_VAT)) ||
            !paid.equals(sums.positions(RunTables.MONEY_PAID)) || !missing.isZero();
        file.text(level)
            .text(code)
            .number(sums.registers())
            .money(sums.money(RunTables.MONEY_BEGIN))
            .money(paid)
            .money(sums.money(RunTables.MONEY_VM))
            .money(sums.money(RunTables.MONEY_PREMIUM))
            .money(fee)
            .money(sums.money(RunTables.MONEY_END))
            .money(sums.positions(RunTables.MONEY_VM))
            .money(sums.positions(RunTables.MONEY_FEE))
            .money(sums.postings())
            .money(bridge)
            .money(sums.money(RunTables.MONEY_PAY_PAID))
            .money(sums.money(RunTables.MONEY_PAY))
            .money(vat)
            .endRow(isBroken, "level=" + level + " code=" + code + " bridgeKopecks=" + bridge +
                " positionsKopecks=" + margins + " postingsKopecks=" + moneyPostings + " missingKopecks=" +
                missing);
    }
}
