// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client.operator;

import io.bourse.engine.protocol.AccountCode;
import io.bourse.engine.protocol.CommandForm;
import io.bourse.engine.protocol.DefineContractEncoder;
import io.bourse.engine.protocol.ExpireInstrumentEncoder;
import io.bourse.engine.protocol.GroupSizeEncodingEncoder;
import io.bourse.engine.protocol.InstructExerciseEncoder;
import io.bourse.engine.protocol.MessageHeaderEncoder;
import io.bourse.engine.protocol.MovePositionsEncoder;

import java.util.List;

/**
 * An operator's hand on contracts: their terms, exercise instructions, and what a clearing run does when they end. Uses
 * the connection of an {@link OperatorClient}, with the same exceptions, and is not thread-safe either.
 */
public final class ContractOperator
{
    /** Most rows of one command. */
    public static final int ROWS_PER_COMMAND =
        (CommandForm.MAX_UNSIGNED_LENGTH - MessageHeaderEncoder.ENCODED_LENGTH -
            MovePositionsEncoder.BLOCK_LENGTH -
            GroupSizeEncodingEncoder.ENCODED_LENGTH) / MovePositionsEncoder.RowsEncoder.sbeBlockLength();

    private static final int WINDOW = 64;

    private final DefineContractEncoder defineContract = new DefineContractEncoder();
    private final InstructExerciseEncoder instructExercise = new InstructExerciseEncoder();
    private final MovePositionsEncoder movePositions = new MovePositionsEncoder();
    private final ExpireInstrumentEncoder expireInstrument = new ExpireInstrumentEncoder();
    private final OperatorClient operator;

    /**
     * Contracts of an engine.
     *
     * @param operator whose connection is used, not owned.
     */
    public ContractOperator(final OperatorClient operator)
    {
        this.operator = operator;
    }

    /**
     * Defines what an instrument promises. The same terms again are confirmed, others are refused.
     *
     * @param spec its terms.
     */
    public void defineContract(final ContractSpec spec)
    {
        operator.execute(operator.begin(new DefineContractEncoder())
            .strikeE5(spec.strikeE5())
            .lotUnits(spec.lotUnits())
            .instrumentId(spec.instrumentId())
            .underlyingInstrumentId(spec.underlyingInstrumentId())
            .expiryDate(spec.expiryDate())
            .style(spec.style())
            .right(spec.right())
            .settlement(spec.settlement())
            .expiresIntraday((short)(spec.expiresIntraday() ? 1 : 0))
            .settlementDays((short)spec.settlementDays())
            .asset(spec.asset()),
            "command=DefineContract " + spec);
    }

    /**
     * Says how a register wants its option to be exercised. The last instruction before the run that ends the option
     * counts.
     *
     * @param accountCode seven characters of the register.
     * @param instrumentId of an option that has not expired.
     * @param lots above 0: so many more than would be exercised by rule; below 0: fewer; 0: as by rule.
     */
    public void instructExercise(final String accountCode, final int instrumentId, final long lots)
    {
        operator.execute(
            operator.begin(new InstructExerciseEncoder())
                .lots(lots).accountCode(AccountCode.pack(accountCode)).instrumentId(instrumentId),
            "command=InstructExercise account=" + accountCode + " instrumentId=" + instrumentId + " lots=" + lots);
    }

    /**
     * Moves positions for the run that holds trading suspended, as many to a command as fit and a window of commands in
     * flight. A command that counts other rows before it than the engine does is refused with {@code WRONG_STATE}, so
     * none is taken after one that was refused: after a failure the {@code PositionMoved} events of the run tell how
     * many rows are done, and the rest may be given again.
     *
     * @param runId of the clearing run.
     * @param firstRow rows of this run that were moved before.
     * @param rows to move, in their order.
     */
    public void movePositions(final long runId, final long firstRow, final List<PositionMove> rows)
    {
        operator.beginWindow();
        for (int first = 0; first < rows.size() && !operator.isRefusedInWindow(); first += ROWS_PER_COMMAND)
        {
            final List<PositionMove> batch = rows.subList(first, Math.min(rows.size(), first + ROWS_PER_COMMAND));
            operator.publishInWindow(encode(runId, firstRow + first, batch), WINDOW,
                "command=MovePositions runId=" + runId + " firstRow=" + (firstRow + first) + " rows=" + batch.size());
        }
        operator.endWindow("command=MovePositions runId=" + runId + " firstRow=" + firstRow + " rows=" + rows.size());
    }

    private MovePositionsEncoder encode(final long runId, final long firstRow, final List<PositionMove> rows)
    {
        final MovePositionsEncoder.RowsEncoder group =
            operator.begin(movePositions).runId(runId).firstRow(firstRow).rowsCount(rows.size());
        for (final PositionMove row : rows)
        {
            group.next()
                .lots(row.lots())
                .accountId(row.accountId())
                .instrumentId(row.instrumentId())
                .kind(row.kind().value());
        }
        return movePositions;
    }

    /**
     * Ends an instrument whose positions are all closed: its orders are cancelled, new ones are refused from now on.
     *
     * @param runId of the clearing run that holds trading suspended.
     * @param instrumentId of an instrument that has not expired.
     */
    public void expireInstrument(final long runId, final int instrumentId)
    {
        operator.execute(operator.begin(new ExpireInstrumentEncoder()).runId(runId).instrumentId(instrumentId),
            "command=ExpireInstrument runId=" + runId + " instrumentId=" + instrumentId);
    }
}
