// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import java.util.Objects;
import java.util.function.Supplier;

import io.bourse.engine.protocol.CancelOrderDecoder;
import io.bourse.engine.protocol.CompleteClearingDecoder;
import io.bourse.engine.protocol.ConnectGatewayDecoder;
import io.bourse.engine.protocol.DefineAccountDecoder;
import io.bourse.engine.protocol.DefineBrokerageFirmDecoder;
import io.bourse.engine.protocol.DefineClearingFirmDecoder;
import io.bourse.engine.protocol.DefineInstrumentDecoder;
import io.bourse.engine.protocol.DefineLoginDecoder;
import io.bourse.engine.protocol.NewOrderDecoder;
import io.bourse.engine.protocol.OpenSessionDecoder;
import io.bourse.engine.protocol.PublishSettlementDecoder;
import io.bourse.engine.protocol.RejectReason;
import io.bourse.engine.protocol.ReplaceOrderDecoder;
import io.bourse.engine.protocol.ReportStateDecoder;
import io.bourse.engine.protocol.ResumeTradingDecoder;
import io.bourse.engine.protocol.SuspendTradingDecoder;

import org.agrona.DirectBuffer;

/**
 * The core as its hosts see it: commands in journal order in, event frames out.
 * <p>
 * Every command gives exactly one event group. Checks common to all commands come first, in this order: can it be
 * decoded, is it for this partition, is it new. A command for another partition and one that cannot be decoded do not
 * count as processed for the exactly-once rule; a refused one does.
 */
public final class MatchingEngine
{
    /** Longest event frame in bytes; longer transactions are split over several frames. */
    public static final int MAX_FRAME_LENGTH = 8_000;
    /** Highest partition: ids of orders and trades have eight bits for it. */
    public static final int MAX_PARTITION = 0xFF;

    private static final int PARTITION_SHIFT = 48;

    private final DefineClearingFirmDecoder defineClearingFirm = new DefineClearingFirmDecoder();
    private final DefineBrokerageFirmDecoder defineBrokerageFirm = new DefineBrokerageFirmDecoder();
    private final DefineAccountDecoder defineAccount = new DefineAccountDecoder();
    private final DefineLoginDecoder defineLogin = new DefineLoginDecoder();
    private final DefineInstrumentDecoder defineInstrument = new DefineInstrumentDecoder();
    private final NewOrderDecoder newOrder = new NewOrderDecoder();
    private final CancelOrderDecoder cancelOrder = new CancelOrderDecoder();
    private final ReplaceOrderDecoder replaceOrder = new ReplaceOrderDecoder();
    private final OpenSessionDecoder openSession = new OpenSessionDecoder();
    private final SuspendTradingDecoder suspendTrading = new SuspendTradingDecoder();
    private final PublishSettlementDecoder publishSettlement = new PublishSettlementDecoder();
    private final CompleteClearingDecoder completeClearing = new CompleteClearingDecoder();
    private final ResumeTradingDecoder resumeTrading = new ResumeTradingDecoder();
    private final ReportStateDecoder reportState = new ReportStateDecoder();
    private final ConnectGatewayDecoder connectGateway = new ConnectGatewayDecoder();

    private final int partition;
    private final CommandAdapter adapter = new CommandAdapter();
    private final CommandEnvelope envelope = new CommandEnvelope();
    private final SequenceTracker sequences = new SequenceTracker();
    private final EventGroupWriter writer;
    private final RejectPublisher rejectPublisher;
    private final SessionEventPublisher sessionPublisher;
    private final ReferenceDataHandler referenceDataHandler;
    private final OrderHandler orderHandler;
    private final SessionHandler sessionHandler;
    private final StateReporter stateReporter;
    private long engineTimeNs;

    /**
     * A core without any state.
     *
     * @param partition it serves, from 0 to 255.
     * @param sink of its event frames.
     * @throws IllegalArgumentException when the partition is out of range.
     */
    public MatchingEngine(final int partition, final EventFrameSink sink)
    {
        this(partition, sink, FastOrderBook::new);
    }

    /**
     * A core without any state and with books of choice.
     *
     * @param partition it serves, from 0 to 255.
     * @param sink of its event frames.
     * @param bookSupplier of an empty book per instrument.
     */
    MatchingEngine(final int partition, final EventFrameSink sink, final Supplier<OrderBook> bookSupplier)
    {
        if (partition < 0 || partition > MAX_PARTITION)
        {
            throw new IllegalArgumentException("partition must be from 0 to 255: partition=" + partition);
        }
        Objects.requireNonNull(sink, "sink");
        this.partition = partition;
        writer = new EventGroupWriter(partition, sink);
        rejectPublisher = new RejectPublisher(writer);
        sessionPublisher = new SessionEventPublisher(writer);

        final long idPrefix = (long)partition << PARTITION_SHIFT;
        final ReferenceData referenceData = new ReferenceData();
        final SessionState sessionState = new SessionState();
        final Positions positions = new Positions();
        final OrderTable orders = new OrderTable(idPrefix);
        final OrderValidator validator = new OrderValidator(referenceData, sessionState, positions, orders);
        referenceDataHandler =
            new ReferenceDataHandler(referenceData, new ReferenceEventPublisher(writer), bookSupplier);
        orderHandler = new OrderHandler(idPrefix, orders, positions, validator, new OrderEventPublisher(writer));
        sessionHandler = new SessionHandler(sessionState, referenceData, orderHandler, sessionPublisher);
        final StateHash stateHash =
            new StateHash(referenceData, sessionState, positions, sequences, orderHandler);
        stateReporter =
            new StateReporter(referenceData, positions, orders, orderHandler, stateHash, sessionPublisher);
    }

