// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import java.util.function.Consumer;

import io.bourse.engine.protocol.AccountCode;
import io.bourse.engine.protocol.ContractStyle;
import io.bourse.engine.protocol.DefineContractEncoder;
import io.bourse.engine.protocol.ExpireInstrumentEncoder;
import io.bourse.engine.protocol.InstructExerciseEncoder;
import io.bourse.engine.protocol.MovePositionsEncoder;
import io.bourse.engine.protocol.OptionRight;
import io.bourse.engine.protocol.SettlementType;

/**
 * Encodes the commands of contracts and their ends into the buffer of a {@link CommandWriter}.
 */
public final class ContractCommandWriter
{
    private final CommandWriter commands;

    public ContractCommandWriter(final CommandWriter commands)
    {
        this.commands = commands;
    }

    /** A future settled in cash that never expires, unless changed. */
    CommandWriter contract(final int instrumentId, final Consumer<DefineContractEncoder> change)
    {
        final DefineContractEncoder encoder = new DefineContractEncoder()
            .wrapAndApplyHeader(commands.buffer, CommandWriter.OFFSET, commands.messageHeader);
        commands.header(encoder.header(), 0);
        encoder
            .strikeE5(0)
            .lotUnits(10)
            .instrumentId(instrumentId)
            .underlyingInstrumentId(0)
            .expiryDate(0)
            .style(ContractStyle.FUTURE)
            .right(OptionRight.NONE)
            .settlement(SettlementType.CASH)
            .expiresIntraday((short)0)
            .settlementDays((short)0)
            .asset("");
        change.accept(encoder);
        return commands.done(encoder.encodedLength());
    }

    /** A margined call on instrument 1 that becomes it. */
    CommandWriter call(final int instrumentId, final long strikeE5)
    {
        return contract(instrumentId, encoder -> encoder
            .strikeE5(strikeE5)
            .underlyingInstrumentId(1)
            .expiryDate(20261121)
            .style(ContractStyle.MARGINED_OPTION)
            .right(OptionRight.CALL)
            .settlement(SettlementType.PHYSICAL));
    }

    CommandWriter exercise(final String account, final int instrumentId, final long lots)
    {
        final InstructExerciseEncoder encoder = new InstructExerciseEncoder()
            .wrapAndApplyHeader(commands.buffer, CommandWriter.OFFSET, commands.messageHeader);
        commands.header(encoder.header(), 0);
        encoder.lots(lots).accountCode(AccountCode.pack(account)).instrumentId(instrumentId);
        return commands.done(encoder.encodedLength());
    }

    /** Rows of account id, instrument id, lots and kind. */
    CommandWriter move(final long runId, final long firstRow, final long[]... rows)
    {
        final MovePositionsEncoder encoder = new MovePositionsEncoder()
            .wrapAndApplyHeader(commands.buffer, CommandWriter.OFFSET, commands.messageHeader);
        commands.header(encoder.header(), 0);
        final MovePositionsEncoder.RowsEncoder group =
            encoder.runId(runId).firstRow(firstRow).rowsCount(rows.length);
        for (final long[] row : rows)
        {
            group.next().lots(row[2]).accountId((int)row[0]).instrumentId((int)row[1]).kind((short)row[3]);
        }
        return commands.done(encoder.encodedLength());
    }

    public CommandWriter expire(final long runId, final int instrumentId)
    {
        final ExpireInstrumentEncoder encoder = new ExpireInstrumentEncoder()
            .wrapAndApplyHeader(commands.buffer, CommandWriter.OFFSET, commands.messageHeader);
        commands.header(encoder.header(), 0);
        return commands.done(encoder.runId(runId).instrumentId(instrumentId).encodedLength());
    }
}
