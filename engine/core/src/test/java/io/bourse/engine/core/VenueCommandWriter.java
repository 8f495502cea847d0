// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import java.util.function.Consumer;

import io.bourse.engine.protocol.ActivateGatewayEncoder;
import io.bourse.engine.protocol.AdvanceTimeEncoder;
import io.bourse.engine.protocol.BeginMoveEncoder;
import io.bourse.engine.protocol.ChangePhaseEncoder;
import io.bourse.engine.protocol.CommandHeaderEncoder;
import io.bourse.engine.protocol.ControlLoginEncoder;
import io.bourse.engine.protocol.DefineLegsEncoder;
import io.bourse.engine.protocol.EndMoveEncoder;
import io.bourse.engine.protocol.GiveCollateralEncoder;
import io.bourse.engine.protocol.KillAction;
import io.bourse.engine.protocol.KillSwitchEncoder;
import io.bourse.engine.protocol.LimitKind;
import io.bourse.engine.protocol.LimitLevel;
import io.bourse.engine.protocol.LoginConnectedEncoder;
import io.bourse.engine.protocol.LoginDisconnectedEncoder;
import io.bourse.engine.protocol.MassCancelEncoder;
import io.bourse.engine.protocol.MassCancelScope;
import io.bourse.engine.protocol.MassQuoteEncoder;
import io.bourse.engine.protocol.MoveInEncoder;
import io.bourse.engine.protocol.MoveOutEncoder;
import io.bourse.engine.protocol.MoveOutTogetherEncoder;
import io.bourse.engine.protocol.NameMovedOrderEncoder;
import io.bourse.engine.protocol.NegotiatedOrderEncoder;
import io.bourse.engine.protocol.Phase;
import io.bourse.engine.protocol.PublishNewsEncoder;
import io.bourse.engine.protocol.QuarantineCommandEncoder;
import io.bourse.engine.protocol.ResetMarketMakerProtectionEncoder;
import io.bourse.engine.protocol.SelfTradeMode;
import io.bourse.engine.protocol.SelfTradeScope;
import io.bourse.engine.protocol.SetCalendarEncoder;
import io.bourse.engine.protocol.SetCollateralEncoder;
import io.bourse.engine.protocol.SetLoginRightsEncoder;
import io.bourse.engine.protocol.SetMarginEncoder;
import io.bourse.engine.protocol.SetMarketMakerProtectionEncoder;
import io.bourse.engine.protocol.SetPriceControlsEncoder;
import io.bourse.engine.protocol.SetSelfTradePreventionEncoder;
import io.bourse.engine.protocol.SetTradingLimitsEncoder;
import io.bourse.engine.protocol.SetVenueLimitsEncoder;
import io.bourse.engine.protocol.SharedLimits;
import io.bourse.engine.protocol.TakeCollateralEncoder;
import io.bourse.engine.protocol.TakeSnapshotEncoder;

import org.agrona.sbe.MessageEncoderFlyweight;

/**
 * Encodes the commands of phases, members, limits and strategies into the buffer of a {@link CommandWriter}.
 */
public final class VenueCommandWriter
{
    private final CommandWriter commands;

    public VenueCommandWriter(final CommandWriter commands)
    {
        this.commands = commands;
    }

    public CommandWriter changePhase(
        final int instrumentId, final Phase phase, final long durationNs, final long randomEndNs, final Phase next)
    {
        final ChangePhaseEncoder encoder = begin(new ChangePhaseEncoder());
        header(encoder.header(), 0);
        return done(encoder
            .durationNs(durationNs)
            .randomEndNs(randomEndNs)
            .seed(11)
            .instrumentId(instrumentId)
            .phase(phase.value())
            .nextPhase(next.value())
            .underlying(""));
    }

    public CommandWriter advanceTime()
    {
        final AdvanceTimeEncoder encoder = begin(new AdvanceTimeEncoder());
        header(encoder.header(), 0);
        return done(encoder);
    }

