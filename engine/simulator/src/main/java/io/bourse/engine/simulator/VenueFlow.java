// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.simulator;

import io.bourse.engine.protocol.CancelOrderEncoder;
import io.bourse.engine.protocol.ChangePhaseEncoder;
import io.bourse.engine.protocol.LoginConnectedEncoder;
import io.bourse.engine.protocol.LoginDisconnectedEncoder;
import io.bourse.engine.protocol.MassCancelEncoder;
import io.bourse.engine.protocol.MassCancelScope;
import io.bourse.engine.protocol.MassQuoteEncoder;
import io.bourse.engine.protocol.NegotiatedOrderEncoder;
import io.bourse.engine.protocol.NewOrderEncoder;
import io.bourse.engine.protocol.NewSpecialOrderEncoder;
import io.bourse.engine.protocol.OrderClass;
import io.bourse.engine.protocol.OrderType;
import io.bourse.engine.protocol.OrderTypeTraits;
import io.bourse.engine.protocol.Phase;
import io.bourse.engine.protocol.ReplaceMode;
import io.bourse.engine.protocol.ReplaceOrderEncoder;
import io.bourse.engine.protocol.SetCalendarEncoder;
import io.bourse.engine.protocol.SetPriceControlsEncoder;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TimeInForce;
import io.bourse.engine.protocol.TimeInForceTraits;
import org.agrona.collections.LongArrayList;

import java.util.EnumSet;

/**
 * What the traders and the operator of a schedule send, by chance: orders of every kind close to each other's prices,
 * cancels and replaces of orders that they know of, quotes, mass cancels, negotiated orders, lost and regained
 * connections; phases with deadlines, calendars and price controls.
 */
final class VenueFlow
{
    private static final int BOTH_SIDES = 89;
    private static final int MIDDLE_TICKS = 50;
    private static final long MAX_DELAY_NS = 20_000_000;
    private static final long LONG_LIFE_NS = 1_000_000_000;
    private static final TimeInForce[] TIMES =
        EnumSet.complementOf(EnumSet.of(TimeInForce.NULL_VAL)).toArray(new TimeInForce[0]);
    private static final OrderType[] TYPES =
        EnumSet.complementOf(EnumSet.of(OrderType.NULL_VAL)).toArray(new OrderType[0]);
    private static final Phase[] PHASES =
        EnumSet.complementOf(EnumSet.of(Phase.CONTINUOUS, Phase.NULL_VAL)).toArray(new Phase[0]);

    private final CommandBytes encoder;
    private final Chance chance;

    VenueFlow(final CommandBytes encoder, final Chance chance)
    {
        this.encoder = encoder;
        this.chance = chance;
    }

    /**
     * A trader's next request.
     *
     * @param loginId of the trader.
     * @param clOrdId never used before.
     * @param orderIds orders that the trader knows of, live or not.
     * @param nowNs time of the trader's gateway.
     * @return command without an identity.
     */
    byte[] request(final int loginId, final long clOrdId, final LongArrayList orderIds, final long nowNs)
    {
        final int choice = chance.below(100);
        final long orderId = orderIds.isEmpty() ? 0 : orderIds.getLong(chance.below(orderIds.size()));
        if (choice < 40)
        {
            return order(loginId, clOrdId, nowNs);
        }
        if (choice < 58)
        {
            return special(loginId, clOrdId, nowNs);
        }
        if (choice < 70)
        {
            return cancel(clOrdId, orderId);
        }
        if (choice < 84)
        {
            return replace(clOrdId, orderId);
        }
        return rare(choice, loginId, clOrdId);
    }

    private byte[] rare(final int choice, final int loginId, final long clOrdId)
    {
        if (choice < 90)
        {
            return quote(loginId, clOrdId);
        }
        if (choice < 93)
        {
            return negotiated(loginId, clOrdId);
        }
        if (choice < 95)
        {
            final MassCancelEncoder command = encoder.begin(new MassCancelEncoder());
            return encoder.end(command
                .clOrdId(clOrdId)
                .instrumentId(chance.below(3))
                .scope(MassCancelScope.LOGIN)
                .side((short)BOTH_SIDES)
                .securityTypes((short)7)
                .securityGroup("")
                .clientRef(""));
        }
        if (choice < 98)
        {
            return encoder.end(encoder.begin(new LoginDisconnectedEncoder()).lostGatewayId(0));
        }
        return encoder.end(encoder.begin(new LoginConnectedEncoder()));
    }

