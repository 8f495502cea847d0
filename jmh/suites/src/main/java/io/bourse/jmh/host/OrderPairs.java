// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.host;

import io.bourse.engine.client.CommandPublisher;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.operator.InstrumentSpec;
import io.bourse.engine.client.operator.OperatorClient;
import io.bourse.engine.protocol.AccountCode;
import io.bourse.engine.protocol.InstrumentKind;
import io.bourse.engine.protocol.LoginProtocol;
import io.bourse.engine.protocol.MessageHeaderEncoder;
import io.bourse.engine.protocol.NewOrderEncoder;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TimeInForce;
import org.agrona.concurrent.UnsafeBuffer;

import java.util.List;

/**
 * The orders of one login: by turns one account sells a lot, which rests, and another one buys it. So the book never
 * grows, and every second order trades.
 */
public final class OrderPairs
{
    /** The only one there is in most runs: number of the gateway, the login and the instrument. */
    static final int FIRST = 1;

    private static final long PRICE_E5 = 5_000_000_000L;
    private static final String SELLER = "AA01001";
    private static final String BUYER = "AA01002";

    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[CommandPublisher.MAX_COMMAND_LENGTH]);
    private final NewOrderEncoder order = new NewOrderEncoder();
    private final long seller = AccountCode.pack(SELLER);
    private final long buyer = AccountCode.pack(BUYER);
    private final int length;

    /**
     * Orders that have nothing to do with those of other numbers.
     *
     * @param number of gateway, login and instrument, from 1.
     */
    OrderPairs(final int number)
    {
        order.wrapAndApplyHeader(buffer, 0, new MessageHeaderEncoder());
        order.header().stampedNs(0).receivedNs(0).sessionId(number).gatewayId(number).partition(0);
        order
            .expireDateNs(0)
            .priceE5(PRICE_E5)
            .qtyLots(1)
            .instrumentId(number)
            .linkId(0)
            .timeInForce(TimeInForce.DAY.value())
            .complianceId((byte)'M')
            .clientFlags((short)0)
            .conditions((short)0)
            .clientRef("");
        length = MessageHeaderEncoder.ENCODED_LENGTH + order.encodedLength();
    }

    /**
     * Enters what the orders of numbers up to one need, and opens the session.
     *
     * @param client of the engine.
     * @param last number.
     * @param timeoutNs for each command.
     */
    public static void define(final EngineClient client, final int last, final long timeoutNs)
    {
        try (OperatorClient operator = new OperatorClient(client, timeoutNs))
        {
            operator.defineClearingFirm("AA");
            operator.defineBrokerageFirm("AA01");
            operator.defineAccounts(List.of(SELLER, BUYER), 0);
            for (int number = FIRST; number <= last; number++)
            {
                operator.defineLogin(number, LoginProtocol.TWIME, "JMH" + number, "AA01");
                operator.defineInstrument(new InstrumentSpec(number, "SI" + number, InstrumentKind.FUTURE, "SI", "RUB",
                    100_000, 100_000, 100_000, 10_000_000_000L, PRICE_E5, 1, 1, 20991231));
            }
            operator.openSession(1, 20261121);
        }
    }

    /**
     * Offers an order.
     *
     * @param publisher to offer it to.
     * @param sequence of it, from 1; it decides the side.
     * @return false when it is not taken now.
     */
    boolean offer(final CommandPublisher publisher, final long sequence)
    {
        final boolean isSell = 1 == (sequence & 1);
        order.header().sequence(sequence);
        order
            .clOrdId(sequence)
            .accountCode(isSell ? seller : buyer)
            .side((isSell ? Side.SELL : Side.BUY).value());
        return publisher.offer(buffer, 0, length);
    }
}
