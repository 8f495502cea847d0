// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.simulator;

import io.bourse.engine.core.MatchingEngine;
import io.bourse.engine.protocol.ConfirmTimeEncoder;
import io.bourse.engine.protocol.ReportStateEncoder;

import java.util.ArrayList;
import java.util.List;

/**
 * One venue from its reference data to its end. Chance decides at every step who goes on: a trader, a gateway, a
 * reader, a clock, a part of the host, or a fault. At the end the faults stop, the venue comes to rest, its deadlines
 * pass, it reports its state, and everything is compared with a plain run of the same commands.
 */
abstract class Schedule
{
    static final int TERM_LENGTH = 32 * 1024;
    private static final int GATEWAYS = 2;
    private static final int OPERATOR_SESSION = 900;
    private static final int MAX_ROUNDS = 4_000;
    private static final int MAX_DEADLINES = 500;
    private static final int SHORT_NS = 50_000;
    private static final int LONG_NS = 20_000_000;
    private static final int SMALL_STEP_NS = 900_000_000;
    private static final long BIG_STEP_NS = 3_600_000_000_000L;

    private final Options options;
    private final Trace trace;
    private final Chance chance;
    private final Counts counts = new Counts();
    private final Intents intents = new Intents();
    private final CommandBytes encoder = new CommandBytes();
    private final SimulatedClock clock = new SimulatedClock(SimulatedClock.START_NS);
    private final VenueFlow flow;
    private final List<byte[]> setup;
    private final List<SimulatedGateway> gateways = new ArrayList<>();
    private final List<SimulatedReader> readers = new ArrayList<>();
    private final List<SimulatedReader> retired = new ArrayList<>();
    private final SimulatedReader publisher = new SimulatedReader("market-data");
    private boolean hasSteppedFar;
    private int setupDone;
    private long nextClOrdId;
    private long watermark;
    private long published;

    /**
     * What a schedule is made from.
     *
     * @param seed of the schedule.
     * @param steps before it comes to rest.
     * @param crashStep step after which the engine dies, with no other fault at all; -1 for faults by chance.
     * @param defect put in on purpose.
     */
    record Options(long seed, int steps, int crashStep, Defect defect)
    {
    }

    Schedule(final Options options, final Trace trace)
    {
        this.options = options;
        this.trace = trace;
        chance = new Chance(options.seed);
        flow = new VenueFlow(encoder, chance);
        setup = new VenueSetup(encoder).commands();
        gateways.add(new SimulatedGateway(this, SimulatedGateway.OPERATOR, OPERATOR_SESSION, 1));
        final int sessions = VenueSetup.LOGINS / GATEWAYS;
        for (int i = 0; i < GATEWAYS; i++)
        {
            gateways.add(new SimulatedGateway(this, 1 + i, 1 + i * sessions, sessions));
        }
        readers.add(publisher);
        readers.add(new SimulatedReader("slow"));
    }

    /** One step of the host, or a fault of it. */
    abstract void hostStep();

    /** The host's engine, or its leader, dies; nothing happens when it is dead. */
    abstract void crashHost();

    /** The faults are over, or the last deadline has passed. */
    void beginToSettle()
    {
        // Most hosts have nothing to do.
    }

    /** Everything that is dead starts again. */
    abstract void reviveHost();

    /** Every part of the host does all it can. */
    abstract void driveHost();

    abstract boolean isHostQuiet();

    /** Attaches a reader to an engine of the host, or leaves it alone while there is none for it. */
    abstract void attach(SimulatedReader reader);

    /** Connects a gateway, or leaves it alone while there is nothing to connect to. */
    abstract void connect(SimulatedGateway gateway);

    /** Work that the connection of a gateway does by itself. */
    abstract void driveConnection(SimulatedGateway gateway);

    /** A gateway is gone with its connection. */
    abstract void onGatewayCrash(SimulatedGateway gateway);

    abstract long nextDeadlineNs();

