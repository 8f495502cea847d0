// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.bench;

import io.bourse.engine.protocol.AccountCode;

import java.math.BigInteger;

/**
 * Client registers in the hierarchy of rules 1.1: clearing firms of very different size, brokerage firms, clients.
 * Codes ascend with the rank; account ids do not: firms bring their clients in batches, in no order.
 */
final class SyntheticRegisters
{
    /** Clearing firms; the first has as many brokerage firms, the last has one. */
    static final int CLEARING_FIRMS = 32;
    static final int BROKERAGE_FIRMS = CLEARING_FIRMS * (CLEARING_FIRMS + 1) / 2;

    private static final String DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    private static final int RADIX = DIGITS.length();
    private static final int CLIENTS_OF_FIRM = RADIX * RADIX * RADIX;
    private static final int LETTERS = 26;
    private static final int BATCH = 1_000;
    /** Prime: has an inverse unless the number of batches is a multiple of it. */
    private static final int STEP = 7_919;
    private static final int BITS = 8;

    private final int size;
    private final int perFirm;
    private final int longerFirms;
    private final int batches;
    private final int step;
    private final int stepInverse;
    private final long[] firmCodes = new long[BROKERAGE_FIRMS];

    SyntheticRegisters(final int size)
    {
        this.size = size;
        this.perFirm = size / BROKERAGE_FIRMS;
        this.longerFirms = size % BROKERAGE_FIRMS;
        this.batches = size / BATCH;
        this.step = 0 == batches % STEP ? 1 : STEP;
        this.stepInverse = batches < 2 ?
            0 : BigInteger.valueOf(step).modInverse(BigInteger.valueOf(batches)).intValueExact();
        if (perFirm >= CLIENTS_OF_FIRM)
        {
            throw new IllegalArgumentException("more registers than codes: registers=" + size + " max=" +
                (BROKERAGE_FIRMS * CLIENTS_OF_FIRM - 1));
        }
        int firm = 0;
        for (int clearingFirm = 0; clearingFirm < CLEARING_FIRMS; clearingFirm++)
        {
            for (int i = 1; i <= CLEARING_FIRMS - clearingFirm; i++)
            {
                firmCodes[firm++] = AccountCode.packPrefix(
                    clearingFirm(clearingFirm) + DIGITS.charAt(i / RADIX) + DIGITS.charAt(i % RADIX));
            }
        }
    }

    static String clearingFirm(final int index)
    {
        return "" + (char)('A' + index / LETTERS) + (char)('A' + index % LETTERS);
    }

    static String brokerageFirm(final int index)
    {
        int firm = index;
        int clearingFirm = 0;
        while (firm >= CLEARING_FIRMS - clearingFirm)
        {
            firm -= CLEARING_FIRMS - clearingFirm++;
        }
        return clearingFirm(clearingFirm) + DIGITS.charAt((firm + 1) / RADIX) + DIGITS.charAt((firm + 1) % RADIX);
    }

    int size()
    {
        return size;
    }

    /** Register at a place in the order of the codes. */
    int accountAt(final int rank)
    {
        return permuted(rank, stepInverse);
    }

    /** Place of a register in the order of the codes. */
    int rank(final int accountId)
    {
        return permuted(accountId, step);
    }

    private int permuted(final int index, final int factor)
    {
        final int batch = index / BATCH;
        return batch >= batches || batches < 2 ?
            index : (int)((long)batch * factor % batches) * BATCH + index % BATCH;
    }

    /** Packed code of a register. */
    long code(final int accountId)
    {
        final int rank = rank(accountId);
        final int longer = longerFirms * (perFirm + 1);
        final int firm;
        final int client;
        if (rank < longer)
        {
            firm = rank / (perFirm + 1);
            client = rank % (perFirm + 1);
        }
        else
        {
            firm = longerFirms + (rank - longer) / perFirm;
            client = (rank - longer) % perFirm;
        }
        return firmCodes[firm] |
            digit(client / (RADIX * RADIX), AccountCode.BROKERAGE_FIRM_LENGTH) |
            digit(client / RADIX % RADIX, AccountCode.BROKERAGE_FIRM_LENGTH + 1) |
            digit(client % RADIX, AccountCode.BROKERAGE_FIRM_LENGTH + 2);
    }

    private static long digit(final int value, final int place)
    {
        return (long)DIGITS.charAt(value) << place * BITS;
    }
}
