// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.node;

import io.bourse.engine.client.checkpoint.CheckpointState;
import io.bourse.engine.client.checkpoint.CheckpointedListener;
import io.bourse.engine.client.operator.Quarantine;
import io.bourse.engine.client.operator.VenueLimitsSpec;
import io.bourse.engine.protocol.ClearingCompletedDecoder;
import io.bourse.engine.protocol.ClearingKind;
import io.bourse.engine.protocol.CommandQuarantinedDecoder;
import io.bourse.engine.protocol.EventGroup;
import io.bourse.engine.protocol.FeatureLevelSetDecoder;
import io.bourse.engine.protocol.FeatureLevels;
import io.bourse.engine.protocol.InstrumentDefinedDecoder;
import io.bourse.engine.protocol.InstrumentMovedDecoder;
import io.bourse.engine.protocol.OrderEntryStoppedDecoder;
import io.bourse.engine.protocol.Phase;
import io.bourse.engine.protocol.PhaseCause;
import io.bourse.engine.protocol.PhaseChangedDecoder;
import io.bourse.engine.protocol.SessionDateMovedDecoder;
import io.bourse.engine.protocol.SessionOpenedDecoder;
import io.bourse.engine.protocol.TimeConfirmedDecoder;
import io.bourse.engine.protocol.TradingResumedDecoder;
import io.bourse.engine.protocol.TradingSuspendedDecoder;
import io.bourse.engine.protocol.VenueLimitsSetDecoder;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * What the event stream says about the trading session: a restarted venue continues it instead of opening another.
 */
public final class SessionTracker extends CheckpointedListener
{
    private static final Phase[] PHASES = Phase.values();
    private static final PhaseCause[] CAUSES = PhaseCause.values();
    private static final ClearingKind[] KINDS = ClearingKind.values();

    private final Map<Integer, Phase> phases = new TreeMap<>();
    private final Map<Integer, Halt> halts = new TreeMap<>();
    private int sessionId;
    private long tradingDate;
    private boolean open;
    private final Map<Long, Quarantine> quarantined = new TreeMap<>();
    private int featureLevel = FeatureLevels.BASE;
    private Suspension suspension;
    private VenueLimitsSpec limits = VenueLimitsSpec.NONE;
    private ClockStop clockStop;

    /**
     * Order entry that is stopped because the host does not know what time it is.
     *
     * @param wallNs wall clock of the host then, nanoseconds since 1970.
     * @param sinceNs engine time then, nanoseconds since 1970.
     */
    public record ClockStop(long wallNs, long sinceNs)
    {
    }

    /**
     * A clearing run that holds trading suspended.
     *
     * @param kind of the run.
     * @param sinceNs nanoseconds since 1970.
     */
    public record Suspension(long runId, ClearingKind kind, long sinceNs)
    {
    }

    /**
     * An instrument that is halted.
     *
     * @param cause operator or calendar.
     * @param previous phase before the halt.
     * @param sinceNs nanoseconds since 1970.
     * @param endNs when the halt ends by itself, nanoseconds since 1970; 0: not.
     */
    public record Halt(PhaseCause cause, Phase previous, long sinceNs, long endNs)
    {
    }

    /**
     * Whether no session was ever opened: a new venue.
     *
     * @return true before the first session.
     */
    public boolean isNew()
    {
        return 0 == sessionId;
    }

    /**
     * Whether orders may be entered, or could if no clearing run were under way.
     *
     * @return false before the first session and after an evening run.
     */
    public boolean isOpen()
    {
        return open;
    }

    /**
     * The clearing run that holds trading suspended.
     *
     * @return null when none does.
     */
    public Suspension suspension()
    {
        return suspension;
    }

    /**
     * Order entry that is stopped because of the clock.
     *
     * @return null when it is not.
     */
    public ClockStop clockStop()
    {
        return clockStop;
    }

    /**
     * Instruments that were defined.
     *
     * @return ids, ascending.
     */
    public Set<Integer> instruments()
    {
        return phases.keySet();
    }