    CommandWriter takeSnapshot(final int gatewayId)
    {
        final TakeSnapshotEncoder encoder = begin(new TakeSnapshotEncoder());
        header(encoder.header(), 0);
        encoder.header().gatewayId(gatewayId);
        return done(encoder);
    }

    CommandWriter news(final int gatewayId, final Consumer<PublishNewsEncoder> change)
    {
        final PublishNewsEncoder encoder = begin(new PublishNewsEncoder());
        header(encoder.header(), 0);
        encoder.header().gatewayId(gatewayId);
        encoder.instrumentId(0).loginId(0).brokerageFirm("").headline("Test").text("");
        change.accept(encoder);
        return done(encoder);
    }

    CommandWriter controlLogin(final int gatewayId, final int loginId, final int action)
    {
        final ControlLoginEncoder encoder = begin(new ControlLoginEncoder());
        header(encoder.header(), 0);
        encoder.header().gatewayId(gatewayId);
        encoder.loginId(loginId).action((short)action);
        return done(encoder);
    }

    CommandWriter activateGateway(final int sender, final int gatewayId)
    {
        final ActivateGatewayEncoder encoder = begin(new ActivateGatewayEncoder());
        header(encoder.header(), 0);
        encoder.header().gatewayId(sender);
        encoder.gatewayId(gatewayId);
        return done(encoder);
    }

    CommandWriter moveOut(final long moveId, final String underlying, final int toPartition)
    {
        final MoveOutEncoder encoder = begin(new MoveOutEncoder());
        header(encoder.header(), 0);
        encoder.header().gatewayId(0);
        return done(encoder.moveId(moveId).toPartition(toPartition).underlying(underlying));
    }

    CommandWriter moveOutTogether(final long moveId, final int toPartition, final String... underlyings)
    {
        final MoveOutTogetherEncoder encoder = begin(new MoveOutTogetherEncoder());
        header(encoder.header(), 0);
        encoder.header().gatewayId(0);
        encoder.moveId(moveId).toPartition(toPartition);
        final MoveOutTogetherEncoder.UnderlyingsEncoder group = encoder.underlyingsCount(underlyings.length);
        for (final String underlying : underlyings)
        {
            group.next().underlying(underlying);
        }
        return done(encoder);
    }

    CommandWriter moveIn(final long moveId, final int number, final byte[] data)
    {
        final MoveInEncoder encoder = begin(new MoveInEncoder());
        header(encoder.header(), 0);
        encoder.header().gatewayId(0);
        return done(encoder.moveId(moveId).number(number).length(data.length).putData(data, 0, data.length));
    }

    CommandWriter beginMove(final long moveId, final int records, final long hash, final int fromPartition)
    {
        final BeginMoveEncoder encoder = begin(new BeginMoveEncoder());
        header(encoder.header(), 0);
        encoder.header().gatewayId(0);
        return done(encoder.moveId(moveId).hash(hash).records(records).fromPartition(fromPartition));
    }

    /** A name of an order; its former lives have executed four lots at 100. */
    CommandWriter nameMovedOrder(
        final long moveId, final long orderId, final int number, final int names, final String name)
    {
        final NameMovedOrderEncoder encoder = begin(new NameMovedOrderEncoder());
        header(encoder.header(), 0);
        encoder
            .moveId(moveId)
            .orderId(orderId)
            .rootOrderId(orderId - 1)
            .orderQtyLots(9)
            .cumLots(4)
            .valueHigh(0)
            .valueLow(400)
            .isPriced((short)0)
            .number((short)number)
            .names((short)names)
            .clientRef(name);
        return done(encoder);
    }

    CommandWriter endMove(
        final long moveId, final int records, final long hash, final int otherPartition, final boolean isUndone)
    {
        final EndMoveEncoder encoder = begin(new EndMoveEncoder());
        header(encoder.header(), 0);
        encoder.header().gatewayId(0);
        return done(encoder
            .moveId(moveId)
            .hash(hash)
            .records(records)
            .otherPartition(otherPartition)
            .isUndone((short)(isUndone ? 1 : 0)));
    }

