// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.offline;

import io.bourse.engine.client.operator.StateReport;
import io.bourse.engine.core.event.EventFrameSink;
import io.bourse.engine.host.recording.EventFrames;
import io.bourse.engine.protocol.BookOrderDecoder;
import io.bourse.engine.protocol.ClearingCompletedDecoder;
import io.bourse.engine.protocol.EventGroupDecoder;
import io.bourse.engine.protocol.GatewayConnectedDecoder;
import io.bourse.engine.protocol.InstrumentDefinedDecoder;
import io.bourse.engine.protocol.MessageHeaderDecoder;
import io.bourse.engine.protocol.PhaseChangedDecoder;
import io.bourse.engine.protocol.PositionDecoder;
import io.bourse.engine.protocol.SessionDateMovedDecoder;
import io.bourse.engine.protocol.SessionOpenedDecoder;
import io.bourse.engine.protocol.SnapshotDueDecoder;
import io.bourse.engine.protocol.StateReportedDecoder;
import io.bourse.engine.protocol.TradingResumedDecoder;
import io.bourse.engine.protocol.TradingSuspendedDecoder;
import org.agrona.DirectBuffer;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Gathers from event frames what a person wants to know of a venue's state: session, phases, gateways, and the orders
 * and positions of a state report.
 */
final class StateCollector implements EventFrameSink
{
    private final MessageHeaderDecoder header = new MessageHeaderDecoder();
    private final EventGroupDecoder frame = new EventGroupDecoder();
    private final SessionOpenedDecoder sessionOpened = new SessionOpenedDecoder();
    private final SessionDateMovedDecoder sessionDateMoved = new SessionDateMovedDecoder();
    private final TradingSuspendedDecoder suspended = new TradingSuspendedDecoder();
    private final TradingResumedDecoder resumed = new TradingResumedDecoder();
    private final ClearingCompletedDecoder completed = new ClearingCompletedDecoder();
    private final InstrumentDefinedDecoder instrumentDefined = new InstrumentDefinedDecoder();
    private final PhaseChangedDecoder phaseChanged = new PhaseChangedDecoder();
    private final GatewayConnectedDecoder gatewayConnected = new GatewayConnectedDecoder();
    private final BookOrderDecoder bookOrder = new BookOrderDecoder();
    private final PositionDecoder position = new PositionDecoder();
    private final StateReportedDecoder stateReported = new StateReportedDecoder();

    private final SnapshotDueDecoder snapshotDue = new SnapshotDueDecoder();
    private final Map<Long, Long> dueHashes = new TreeMap<>();
    private final Map<Integer, VenueState.InstrumentState> instruments = new TreeMap<>();
    private final Map<Integer, VenueState.GatewayState> gateways = new TreeMap<>();
    private final List<StateReport.RestingOrder> orders = new ArrayList<>();
    private final List<StateReport.NetPosition> positions = new ArrayList<>();
    private final OperatorCensus operators = new OperatorCensus();
    private VenueState.SessionState session = VenueState.SessionState.NONE;
    private StateReport report;
    private long rollingHash;
    private long frameSequence;

    @Override
    public void onFrame(final long sequence, final DirectBuffer buffer, final int offset, final int length)
    {
        frame.wrapAndApplyHeader(buffer, offset, header);
        if (frame.flags().begin())
        {
            orders.clear();
            positions.clear();
        }
        frameSequence = sequence;
        rollingHash = frame.rollingHash();
        final int eventCount = frame.eventCount();
        int at = EventFrames.firstEventOffset(frame, offset);
        for (int i = 0; i < eventCount; i++)
        {
            header.wrap(buffer, at);
            final int blockLength = header.blockLength();
            onEvent(header.templateId(), buffer, at + MessageHeaderDecoder.ENCODED_LENGTH, blockLength,
                header.version());
            at += MessageHeaderDecoder.ENCODED_LENGTH + blockLength;
        }
    }

