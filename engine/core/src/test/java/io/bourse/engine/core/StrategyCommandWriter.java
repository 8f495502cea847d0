// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import io.bourse.engine.protocol.DefineLegsEncoder;
import io.bourse.engine.protocol.MessageHeaderEncoder;
import io.bourse.engine.protocol.NegotiatedOrderEncoder;
import io.bourse.engine.protocol.Side;
import java.util.function.Consumer;

/**
 * Encodes legs of strategies and negotiated orders.
 */
final class StrategyCommandWriter
{
    private final CommandWriter commands;
    private final MessageHeaderEncoder header = new MessageHeaderEncoder();
    private final DefineLegsEncoder defineLegs = new DefineLegsEncoder();
    private final NegotiatedOrderEncoder negotiated = new NegotiatedOrderEncoder();

    StrategyCommandWriter(final CommandWriter commands)
    {
        this.commands = commands;
    }

    /** Legs as pairs of instrument and ratio. */
    CommandWriter legs(final int instrumentId, final int... pairs)
    {
        defineLegs.wrapAndApplyHeader(commands.buffer, CommandWriter.OFFSET, header);
        commands.header(defineLegs.header(), 0);
        defineLegs.instrumentId(instrumentId);
        final DefineLegsEncoder.LegsEncoder legs = defineLegs.legsCount(pairs.length / 2);
        for (int i = 0; i < pairs.length; i += 2)
        {
            legs.next().legInstrumentId(pairs[i]).ratio(pairs[i + 1]);
        }
        return commands.done(defineLegs.encodedLength());
    }

    /** 5 lots of instrument 1 at 100 under reference 7, bought by the login's own account unless changed. */
    CommandWriter negotiated(
        final int loginId, final String counterparty, final Consumer<NegotiatedOrderEncoder> change)
    {
        negotiated.wrapAndApplyHeader(commands.buffer, CommandWriter.OFFSET, header);
        commands.header(negotiated.header(), loginId);
        negotiated
            .clOrdId(loginId)
            .matchRef(7)
            .priceE5(100)
            .qtyLots(5)
            .accountCode(CoreFixture.ACCOUNTS[loginId < CoreFixture.ACCOUNTS.length ? loginId : 1])
            .instrumentId(1)
            .linkId(0)
            .side(Side.BUY.value())
            .complianceId((byte)' ')
            .clientFlags((short)0)
            .counterparty(counterparty);
        change.accept(negotiated);
        negotiated.clientRef("");
        return commands.done(negotiated.encodedLength());
    }
}