    /**
     * Executes one command and hands its event group to the sink before returning.
     *
     * @param timestampNs stamped by the sequencer; engine time never goes back even if this does.
     * @param commandPosition journal position just behind the command.
     * @param buffer that holds the command.
     * @param offset of its message header.
     * @param length of the whole message.
     */
    public void onCommand(
        final long timestampNs,
        final long commandPosition,
        final DirectBuffer buffer,
        final int offset,
        final int length)
    {
        engineTimeNs = Math.max(engineTimeNs, timestampNs);
        final CommandEnvelope envelope = this.envelope;
        final boolean isWellFormed = adapter.decode(buffer, offset, length, envelope);
        envelope.commandPosition = commandPosition;
        envelope.engineTimeNs = engineTimeNs;

        writer.begin(envelope);
        if (isWellFormed)
        {
            final RejectReason reason = execute(envelope);
            if (null != reason)
            {
                rejectPublisher.reject(envelope, reason);
            }
        }
        else
        {
            rejectPublisher.rejectMalformed();
        }
        writer.end();
    }

    private RejectReason execute(final CommandEnvelope command)
    {
        if (partition != command.partition)
        {
            return RejectReason.WRONG_PARTITION;
        }
        if (!sequences.accept(command.gatewayId, command.sessionId, command.sequence))
        {
            return RejectReason.DUPLICATE_COMMAND;
        }
        final DirectBuffer buffer = command.buffer;
        final int offset = command.blockOffset;
        final int blockLength = command.blockLength;
        final int version = command.version;
        return switch (command.templateId)
        {
            case NewOrderDecoder.TEMPLATE_ID ->
                orderHandler.onNewOrder(newOrder.wrap(buffer, offset, blockLength, version), command.sessionId);
            case CancelOrderDecoder.TEMPLATE_ID ->
                orderHandler.onCancelOrder(
                    cancelOrder.wrap(buffer, offset, blockLength, version), command.sessionId);
            case ReplaceOrderDecoder.TEMPLATE_ID ->
                orderHandler.onReplaceOrder(
                    replaceOrder.wrap(buffer, offset, blockLength, version), command.sessionId);
            default -> executeRare(command, buffer, offset, blockLength, version);
        };
    }

    private RejectReason executeRare(
        final CommandEnvelope command,
        final DirectBuffer buffer,
        final int offset,
        final int blockLength,
        final int version)
    {
        return switch (command.templateId)
        {
            case DefineClearingFirmDecoder.TEMPLATE_ID ->
                referenceDataHandler.onDefineClearingFirm(
                    defineClearingFirm.wrap(buffer, offset, blockLength, version));
            case DefineBrokerageFirmDecoder.TEMPLATE_ID ->
                referenceDataHandler.onDefineBrokerageFirm(
                    defineBrokerageFirm.wrap(buffer, offset, blockLength, version));
            case DefineAccountDecoder.TEMPLATE_ID ->
                referenceDataHandler.onDefineAccount(defineAccount.wrap(buffer, offset, blockLength, version));
            case DefineLoginDecoder.TEMPLATE_ID ->
                referenceDataHandler.onDefineLogin(defineLogin.wrap(buffer, offset, blockLength, version));
            case DefineInstrumentDecoder.TEMPLATE_ID ->
                referenceDataHandler.onDefineInstrument(defineInstrument.wrap(buffer, offset, blockLength, version));
            case OpenSessionDecoder.TEMPLATE_ID ->
                sessionHandler.onOpenSession(openSession.wrap(buffer, offset, blockLength, version));
            case SuspendTradingDecoder.TEMPLATE_ID ->
                sessionHandler.onSuspendTrading(suspendTrading.wrap(buffer, offset, blockLength, version));
            case PublishSettlementDecoder.TEMPLATE_ID ->
                sessionHandler.onPublishSettlement(publishSettlement.wrap(buffer, offset, blockLength, version));
            case CompleteClearingDecoder.TEMPLATE_ID ->
                sessionHandler.onCompleteClearing(completeClearing.wrap(buffer, offset, blockLength, version));
            case ResumeTradingDecoder.TEMPLATE_ID ->
                sessionHandler.onResumeTrading(resumeTrading.wrap(buffer, offset, blockLength, version));
            case ReportStateDecoder.TEMPLATE_ID ->
                onReportState(reportState.wrap(buffer, offset, blockLength, version));
            case ConnectGatewayDecoder.TEMPLATE_ID ->
                onConnectGateway(connectGateway.wrap(buffer, offset, blockLength, version), command.gatewayId);
            default -> throw new IllegalStateException(
                "command passed the adapter but has no handler: templateId=" + command.templateId);
        };
    }

    private RejectReason onReportState(final ReportStateDecoder command)
    {
        stateReporter.report(command.requestId(), engineTimeNs);
        return null;
    }

    private RejectReason onConnectGateway(final ConnectGatewayDecoder command, final int gatewayId)
    {
        sessionPublisher.gatewayConnected(command.epoch(), gatewayId);
        return null;
    }
}