    /** The stamp that is farthest behind. */
    abstract long lowestStampNs();

    /** The wall clock of one machine steps to the true time and so much more. */
    abstract void stepClock(long errorNs);

    /** All wall clocks are set right. */
    abstract void correctClocks();

    /** A plain run of everything that has become history. */
    abstract PlainRun plainRun();

    /** Compares what the host's engines hold with the plain run. */
    abstract void checkHost(PlainRun truth);

    final Counts run()
    {
        chance.faults(options.crashStep < 0);
        for (int step = 0; step < options.steps; step++)
        {
            step();
            if (step == options.crashStep)
            {
                crashHost();
            }
        }
        trace.step("settle", 0, 0);
        settle();
        check();
        return counts;
    }

    private void step()
    {
        final int choice = chance.below(100);
        if (choice < 20)
        {
            request();
        }
        else if (choice < 34)
        {
            send(gateways.get(chance.below(gateways.size())));
        }
        else if (choice < 50)
        {
            read(chance.below(gateways.size() + readers.size()), 1 + chance.below(24));
        }
        else if (choice < 55)
        {
            tick();
        }
        else if (choice < 57)
        {
            copyOrCrashGateway();
        }
        else
        {
            hostStep();
        }
    }

    private void request()
    {
        final SimulatedGateway operator = gateways.get(0);
        if (setupDone < setup.size())
        {
            // Reference data comes in good time; traders have nothing to ask for before.
            while (setupDone < setup.size())
            {
                operator.request(OPERATOR_SESSION, setup.get(setupDone++));
            }
            trace.step("setup", setupDone, 0);
            return;
        }
        for (int i = chance.below(3); i >= 0; i--)
        {
            requestOne(operator);
        }
    }

    private void requestOne(final SimulatedGateway operator)
    {
        if (chance.oneIn(60) && operator.hasCapacity())
        {
            confirmTime(operator, !chance.oneIn(4));
            return;
        }
        if (chance.oneIn(30) && operator.hasCapacity())
        {
            operator.request(OPERATOR_SESSION, flow.operation(clock.nanoTime()));
            trace.step("operation", intents.size(), 0);
            return;
        }
        final SimulatedGateway gateway = gateways.get(1 + chance.below(GATEWAYS));
        if (gateway.hasCapacity())
        {
            final int session = gateway.firstSession() + chance.below(gateway.sessions());
            gateway.request(session, flow.request(
                session, ++nextClOrdId, gateway.memory().orders(session), clock.nanoTime()));
            trace.step("request", intents.size(), session);
        }
    }

    /** Whether order entry is stopped or not. The clocks are set right before, or all but one, which is far off. */
    private void confirmTime(final SimulatedGateway operator, final boolean areClocksRight)
    {
        correctClocks();
        if (!areClocksRight)
        {
            hasSteppedFar = true;
            stepClock(chance.oneIn(2) ? BIG_STEP_NS : -BIG_STEP_NS);
        }
        final ConfirmTimeEncoder command = encoder.begin(new ConfirmTimeEncoder());
        operator.request(OPERATOR_SESSION, encoder.end(command.wallNs(clock.nanoTime())));
        trace.step("confirm-time", intents.size(), areClocksRight ? 1 : 0);
    }

    private void send(final SimulatedGateway gateway)
    {
        trace.step("send", gateway.gatewayId(), 0);
        prepare(gateway);
        gateway.send();
    }

    private void read(final int index, final int frames)
    {
        trace.step("read", index, frames);
        if (index < gateways.size())
        {
            final SimulatedGateway gateway = gateways.get(index);
            prepare(gateway);
            gateway.poll(frames);
            return;
        }
        final SimulatedReader reader = readers.get(index - gateways.size());
        if (!reader.isAttached())
        {
            attach(reader);
        }
        reader.poll(frames);
        if (reader == publisher)
        {
            watermark = publisher.cursor();
            published = Math.max(published, watermark);
        }
    }