    /**
     * What the operator does next.
     *
     * @param nowNs time of the operator.
     * @return command without an identity.
     */
    byte[] operation(final long nowNs)
    {
        final int choice = chance.below(10);
        if (choice < 6)
        {
            final ChangePhaseEncoder command = encoder.begin(new ChangePhaseEncoder());
            final boolean isAuction = choice < 4;
            return encoder.end(command
                .durationNs(isAuction ? 1 + chance.below(MAX_DELAY_NS) : 0)
                .randomEndNs(isAuction ? chance.below(MAX_DELAY_NS / 10) : 0)
                .seed(chance.below(Long.MAX_VALUE))
                .instrumentId(chance.below(4))
                .phase((isAuction ? PHASES[chance.below(PHASES.length)] : Phase.CONTINUOUS).value())
                .nextPhase(Phase.CONTINUOUS.value())
                .underlying(""));
        }
        return choice < 8 ? calendar(nowNs) : controls();
    }

    private byte[] calendar(final long nowNs)
    {
        final SetCalendarEncoder command = encoder.begin(new SetCalendarEncoder());
        final int length = chance.below(4);
        final SetCalendarEncoder.EntriesEncoder entries =
            command.seed(chance.below(Long.MAX_VALUE)).underlying(VenueSetup.UNDERLYING).entriesCount(length);
        long startNs = nowNs;
        for (int i = 0; i < length; i++)
        {
            startNs += 1 + chance.below(MAX_DELAY_NS);
            entries.next()
                .startNs(startNs)
                .randomNs(chance.below(2) * 1_000)
                .phase((length == i + 1 ? Phase.CONTINUOUS : PHASES[chance.below(PHASES.length)]).value());
        }
        return encoder.end(command);
    }

    private byte[] controls()
    {
        final int instrumentId = 1 + chance.below(2);
        final long tickE5 = VenueSetup.tickE5(instrumentId);
        final SetPriceControlsEncoder command = encoder.begin(new SetPriceControlsEncoder());
        return encoder.end(command
            .protectionE5(tickE5 * chance.below(5))
            .dynamicRangeE5(tickE5 * chance.below(12))
            .volatilityAuctionNs(1 + chance.below(MAX_DELAY_NS))
            .volatilityRandomNs(chance.below(1_000))
            .passiveDelayNs(chance.oneIn(3) ? chance.below(MAX_DELAY_NS) : 0)
            .instrumentId(instrumentId));
    }

    private byte[] order(final int loginId, final long clOrdId, final long nowNs)
    {
        final int instrumentId = instrument();
        final TimeInForce time = chance.oneIn(3) ? TimeInForce.DAY : TIMES[chance.below(TIMES.length)];
        final NewOrderEncoder command = encoder.begin(new NewOrderEncoder());
        return encoder.end(command
            .clOrdId(clOrdId)
            .expireDateNs(TimeInForceTraits.of(time).hasExpiry() ? nowNs + lifeNs() : 0)
            .priceE5(priceE5(instrumentId))
            .qtyLots(1 + chance.below(20))
            .accountCode(VenueSetup.account(loginId))
            .instrumentId(instrumentId)
            .side(side())
            .timeInForce(time.value())
            .complianceId((byte)' ')
            .conditions((short)(chance.oneIn(12) ? 1 + chance.below(2) : 0))
            .clientRef(""));
    }

