// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ingest;

import io.bourse.clearing.model.PriceBand;
import io.bourse.engine.protocol.ClearingKind;
import io.bourse.engine.protocol.LimitLevel;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The day without its tables: instruments, runs, slices, instructions, and where the session is.
 */
final class DaySession
{
    private final SliceCollector slices;
    private final IngestedInstruments instruments;
    private final List<RunRecord> runs = new ArrayList<>();
    /** By account id, then by ordinal. */
    private final TreeMap<Long, Long> exercises = new TreeMap<>();
    private final IngestedAccounts settlementAccounts = new IngestedAccounts();
    private final Limits limits = new Limits();
    private int sessionId;
    private int tradingDate;
    private String directory = "";
    private boolean trading;
    private long totalTrades;
    private long previousEveningRunId;
    private int lastDate;
    private RunRecord openRun;

    /** Before the first event. */
    DaySession(final long sliceIntervalNs, final int windowSlices)
    {
        this.slices = new SliceCollector(sliceIntervalNs, windowSlices);
        this.instruments = new IngestedInstruments();
    }

    /** As a checkpoint has it. */
    DaySession(final Checkpoint.State state, final DataInput windows) throws IOException
    {
        this.slices = SliceCollector.read(state.sliceIntervalNs(), state.windowSlices(), windows);
        this.instruments = new IngestedInstruments();
        state.instruments().forEach(instruments::add);
        final Checkpoint.Session session = state.session();
        this.sessionId = session.sessionId();
        this.tradingDate = session.tradingDate();
        this.directory = session.directory();
        this.trading = session.trading();
        this.totalTrades = session.totalTrades();
        this.previousEveningRunId = session.previousEveningRunId();
        this.lastDate = session.lastDate();
        runs.addAll(state.runs());
        openRun = run(state.openRunId());
        final int size = windows.readInt();
        for (int i = 0; i < size; i++)
        {
            exercises.put(windows.readLong(), windows.readLong());
        }
        settlementAccounts.read(windows);
        limits.read(windows);
        if (null != state.partitions())
        {
            limits.readParts(windows);
        }
    }

    /** With the parts of limits when there are several partitions. */
    void writeWindows(final DataOutput out, final boolean hasParts) throws IOException
    {
        slices.write(out);
        out.writeInt(exercises.size());
        for (final Map.Entry<Long, Long> exercise : exercises.entrySet())
        {
            out.writeLong(exercise.getKey());
            out.writeLong(exercise.getValue());
        }
        settlementAccounts.write(out);
        limits.write(out);
        if (hasParts)
        {
            limits.writeParts(out);
        }
    }

    IngestedInstruments instruments()
    {
        return instruments;
    }

    SliceCollector slices()
    {
        return slices;
    }

    IngestedAccounts settlementAccounts()
    {
        return settlementAccounts;
    }

    Limits limits()
    {
        return limits;
    }

    Checkpoint.Session session()
    {
        return new Checkpoint.Session(
            sessionId, tradingDate, directory, trading, totalTrades, previousEveningRunId, lastDate);
    }

    boolean isTrading()
    {
        return trading;
    }

    long totalTrades()
    {
        return totalTrades;
    }

    List<RunRecord> runs()
    {
        return runs;
    }

    RunRecord openRun()
    {
        return openRun;
    }

    RunRecord run(final long runId)
    {
        return runs.stream().filter(run -> runId == run.runId()).findFirst().orElse(null);
    }

    int ordinal(final int instrumentId)
    {
        return instruments.byId(instrumentId).ordinal();
    }

    /** A session begins: what the evening before has settled is what its positions come from. */
    void onOpened(final int newSessionId, final int newDate, final String newDirectory, final long engineTimeNs)
    {
        for (final RunRecord run : runs)
        {
            if (ClearingKind.EVENING == run.kind() && run.isCompleted())
            {
                previousEveningRunId = run.runId();
                roll(run);
            }
        }
        runs.clear();
        openRun = null;
        sessionId = newSessionId;
        tradingDate = newDate;
        directory = newDirectory;
        lastDate = Math.max(lastDate, newDate);
        trading = true;
        slices.onOpen(engineTimeNs);
    }

