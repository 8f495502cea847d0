// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.bench;

import io.bourse.engine.protocol.ClearingKind;
import io.bourse.engine.protocol.EventListener;

import java.util.List;

/**
 * Tells the day transaction by transaction, from any one of them: reference data, the end of the session before, the
 * flow of orders and trades, the instructions of option holders.
 */
final class DayTelling
{
    /** Registers that are defined in one transaction. */
    static final int REGISTERS_AT_ONCE = 1_000;

    /** 2026-11-20 12:00 UTC. */
    private static final long DEFINED_NS = 1_795_176_000_000_000_000L;
    /** 2026-11-23 07:00 UTC, 10:00 in Moscow. */
    private static final long OPENED_NS = 1_795_417_200_000_000_000L;
    /** Eight hours and three quarters. */
    private static final long OPEN_FOR_NS = 31_500_000_000_000L;

    private final SyntheticDay day;
    private final SyntheticGroup group = new SyntheticGroup();
    private final SessionTelling sessions = new SessionTelling();
    private final ContractTelling contracts = new ContractTelling();
    private final OrderTelling orders;
    private final long brokerageFirms;
    private final long registers;
    private final long instruments;
    private final long previousSession;
    private final long session;
    private final long flow;
    private final long instructions;
    private final long end;
    private final long stepNs;
    private EventListener listener;
    /** Trade in whose share the last transaction was. */
    private long trade;

    DayTelling(final SyntheticDay day)
    {
        this.day = day;
        this.orders = new OrderTelling(day.registers());
        final int registerCount = day.registers().size();
        this.brokerageFirms = SyntheticRegisters.CLEARING_FIRMS;
        this.registers = brokerageFirms + SyntheticRegisters.BROKERAGE_FIRMS;
        this.instruments = registers + (registerCount + REGISTERS_AT_ONCE - 1) / REGISTERS_AT_ONCE;
        this.previousSession = instruments + BenchVolumes.INSTRUMENTS;
        this.session = previousSession + BenchVolumes.INSTRUMENTS + 3;
        this.flow = session + 1 + 2 * BenchVolumes.INSTRUMENTS;
        this.instructions = flow + day.flow().size();
        this.end = instructions + day.instructions().size();
        this.stepNs = OPEN_FOR_NS / (day.flow().size() + 1);
    }

    /** Transactions of the day, without what runs add. */
    long size()
    {
        return end;
    }

    /** Time of the last transaction. */
    long endNs()
    {
        return OPENED_NS + OPEN_FOR_NS;
    }

    /** A quote that stands all day. */
    OrderTelling.Order quote(final int quote)
    {
        return day.quote(quote >> 1, 0 == (quote & 1), session + 1 + quote, 0);
    }

    /** An order that never trades. */
    OrderTelling.Order filler(final long filler)
    {
        return day.filler(filler, flow + day.flow().fillerStart(filler));
    }

    /** Tells one transaction. */
    void tell(final long number, final EventListener to)
    {
        listener = to;
        group.of(number, engineTimeNs(number));
        listener.onGroupBegin(group);
        if (number >= instructions)
        {
            contracts.instructed(
                listener, group, day, day.instructions().get((int)(number - instructions)));
        }
        else if (number >= flow)
        {
            tellFlow(number - flow, number);
        }
        else if (number >= session)
        {
            tellSession(number - session);
        }
        else if (number >= previousSession)
        {
            tellPreviousSession((int)(number - previousSession));
        }
        else
        {
            tellReferenceData(number);
        }
        listener.onGroupEnd(group);
    }

    private long engineTimeNs(final long number)
    {
        if (number < session)
        {
            return DEFINED_NS;
        }
        return number < flow ? OPENED_NS : number < instructions ? OPENED_NS + (number - flow) * stepNs : endNs();
    }

    private void tellReferenceData(final long number)
    {
        if (number >= instruments)
        {
            final SyntheticInstrument instrument = day.instruments().get((int)(number - instruments));
            sessions.instrument(listener, group, instrument);
            contracts.defined(listener, group, instrument);
        }
        else if (number >= registers)
        {
            final int first = (int)(number - registers) * REGISTERS_AT_ONCE;
            final int last = Math.min(day.registers().size(), first + REGISTERS_AT_ONCE);
            for (int account = first; account < last; account++)
            {
                sessions.account(listener, group, account, day.registers().code(account));
            }
        }
        else if (number >= brokerageFirms)
        {
            sessions.brokerageFirm(
                listener, group, SyntheticRegisters.brokerageFirm((int)(number - brokerageFirms)));
        }
        else
        {
            sessions.clearingFirm(listener, group, SyntheticRegisters.clearingFirm((int)number));
        }
    }

    private void tellPreviousSession(final int number)
    {
        final List<SyntheticInstrument> all = day.instruments().all();
        if (0 == number)
        {
            sessions.opened(listener, group, SyntheticDay.PREVIOUS_SESSION, SyntheticDay.PREVIOUS_DATE);
        }
        else if (1 == number)
        {
            sessions.suspended(listener, group, SyntheticDay.PREVIOUS_SESSION, SyntheticDay.PREVIOUS_RUN,
                ClearingKind.EVENING);
        }
        else if (number < all.size() + 2)
        {
            final SyntheticInstrument instrument = all.get(number - 2);
            sessions.published(listener, group, new VenueJournal.Publication(
                SyntheticDay.PREVIOUS_RUN,
                ClearingKind.EVENING,
                instrument.instrumentId(),
                instrument.previousE5(),
                instrument.tickValueE5(),
                instrument.lowLimitE5(),
                instrument.highLimitE5()));
        }
        else
        {
            sessions.completed(listener, group, SyntheticDay.PREVIOUS_SESSION, SyntheticDay.PREVIOUS_RUN,
                ClearingKind.EVENING);
        }
    }

    private void tellSession(final long step)
    {
        if (0 == step)
        {
            sessions.opened(listener, group, SyntheticDay.SESSION, SyntheticDay.DATE);
        }
        else
        {
            orders.accepted(listener, group, quote((int)step - 1));
        }
    }

    private void tellFlow(final long step, final long number)
    {
        final FlowLayout steps = day.flow();
        if (step < steps.start(trade) || trade + 1 < day.volumes().trades() && step >= steps.start(trade + 1))
        {
            trade = steps.tradeAt(step);
        }
        final long place = step - steps.start(trade);
        if (0 == place)
        {
            orders.accepted(listener, group, day.maker((int)trade, number));
        }
        else if (1 == place)
        {
            final OrderTelling.Order taker = day.taker((int)trade, number);
            orders.accepted(listener, group, taker);
            orders.trade(listener, group, trade + 1, day.maker((int)trade, number - 1), taker);
        }
        else
        {
            tellFiller(steps.firstFiller(trade) + (place - 2 >> 1), 0 == (place & 1), number);
        }
    }

    private void tellFiller(final long filler, final boolean accepts, final long number)
    {
        final long old = filler - day.flow().standing();
        if (accepts)
        {
            orders.accepted(listener, group, day.filler(filler, number));
        }
        else if (old >= 0)
        {
            orders.cancelled(listener, group, filler(old));
        }
    }
}
