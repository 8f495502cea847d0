// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ledger.check;

import io.bourse.clearing.calculation.CalculationInput;
import io.bourse.clearing.calculation.Contract;
import io.bourse.clearing.layout.RegisterOrder;
import io.bourse.clearing.layout.RegisterWalk;
import io.bourse.clearing.ledger.HouseAccounts;
import io.bourse.engine.protocol.AccountCode;

import java.util.Arrays;

/**
 * Names of records for people, also of records that are damaged.
 */
final class Names
{
    private final RegisterOrder registers;
    /** By ordinal. */
    private final int[] instrumentIds;

    /**
     * Names of a run.
     *
     * @param calculation with registers and contracts.
     */
    Names(final CalculationInput calculation)
    {
        this.registers = calculation.registers();
        this.instrumentIds =
            Arrays.stream(calculation.contracts()).mapToInt(Contract::instrumentId).toArray();
    }

    boolean isRegister(final int accountId)
    {
        return accountId >= 0 && accountId < registers.size();
    }

    boolean isInstrument(final int instrument)
    {
        return instrument >= 0 && instrument < instrumentIds.length;
    }

    /** Place in the order of the codes; -1 of what is no register. */
    int rank(final int accountId)
    {
        return isRegister(accountId) ? registers.rank(accountId) : -1;
    }

    /** A walk over the registers; what is no register may not be asked for. */
    RegisterWalk walk()
    {
        return new RegisterWalk(registers);
    }

    /**
     * Code of a register. Allocates.
     *
     * @param accountId any.
     * @return seven characters, or the number of what is no register.
     */
    public String client(final int accountId)
    {
        return isRegister(accountId) ? AccountCode.unpack(registers.code(accountId)) : "unknown:" + accountId;
    }

    /**
     * SecurityID of an instrument.
     *
     * @param instrument ordinal.
     * @return its id, the ordinal below 0 of what is no instrument.
     */
    public int instrumentId(final int instrument)
    {
        return isInstrument(instrument) ? instrumentIds[instrument] : -Math.abs(instrument);
    }

    /**
     * Name of a ledger account. Allocates.
     *
     * @param account number, see {@link HouseAccounts}.
     * @return name.
     */
    public String account(final int account)
    {
        return HouseAccounts.name(account, this::client, this::instrumentId);
    }

    /** The facts that name a row of positions. */
    String row(final int accountId, final int instrument)
    {
        return "client=" + client(accountId) + " instrumentId=" + instrumentId(instrument);
    }
}