    /** The directory keeps its name: {@link #lastDate} remembers it, so that no later session is written there. */
    void onDateMoved(final int newDate)
    {
        tradingDate = newDate;
        lastDate = Math.max(lastDate, newDate);
    }

    private void roll(final RunRecord evening)
    {
        for (final IngestedInstrument instrument : instruments.all())
        {
            final RunRecord.Published published = evening.published(instrument.ordinal());
            if (null != published)
            {
                instrument.onEveningRolled(published.settlementPriceE5());
            }
        }
    }

    /** Directory of a session that begins; a date that was used before is not written over. */
    String directory(final int newSessionId, final int newDate)
    {
        return newDate > lastDate ? Integer.toString(newDate) : newDate + "-" + newSessionId;
    }

    void onTrade()
    {
        totalTrades++;
    }

    void onSuspended(final long runId, final ClearingKind kind, final RunRecord.Cut cut)
    {
        trading = false;
        openRun = new RunRecord(runId, kind, cut);
        runs.add(openRun);
    }

    /** A run that is over publishes again when it is corrected: what it published before no longer counts. */
    void onPublished(final long runId, final int instrumentId, final RunRecord.Published published)
    {
        final IngestedInstrument instrument = instruments.byId(instrumentId);
        final RunRecord run = null == openRun ? run(runId) : openRun;
        if (null != run)
        {
            run.onPublished(instrument.ordinal(), published);
        }
        else if (runId == previousEveningRunId)
        {
            instrument.onEveningRolled(published.settlementPriceE5());
        }
        final PriceBand band = published.band();
        instrument.onPublished(published.settlementPriceE5(), published.tickValueE5(), band);
    }

    void onCompleted(final long runId, final ClearingKind kind)
    {
        final RunRecord run = run(runId);
        if (null != run)
        {
            run.onCompleted();
        }
        if (ClearingKind.EVENING == kind)
        {
            openRun = null;
        }
    }

    void onResumed(final long engineTimeNs)
    {
        if (null != openRun)
        {
            openRun.onResumed();
            openRun = null;
        }
        trading = true;
        slices.onOpen(engineTimeNs);
    }

    void onCollateral(final LimitLevel level, final String code, final long kopecks)
    {
        limits.setCollateral(level, code, kopecks);
        if (null != openRun)
        {
            openRun.onCollateral(level, code, kopecks);
        }
    }

    void onCollateralPart(final LimitLevel level, final String code, final int partition, final long kopecks)
    {
        onCollateral(level, code, limits.setPart(level, code, partition, kopecks));
    }

    void onMargin(final int instrumentId, final Limits.Margin margin)
    {
        limits.setMargin(ordinal(instrumentId), margin);
        if (null != openRun)
        {
            openRun.onMargin(ordinal(instrumentId), margin);
        }
    }

    void onExercise(final int account, final int instrumentId, final long lots)
    {
        exercises.put((long)account << Integer.SIZE | ordinal(instrumentId), lots);
    }

    void onExpired(final long runId, final int instrumentId)
    {
        final IngestedInstrument instrument = instruments.byId(instrumentId);
        instrument.onExpired();
        exercises.keySet().removeIf(key -> instrument.ordinal() == key.intValue());
        final RunRecord run = run(runId);
        if (null != run)
        {
            run.onExpired(instrument.ordinal());
        }
    }

    void onMoved(final long runId)
    {
        final RunRecord run = run(runId);
        if (null != run)
        {
            run.onMoved();
        }
    }

    void onTotals(final int instrumentId, final EngineTotals totals)
    {
        if (null != openRun)
        {
            openRun.onTotals(ordinal(instrumentId), totals);
        }
    }

    List<ExerciseInstruction> exercises()
    {
        final List<ExerciseInstruction> list = new ArrayList<>(exercises.size());
        exercises.forEach((key, lots) ->
            list.add(new ExerciseInstruction((int)(key >> Integer.SIZE), key.intValue(), lots)));
        return List.copyOf(list);
    }
}
