// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.operators.acts;

import io.bourse.clearing.PreconditionException;
import io.bourse.deploy.node.HeapLimits;
import io.bourse.deploy.node.VenueDescriptor;
import io.bourse.deploy.operators.forms.Forms;
import io.bourse.deploy.operators.history.CapacityUse;
import io.bourse.engine.client.operator.VenueLimitsOperator;
import io.bourse.engine.client.operator.VenueLimitsSpec;

import java.io.IOException;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * Sets all limits of what the venue keeps in memory at once: those that are null are switched off, or kept.
 *
 * @param liveOrders most orders that live at the same time.
 * @param liveOrdersPerLogin most of them of one login.
 * @param accounts most client accounts.
 * @param instruments most instruments.
 * @param logins most logins.
 * @param exposures most pairs of a register or login and an instrument that have had an order.
 * @param keep keeps the present value of what is null.
 */
public record SetCapacity(
    Long liveOrders,
    Long liveOrdersPerLogin,
    Long accounts,
    Long instruments,
    Long logins,
    Long exposures,
    boolean keep) implements Act<Replaced>
{
    /** Whose settings they are. */
    public static final String TARGET = "the venue";

    /** Checks the form. */
    public SetCapacity
    {
        Forms.positiveOrNone("liveOrders", liveOrders);
        Forms.positiveOrNone("liveOrdersPerLogin", liveOrdersPerLogin);
        Forms.positiveOrNone("accounts", accounts);
        Forms.positiveOrNone("instruments", instruments);
        Forms.positiveOrNone("logins", logins);
        Forms.positiveOrNone("exposures", exposures);
        Forms.require(
            Stream.of(liveOrders, liveOrdersPerLogin, accounts, instruments, logins, exposures)
                .anyMatch(Objects::nonNull), "liveOrders", "name at least one limit");
    }

    @Override
    public Replaced execute(final ActContext context) throws IOException
    {
        final HeapLimits heap = VenueDescriptor.read(context.dataDir()).heap();
        final CapacityUse use = context.history().settings();
        final Replacement replacement = new Replacement(keep);
        final VenueLimitsSpec present = use.limits();
        final VenueLimitsSpec replacing = new VenueLimitsSpec(
            replacement.replace("liveOrders", liveOrders, present.liveOrders()),
            replacement.replace("liveOrdersPerLogin", liveOrdersPerLogin, present.liveOrdersPerLogin()),
            replacement.replace("accounts", accounts, present.accounts()),
            replacement.replace("instruments", instruments, present.instruments()),
            replacement.replace("logins", logins, present.logins()),
            replacement.replace("exposures", exposures, present.exposures()));
        requireFits(heap, present, replacing, replacement);
        doubtBelow("liveOrders", use.liveOrders(), replacing.liveOrders(), replacement);
        doubtBelow("accounts", use.accounts(), replacing.accounts(), replacement);
        doubtBelow("instruments", use.instruments(), replacing.instruments(), replacement);
        doubtBelow("logins", use.logins(), replacing.logins(), replacement);
        replacement.require(context, TARGET, false, use.isWhole());
        new VenueLimitsOperator(context.operator()).set(replacing);
        return replacement.result();
    }

    /** Of the demo venue, which starts with any heap, it is asked. */
    private static void requireFits(
        final HeapLimits heap,
        final VenueLimitsSpec present,
        final VenueLimitsSpec wanted,
        final Replacement replacement)
    {
        final String refusal = null == heap ? null : heap.refusal(present, wanted);
        if (null != refusal && heap.isEnforced())
        {
            throw new PreconditionException(refusal);
        }
        if (null != refusal)
        {
            replacement.doubt(refusal);
        }
    }

    /** A limit that is reached at once is likely to be a typing error: it refuses everything more. */
    private static void doubtBelow(
        final String name, final int used, final long limit, final Replacement replacement)
    {
        if (0 != limit && used >= limit)
        {
            replacement.doubt("everything more is refused at once: " + name + " used=" + used + " limit=" + limit);
        }
    }
}
