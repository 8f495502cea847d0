// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.quote;

import io.bourse.engine.core.command.CommandEnvelope;
import io.bourse.engine.core.command.CommandKind;
import io.bourse.engine.core.command.CommandTable;
import io.bourse.engine.core.command.FieldCheck;
import io.bourse.engine.core.state.Instrument;
import io.bourse.engine.core.state.Login;
import io.bourse.engine.core.state.MarketMakerProtection;
import io.bourse.engine.core.state.Quotes;
import io.bourse.engine.core.state.ReferenceData;
import io.bourse.engine.protocol.LoginRights;
import io.bourse.engine.protocol.RejectReason;
import io.bourse.engine.protocol.ResetMarketMakerProtectionDecoder;
import io.bourse.engine.protocol.SetMarketMakerProtectionDecoder;
import org.agrona.DirectBuffer;

import java.util.Arrays;

/**
 * Executes the commands by which market makers protect themselves. They are taken in every state of the session.
 * <p>
 * Setting limits begins the window anew but does not unlock what has tripped: only a reset does.
 */
public final class ProtectionHandler
{
    private final SetMarketMakerProtectionDecoder set = new SetMarketMakerProtectionDecoder();
    private final ResetMarketMakerProtectionDecoder reset = new ResetMarketMakerProtectionDecoder();
    private final byte[] underlying = new byte[Instrument.UNDERLYING_LENGTH];
    private final ReferenceData referenceData;
    private final Quotes quotes;
    private final QuoteEventPublisher publisher;

    public ProtectionHandler(
        final ReferenceData referenceData, final Quotes quotes, final QuoteEventPublisher publisher)
    {
        this.referenceData = referenceData;
        this.quotes = quotes;
        this.publisher = publisher;
    }

    /**
     * Enters the commands of this handler.
     *
     * @param table of all commands.
     */
    public void register(final CommandTable table)
    {
        table.add(new CommandKind(SetMarketMakerProtectionDecoder.TEMPLATE_ID, this::onSet)
            .clOrdIdAt(SetMarketMakerProtectionDecoder.clOrdIdEncodingOffset()));
        table.add(new CommandKind(ResetMarketMakerProtectionDecoder.TEMPLATE_ID, this::onReset)
            .clOrdIdAt(ResetMarketMakerProtectionDecoder.clOrdIdEncodingOffset()));
    }

    private RejectReason onSet(final CommandEnvelope envelope)
    {
        final SetMarketMakerProtectionDecoder command = envelope.decode(set);
        final Login login = referenceData.login(envelope.sessionId);
        final RejectReason reason = senderRefusal(login);
        if (null != reason)
        {
            return reason;
        }
        final int underlyingOffset = command.offset() + SetMarketMakerProtectionDecoder.underlyingEncodingOffset();
        if (command.windowNs() < 0 || command.maxVolumeLots() < 0 || command.maxDeltaLots() < 0 ||
            command.maxTrades() < 0 || !readUnderlying(command.buffer(), underlyingOffset))
        {
            return RejectReason.INVALID_FIELD;
        }
        // A protection of nothing, by a slip of the pen, would be found out too late.
        if (!isUnderlyingKnown())
        {
            return RejectReason.UNKNOWN_INSTRUMENT;
        }
        MarketMakerProtection protection = quotes.protection(login, underlying);
        if (null == protection)
        {
            protection = new MarketMakerProtection(login, command.buffer(), underlyingOffset);
            quotes.add(protection);
        }
        protection.set(command.windowNs(), command.maxVolumeLots(), command.maxDeltaLots(), command.maxTrades());
        publisher.protectionSet(protection);
        return null;
    }

    private RejectReason onReset(final CommandEnvelope envelope)
    {
        final ResetMarketMakerProtectionDecoder command = envelope.decode(reset);
        final Login login = referenceData.login(envelope.sessionId);
        final RejectReason reason = senderRefusal(login);
        if (null != reason)
        {
            return reason;
        }
        if (!readUnderlying(
            command.buffer(), command.offset() + ResetMarketMakerProtectionDecoder.underlyingEncodingOffset()))
        {
            return RejectReason.INVALID_FIELD;
        }
        final MarketMakerProtection protection = quotes.protection(login, underlying);
        if (null == protection)
        {
            return RejectReason.WRONG_STATE;
        }
        protection.reset();
        publisher.protectionReset(protection);
        return null;
    }

    private static RejectReason senderRefusal(final Login login)
    {
        if (null == login)
        {
            return RejectReason.UNKNOWN_LOGIN;
        }
        return 0 == (login.rights & LoginRights.QUOTES) ? RejectReason.NO_RIGHT : null;
    }

    private boolean readUnderlying(final DirectBuffer buffer, final int offset)
    {
        buffer.getBytes(offset, underlying);
        return FieldCheck.isText(buffer, offset, underlying.length, 1);
    }

    private boolean isUnderlyingKnown()
    {
        for (int i = 0; i < referenceData.instrumentCount(); i++)
        {
            if (Arrays.equals(referenceData.instrumentAt(i).underlying, underlying))
            {
                return true;
            }
        }
        return false;
    }
}