    private byte[] special(final int loginId, final long clOrdId, final long nowNs)
    {
        final int instrumentId = instrument();
        final OrderTypeTraits type = OrderTypeTraits.of(
            chance.oneIn(3) ? OrderType.LIMIT : TYPES[chance.below(TYPES.length)]);
        final boolean isIceberg = 0 != type.iceberg() && chance.oneIn(2);
        final TimeInForce wanted = TIMES[chance.below(TIMES.length)];
        final TimeInForce time = type.allows(wanted, false, false, isIceberg, false) ? wanted : TimeInForce.DAY;
        final NewSpecialOrderEncoder command = encoder.begin(new NewSpecialOrderEncoder());
        return encoder.end(command
            .clOrdId(clOrdId)
            .expireDateNs(TimeInForceTraits.of(time).hasExpiry() ? nowNs + lifeNs() : 0)
            .priceE5(priceE5(instrumentId))
            .stopPriceE5(type.hasTrigger() ? priceE5(instrumentId) : 0)
            .qtyLots(5 + chance.below(40))
            .displayLots(isIceberg ? 1 + chance.below(5) : 0)
            .displayVarianceLots(isIceberg ? chance.below(2) : 0)
            .accountCode(VenueSetup.account(loginId))
            .instrumentId(instrumentId)
            .side(side())
            .timeInForce(time.value())
            .orderType(type.type().value())
            .complianceId((byte)' ')
            .clientRef(""));
    }

    private byte[] cancel(final long clOrdId, final long orderId)
    {
        final CancelOrderEncoder command = encoder.begin(new CancelOrderEncoder());
        return encoder.end(command.clOrdId(clOrdId).orderId(orderId).orderClass(OrderClass.ANY).clientRef(""));
    }

    private byte[] replace(final long clOrdId, final long orderId)
    {
        final ReplaceOrderEncoder command = encoder.begin(new ReplaceOrderEncoder());
        return encoder.end(command
            .clOrdId(clOrdId)
            .orderId(orderId)
            .priceE5(priceE5(instrument()))
            .qtyLots(1 + chance.below(25))
            .mode((short)chance.below(ReplaceMode.values().length - 1))
            .complianceId((byte)' ')
            .orderClass(OrderClass.ANY)
            .stopPriceE5(ReplaceOrderEncoder.stopPriceE5NullValue())
            .clientRef(""));
    }

    private byte[] quote(final int loginId, final long quoteId)
    {
        final int instrumentId = instrument();
        final long bidE5 = priceE5(instrumentId);
        final MassQuoteEncoder command = encoder.begin(new MassQuoteEncoder());
        command
            .quoteId(quoteId)
            .accountCode(VenueSetup.account(loginId))
            .complianceId((byte)'R')
            .entriesCount(1).next()
            .bidPriceE5(bidE5)
            .askPriceE5(bidE5 + VenueSetup.tickE5(instrumentId) * (1 + chance.below(5)))
            .bidLots(chance.below(10))
            .askLots(chance.below(10))
            .instrumentId(instrumentId)
            .entryId(1);
        command.clientRef("");
        return encoder.end(command);
    }

    private byte[] negotiated(final int loginId, final long clOrdId)
    {
        final NegotiatedOrderEncoder command = encoder.begin(new NegotiatedOrderEncoder());
        return encoder.end(command
            .clOrdId(clOrdId)
            .matchRef(chance.below(2))
            .priceE5(MIDDLE_TICKS)
            .qtyLots(1 + chance.below(2))
            .accountCode(VenueSetup.account(loginId))
            .instrumentId(VenueSetup.FIRST)
            .side(side())
            .complianceId((byte)'M')
            .counterparty(VenueSetup.firm(1 + chance.below(3)))
            .clientRef(""));
    }

    /** Some orders outlive many others, so that their deadlines are due after restarts. */
    private long lifeNs()
    {
        return chance.below(chance.oneIn(4) ? MAX_DELAY_NS : LONG_LIFE_NS);
    }

    private int instrument()
    {
        final int choice = chance.below(8);
        return choice < 4 ? VenueSetup.FIRST : choice < 7 ? VenueSetup.SECOND : VenueSetup.STRATEGY;
    }

    private long priceE5(final int instrumentId)
    {
        final int ticks = chance.below(11) - 5;
        return VenueSetup.tickE5(instrumentId) *
            (VenueSetup.STRATEGY == instrumentId ? ticks : MIDDLE_TICKS + ticks);
    }

    private short side()
    {
        return (chance.oneIn(2) ? Side.BUY : Side.SELL).value();
    }
}
