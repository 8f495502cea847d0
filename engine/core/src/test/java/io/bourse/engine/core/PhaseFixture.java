// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import java.util.List;
import java.util.function.Consumer;

import io.bourse.engine.protocol.ChangePhaseEncoder;
import io.bourse.engine.protocol.MessageHeaderEncoder;
import io.bourse.engine.protocol.NewSpecialOrderEncoder;
import io.bourse.engine.protocol.OrderType;
import io.bourse.engine.protocol.Phase;
import io.bourse.engine.protocol.PhaseCause;
import io.bourse.engine.protocol.SetCalendarEncoder;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TimeInForce;

/**
 * An open core of three instruments on INDEX, and its phases. Times are in ns from when it was made.
 */
final class PhaseFixture
{
    /** An entry of a calendar: start, longest random part, phase. */
    record Entry(long startNs, long randomNs, Phase phase)
    {
    }

    final CoreFixture core;
    final VenueCommandWriter venue;
    final long zeroNs;

    PhaseFixture()
    {
        this(new CoreFixture().withMembers().open());
    }

    PhaseFixture(final CoreFixture core)
    {
        this.core = core;
        venue = new VenueCommandWriter(core.commands);
        zeroNs = core.timeNs;
    }

    /** A fourth instrument, on OTHER. */
    PhaseFixture withOther()
    {
        core.send(core.commands.instrument(4, "FOUR-12.26", encoder -> encoder.underlying("OTHER")));
        return this;
    }

    List<String> phase(final Phase phase)
    {
        return phase(1, phase);
    }

    List<String> phase(final int instrumentId, final Phase phase)
    {
        return changePhase(encoder -> encoder.instrumentId(instrumentId).phase(phase.value()));
    }

    /** Of instrument 1, for a time. */
    List<String> phase(final Phase phase, final long durationNs, final Phase next)
    {
        return changePhase(encoder -> encoder
            .instrumentId(1)
            .phase(phase.value())
            .durationNs(durationNs)
            .nextPhase(next.value()));
    }

    List<String> changePhase(final Consumer<ChangePhaseEncoder> change)
    {
        final CommandWriter commands = core.commands;
        final ChangePhaseEncoder encoder =
            new ChangePhaseEncoder().wrapAndApplyHeader(commands.buffer, CommandWriter.OFFSET, commands.messageHeader);
        commands.header(encoder.header(), 0);
        encoder.durationNs(0).randomEndNs(0).seed(7).instrumentId(0).phase((short)0).nextPhase((short)0).underlying("");
        change.accept(encoder);
        return core.send(MessageHeaderEncoder.ENCODED_LENGTH + encoder.encodedLength());
    }

    /** Calendar of an underlying, in ns from {@link #zeroNs}. */
    List<String> calendar(final String underlying, final Entry... entries)
    {
        final CommandWriter commands = core.commands;
        final SetCalendarEncoder encoder =
            new SetCalendarEncoder().wrapAndApplyHeader(commands.buffer, CommandWriter.OFFSET, commands.messageHeader);
        commands.header(encoder.header(), 0);
        encoder.seed(7).underlying(underlying);
        final SetCalendarEncoder.EntriesEncoder group = encoder.entriesCount(entries.length);
        for (final Entry entry : entries)
        {
            group.next().startNs(zeroNs + entry.startNs).randomNs(entry.randomNs).phase(entry.phase.value());
        }
        return core.send(MessageHeaderEncoder.ENCODED_LENGTH + encoder.encodedLength());
    }

    /** Moves time, and sends it to the core. */
    List<String> at(final long ns)
    {
        core.timeNs = zeroNs + ns;
        return core.send(venue.advanceTime());
    }

    /** An order of another type, of login 1 to buy and of login 2 to sell. */
    List<String> special(
        final long clOrdId,
        final Side side,
        final long lots,
        final OrderType orderType,
        final Consumer<NewSpecialOrderEncoder> change)
    {
        return core.special(Side.BUY == side ? 1 : 2, encoder ->
        {
            encoder.clOrdId(clOrdId).side(side.value()).qtyLots(lots).orderType(orderType.value());
            change.accept(encoder);
        });
    }

    /** A limit order, of login 1 to buy and of login 2 to sell. */
    List<String> limit(
        final long clOrdId, final Side side, final long lots, final long priceE5, final TimeInForce timeInForce)
    {
        return core.order(Side.BUY == side ? 1 : 2, clOrdId, side, lots, priceE5, timeInForce);
    }

    String changed(final Phase from, final Phase to, final PhaseCause cause)
    {
        return changed(1, from, to, cause, 0);
    }

    /** With an end in ns from {@link #zeroNs}; 0 for none. */
    String changed(
        final int instrumentId, final Phase from, final Phase to, final PhaseCause cause, final long endNs)
    {
        return "PhaseChanged endNs=" + (0 == endNs ? 0 : zeroNs + endNs) + " instrumentId=" + instrumentId +
            " phase=" + to + " previous=" + from + " cause=" + cause;
    }

    static String indicated(final long lots, final long priceE5, final long imbalanceLots)
    {
        return "AuctionIndicated priceE5=" + priceE5 + " qtyLots=" + lots + " imbalanceLots=" + imbalanceLots +
            " instrumentId=1";
    }

    static String uncrossed(final Phase phase, final long lots, final long priceE5, final long imbalanceLots)
    {
        return "AuctionUncrossed priceE5=" + priceE5 + " qtyLots=" + lots + " imbalanceLots=" + imbalanceLots +
            " instrumentId=1 phase=" + phase;
    }
}
