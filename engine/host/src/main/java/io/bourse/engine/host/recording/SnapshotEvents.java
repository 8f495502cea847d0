// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.recording;

import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.EngineStreams;
import io.bourse.engine.client.checkpoint.StreamPosition;
import io.bourse.engine.core.reference.InstrumentSnapshot;
import io.bourse.engine.core.snapshot.SnapshotSink;
import io.bourse.engine.host.storage.EngineDirectories;
import io.bourse.engine.protocol.AccountCode;
import io.bourse.engine.protocol.AccountDefinedEncoder;
import io.bourse.engine.protocol.BrokerageFirmDefinedEncoder;
import io.bourse.engine.protocol.CalendarSetEncoder;
import io.bourse.engine.protocol.ClearingCompletedEncoder;
import io.bourse.engine.protocol.ClearingKind;
import io.bourse.engine.protocol.CollateralSetEncoder;
import io.bourse.engine.protocol.CommandQuarantinedEncoder;
import io.bourse.engine.protocol.DefineInstrumentDecoder;
import io.bourse.engine.protocol.EventDispatcher;
import io.bourse.engine.protocol.EventGroupEncoder;
import io.bourse.engine.protocol.EventListener;
import io.bourse.engine.protocol.FeatureLevelSetEncoder;
import io.bourse.engine.protocol.InstrumentDefinedEncoder;
import io.bourse.engine.protocol.InstrumentMovedEncoder;
import io.bourse.engine.protocol.InstrumentTotalsEncoder;
import io.bourse.engine.protocol.LimitLevel;
import io.bourse.engine.protocol.LoginConnectionChangedEncoder;
import io.bourse.engine.protocol.LoginDefinedEncoder;
import io.bourse.engine.protocol.LoginGateways;
import io.bourse.engine.protocol.LoginProtocol;
import io.bourse.engine.protocol.LoginRightsSetEncoder;
import io.bourse.engine.protocol.MarginSetEncoder;
import io.bourse.engine.protocol.MessageHeaderEncoder;
import io.bourse.engine.protocol.OperatorDefinedEncoder;
import io.bourse.engine.protocol.OperatorFirmSetEncoder;
import io.bourse.engine.protocol.OperatorPolicySetEncoder;
import io.bourse.engine.protocol.OrderAcceptedEncoder;
import io.bourse.engine.protocol.OrderEntryStoppedEncoder;
import io.bourse.engine.protocol.Phase;
import io.bourse.engine.protocol.PhaseCause;
import io.bourse.engine.protocol.PhaseChangedEncoder;
import io.bourse.engine.protocol.PriceControlsSetEncoder;
import io.bourse.engine.protocol.SelfTradeMode;
import io.bourse.engine.protocol.SelfTradePreventionSetEncoder;
import io.bourse.engine.protocol.SelfTradeScope;
import io.bourse.engine.protocol.SessionOpenedEncoder;
import io.bourse.engine.protocol.SettlementAccountAssignedEncoder;
import io.bourse.engine.protocol.SettlementAccountDefinedEncoder;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TradingLimitsSetEncoder;
import io.bourse.engine.protocol.TradingResumedEncoder;
import io.bourse.engine.protocol.TradingSuspendedEncoder;
import io.bourse.engine.protocol.VenueLimitsSetEncoder;
import io.bourse.engine.protocol.snapshot.AccountsDecoder;
import io.bourse.engine.protocol.snapshot.BrokerageFirmsDecoder;
import io.bourse.engine.protocol.snapshot.CalendarDecoder;
import io.bourse.engine.protocol.snapshot.ClockGuardDecoder;
import io.bourse.engine.protocol.snapshot.FeatureLevelDecoder;
import io.bourse.engine.protocol.snapshot.InstrumentDecoder;
import io.bourse.engine.protocol.snapshot.LoginsDecoder;
import io.bourse.engine.protocol.snapshot.MessageHeaderDecoder;
import io.bourse.engine.protocol.snapshot.OperatorPolicyDecoder;
import io.bourse.engine.protocol.snapshot.OperatorsDecoder;
import io.bourse.engine.protocol.snapshot.OrdersDecoder;
import io.bourse.engine.protocol.snapshot.PhaseSchedulesDecoder;
import io.bourse.engine.protocol.snapshot.QuarantinedCommandDecoder;
import io.bourse.engine.protocol.snapshot.RegistersDecoder;
import io.bourse.engine.protocol.snapshot.SettlementAccountsDecoder;
import io.bourse.engine.protocol.snapshot.SnapshotBeginDecoder;
import io.bourse.engine.protocol.snapshot.SnapshotEndDecoder;
import io.bourse.engine.protocol.snapshot.TradingSessionDecoder;
import io.bourse.engine.protocol.snapshot.VenueLimitsDecoder;
import org.agrona.DirectBuffer;
import org.agrona.collections.LongArrayList;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.sbe.MessageEncoderFlyweight;