    /**
     * Halted instruments, whatever the cause.
     *
     * @return by instrument, ascending.
     */
    public Map<Integer, Halt> halts()
    {
        return halts;
    }

    /**
     * Whether every instrument that is not closed is halted.
     *
     * @return false also when there are no instruments.
     */
    public boolean isMarketHalted()
    {
        return !halts.isEmpty() && phases.values().stream().allMatch(
            phase -> Phase.HALTED == phase || Phase.CLOSED == phase);
    }

    /**
     * The last session.
     *
     * @return its id, 0 before the first.
     */
    public int sessionId()
    {
        return sessionId;
    }

    /**
     * Date of the last session.
     *
     * @return YYYYMMDD.
     */
    public long tradingDate()
    {
        return tradingDate;
    }

    /**
     * By which rules the engine judges commands.
     *
     * @return see {@link FeatureLevels}.
     */
    public int featureLevel()
    {
        return featureLevel;
    }

    /**
     * How much the engine keeps in memory at most.
     *
     * @return nothing limited when the stream does not say, or said it so long ago that it does not hold it any more.
     */
    public VenueLimitsSpec limits()
    {
        return limits;
    }

    /**
     * Whether the stream has a quarantine.
     *
     * @param position journal position after the command.
     * @return false when it was not entered, or so long ago that the stream does not hold it any more.
     */
    public boolean isQuarantined(final long position)
    {
        return quarantined.containsKey(position);
    }

    /**
     * Quarantines of the stream; their signatures are not checked.
     *
     * @return by position, ascending.
     */
    public List<Quarantine> quarantines()
    {
        return List.copyOf(quarantined.values());
    }

    @Override
    public void onCommandQuarantined(final EventGroup group, final CommandQuarantinedDecoder event)
    {
        final byte[] sha256 = new byte[CommandQuarantinedDecoder.sha256Length()];
        event.getSha256(sha256, 0, sha256.length);
        final byte[] signature = new byte[CommandQuarantinedDecoder.signatureLength()];
        event.getSignature(signature, 0, signature.length);
        quarantined.put(event.commandPosition(), new Quarantine(group.partition(), event.commandPosition(),
            event.templateId(), HexFormat.of().formatHex(sha256), event.requester(), event.requestedNs(),
            event.reason(), event.approver(), event.approvedNs(), HexFormat.of().formatHex(signature)));
    }

    @Override
    public void onVenueLimitsSet(final EventGroup group, final VenueLimitsSetDecoder event)
    {
        limits = new VenueLimitsSpec(event.liveOrders(), event.liveOrdersPerLogin(), event.accounts(),
            event.instruments(), event.logins(), event.exposures());
    }

    @Override
    public void onFeatureLevelSet(final EventGroup group, final FeatureLevelSetDecoder event)
    {
        featureLevel = event.level();
    }

    @Override
    public void onSessionOpened(final EventGroup group, final SessionOpenedDecoder event)
    {
        sessionId = event.sessionId();
        tradingDate = event.tradingDate();
        open = true;
    }

    @Override
    public void onTradingSuspended(final EventGroup group, final TradingSuspendedDecoder event)
    {
        suspension = new Suspension(event.runId(), event.kind(), group.engineTimeNs());
    }

    @Override
    public void onTradingResumed(final EventGroup group, final TradingResumedDecoder event)
    {
        suspension = null;
    }

    @Override
    public void onOrderEntryStopped(final EventGroup group, final OrderEntryStoppedDecoder event)
    {
        clockStop = new ClockStop(event.wallNs(), event.stampNs());
    }

    @Override
    public void onTimeConfirmed(final EventGroup group, final TimeConfirmedDecoder event)
    {
        clockStop = null;
    }

    @Override
    public void onInstrumentDefined(final EventGroup group, final InstrumentDefinedDecoder event)
    {
        phases.putIfAbsent(event.instrumentId(), Phase.CONTINUOUS);
    }

