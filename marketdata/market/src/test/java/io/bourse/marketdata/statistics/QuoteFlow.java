// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.statistics;

import io.bourse.engine.client.CommandPublisher;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.protocol.AccountCode;
import io.bourse.engine.protocol.CommandHeaderEncoder;
import io.bourse.engine.protocol.MassQuoteEncoder;
import io.bourse.engine.protocol.MessageHeaderEncoder;
import io.bourse.engine.protocol.NewOrderEncoder;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TimeInForce;
import io.bourse.engine.security.Principal;
import io.bourse.engine.testing.DemoReferenceData;
import io.bourse.marketdata.OrderFlow;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * What {@link OrderFlow} does not send: mass quotes of a market maker, and orders that outlive the evening. From
 * another gateway, so that neither waits for the other's answers.
 */
final class QuoteFlow
{
    private static final int GATEWAY_ID = 2;
    private static final String ACCOUNT = "AA01001";

    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[CommandPublisher.MAX_COMMAND_LENGTH]);
    private final MessageHeaderEncoder messageHeader = new MessageHeaderEncoder();
    private final MassQuoteEncoder massQuote = new MassQuoteEncoder();
    private final NewOrderEncoder newOrder = new NewOrderEncoder();
    private final CommandPublisher publisher;
    private final Random random;
    private long sequence;

    QuoteFlow(final EngineClient client, final Random random)
    {
        publisher = client.newCommandPublisher(Principal.gateway(GATEWAY_ID));
        this.random = random;
    }

    /** A quote around the middle, of which a side may be withdrawn. */
    void quote()
    {
        massQuote.wrapAndApplyHeader(buffer, 0, messageHeader);
        header(massQuote.header());
        massQuote.quoteId(sequence).accountCode(AccountCode.pack(ACCOUNT)).linkId(0).complianceId((byte)'D')
            .clientFlags((short)0);
        massQuote.entriesCount(1).next()
            .bidPriceE5(priceE5(-1 - random.nextInt(6)))
            .askPriceE5(priceE5(1 + random.nextInt(6)))
            .bidLots(random.nextInt(60))
            .askLots(random.nextInt(60))
            .instrumentId(DemoReferenceData.SI_ID)
            .entryId(1);
        massQuote.clientRef("");
        send(massQuote.encodedLength());
    }

    /** An order until it is cancelled, which nobody does. */
    void untilCancelled()
    {
        final boolean isBuy = random.nextBoolean();
        newOrder.wrapAndApplyHeader(buffer, 0, messageHeader);
        header(newOrder.header());
        newOrder.clOrdId(sequence)
            .expireDateNs(0)
            .priceE5(priceE5(isBuy ? -20 : 20))
            .qtyLots(1 + random.nextInt(20))
            .accountCode(AccountCode.pack(ACCOUNT))
            .instrumentId(DemoReferenceData.SI_ID)
            .linkId(0)
            .side((short)(isBuy ? Side.BUY : Side.SELL).value())
            .timeInForce((short)TimeInForce.GTC.value())
            .complianceId((byte)'D')
            .clientFlags((short)0)
            .conditions((short)0)
            .clientRef("");
        send(newOrder.encodedLength());
    }

    private static long priceE5(final int ticks)
    {
        return OrderFlow.SI_MID_E5 + ticks * OrderFlow.SI_TICK_E5;
    }

    private void header(final CommandHeaderEncoder header)
    {
        sequence++;
        header.stampedNs(0)
            .receivedNs(0)
            .sequence(sequence)
            .sessionId(DemoReferenceData.TWAA1_LOGIN_ID)
            .gatewayId(GATEWAY_ID)
            .partition(0);
    }

    private void send(final int encodedLength)
    {
        while (!publisher.offer(buffer, 0, MessageHeaderEncoder.ENCODED_LENGTH + encodedLength))
        {
            Thread.yield();
        }
    }
}
