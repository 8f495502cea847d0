// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.operators.acts;

import io.bourse.deploy.operators.forms.CodeForm;
import io.bourse.deploy.operators.forms.Forms;
import io.bourse.engine.client.operator.PhaseChangeSpec;
import io.bourse.engine.client.operator.PhaseOperator;
import io.bourse.engine.protocol.Phase;

import java.security.SecureRandom;

/**
 * Changes the phase of an instrument, an underlying or the whole market; exactly one of them is given.
 *
 * @param forNs how long, in nanoseconds up to a day; null: until the next change. With {@code then} alone.
 * @param then phase that follows by itself.
 * @param randomEndNs up to this is added at random; null for nothing. With {@code forNs} alone.
 */
public record ChangePhase(
    Integer instrumentId, String underlying, boolean market, Phase phase, Long forNs, Phase then, Long randomEndNs)
    implements Act<Void>
{
    /** Checks the form. */
    public ChangePhase
    {
        Forms.one("instrumentId", instrumentId, "underlying", underlying, "market", market);
        Forms.positiveOrNone("instrumentId", instrumentId);
        if (null != underlying)
        {
            CodeForm.UNDERLYING.require("underlying", underlying);
        }
        Forms.given("phase", phase);
        Forms.duration("forNs", forNs);
        Forms.duration("randomEndNs", randomEndNs);
        Forms.require((null == forNs) == (null == then) && (null == randomEndNs || null != forNs), "forNs",
            "{forNs} and {then} belong together, and {randomEndNs} to both");
    }

    @Override
    public Void execute(final ActContext context)
    {
        new PhaseOperator(context.operator()).changePhase(spec());
        return null;
    }

    /** Of what resumes trading, and of what changes the whole market. */
    @Override
    public String target(final ActContext context)
    {
        if (market)
        {
            return "market";
        }
        return Phase.CONTINUOUS != phase && Phase.CONTINUOUS != then ? null :
            null == instrumentId ? underlying : context.settings().symbol(instrumentId);
    }

    /** The command; a random end has another seed each time. */
    public PhaseChangeSpec spec()
    {
        if (null == forNs)
        {
            return scope();
        }
        final PhaseChangeSpec timed = scope().then(forNs, then);
        // Traders could foresee the end if they could guess the seed.
        return null == randomEndNs ? timed : timed.randomEnd(randomEndNs, new SecureRandom().nextLong());
    }

    private PhaseChangeSpec scope()
    {
        if (null != instrumentId)
        {
            return PhaseChangeSpec.ofInstrument(instrumentId, phase);
        }
        return market ? PhaseChangeSpec.ofMarket(phase) : PhaseChangeSpec.ofUnderlying(underlying, phase);
    }
}
