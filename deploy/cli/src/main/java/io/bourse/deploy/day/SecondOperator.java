// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.day;

import io.bourse.clearing.file.Digests;
import io.bourse.clearing.funds.Instruction;
import io.bourse.clearing.funds.InstructionRequest;
import io.bourse.clearing.run.audit.ApprovalRequest;
import io.bourse.clearing.run.audit.OperatorSigner;
import io.bourse.clearing.run.audit.Operators;
import io.bourse.clearing.run.audit.PayOutRequest;
import io.bourse.clearing.run.context.ClearingProgress;
import io.bourse.clearing.run.context.ClearingStep;
import io.bourse.clearing.run.operator.DefaultControl;
import io.bourse.clearing.run.operator.FundsService;
import io.bourse.clearing.run.operator.PayOuts;
import io.bourse.clearing.run.operator.RunControl;
import io.bourse.deploy.node.VenueClearing;
import io.bourse.deploy.operators.DemoOperators;
import io.bourse.deploy.operators.VenueOperators;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.function.Supplier;

/**
 * The other pair of eyes of the day: approves what a clearing run asks for. A series that ends at the price of an
 * earlier run, as those of {@link OptionScript} do, is such a thing.
 */
final class SecondOperator implements ClearingProgress
{
    private final Path clearingDir;
    private final Supplier<Operators> operators;

    /**
     * An operator of a venue's clearing.
     *
     * @param dataDir of the venue.
     */
    SecondOperator(final Path dataDir)
    {
        this.clearingDir = VenueClearing.baseDir(dataDir);
        this.operators = () -> VenueOperators.read(dataDir);
    }

    private static OperatorSigner approver()
    {
        return DemoOperators.key(DemoOperators.APPROVER);
    }

    /**
     * Approves a step of a default.
     *
     * @param control of the operator who asks.
     * @param defaultId number of the default.
     * @param number of the plan, 0 for the declaration.
     * @throws IOException when files cannot be read or written.
     */
    void approve(final DefaultControl control, final long defaultId, final int number) throws IOException
    {
        control.approve(defaultId, number, approver(), true, Digests.sha256Of(control.shown(defaultId, number)));
    }

    /**
     * Enters an instruction, which a second person approves when it takes something out.
     *
     * @param service of the venue.
     * @param request of the first operator of the demo.
     * @return line of the book.
     * @throws IOException when files cannot be read or written.
     */
    static Instruction enter(final FundsService service, final InstructionRequest request) throws IOException
    {
        final OperatorSigner signer = DemoOperators.key(DemoOperators.OPERATOR);
        final PayOuts payOuts = new PayOuts(service);
        final PayOutRequest asked = request.kind().isOut() ? payOuts.ask(request, signer) : null;
        return null == asked ? service.take(request, signer) :
            payOuts.answer(asked.number(), approver(), true, null).instruction();
    }

    @Override
    public void onStep(final ClearingStep step, final long elapsedNs)
    {
    }

    @Override
    public void onApprovalAsked(final ApprovalRequest request)
    {
        try
        {
            new RunControl(clearingDir, System::currentTimeMillis, operators)
                .answer(request.runId(), request.step(), approver(), true, request.sha256());
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException(ex);
        }
    }
}
