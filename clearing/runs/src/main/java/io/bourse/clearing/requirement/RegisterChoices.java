// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.requirement;

import io.bourse.clearing.ingest.IngestedDay;
import io.bourse.clearing.layout.SortedRegisters;
import io.bourse.clearing.margin.MarginParameters;
import io.bourse.clearing.margin.RegisterSwitches;
import io.bourse.engine.protocol.AccountCode;
import io.bourse.engine.protocol.LimitLevel;
import org.agrona.collections.Long2ObjectHashMap;

import java.util.BitSet;

/**
 * What was chosen for single registers, and which of them have a limit: looked up for every register, so nothing is
 * made of their codes. Read by all threads.
 */
final class RegisterChoices
{
    private final MarginParameters parameters;
    private final Long2ObjectHashMap<RegisterSwitches> clients = new Long2ObjectHashMap<>();
    private final BitSet limited;
    private final boolean hasLimited;

    RegisterChoices(final RequirementInput input)
    {
        parameters = input.parameters();
        parameters.registers().forEach((code, switches) ->
        {
            if (AccountCode.LENGTH == code.length())
            {
                clients.put(AccountCode.pack(code), switches);
            }
        });
        limited = limited(input.day());
        hasLimited = !limited.isEmpty();
    }

    /** Registers whose own collateral the matcher checks, by account id. */
    static BitSet limited(final IngestedDay day)
    {
        final BitSet limited = new BitSet();
        for (final String code : day.limits().collaterals(LimitLevel.CLIENT).keySet())
        {
            final int account = day.registers().idOf(AccountCode.pack(code));
            if (account >= 0)
            {
                limited.set(account);
            }
        }
        return limited;
    }

    RegisterSwitches ofFirm(final long firm)
    {
        return ofLevel(LimitLevel.BROKERAGE_FIRM, AccountCode.unpack(firm));
    }

    RegisterSwitches ofLevel(final LimitLevel level, final String code)
    {
        return parameters.switchesOf(level, code);
    }

    RegisterSwitches of(final SortedRegisters registers, final int account, final RegisterSwitches ofItsFirm)
    {
        final RegisterSwitches own = clients.isEmpty() ? null : clients.get(registers.code(account));
        return null == own ? ofItsFirm : own;
    }

    /** Whether the matcher checks the register's own collateral. */
    boolean isLimited(final int account)
    {
        return hasLimited && limited.get(account);
    }
}