import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What the newest snapshot holds, said by the events that would have said it: for those who follow the event stream,
 * when its beginning was purged and is not archived. An event has what its snapshot has: of an order whose it is and
 * what rests, of a halt, a suspension or a stop of order entry not since when, which becomes the time of the snapshot.
 * A login that is connected is so at the gateway of its protocol, and the reversal of a trade counts as another trade.
 * Trading days are in no snapshot.
 */
public final class SnapshotEvents implements SnapshotSink
{
    private static final int CLOSED = 0;
    private static final int OPEN = 1;
    /** Of a login whose orders stay when it is disconnected, and of which nothing was set. */
    private static final long NO_GRACE = -1;
    /** Of an instrument whose phase has no known end. */
    private static final int NO_END = 0;
    private static final int MAX_EVENT_LENGTH = 2_048;

    /** Phase of an instrument. */
    private record PhaseNow(int instrumentId, Phase phase, PhaseCause cause, long endNs)
    {
    }

    private final MessageHeaderDecoder record = new MessageHeaderDecoder();
    private final MessageHeaderEncoder header = new MessageHeaderEncoder();
    private final EventGroupEncoder group = new EventGroupEncoder();
    private final SnapshotBeginDecoder begin = new SnapshotBeginDecoder();
    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[MAX_EVENT_LENGTH]);
    private final AccountDefinedEncoder accountDefined = new AccountDefinedEncoder();
    private final OrderAcceptedEncoder orderAccepted = new OrderAcceptedEncoder();
    private final List<String> settlementAccounts = new ArrayList<>();
    private final List<String> firms = new ArrayList<>();
    private final LongArrayList accounts = new LongArrayList();
    private final List<PhaseNow> instruments = new ArrayList<>();
    private final EventDispatcher dispatcher;
    private final long previousCursor;
    private final long cursor;
    private long frameSequence;
    private long engineTimeNs;
    private long commandPosition;
    private long rollingHash;
    private int partition;
    private int sessionId;
    private int sessionPhase;
    private long runId;
    private ClearingKind runKind = ClearingKind.NULL_VAL;
    private boolean isRunCompleted;

    /**
     * Says what the records of a snapshot hold.
     *
     * @param listener that has heard of nothing yet; receives transactions of one event, then an empty one that ends
     *     where the snapshot was taken.
     * @param previousCursor before the transaction that the snapshot was taken after.
     * @param cursor after it.
     */
    public SnapshotEvents(final EventListener listener, final long previousCursor, final long cursor)
    {
        dispatcher = new EventDispatcher(listener);
        this.previousCursor = previousCursor;
        this.cursor = cursor;
    }

    /**
     * Reads the newest good snapshot. The files alone are read: the venue may run or not.
     *
     * @param dataDir of an engine.
     * @param listener see {@link #SnapshotEvents}.
     * @return cursor of the snapshot, from which the live stream can be followed; {@link EngineClient#FROM_START} when
     *     there is no good snapshot that the live events confirm.
     */
    public static long read(final Path dataDir, final EventListener listener)
    {
        final Path archiveDir = EngineDirectories.archiveDir(dataDir);
        final RecordedStream events =
            RecordedStream.find(archiveDir, "event stream", EngineStreams.EVENTS_STREAM_ID);
        final SnapshotOperators snapshot =
            null == events ? null : SnapshotOperators.newest(dataDir, archiveDir, events);
        final StreamPosition last = null == snapshot ? null :
            RecordedEvents.transaction(events, snapshot.frameSequence(), snapshot.rollingHash());
        if (null == last)
        {
            return EngineClient.FROM_START;
        }
        snapshot.readRecords(new SnapshotEvents(listener, last.previousCursor(), last.cursor()));
        return last.cursor();
    }

    @Override
    public void onRecord(final DirectBuffer source, final int offset, final int length)
    {
        record.wrap(source, offset);
        switch (record.templateId())
        {
            case SnapshotBeginDecoder.TEMPLATE_ID -> onBegin(begin.wrapAndApplyHeader(source, offset, record));
            case FeatureLevelDecoder.TEMPLATE_ID ->
            {
                next(new FeatureLevelSetEncoder())
                    .level(new FeatureLevelDecoder().wrapAndApplyHeader(source, offset, record).level());
                publish();
            }
            case QuarantinedCommandDecoder.TEMPLATE_ID ->
                onQuarantined(new QuarantinedCommandDecoder().wrapAndApplyHeader(source, offset, record));
            case OperatorsDecoder.TEMPLATE_ID ->
                new OperatorsDecoder().wrapAndApplyHeader(source, offset, record).entries().forEach(this::onOperator);
            case OperatorPolicyDecoder.TEMPLATE_ID ->
                onPolicy(new OperatorPolicyDecoder().wrapAndApplyHeader(source, offset, record));
            case VenueLimitsDecoder.TEMPLATE_ID ->
                onLimits(new VenueLimitsDecoder().wrapAndApplyHeader(source, offset, record));
            case ClockGuardDecoder.TEMPLATE_ID ->
                onClock(new ClockGuardDecoder().wrapAndApplyHeader(source, offset, record));
            case TradingSessionDecoder.TEMPLATE_ID ->
                onSession(new TradingSessionDecoder().wrapAndApplyHeader(source, offset, record));
            case SettlementAccountsDecoder.TEMPLATE_ID ->
                new SettlementAccountsDecoder().wrapAndApplyHeader(source, offset, record).accounts()
                    .forEach(this::onSettlementAccount);
            case BrokerageFirmsDecoder.TEMPLATE_ID ->
                new BrokerageFirmsDecoder().wrapAndApplyHeader(source, offset, record).firms().forEach(this::onFirm);
            case LoginsDecoder.TEMPLATE_ID ->
                new LoginsDecoder().wrapAndApplyHeader(source, offset, record).entries().forEach(this::onLogin);
            case AccountsDecoder.TEMPLATE_ID ->
                onAccounts(new AccountsDecoder().wrapAndApplyHeader(source, offset, record));
            case InstrumentDecoder.TEMPLATE_ID ->
                onInstrument(new InstrumentDecoder().wrapAndApplyHeader(source, offset, record));
            case RegistersDecoder.TEMPLATE_ID ->
                new RegistersDecoder().wrapAndApplyHeader(source, offset, record).entries().forEach(this::onRegister);
            case OrdersDecoder.TEMPLATE_ID ->
                new OrdersDecoder().wrapAndApplyHeader(source, offset, record).entries().forEach(this::onOrder);
            case PhaseSchedulesDecoder.TEMPLATE_ID ->
                new PhaseSchedulesDecoder().wrapAndApplyHeader(source, offset, record).schedules()
                    .forEach(this::onSchedule);
            case CalendarDecoder.TEMPLATE_ID ->
                onCalendar(new CalendarDecoder().wrapAndApplyHeader(source, offset, record));
            case SnapshotEndDecoder.TEMPLATE_ID -> end();
            default ->
            {
                // Followers ask for no more of it.
            }
        }
    }

    private void onBegin(final SnapshotBeginDecoder decoder)
    {
        frameSequence = decoder.frameSequence();
        engineTimeNs = decoder.engineTimeNs();
        commandPosition = decoder.commandPosition();
        rollingHash = decoder.rollingHash();
        partition = decoder.partition();
    }

    private void onQuarantined(final QuarantinedCommandDecoder decoder)
    {
        if (0 != decoder.isEntered())
        {
            decoder.getBody(buffer, next(new CommandQuarantinedEncoder()).offset(), decoder.bodyLength());
            publish();
        }
    }

    private void onOperator(final OperatorsDecoder.EntriesDecoder entry)
    {
        final byte[] publicKey = new byte[OperatorsDecoder.EntriesDecoder.publicKeyLength()];
        entry.getPublicKey(publicKey, 0, publicKey.length);
        final OperatorDefinedEncoder defined = next(new OperatorDefinedEncoder())
            .operatorId(entry.operatorId())
            .name(entry.name())
            .state(entry.isActive())
            .putPublicKey(publicKey, 0, publicKey.length);
        buffer.putByte(defined.offset() + OperatorDefinedEncoder.rolesEncodingOffset(), (byte)entry.roles());
        publish();
        final String firm = SnapshotOperators.firm(entry);
        if (null != firm)
        {
            next(new OperatorFirmSetEncoder()).operatorId(entry.operatorId()).brokerageFirm(firm);
            publish();
        }
    }

    private void onPolicy(final OperatorPolicyDecoder decoder)
    {
        final byte[] venueId = new byte[OperatorPolicyDecoder.venueIdLength()];
        decoder.getVenueId(venueId, 0, venueId.length);
        final byte[] roles = new byte[OperatorPolicyDecoder.rolesLength()];
        decoder.getRoles(roles, 0, roles.length);
        next(new OperatorPolicySetEncoder())
            .putVenueId(venueId, 0, venueId.length)
            .approvals(decoder.approvals())
            .putRoles(roles, 0, roles.length);
        publish();
    }

    private void onLimits(final VenueLimitsDecoder decoder)
    {
        next(new VenueLimitsSetEncoder())
            .liveOrders(decoder.liveOrders())
            .liveOrdersPerLogin(decoder.liveOrdersPerLogin())
            .accounts(decoder.accounts())
            .instruments(decoder.instruments())
            .logins(decoder.logins())
            .exposures(decoder.exposures());
        publish();
    }

    private void onClock(final ClockGuardDecoder decoder)
    {
        if (0 != decoder.isStopped())
        {
            next(new OrderEntryStoppedEncoder()).wallNs(decoder.sinceNs()).stampNs(decoder.sinceNs());
            publish();
        }
    }

    /** What a run has made of the session follows after its trades. */
    private void onSession(final TradingSessionDecoder decoder)
    {
        sessionId = decoder.sessionId();
        if (0 == sessionId)
        {
            return;
        }
        sessionPhase = decoder.phase();
        runId = decoder.runId();
        runKind = ClearingKind.get(decoder.runKind());
        isRunCompleted = 0 != decoder.isRunCompleted();
        if (CLOSED != sessionPhase && decoder.previousDate() > 0)
        {
            // Without its number: it was cleared, or this one would not be open.
            next(new SessionOpenedEncoder()).tradingDate(decoder.previousDate());
            publish();
            next(new ClearingCompletedEncoder()).kind(ClearingKind.EVENING);
            publish();
        }
        next(new SessionOpenedEncoder()).sessionId(sessionId).tradingDate(decoder.tradingDate());
        publish();
    }

    private void onSettlementAccount(final SettlementAccountsDecoder.AccountsDecoder entry)
    {
        settlementAccounts.add(entry.code());
        next(new SettlementAccountDefinedEncoder()).code(entry.code());
        publish();
    }

    private void onFirm(final BrokerageFirmsDecoder.FirmsDecoder entry)
    {
        final String firm = AccountCode.unpack(entry.code());
        firms.add(firm);
        next(new BrokerageFirmDefinedEncoder()).code(firm);
        publish();
        if (entry.settlementAccount() >= 0)
        {
            next(new SettlementAccountAssignedEncoder())
                .brokerageFirm(firm)
                .code(settlementAccounts.get(entry.settlementAccount()));
            publish();
        }
        final SelfTradeScope scope = SelfTradeScope.get(entry.selfTradeScope());
        if (SelfTradeScope.NONE != scope)
        {
            next(new SelfTradePreventionSetEncoder())
                .brokerageFirm(firm)
                .scope(scope)
                .mode(SelfTradeMode.get(entry.selfTradeMode()));
            publish();
        }
    }

    private void onLogin(final LoginsDecoder.EntriesDecoder entry)
    {
        final LoginProtocol protocol = LoginProtocol.get(entry.protocol());
        next(new LoginDefinedEncoder())
            .loginId(entry.loginId())
            .protocol(protocol)
            .name(entry.name())
            .brokerageFirm(firms.get(entry.firm()));
        publish();
        if (0 != entry.rights() || NO_GRACE != entry.disconnectGraceNs())
        {
            next(new LoginRightsSetEncoder())
                .loginId(entry.loginId())
                .rights(entry.rights())
                .disconnectGraceNs(entry.disconnectGraceNs());
            publish();
        }
        if (0 != entry.isConnected())
        {
            final boolean isKnown = record.version() >= LoginsDecoder.EntriesDecoder.gatewaysSinceVersion() &&
                LoginGateways.UNKNOWN != entry.gateways();
            // Gateways of protocols have their numbers.
            next(new LoginConnectionChangedEncoder()).loginId(entry.loginId()).connected((short)1)
                .gateways(isKnown ? entry.gateways() : LoginGateways.of(protocol.value()));
            publish();
        }
    }

    private void onAccounts(final AccountsDecoder decoder)
    {
        final UnsafeBuffer codes = new UnsafeBuffer(new byte[0]);
        final UnsafeBuffer clients = new UnsafeBuffer(new byte[0]);
        decoder.wrapCodes(codes);
        decoder.wrapClients(clients);
        for (int at = 0; at < codes.capacity(); at += Long.BYTES)
        {
            final long code = codes.getLong(at, ByteOrder.LITTLE_ENDIAN);
            next(accountDefined)
                .accountCode(code)
                .accountId(accounts.size())
                .clientId(0 == clients.capacity() ? 0 : clients.getLong(at, ByteOrder.LITTLE_ENDIAN));
            publish();
            accounts.addLong(code);
        }
    }

    private void onInstrument(final InstrumentDecoder decoder)
    {
        final DefineInstrumentDecoder definition = InstrumentSnapshot.definition(decoder);
        final int instrumentId = definition.instrumentId();
        next(new InstrumentDefinedEncoder())
            .priceTickE5(definition.priceTickE5())
            .tickValueE5(decoder.tickValueE5())
            .lowLimitE5(decoder.lowLimitE5())
            .highLimitE5(decoder.highLimitE5())
            .settlementPriceE5(decoder.settlementPriceE5())
            .instrumentId(instrumentId)
            .exchangeFeePctE6(definition.exchangeFeePctE6())
            .clearingFeePctE6(definition.clearingFeePctE6())
            .maturityDate(definition.maturityDate())
            .kind(definition.kind())
            .symbol(definition.symbol())
            .underlying(definition.underlying())
            .currency(definition.currency());
        publish();
        final Phase phase = Phase.get(decoder.phase());
        instruments.add(new PhaseNow(instrumentId, phase,
            1 == decoder.isExpired() ? PhaseCause.EXPIRY : PhaseCause.CALENDAR, NO_END));
        onMargin(decoder, instrumentId);
        onControls(decoder, instrumentId);
        if (decoder.sessionTrades() > 0)
        {
            next(new InstrumentTotalsEncoder())
                .sessionTrades(decoder.sessionTrades())
                .sessionLots(decoder.sessionLots())
                .trades(decoder.trades())
                .instrumentId(instrumentId);
            publish();
        }
        if (1 == decoder.isMoved())
        {
            next(new InstrumentMovedEncoder()).instrumentId(instrumentId).fromPartition(partition)
                .toPartition(InstrumentMovedEncoder.toPartitionNullValue());
            publish();
            instruments.set(instruments.size() - 1,
                new PhaseNow(instrumentId, Phase.CONTINUOUS, PhaseCause.CALENDAR, NO_END));
        }
    }

    private void onMargin(final InstrumentDecoder decoder, final int instrumentId)
    {
        if (0 != decoder.longMarginKopecks() || 0 != decoder.shortMarginKopecks())
        {
            next(new MarginSetEncoder())
                .longKopecks(decoder.longMarginKopecks())
                .shortKopecks(decoder.shortMarginKopecks())
                .instrumentId(instrumentId);
            publish();
        }
    }

    private void onControls(final InstrumentDecoder decoder, final int instrumentId)
    {
        if (0 != (decoder.collarE5() | decoder.protectionE5() | decoder.dynamicRangeE5() | decoder.staticRangeE5() |
            decoder.volatilityAuctionNs() | decoder.limitWatchNs() | decoder.passiveDelayNs()))
        {
            next(new PriceControlsSetEncoder())
                .collarE5(decoder.collarE5())
                .protectionE5(decoder.protectionE5())
                .dynamicRangeE5(decoder.dynamicRangeE5())
                .staticRangeE5(decoder.staticRangeE5())
                .volatilityAuctionNs(decoder.volatilityAuctionNs())
                .volatilityRandomNs(decoder.volatilityRandomNs())
                .limitWatchNs(decoder.limitWatchNs())
                .passiveDelayNs(decoder.passiveDelayNs())
                .instrumentId(instrumentId)
                .limitWatchPct((short)decoder.limitWatchPct())
                .limitShiftPct((short)decoder.limitShiftPct())
                .maxLimitShifts((short)decoder.maxLimitShifts());
            publish();
        }
    }

    private void onRegister(final RegistersDecoder.EntriesDecoder entry)
    {
        final LimitLevel level = LimitLevel.get(entry.level());
        final String code = switch (level)
        {
            case CLIENT -> AccountCode.unpack(accounts.getLong(entry.entity()));
            case BROKERAGE_FIRM -> firms.get(entry.entity());
            case SETTLEMENT_ACCOUNT -> settlementAccounts.get(entry.entity());
            case LOGIN -> Integer.toString(entry.entity());
            case NULL_VAL -> throw new IllegalStateException("a register has a level: entity=" + entry.entity());
        };
        if (0 != entry.hasCollateral())
        {
            next(new CollateralSetEncoder())
                .collateralKopecks(entry.collateralKopecks())
                .level(level)
                .registerCode(code);
            publish();
        }
        if (0 != entry.hasLimits())
        {
            next(new TradingLimitsSetEncoder())
                .maxPositionLots(entry.maxPositionLots())
                .maxOrderLots(entry.maxOrderLots())
                .maxOrderNotionalKopecks(entry.maxOrderNotionalKopecks())
                .maxActiveOrders(entry.maxActiveOrders())
                .maxOrdersPerSecond(entry.maxOrdersPerSecond())
                .level(level)
                .registerCode(code);
            publish();
        }
    }

    private void onOrder(final OrdersDecoder.EntriesDecoder entry)
    {
        next(orderAccepted)
            .orderId(entry.orderId())
            .clOrdId(entry.clOrdId())
            .qtyLots(entry.restLots())
            .accountCode(accounts.getLong(entry.account()))
            .accountId(entry.account())
            .instrumentId(instruments.get(entry.instrument()).instrumentId)
            .loginId(entry.loginId())
            .linkId(entry.linkId())
            .side(Side.get(entry.side()));
        publish();
    }

    private void onSchedule(final PhaseSchedulesDecoder.SchedulesDecoder entry)
    {
        final PhaseNow now = instruments.get(entry.instrument());
        final boolean hasNext = Phase.NULL_VAL.value() != entry.nextPhase();
        instruments.set(entry.instrument(), new PhaseNow(now.instrumentId, now.phase,
            0 != entry.isHeld() ? PhaseCause.OPERATOR : now.cause, hasNext ? entry.nextEndNs() : NO_END));
    }

    private void onCalendar(final CalendarDecoder decoder)
    {
        final String underlying = decoder.underlying();
        final int entries = decoder.entries().count();
        // That of the market is in every snapshot.
        if (0 != entries)
        {
            next(new CalendarSetEncoder()).entries(entries).underlying(underlying);
            publish();
        }
    }

    private void end()
    {
        for (final PhaseNow now : instruments)
        {
            if (Phase.CONTINUOUS != now.phase)
            {
                next(new PhaseChangedEncoder())
                    .instrumentId(now.instrumentId)
                    .phase(now.phase)
                    .previous(Phase.CONTINUOUS)
                    .cause(now.cause)
                    .endNs(now.endNs);
                publish();
            }
        }
        endSession();
        head().frameSequence(frameSequence).rollingHash(rollingHash).eventCount(0);
        dispatcher.onTransaction(buffer, 1, cursor, 0);
    }

    private void endSession()
    {
        final boolean isOpen = OPEN == sessionPhase;
        // An evening run was that of the session before.
        if (0 == sessionId || isOpen && ClearingKind.INTRADAY != runKind)
        {
            return;
        }
        next(new TradingSuspendedEncoder()).runId(runId).sessionId(sessionId).kind(runKind);
        publish();
        if (isRunCompleted)
        {
            next(new ClearingCompletedEncoder()).runId(runId).sessionId(sessionId).kind(runKind);
            publish();
        }
        if (isOpen)
        {
            next(new TradingResumedEncoder()).runId(runId).sessionId(sessionId);
            publish();
        }
    }

    /** As the first frame of a stream: its listener has everything. */
    private EventGroupEncoder head()
    {
        group.wrapAndApplyHeader(buffer, 0, header)
            .frameSequence(1)
            .commandPosition(commandPosition)
            .engineTimeNs(engineTimeNs)
            .receivedNs(0)
            .sequence(0)
            .rollingHash(0)
            .sessionId(0)
            .gatewayId(0)
            .partition(partition)
            .commandTemplateId(0)
            .eventCount(1)
            .clientRef("");
        group.flags().clear().begin(true).end(true);
        return group;
    }

    private <T extends MessageEncoderFlyweight> T next(final T encoder)
    {
        final int offset = head().limit();
        header.wrap(buffer, offset)
            .blockLength(encoder.sbeBlockLength())
            .templateId(encoder.sbeTemplateId())
            .schemaId(encoder.sbeSchemaId())
            .version(encoder.sbeSchemaVersion());
        final int block = offset + MessageHeaderEncoder.ENCODED_LENGTH;
        buffer.setMemory(block, encoder.sbeBlockLength(), (byte)0);
        encoder.wrap(buffer, block);
        return encoder;
    }

    /** Before the last transaction, which the empty one stands for. */
    private void publish()
    {
        dispatcher.onTransaction(buffer, 1, previousCursor, 0);
    }
}
