// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.reconciliation;

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
        final Level house = new Level("ALL", "");
        Level member = null;
        for (final FirmTotal firm : totals.firms())
        {
            if (null == member || !member.code.equals(firm.clearingFirm()))
            {
                writeMember(file, member);
                member = new Level("CF", firm.clearingFirm());
            }
            final Level brokerage = new Level("BF", firm.name());
            brokerage.add(firm);
            member.add(firm);
            house.add(firm);
            brokerage.write(file, new Sum128());
        }
        writeMember(file, member);
        house.write(file, missingPostings(house));
    }

    private static void writeMember(final ReconciliationFile file, final Level member) throws IOException
    {
        if (null != member)
        {
            member.write(file, new Sum128());
        }
    }

    /** What all postings together have moved into registers, less what the firms have received. */
    private Sum128 missingPostings(final Level house)
    {
        final Sum128 missing = new Sum128();
        for (final PostingCode code : PostingCode.values())
        {
            missing.add(totals.received(code));
            missing.subtract(totals.paid(code));
        }
        missing.subtract(house.postings);
        return missing;
    }

    private static final class Level
    {
        private final String name;
        private final String code;
        private final Sum128 begin = new Sum128();
        private final Sum128 paid = new Sum128();
        private final Sum128 margin = new Sum128();
        private final Sum128 premium = new Sum128();
        private final Sum128 fee = new Sum128();
        private final Sum128 vat = new Sum128();
        private final Sum128 payPaid = new Sum128();
        private final Sum128 pay = new Sum128();
        private final Sum128 end = new Sum128();
        private final Sum128 positionsPaid = new Sum128();
        private final Sum128 positionsMargin = new Sum128();
        private final Sum128 positionsFee = new Sum128();
        private final Sum128 positionsVat = new Sum128();
        private final Sum128 postings = new Sum128();
        private long registers;

        private Level(final String name, final String code)
        {
            this.name = name;
            this.code = code;
        }

        private void add(final FirmTotal firm)
        {
            registers += firm.registers();
            begin.add(firm.begin());
            paid.add(firm.paid());
            margin.add(firm.margin());
            premium.add(firm.premium());
            fee.add(firm.fee());
            vat.add(firm.vat());
            payPaid.add(firm.payPaid());
            pay.add(firm.pay());
            end.add(firm.end());
            positionsPaid.add(firm.positionsPaid());
            positionsMargin.add(firm.positionsMargin());
            positionsFee.add(firm.positionsFee());
            positionsVat.add(firm.positionsVat());
            postings.add(firm.postings());
        }

        private void write(final ReconciliationFile file, final Sum128 missing) throws IOException
        {
            final Sum128 bridge = new Sum128();
            bridge.add(begin);
            bridge.add(paid);
            bridge.add(payPaid);
            bridge.add(postings);
            bridge.subtract(end);
            final Sum128 margins = new Sum128();
            margins.add(margin);
            margins.add(premium);
            margins.subtract(positionsMargin);
            final Sum128 moneyPostings = new Sum128();
            moneyPostings.add(margin);
            moneyPostings.add(premium);
            moneyPostings.add(pay);
            moneyPostings.subtract(fee);
            moneyPostings.subtract(vat);
            moneyPostings.subtract(postings);
            final boolean isBroken = !bridge.isZero() || !margins.isZero() || !moneyPostings.isZero() ||
                !fee.equals(positionsFee) || !vat.equals(positionsVat) ||
                !paid.equals(positionsPaid) || !missing.isZero();
            file.text(name)
                .text(code)
                .number(registers)
                .money(begin)
                .money(paid)
                .money(margin)
                .money(premium)
                .money(fee)
                .money(end)
                .money(positionsMargin)
                .money(positionsFee)
                .money(postings)
                .money(bridge)
                .money(payPaid)
                .money(pay)
                .money(vat)
                .endRow(isBroken, "level=" + name + " code=" + code + " bridgeKopecks=" + bridge +
                    " positionsKopecks=" + margins + " postingsKopecks=" + moneyPostings + " missingKopecks=" +
                    missing);
        }
    }
}
