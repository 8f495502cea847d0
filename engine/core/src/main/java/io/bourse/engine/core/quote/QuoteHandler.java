// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.quote;

import io.bourse.engine.core.command.CommandEnvelope;
import io.bourse.engine.core.command.CommandKind;
import io.bourse.engine.core.command.CommandTable;
import io.bourse.engine.core.matching.PhaseControl;
import io.bourse.engine.core.order.OrderRequestAdapter;
import io.bourse.engine.core.state.ClockGuard;
import io.bourse.engine.core.state.Instrument;
import io.bourse.engine.core.state.Login;
import io.bourse.engine.core.state.ReferenceData;
import io.bourse.engine.core.state.SessionState;
import io.bourse.engine.protocol.ClearingRange;
import io.bourse.engine.protocol.LoginRights;
import io.bourse.engine.protocol.MassQuoteDecoder;
import io.bourse.engine.protocol.RejectReason;
import io.bourse.engine.protocol.RequestQuoteDecoder;

/**
 * Executes mass quotes and requests for quotes.
 * <p>
 * The entries of a mass quote are executed one after the other, each on its own: its events, then its acknowledgement
 * or refusal. An entry may trade, and trip the protection for those after it. The command as a whole is refused only
 * for its login, its right, the session and the clock, and when it has no entries. While trading is suspended or the
 * time is uncertain nothing is quoted, withdrawals included: a mass cancel does that.
 */
public final class QuoteHandler
{
    private static final int BOTH_SIDES = 89;

    private final MassQuoteDecoder massQuote = new MassQuoteDecoder();
    private final RequestQuoteDecoder requestQuote = new RequestQuoteDecoder();
    private final QuoteEntry quote = new QuoteEntry();
    private final ReferenceData referenceData;
    private final SessionState sessionState;
    private final PhaseControl phases;
    private final QuoteReplacement quoteReplacement;
    private final QuoteEventPublisher publisher;
    private final ClockGuard clock;

    public QuoteHandler(
        final ReferenceData referenceData,
        final SessionState sessionState,
        final PhaseControl phases,
        final QuoteReplacement quoteReplacement,
        final QuoteEventPublisher publisher,
        final ClockGuard clock)
    {
        this.referenceData = referenceData;
        this.sessionState = sessionState;
        this.phases = phases;
        this.quoteReplacement = quoteReplacement;
        this.publisher = publisher;
        this.clock = clock;
    }

    /**
     * Enters the commands of this handler.
     *
     * @param table of all commands.
     */
    public void register(final CommandTable table)
    {
        table.add(new CommandKind(MassQuoteDecoder.TEMPLATE_ID, this::onMassQuote)
            .clOrdIdAt(MassQuoteDecoder.quoteIdEncodingOffset())
            .accountAt(MassQuoteDecoder.accountCodeEncodingOffset()));
        table.add(new CommandKind(RequestQuoteDecoder.TEMPLATE_ID, this::onRequestQuote)
            .clOrdIdAt(RequestQuoteDecoder.clOrdIdEncodingOffset())
            .instrumentAt(RequestQuoteDecoder.instrumentIdEncodingOffset()));
    }

    private RejectReason onMassQuote(final CommandEnvelope envelope)
    {
        final MassQuoteDecoder command = envelope.decode(massQuote);
        final Login login = referenceData.login(envelope.sessionId);
        final RejectReason reason = senderRefusal(login);
        if (null != reason)
        {
            return reason;
        }
        if (0 == (login.rights & LoginRights.QUOTES))
        {
            return RejectReason.NO_RIGHT;
        }
        quote.begin(command, envelope, login);
        final MassQuoteDecoder.EntriesDecoder entries = command.entries();
        if (0 == entries.count())
        {
            return RejectReason.INVALID_FIELD;
        }
        while (entries.hasNext())
        {
            quote.next(entries.next());
            final RejectReason refusal = quoteReplacement.execute(quote);
            if (null == refusal)
            {
                publisher.acknowledged(quote);
            }
            else
            {
                publisher.refused(quote, refusal);
            }
        }
        return null;
    }

    private RejectReason onRequestQuote(final CommandEnvelope envelope)
    {
        final RequestQuoteDecoder command = envelope.decode(requestQuote);
        final Login login = referenceData.login(envelope.sessionId);
        final RejectReason reason = senderRefusal(login);
        if (null != reason)
        {
            return reason;
        }
        final short side = command.side();
        if (BOTH_SIDES != side && null == OrderRequestAdapter.side(side))
        {
            return RejectReason.INVALID_FIELD;
        }
        final Instrument instrument = referenceData.instrument(command.instrumentId());
        if (null == instrument)
        {
            return RejectReason.UNKNOWN_INSTRUMENT;
        }
        if (instrument.isExpired)
        {
            return RejectReason.INSTRUMENT_EXPIRED;
        }
        // No quote could answer where orders may not even change.
        final RejectReason phaseRefusal = phases.replaceRefusal(instrument);
        if (null != phaseRefusal)
        {
            return phaseRefusal;
        }
        final long qtyLots = command.qtyLots();
        if (qtyLots < 0 || qtyLots > ClearingRange.MAX_LOTS)
        {
            return RejectReason.QTY_OUT_OF_RANGE;
        }
        publisher.requested(login, instrument, command.clOrdId(), qtyLots, side);
        return null;
    }

    private RejectReason senderRefusal(final Login login)
    {
        if (null == login)
        {
            return RejectReason.UNKNOWN_LOGIN;
        }
        if (login.isStopped || login.firm.isStopped)
        {
            return RejectReason.BLOCKED;
        }
        final RejectReason sessionRefusal = sessionState.orderRefusal();
        return null == sessionRefusal ? clock.refusal() : sessionRefusal;
    }
}