    private void prepare(final SimulatedGateway gateway)
    {
        if (!gateway.isConnected())
        {
            connect(gateway);
        }
        if (!gateway.memory().isAttached())
        {
            attach(gateway.memory());
        }
        driveConnection(gateway);
    }

    private void tick()
    {
        final int choice = chance.below(12);
        if (choice < 9)
        {
            final int durationNs = chance.below(SHORT_NS);
            trace.step("time", durationNs, 0);
            clock.advance(durationNs);
        }
        else if (choice < 11 || !chance.hasFaults())
        {
            final int durationNs = chance.below(LONG_NS);
            trace.step("time", durationNs, 0);
            clock.advance(durationNs);
        }
        else
        {
            final long errorNs = switch (chance.below(3))
            {
                case 0 -> 0;
                case 1 -> smallError();
                default -> bigError();
            };
            trace.step("clock-steps", errorNs, 0);
            counts.add(Count.CLOCK_STEPS);
            stepClock(errorNs);
        }
    }

    /**
     * A clock that is ahead by a moment when the time is confirmed is believed, as an operator would: not once there
     * can be anything to confirm.
     */
    private long smallError()
    {
        final long errorNs = chance.below(2 * SMALL_STEP_NS) - SMALL_STEP_NS;
        return hasSteppedFar ? -Math.abs(errorNs) : errorNs;
    }

    private long bigError()
    {
        hasSteppedFar = true;
        final long errorNs = BIG_STEP_NS / 2 + chance.below(BIG_STEP_NS / 2);
        return chance.oneIn(2) ? errorNs : -errorNs;
    }

    /** By how much the wall clock of a member is wrong that is started beside a leader. */
    final long startError()
    {
        if (!chance.isFault(2))
        {
            return 0;
        }
        counts.add(Count.WRONG_STARTS);
        return bigError();
    }

    private void copyOrCrashGateway()
    {
        final SimulatedGateway gateway = gateways.get(chance.below(gateways.size()));
        if (chance.isFault(4) && SimulatedGateway.OPERATOR != gateway.gatewayId())
        {
            trace.step("gateway-crash", gateway.gatewayId(), 0);
            counts.add(Count.GATEWAY_CRASHES);
            onGatewayCrash(gateway);
            gateway.crash();
        }
        else if (chance.hasFaults())
        {
            trace.step("copy", gateway.gatewayId(), 0);
            gateway.sendCopy();
        }
    }

    /** No more faults: the venue comes to rest, and all its deadlines pass. */
    private void settle()
    {
        chance.faults(false);
        confirmTime(gateways.get(0), true);
        beginToSettle();
        while (setupDone < setup.size())
        {
            gateways.get(0).request(OPERATOR_SESSION, setup.get(setupDone++));
        }
        comeToRest();
        for (int i = 0; MatchingEngine.NO_DEADLINE != nextDeadlineNs(); i++)
        {
            final long deadlineNs = nextDeadlineNs();
            beginToSettle();
            clock.advance(Math.max(1, deadlineNs - lowestStampNs()) + LONG_NS);
            comeToRest();
            if (deadlineNs == nextDeadlineNs() || MAX_DEADLINES == i)
            {
                throw new ScheduleFailedException("a deadline passes and nothing happens: deadlineNs=" + deadlineNs +
                    " nowNs=" + clock.nanoTime() + " nextDeadlineNs=" + nextDeadlineNs());
            }
        }
        final ReportStateEncoder report = encoder.begin(new ReportStateEncoder());
        gateways.get(0).request(OPERATOR_SESSION, encoder.end(report.requestId(1)));
        comeToRest();
    }

