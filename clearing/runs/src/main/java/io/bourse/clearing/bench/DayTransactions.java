// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.bench;

import io.bourse.engine.protocol.ClearingKind;

import java.util.List;

/**
 * The transactions of the day by their number, from any one on: reference data, the end of the session before, the flow
 * of orders and trades, the instructions of option holders.
 */
final class DayTransactions
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
    private final long brokerageFirms;
    private final long registers;
    private final long instruments;
    private final long previousSession;
    private final long session;
    private final long flow;
    private final long instructions;
    private final long end;
    private final long stepNs;
    /** Trade in whose share the last transaction was. */
    private long trade;

    DayTransactions(final SyntheticDay day)
    {
        this.day = day;
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
    SyntheticOrder quote(final int quote)
    {
        return day.quote(quote >> 1, 0 == (quote & 1), session + 1 + quote, 0);
    }

    /** An order that never trades. */
    SyntheticOrder filler(final long filler)
    {
        return day.filler(filler, flow + day.flow().fillerStart(filler));
    }

    void deliver(final long number, final TransactionWriter to)
    {
        to.begin(number, engineTimeNs(number));
        if (number >= instructions)
        {
            final SyntheticDay.Instruction each = day.instructions().get((int)(number - instructions));
            to.instructed(each.account(), day.instruments().get(each.instrument()).instrumentId(), each.lots());
        }
        else if (number >= flow)
        {
            writeFlow(number - flow, number, to);
        }
        else if (number > session)
        {
            to.accepted(quote((int)(number - session) - 1));
        }
        else if (number == session)
        {
            to.opened(SyntheticDay.SESSION, SyntheticDay.DATE);
        }
        else if (number >= previousSession)
        {
            writePreviousSession((int)(number - previousSession), to);
        }
        else
        {
            writeReferenceData(number, to);
        }
        to.deliver();
    }

    private long engineTimeNs(final long number)
    {
        if (number < session)
        {
            return DEFINED_NS;
        }
        return number < flow ? OPENED_NS : number < instructions ? OPENED_NS + (number - flow) * stepNs : endNs();
    }

    private void writeReferenceData(final long number, final TransactionWriter to)
    {
        if (number >= instruments)
        {
            final SyntheticInstrument instrument = day.instruments().get((int)(number - instruments));
            to.instrument(instrument);
            to.contract(instrument);
        }
        else if (number >= registers)
        {
            final int first = (int)(number - registers) * REGISTERS_AT_ONCE;
            final int last = Math.min(day.registers().size(), first + REGISTERS_AT_ONCE);
            for (int account = first; account < last; account++)
            {
                to.account(account);
            }
        }
        else if (number >= brokerageFirms)
        {
            to.brokerageFirm(SyntheticRegisters.brokerageFirm((int)(number - brokerageFirms)));
        }
        else
        {
            to.clearingFirm(SyntheticRegisters.clearingFirm((int)number));
        }
    }

    private void writePreviousSession(final int number, final TransactionWriter to)
    {
        final List<SyntheticInstrument> all = day.instruments().all();
        if (0 == number)
        {
            to.opened(SyntheticDay.PREVIOUS_SESSION, SyntheticDay.PREVIOUS_DATE);
        }
        else if (1 == number)
        {
            to.suspended(SyntheticDay.PREVIOUS_SESSION, SyntheticDay.PREVIOUS_RUN, ClearingKind.EVENING);
        }
        else if (number < all.size() + 2)
        {
            final SyntheticInstrument instrument = all.get(number - 2);
            to.published(new VenueJournal.Publication(
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
            to.completed(SyntheticDay.PREVIOUS_SESSION, SyntheticDay.PREVIOUS_RUN, ClearingKind.EVENING);
        }
    }

    private void writeFlow(final long step, final long number, final TransactionWriter to)
    {
        final FlowLayout steps = day.flow();
        if (step < steps.start(trade) || trade + 1 < day.volumes().trades() && step >= steps.start(trade + 1))
        {
            trade = steps.tradeAt(step);
        }
        final long place = step - steps.start(trade);
        if (0 == place)
        {
            to.accepted(day.maker((int)trade, number));
        }
        else if (1 == place)
        {
            final SyntheticOrder taker = day.taker((int)trade, number);
            to.accepted(taker);
            to.trade(trade + 1, day.maker((int)trade, number - 1), taker);
        }
        else
        {
            writeFiller(steps.firstFiller(trade) + (place - 2 >> 1), 0 == (place & 1), number, to);
        }
    }

    private void writeFiller(
        final long filler, final boolean accepts, final long number, final TransactionWriter to)
    {
        final long old = filler - day.flow().resting();
        if (accepts)
        {
            to.accepted(day.filler(filler, number));
        }
        else if (old >= 0)
        {
            to.cancelled(filler(old));
        }
    }
}