    private void onEvent(
        final int templateId, final DirectBuffer buffer, final int at, final int blockLength, final int version)
    {
        operators.onEvent(templateId, buffer, at, blockLength, version, frame.commandPosition());
        switch (templateId)
        {
            case SessionOpenedDecoder.TEMPLATE_ID ->
            {
                sessionOpened.wrap(buffer, at, blockLength, version);
                session = new VenueState.SessionState(
                    sessionOpened.sessionId(), sessionOpened.tradingDate(), VenueState.OPEN, 0);
            }
            case SessionDateMovedDecoder.TEMPLATE_ID ->
            {
                sessionDateMoved.wrap(buffer, at, blockLength, version);
                session = session.on(sessionDateMoved.tradingDate());
            }
            case TradingSuspendedDecoder.TEMPLATE_ID ->
            {
                suspended.wrap(buffer, at, blockLength, version);
                session = session.with("SUSPENDED_" + suspended.kind(), suspended.runId());
            }
            case ClearingCompletedDecoder.TEMPLATE_ID ->
            {
                completed.wrap(buffer, at, blockLength, version);
                session = session.with("CLEARED_" + completed.kind(), completed.runId());
            }
            case TradingResumedDecoder.TEMPLATE_ID ->
            {
                resumed.wrap(buffer, at, blockLength, version);
                session = session.with(VenueState.OPEN, resumed.runId());
            }
            case InstrumentDefinedDecoder.TEMPLATE_ID ->
            {
                instrumentDefined.wrap(buffer, at, blockLength, version);
                instruments.put(instrumentDefined.instrumentId(), new VenueState.InstrumentState(
                    instrumentDefined.instrumentId(), instrumentDefined.symbol().trim(), null));
            }
            case PhaseChangedDecoder.TEMPLATE_ID ->
            {
                phaseChanged.wrap(buffer, at, blockLength, version);
                instruments.computeIfPresent(phaseChanged.instrumentId(), (id, instrument) ->
                    new VenueState.InstrumentState(id, instrument.symbol(), phaseChanged.phase()));
            }
            case GatewayConnectedDecoder.TEMPLATE_ID ->
            {
                gatewayConnected.wrap(buffer, at, blockLength, version);
                gateways.put(gatewayConnected.gatewayId(), new VenueState.GatewayState(
                    gatewayConnected.gatewayId(), gatewayConnected.epoch(), frame.commandPosition()));
            }
            case SnapshotDueDecoder.TEMPLATE_ID ->
            {
                snapshotDue.wrap(buffer, at, blockLength, version);
                dueHashes.put(snapshotDue.commandPosition(), snapshotDue.stateHash());
            }
            default -> onReportEvent(templateId, buffer, at, blockLength, version);
        }
    }

    private void onReportEvent(
        final int templateId, final DirectBuffer buffer, final int at, final int blockLength, final int version)
    {
        switch (templateId)
        {
            case BookOrderDecoder.TEMPLATE_ID ->
            {
                bookOrder.wrap(buffer, at, blockLength, version);
                orders.add(new StateReport.RestingOrder(
                    bookOrder.orderId(), bookOrder.clOrdId(), bookOrder.instrumentId(), bookOrder.side(),
                    bookOrder.priceE5(), bookOrder.restLots(), bookOrder.accountCode(), bookOrder.loginId(),
                    bookOrder.place(), bookOrder.shownLots(), bookOrder.displayOrderId()));
            }
            case PositionDecoder.TEMPLATE_ID ->
            {
                position.wrap(buffer, at, blockLength, version);
                positions.add(new StateReport.NetPosition(
                    position.accountCode(), position.accountId(), position.instrumentId(), position.netLots()));
            }
            case StateReportedDecoder.TEMPLATE_ID ->
            {
                stateReported.wrap(buffer, at, blockLength, version);
                report = new StateReport(VenueState.UNKNOWN, frame.commandPosition(), frame.engineTimeNs(),
                    List.copyOf(orders), List.copyOf(positions), stateReported.orderCount(),
                    stateReported.positionCount(), stateReported.tradeCount(), stateReported.stateHash());
            }
            default ->
            {
                // What else happened is history; the report has its result.
            }
        }
    }

    /** State hashes of all places at which a snapshot was due, by journal position. */
    Map<Long, Long> dueHashes()
    {
        return dueHashes;
    }

    /**
     * Takes over the contents of a snapshot, when the events before it are not recorded any more. What is not part of
     * the core's state, the starts of gateways, remains unknown.
     */
    void restore(final SnapshotContents contents)
    {
        frameSequence = contents.frameSequence();
        rollingHash = contents.rollingHash();
        session = contents.session();
        contents.operatorNames().forEach(operators::named);
        contents.instruments().forEach(instrument -> instruments.put(instrument.instrumentId(), instrument));
    }

    /** Who has signed what. */
    OperatorCensus operators()
    {
        return operators;
    }

    /** The last complete state report. */
    StateReport report()
    {
        return report;
    }

    VenueState.SessionState session()
    {
        return session;
    }

    List<VenueState.InstrumentState> instruments()
    {
        return List.copyOf(instruments.values());
    }

    List<VenueState.GatewayState> gateways()
    {
        return List.copyOf(gateways.values());
    }

    long rollingHash()
    {
        return rollingHash;
    }

    long frameSequence()
    {
        return frameSequence;
    }
}