    CommandWriter calendar(final String underlying, final long seed, final long[] startsNs, final Phase[] phases)
    {
        final SetCalendarEncoder encoder = begin(new SetCalendarEncoder());
        header(encoder.header(), 0);
        final SetCalendarEncoder.EntriesEncoder entries =
            encoder.seed(seed).underlying(underlying).entriesCount(startsNs.length);
        for (int i = 0; i < startsNs.length; i++)
        {
            entries.next().startNs(startsNs[i]).randomNs(0 == (seed & 1) ? 0 : 99).phase(phases[i].value());
        }
        return done(encoder);
    }

    public CommandWriter priceControls(final int instrumentId, final Consumer<SetPriceControlsEncoder> change)
    {
        final SetPriceControlsEncoder encoder = begin(new SetPriceControlsEncoder());
        header(encoder.header(), 0);
        encoder
            .collarE5(0)
            .protectionE5(0)
            .dynamicRangeE5(0)
            .staticRangeE5(0)
            .volatilityAuctionNs(0)
            .volatilityRandomNs(0)
            .limitWatchNs(0)
            .passiveDelayNs(0)
            .instrumentId(instrumentId)
            .limitWatchPct((short)0)
            .limitShiftPct((short)0)
            .maxLimitShifts((short)0);
        change.accept(encoder);
        return done(encoder);
    }

    public CommandWriter selfTrade(final String firm, final SelfTradeScope scope, final SelfTradeMode mode)
    {
        final SetSelfTradePreventionEncoder encoder = begin(new SetSelfTradePreventionEncoder());
        header(encoder.header(), 0);
        return done(encoder.brokerageFirm(firm).scope(scope.value()).mode(mode.value()));
    }

    public CommandWriter loginRights(final int loginId, final int rights, final long disconnectGraceNs)
    {
        final SetLoginRightsEncoder encoder = begin(new SetLoginRightsEncoder());
        header(encoder.header(), 0);
        return done(encoder.disconnectGraceNs(disconnectGraceNs).loginId(loginId).rights((short)rights));
    }

    CommandWriter connected(final int loginId)
    {
        return connected(CommandWriter.GATEWAY_ID, loginId);
    }

    CommandWriter connected(final int gatewayId, final int loginId)
    {
        final LoginConnectedEncoder encoder = begin(new LoginConnectedEncoder());
        header(encoder.header(), loginId);
        encoder.header().gatewayId(gatewayId);
        return done(encoder);
    }

    CommandWriter disconnected(final int loginId)
    {
        return disconnected(CommandWriter.GATEWAY_ID, loginId);
    }

    CommandWriter disconnected(final int gatewayId, final int loginId)
    {
        final LoginDisconnectedEncoder encoder = begin(new LoginDisconnectedEncoder());
        header(encoder.header(), loginId);
        encoder.header().gatewayId(gatewayId);
        return done(encoder.lostGatewayId(0));
    }

    /** The gateway of the login is lost, and says so when it has started again. */
    CommandWriter lost(final int loginId)
    {
        final LoginDisconnectedEncoder encoder = begin(new LoginDisconnectedEncoder());
        header(encoder.header(), loginId);
        encoder.header().receivedNs(0);
        return done(encoder.lostGatewayId(0));
    }

    /** An operator says of a login that one of its gateways is lost; 0: all of them. */
    CommandWriter lost(final int gatewayId, final int loginId)
    {
        final LoginDisconnectedEncoder encoder = begin(new LoginDisconnectedEncoder());
        header(encoder.header(), loginId);
        encoder.header().receivedNs(0).gatewayId(0);
        return done(encoder.lostGatewayId(gatewayId));
    }

    CommandWriter killSwitch(final int sender, final int loginId, final String firm, final KillAction action)
    {
        final KillSwitchEncoder encoder = begin(new KillSwitchEncoder());
        header(encoder.header(), sender);
        encoder.clOrdId(5).loginId(loginId).action(action).brokerageFirm(firm).clientRef("");
        return done(encoder);
    }

