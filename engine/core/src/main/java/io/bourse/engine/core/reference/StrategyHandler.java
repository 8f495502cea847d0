// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.reference;

import io.bourse.engine.core.command.CommandEnvelope;
import io.bourse.engine.core.command.CommandKind;
import io.bourse.engine.core.command.CommandTable;
import io.bourse.engine.core.event.OffBookPublisher;
import io.bourse.engine.core.matching.Strategies;
import io.bourse.engine.core.risk.OrderDemand;
import io.bourse.engine.core.state.Instrument;
import io.bourse.engine.core.state.ReferenceData;
import io.bourse.engine.core.state.StrategyLegs;
import io.bourse.engine.protocol.DefineLegsDecoder;
import io.bourse.engine.protocol.InstrumentKind;
import io.bourse.engine.protocol.RejectReason;

import java.util.Arrays;

/**
 * Executes the definition of a strategy's legs. The same legs again are answered with the same events; others are
 * refused. Until it has legs a strategy takes no orders ({@code OrderValidator}).
 * <p>
 * Two to four legs in different instruments of the strategy's currency, none of them a strategy, ratios from 1 to
 * {@value #MAX_RATIO} either way. The last leg takes what the others leave of the strategy's price, see
 * {@link Strategies}: its ratio is 1 or -1, and its tick divides the strategy's tick and every step that another leg's
 * price makes in the strategy's.
 */
public final class StrategyHandler
{
    /** Keeps price times ratio inside a long for every price that the protocols can carry. */
    static final int MAX_RATIO = 100;
    private static final int MIN_LEGS = 2;

    private final DefineLegsDecoder defineLegs = new DefineLegsDecoder();
    private final ReferenceData referenceData;
    private final OffBookPublisher publisher;

    public StrategyHandler(final ReferenceData referenceData, final OffBookPublisher publisher)
    {
        this.referenceData = referenceData;
        this.publisher = publisher;
    }

    /**
     * Enters the commands of this handler.
     *
     * @param table of all commands.
     */
    public void register(final CommandTable table)
    {
        table.add(new CommandKind(DefineLegsDecoder.TEMPLATE_ID, this::onDefineLegs)
            .instrumentAt(DefineLegsDecoder.instrumentIdEncodingOffset()));
    }

    private RejectReason onDefineLegs(final CommandEnvelope envelope)
    {
        final DefineLegsDecoder command = envelope.decode(defineLegs);
        final Instrument strategy = referenceData.instrument(command.instrumentId());
        if (null == strategy)
        {
            return RejectReason.UNKNOWN_INSTRUMENT;
        }
        final DefineLegsDecoder.LegsDecoder group = command.legs();
        if (InstrumentKind.SPREAD != strategy.kind || group.count() < MIN_LEGS || group.count() > OrderDemand.MAX_LEGS)
        {
            return RejectReason.INVALID_FIELD;
        }
        final StrategyLegs legs = new StrategyLegs(new Instrument[group.count()], new int[group.count()]);
        for (int i = 0; group.hasNext(); i++)
        {
            group.next();
            legs.instruments[i] = referenceData.instrument(group.legInstrumentId());
            legs.ratios[i] = group.ratio();
        }
        final RejectReason refusal = check(strategy, legs);
        if (null == refusal)
        {
            strategy.legs = legs;
            publisher.legsDefined(strategy);
        }
        return refusal;
    }

    private RejectReason check(final Instrument strategy, final StrategyLegs legs)
    {
        for (int i = 0; i < legs.instruments.length; i++)
        {
            final Instrument leg = legs.instruments[i];
            if (null == leg)
            {
                return RejectReason.UNKNOWN_INSTRUMENT;
            }
            if (leg.isExpired)
            {
                return RejectReason.INSTRUMENT_EXPIRED;
            }
            if (0 == legs.ratios[i] || legs.ratios[i] < -MAX_RATIO || legs.ratios[i] > MAX_RATIO ||
                InstrumentKind.SPREAD == leg.kind ||
                !Arrays.equals(leg.currency, strategy.currency) ||
                isRepeated(legs, i))
            {
                return RejectReason.INVALID_FIELD;
            }
        }
        if (!canLastLegTakeTheRest(strategy, legs))
        {
            return RejectReason.INVALID_COMBINATION;
        }
        return null == strategy.legs || strategy.legs.isEqual(legs) ? null : RejectReason.ALREADY_DEFINED;
    }

    private static boolean isRepeated(final StrategyLegs legs, final int index)
    {
        for (int i = 0; i < index; i++)
        {
            if (legs.instruments[i] == legs.instruments[index])
            {
                return true;
            }
        }
        return false;
    }

    private static boolean canLastLegTakeTheRest(final Instrument strategy, final StrategyLegs legs)
    {
        final int last = legs.instruments.length - 1;
        final long tickE5 = legs.instruments[last].priceTickE5;
        if (1 != Math.abs(legs.ratios[last]) || 0 != strategy.priceTickE5 % tickE5)
        {
            return false;
        }
        for (int i = 0; i < last; i++)
        {
            // Remainders first: the product of a tick and a ratio may not fit.
            if (0 != legs.instruments[i].priceTickE5 % tickE5 * legs.ratios[i] % tickE5)
            {
                return false;
            }
        }
        return true;
    }
}
