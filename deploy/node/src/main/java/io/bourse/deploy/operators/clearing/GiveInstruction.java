// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.operators.clearing;

import com.fasterxml.jackson.annotation.JsonFormat;
import io.bourse.clearing.funds.Instruction;
import io.bourse.clearing.funds.InstructionKind;
import io.bourse.clearing.funds.InstructionRequest;
import io.bourse.clearing.run.audit.ApprovalStep;
import io.bourse.clearing.run.audit.OperatorSigner;
import io.bourse.clearing.run.audit.PayOutRequest;
import io.bourse.clearing.run.operator.FundsService;
import io.bourse.clearing.run.operator.PayOuts;
import io.bourse.deploy.config.Partitions;
import io.bourse.deploy.node.VenueClearing;
import io.bourse.deploy.operators.VenueOperators;
import io.bourse.deploy.operators.acts.Act;
import io.bourse.deploy.operators.acts.ActContext;
import io.bourse.deploy.operators.forms.CodeForm;
import io.bourse.deploy.operators.forms.Forms;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.Map;

/**
 * Enters a member's instruction about money or an asset; what goes out waits for a second person. The same reference of
 * the same register is the same instruction.
 *
 * @param kind what it asks for.
 * @param client register.
 * @param amountKopecks of money, above 0; null of an asset.
 * @param asset code; null of money.
 * @param units pieces of a security, units of a currency; null of money.
 * @param reference of the member.
 * @param despiteDefault whether it goes out although the member is in default.
 */
public record GiveInstruction(
    InstructionKind kind,
    String client,
    Long amountKopecks,
    String asset,
    @JsonFormat(shape = JsonFormat.Shape.STRING) BigDecimal units,
    String reference,
    boolean despiteDefault) implements Act<ClearingRequests.Outcome>
{
    private static final int MAX_REFERENCE = 64;

    /** Checks the form. */
    public GiveInstruction
    {
        Forms.given("kind", kind);
        CodeForm.ACCOUNT.require("client", client);
        Forms.given("reference", reference);
        Forms.require(!reference.isBlank() && reference.length() <= MAX_REFERENCE, "reference",
            "{reference} has 1 to " + MAX_REFERENCE + " characters");
        Forms.positiveOrNone("amountKopecks", amountKopecks);
        Forms.require(kind.isMoney() == (null != amountKopecks), "amountKopecks",
            "money has {amountKopecks}, an asset {units}");
        Forms.require(kind.isMoney() == (null == asset), "asset", "an asset has {asset}, money has none");
        Forms.require(kind.isMoney() == (null == units), "units", "an asset has {units}, money has none");
        AssetUnits.require("units", units);
        Forms.require(kind.isOut() || !despiteDefault, "despiteDefault", "{despiteDefault} is for what goes out");
    }

    /**
     * What became of it: one of both.
     *
     * @param instruction line of the book.
     * @param request that waits for another person.
     */
    public record Entered(Instruction instruction, PayOutRequest request)
    {
    }

    /**
     * Enters it by the files, whether the venue runs or not.
     *
     * @param dataDir of the venue.
     * @param actor who gives it.
     * @param signer key of the actor; null in a venue without operators.
     * @return what became of it.
     * @throws IOException when files cannot be read or written.
     * @throws IllegalArgumentException when there are no such units of the asset.
     */
    public Entered enter(final Path dataDir, final String actor, final OperatorSigner signer) throws IOException
    {
        final InstructionRequest request = new InstructionRequest(kind, client, kind.isMoney() ? "" : asset,
            kind.isMoney() ? amountKopecks : AssetUnits.of(dataDir).counted(asset, units), reference, actor,
            despiteDefault);
        final FundsService service = new FundsService(
            VenueClearing.baseDir(dataDir), System::currentTimeMillis, () -> VenueOperators.read(dataDir));
        if (kind.isOut() && VenueClearing.approvalPolicy(dataDir).needs(ApprovalStep.PAY_OUT, true))
        {
            final PayOutRequest waiting = new PayOuts(service).ask(request, signer);
            if (null != waiting)
            {
                return new Entered(null, waiting);
            }
        }
        return new Entered(service.take(request, signer), null);
    }

    @Override
    public ClearingRequests.Outcome execute(final ActContext context) throws IOException
    {
        final Entered entered = enter(Partitions.venue(context.dataDir()), context.signer().name(), context.signer());
        return null != entered.request() ?
            new ClearingRequests.Outcome(ClearingRequests.payOut(entered.request().number()), Map.of()) :
            new ClearingRequests.Outcome(null, Map.of("instruction", entered.instruction().seq()));
    }
}