    CommandWriter massCancel(final int loginId, final Consumer<MassCancelEncoder> change)
    {
        final MassCancelEncoder encoder = begin(new MassCancelEncoder());
        header(encoder.header(), loginId);
        encoder
            .clOrdId(7)
            .accountCode(0)
            .instrumentId(0)
            .linkId(0)
            .scope(MassCancelScope.LOGIN)
            .accountLength((short)0)
            .side((short)89)
            .securityTypes((short)7)
            .securityGroup("");
        change.accept(encoder);
        encoder.clientRef("");
        return done(encoder);
    }

    /** A mass quote of one entry. */
    public CommandWriter quote(
        final int loginId,
        final int instrumentId,
        final long bidLots,
        final long bidPriceE5,
        final long askLots,
        final long askPriceE5)
    {
        final MassQuoteEncoder encoder = begin(new MassQuoteEncoder());
        header(encoder.header(), loginId);
        encoder
            .quoteId(9)
            .accountCode(CoreFixture.ACCOUNTS[loginId])
            .linkId(0)
            .complianceId((byte)'R')
            .clientFlags((short)0);
        encoder.entriesCount(1).next()
            .bidPriceE5(bidPriceE5)
            .askPriceE5(askPriceE5)
            .bidLots(bidLots)
            .askLots(askLots)
            .instrumentId(instrumentId)
            .entryId(1);
        encoder.clientRef("");
        return done(encoder);
    }

    public CommandWriter protection(
        final int loginId, final long windowNs, final long volumeLots, final long deltaLots, final int trades)
    {
        final SetMarketMakerProtectionEncoder encoder = begin(new SetMarketMakerProtectionEncoder());
        header(encoder.header(), loginId);
        encoder
            .clOrdId(3)
            .windowNs(windowNs)
            .maxVolumeLots(volumeLots)
            .maxDeltaLots(deltaLots)
            .maxTrades(trades)
            .underlying("INDEX")
            .clientRef("");
        return done(encoder);
    }

    public CommandWriter resetProtection(final int loginId)
    {
        return resetProtection(loginId, "INDEX");
    }

    CommandWriter resetProtection(final int loginId, final String underlying)
    {
        final ResetMarketMakerProtectionEncoder encoder = begin(new ResetMarketMakerProtectionEncoder());
        header(encoder.header(), loginId);
        encoder.clOrdId(4).underlying(underlying).clientRef("");
        return done(encoder);
    }

    CommandWriter negotiated(
        final int loginId,
        final int instrumentId,
        final long matchRef,
        final short side,
        final long lots,
        final long priceE5,
        final String counterparty)
    {
        final NegotiatedOrderEncoder encoder = begin(new NegotiatedOrderEncoder());
        header(encoder.header(), loginId);
        encoder
            .clOrdId(6)
            .matchRef(matchRef)
            .priceE5(priceE5)
            .qtyLots(lots)
            .accountCode(CoreFixture.ACCOUNTS[loginId])
            .instrumentId(instrumentId)
            .linkId(0)
            .side(side)
            .complianceId((byte)'M')
            .clientFlags((short)0)
            .counterparty(counterparty)
            .clientRef("");
        return done(encoder);
    }

    CommandWriter collateral(final LimitLevel level, final String code, final long kopecks)
    {
        final SetCollateralEncoder encoder = begin(new SetCollateralEncoder());
        header(encoder.header(), 0);
        return done(encoder.collateralKopecks(kopecks).level(level.value()).registerCode(code));
    }

    CommandWriter giveCollateral(final LimitLevel level, final String code, final long kopecks, final int toPartition)
    {
        return give(LimitKind.COLLATERAL, level, code, kopecks, toPartition);
    }

    CommandWriter give(
        final LimitKind kind, final LimitLevel level, final String code, final long amount, final int toPartition)
    {
        final GiveCollateralEncoder encoder = begin(new GiveCollateralEncoder());
        header(encoder.header(), 0);
        encoder.header().gatewayId(CommandWriter.REBALANCER_ID);
        return done(encoder.kopecks(amount).toPartition((short)toPartition).limitKind(SharedLimits.value(kind))
            .level(level.value()).registerCode(code));
    }