    private void comeToRest()
    {
        int quietRounds = 0;
        for (int round = 0; quietRounds < 3; round++)
        {
            if (MAX_ROUNDS == round)
            {
                throw new ScheduleFailedException("the venue does not come to rest: rounds=" + round +
                    " hostQuiet=" + isHostQuiet() + " gateways=" + gateways + " readers=" + readers);
            }
            reviveHost();
            driveHost();
            for (final SimulatedGateway gateway : gateways)
            {
                prepare(gateway);
                gateway.send();
                gateway.poll(1_000);
            }
            for (int i = 0; i < readers.size(); i++)
            {
                read(gateways.size() + i, 1_000);
            }
            clock.advance(SHORT_NS);
            quietRounds = isQuiet() ? quietRounds + 1 : 0;
        }
    }

    private boolean isQuiet()
    {
        boolean isQuiet = isHostQuiet();
        for (final SimulatedGateway gateway : gateways)
        {
            isQuiet &= gateway.isQuiet();
        }
        for (final SimulatedReader reader : readers)
        {
            isQuiet &= reader.isAtEnd();
        }
        return isQuiet;
    }

    private void check()
    {
        final PlainRun truth = plainRun();
        final Conservation books = checkHistory(truth);
        books.checkOutcomes(intents);
        books.checkBooks();
        for (final SimulatedReader reader : readers)
        {
            requireAll(reader, books);
        }
        for (final SimulatedGateway gateway : gateways)
        {
            requireAll(gateway.memory(), books);
        }
        counts.add(Count.TRADES, books.trades());
        counts.add(Count.DUPLICATES_REFUSED, books.duplicates());
        counts.add(Count.ENTRY_STOPS, books.stops());
        counts.add(Count.DEADLINES_FIRED, truth.deadlines());
        counts.add(Count.COMMANDS, books.transactions());
        trace.add(books.stateHash());
        trace.note("end", books.transactions(), books.stateHash());
    }

    private void requireAll(final SimulatedReader reader, final SimulatedReader books)
    {
        counts.add(Count.READERS_REOPENED, reader.reopened());
        if (reader.transactions() != books.transactions())
        {
            throw new ScheduleFailedException("a reader has not seen everything: reader=" + reader.name() +
                " transactions=" + reader.transactions() + " expectedTransactions=" + books.transactions());
        }
    }

    /** Compares engines and readers with the plain run of the history so far. */
    final Conservation checkHistory(final PlainRun truth)
    {
        counts.add(Count.CHECKS);
        checkHost(truth);
        final Conservation books = new Conservation(intents);
        books.attach(truth.events(), new Chance(0), () -> true, Defect.NONE);
        while (books.poll(1_000) > 0)
        {
            Thread.onSpinWait();
        }
        if (!books.isAtEnd())
        {
            throw new ScheduleFailedException("the history ends in the middle of a transaction: cursor=" +
                books.cursor() + " end=" + truth.events().position());
        }
        for (final SimulatedReader reader : retired)
        {
            reader.checkAgainst(books);
        }
        for (final SimulatedReader reader : readers)
        {
            reader.checkAgainst(books);
        }
        for (final SimulatedGateway gateway : gateways)
        {
            gateway.memory().checkAgainst(books);
        }
        return books;
    }

    /** Counters of the driver are gone with it. */
    final void onWatermarkLost()
    {
        watermark = 0;
    }

    final void retire(final SimulatedReader reader)
    {
        retired.add(reader);
    }

    final List<SimulatedGateway> gateways()
    {
        return gateways;
    }

    final Intents intents()
    {
        return intents;
    }

    final CommandBytes encoder()
    {
        return encoder;
    }

    final SimulatedClock clock()
    {
        return clock;
    }

    final Chance chance()
    {
        return chance;
    }

    final Counts counts()
    {
        return counts;
    }

    final Trace trace()
    {
        return trace;
    }

    final Defect defect()
    {
        return options.defect;
    }

    final boolean hasDefect(final Defect defect)
    {
        return defect == options.defect;
    }

    final long watermark()
    {
        return watermark;
    }

    /** Whether the market data up to a cursor has ever left. */
    final boolean hasPassedWatermark(final long cursor)
    {
        return published >= cursor;
    }
}