    @Override
    public void onInstrumentMoved(final EventGroup group, final InstrumentMovedDecoder event)
    {
        if (group.partition() == event.fromPartition())
        {
            phases.remove(event.instrumentId());
            halts.remove(event.instrumentId());
        }
    }

    @Override
    public void onPhaseChanged(final EventGroup group, final PhaseChangedDecoder event)
    {
        final int instrumentId = event.instrumentId();
        phases.put(instrumentId, event.phase());
        final Halt before = halts.remove(instrumentId);
        if (Phase.HALTED == event.phase())
        {
            halts.put(instrumentId, new Halt(
                event.cause(), null == before ? event.previous() : before.previous(),
                null == before ? group.engineTimeNs() : before.sinceNs(), event.endNs()));
        }
    }

    @Override
    public void onSessionDateMoved(final EventGroup group, final SessionDateMovedDecoder event)
    {
        tradingDate = event.tradingDate();
    }

    @Override
    public void onClearingCompleted(final EventGroup group, final ClearingCompletedDecoder event)
    {
        open = ClearingKind.EVENING != event.kind();
        suspension = open ? suspension : null;
    }

    @Override
    public void state(final CheckpointState state)
    {
        positionState(state);
        sessionId = state.number(sessionId);
        tradingDate = state.number(tradingDate);
        open = state.flag(open);
        featureLevel = state.number(featureLevel);
        limits = new VenueLimitsSpec(
            state.number(limits.liveOrders()),
            state.number(limits.liveOrdersPerLogin()),
            state.number(limits.accounts()),
            state.number(limits.instruments()),
            state.number(limits.logins()),
            state.number(limits.exposures()));
        suspension = !state.flag(null != suspension) ? null : new Suspension(
            state.number(null == suspension ? 0 : suspension.runId()),
            state.constant(null == suspension ? null : suspension.kind(), KINDS),
            state.number(null == suspension ? 0 : suspension.sinceNs()));
        clockStop = !state.flag(null != clockStop) ? null : new ClockStop(
            state.number(null == clockStop ? 0 : clockStop.wallNs()),
            state.number(null == clockStop ? 0 : clockStop.sinceNs()));
        final List<Integer> instruments = new ArrayList<>(phases.keySet());
        for (int i = 0, count = state.count(instruments.size()); i < count; i++)
        {
            final int instrumentId = state.number(state.isReading() ? 0 : instruments.get(i));
            phases.put(instrumentId, state.constant(phases.get(instrumentId), PHASES));
            if (state.flag(halts.containsKey(instrumentId)))
            {
                halts.put(instrumentId, halt(state, halts.get(instrumentId)));
            }
        }
        final List<Quarantine> quarantines = quarantines();
        for (int i = 0, count = state.count(quarantines.size()); i < count; i++)
        {
            final Quarantine quarantine = quarantine(state, state.isReading() ? null : quarantines.get(i));
            quarantined.put(quarantine.position(), quarantine);
        }
    }

    private static Halt halt(final CheckpointState state, final Halt halt)
    {
        return new Halt(
            state.constant(null == halt ? null : halt.cause(), CAUSES),
            state.constant(null == halt ? null : halt.previous(), PHASES),
            state.number(null == halt ? 0 : halt.sinceNs()),
            state.number(null == halt ? 0 : halt.endNs()));
    }

    private static Quarantine quarantine(final CheckpointState state, final Quarantine former)
    {
        return new Quarantine(
            state.number(null == former ? 0 : former.partition()),
            state.number(null == former ? 0 : former.position()),
            state.number(null == former ? 0 : former.templateId()),
            state.text(null == former ? "" : former.sha256()),
            state.text(null == former ? "" : former.requester()),
            state.number(null == former ? 0 : former.requestedNs()),
            state.text(null == former ? "" : former.reason()),
            state.text(null == former ? "" : former.approver()),
            state.number(null == former ? 0 : former.approvedNs()),
            state.text(null == former ? "" : former.signature()));
    }
}