    CommandWriter takeCollateral(
        final LimitLevel level, final String code, final long givenKopecks, final int fromPartition)
    {
        return take(LimitKind.COLLATERAL, level, code, givenKopecks, fromPartition);
    }

    CommandWriter take(
        final LimitKind kind, final LimitLevel level, final String code, final long given, final int fromPartition)
    {
        final TakeCollateralEncoder encoder = begin(new TakeCollateralEncoder());
        header(encoder.header(), 0);
        encoder.header().gatewayId(CommandWriter.REBALANCER_ID);
        return done(encoder.givenKopecks(given).fromPartition((short)fromPartition).limitKind(SharedLimits.value(kind))
            .level(level.value()).registerCode(code));
    }

    CommandWriter margin(final int instrumentId, final long longKopecks, final long shortKopecks)
    {
        final SetMarginEncoder encoder = begin(new SetMarginEncoder());
        header(encoder.header(), 0);
        return done(encoder.longKopecks(longKopecks).shortKopecks(shortKopecks).instrumentId(instrumentId));
    }

    CommandWriter limits(final LimitLevel level, final String code, final Consumer<SetTradingLimitsEncoder> change)
    {
        final SetTradingLimitsEncoder encoder = begin(new SetTradingLimitsEncoder());
        header(encoder.header(), 0);
        encoder
            .maxPositionLots(0)
            .maxOrderLots(0)
            .maxOrderNotionalKopecks(0)
            .maxActiveOrders(0)
            .maxOrdersPerSecond(0)
            .level(level.value())
            .registerCode(code);
        change.accept(encoder);
        return done(encoder);
    }

    /** Not limited what is left out. */
    public CommandWriter venueLimits(final Consumer<SetVenueLimitsEncoder> change)
    {
        final SetVenueLimitsEncoder encoder = begin(new SetVenueLimitsEncoder());
        header(encoder.header(), 0);
        encoder.header().gatewayId(0);
        encoder.liveOrders(0).liveOrdersPerLogin(0).accounts(0).instruments(0).logins(0).exposures(0);
        change.accept(encoder);
        return done(encoder);
    }

    /** By two persons; the signature is the digest of the command. */
    public CommandWriter quarantine(
        final long position, final byte[] sha256, final String requester, final String approver, final int gatewayId)
    {
        final QuarantineCommandEncoder encoder = begin(new QuarantineCommandEncoder());
        header(encoder.header(), 0);
        encoder.header().gatewayId(gatewayId);
        encoder.commandPosition(position).requestedNs(1).approvedNs(2).putSha256(sha256, 0, sha256.length)
            .putSignature(sha256, 0, sha256.length).requester(requester).approver(approver)
            .reason("it breaks the core").templateId(10);
        return done(encoder);
    }

    CommandWriter legs(final int strategyId, final int[] legs, final int[] ratios)
    {
        final DefineLegsEncoder encoder = begin(new DefineLegsEncoder());
        header(encoder.header(), 0);
        encoder.instrumentId(strategyId);
        final DefineLegsEncoder.LegsEncoder group = encoder.legsCount(legs.length);
        for (int i = 0; i < legs.length; i++)
        {
            group.next().legInstrumentId(legs[i]).ratio(ratios[i]);
        }
        return done(encoder);
    }

    private <T extends MessageEncoderFlyweight> T begin(final T encoder)
    {
        commands.messageHeader
            .wrap(commands.buffer, CommandWriter.OFFSET)
            .blockLength(encoder.sbeBlockLength())
            .templateId(encoder.sbeTemplateId())
            .schemaId(encoder.sbeSchemaId())
            .version(encoder.sbeSchemaVersion());
        encoder.wrap(commands.buffer, CommandWriter.OFFSET + commands.messageHeader.encodedLength());
        return encoder;
    }

    private void header(final CommandHeaderEncoder header, final int sessionId)
    {
        commands.header(header, sessionId);
    }

    private CommandWriter done(final MessageEncoderFlyweight encoder)
    {
        return commands.done(encoder.encodedLength());
    }
}
