// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.bench;

import io.bourse.engine.protocol.AccountDefinedDecoder;
import io.bourse.engine.protocol.AccountDefinedEncoder;
import io.bourse.engine.protocol.BookClearedDecoder;
import io.bourse.engine.protocol.BookClearedEncoder;
import io.bourse.engine.protocol.BrokerageFirmDefinedDecoder;
import io.bourse.engine.protocol.BrokerageFirmDefinedEncoder;
import io.bourse.engine.protocol.ClearingCompletedDecoder;
import io.bourse.engine.protocol.ClearingCompletedEncoder;
import io.bourse.engine.protocol.ClearingFirmDefinedDecoder;
import io.bourse.engine.protocol.ClearingFirmDefinedEncoder;
import io.bourse.engine.protocol.ClearingKind;
import io.bourse.engine.protocol.CollateralSetDecoder;
import io.bourse.engine.protocol.CollateralSetEncoder;
import io.bourse.engine.protocol.EventGroup;
import io.bourse.engine.protocol.EventListener;
import io.bourse.engine.protocol.InstrumentDefinedDecoder;
import io.bourse.engine.protocol.InstrumentDefinedEncoder;
import io.bourse.engine.protocol.InstrumentKind;
import io.bourse.engine.protocol.LimitLevel;
import io.bourse.engine.protocol.MarginSetDecoder;
import io.bourse.engine.protocol.MarginSetEncoder;
import io.bourse.engine.protocol.SessionOpenedDecoder;
import io.bourse.engine.protocol.SessionOpenedEncoder;
import io.bourse.engine.protocol.SettlementPublishedDecoder;
import io.bourse.engine.protocol.SettlementPublishedEncoder;
import io.bourse.engine.protocol.TradingResumedDecoder;
import io.bourse.engine.protocol.TradingResumedEncoder;
import io.bourse.engine.protocol.TradingSuspendedDecoder;
import io.bourse.engine.protocol.TradingSuspendedEncoder;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

import java.nio.ByteBuffer;

/**
 * Tells a listener of reference data and of sessions in the engine's own encoding, as its stream would.
 */
final class SessionTelling
{
    private static final int BUFFER_LENGTH = 512;

    private final MutableDirectBuffer buffer = new UnsafeBuffer(ByteBuffer.allocateDirect(BUFFER_LENGTH));
    private final AccountDefinedEncoder account = new AccountDefinedEncoder();
    private final AccountDefinedDecoder accountView = new AccountDefinedDecoder();

    void clearingFirm(final EventListener listener, final EventGroup group, final String code)
    {
        new ClearingFirmDefinedEncoder().wrap(buffer, 0).code(code);
        listener.onClearingFirmDefined(group, new ClearingFirmDefinedDecoder().wrap(
            buffer, 0, ClearingFirmDefinedEncoder.BLOCK_LENGTH, ClearingFirmDefinedEncoder.SCHEMA_VERSION));
    }

    void brokerageFirm(final EventListener listener, final EventGroup group, final String code)
    {
        new BrokerageFirmDefinedEncoder().wrap(buffer, 0).code(code);
        listener.onBrokerageFirmDefined(group, new BrokerageFirmDefinedDecoder().wrap(
            buffer, 0, BrokerageFirmDefinedEncoder.BLOCK_LENGTH, BrokerageFirmDefinedEncoder.SCHEMA_VERSION));
    }

    void account(final EventListener listener, final EventGroup group, final int accountId, final long code)
    {
        account.wrap(buffer, 0).accountCode(code).accountId(accountId).clientId(accountId);
        listener.onAccountDefined(group, accountView.wrap(
            buffer, 0, AccountDefinedEncoder.BLOCK_LENGTH, AccountDefinedEncoder.SCHEMA_VERSION));
    }

    void instrument(final EventListener listener, final EventGroup group, final SyntheticInstrument instrument)
    {
        new InstrumentDefinedEncoder().wrap(buffer, 0)
            .priceTickE5(instrument.priceTickE5())
            .tickValueE5(instrument.tickValueE5())
            .lowLimitE5(instrument.lowLimitE5())
            .highLimitE5(instrument.highLimitE5())
            .settlementPriceE5(instrument.previousE5())
            .instrumentId(instrument.instrumentId())
            .exchangeFeePctE6(instrument.exchangeFeePctE6())
            .clearingFeePctE6(instrument.clearingFeePctE6())
            .maturityDate(instrument.terms().expiryDate())
            .kind(instrument.terms().isOption() ? InstrumentKind.OPTION : InstrumentKind.FUTURE)
            .symbol(instrument.symbol())
            .underlying(instrument.underlying())
            .currency("RUB");
        listener.onInstrumentDefined(group, new InstrumentDefinedDecoder().wrap(
            buffer, 0, InstrumentDefinedEncoder.BLOCK_LENGTH, InstrumentDefinedEncoder.SCHEMA_VERSION));
    }

    void opened(final EventListener listener, final EventGroup group, final int sessionId, final int tradingDate)
    {
        new SessionOpenedEncoder().wrap(buffer, 0).sessionId(sessionId).tradingDate(tradingDate);
        listener.onSessionOpened(group, new SessionOpenedDecoder().wrap(
            buffer, 0, SessionOpenedEncoder.BLOCK_LENGTH, SessionOpenedEncoder.SCHEMA_VERSION));
    }

    void suspended(
        final EventListener listener,
        final EventGroup group,
        final int sessionId,
        final long runId,
        final ClearingKind kind)
    {
        new TradingSuspendedEncoder().wrap(buffer, 0).runId(runId).sessionId(sessionId).kind(kind);
        listener.onTradingSuspended(group, new TradingSuspendedDecoder().wrap(
            buffer, 0, TradingSuspendedEncoder.BLOCK_LENGTH, TradingSuspendedEncoder.SCHEMA_VERSION));
    }

    void bookCleared(final EventListener listener, final EventGroup group, final int sessionId)
    {
        new BookClearedEncoder().wrap(buffer, 0).sessionId(sessionId);
        listener.onBookCleared(group, new BookClearedDecoder().wrap(
            buffer, 0, BookClearedEncoder.BLOCK_LENGTH, BookClearedEncoder.SCHEMA_VERSION));
    }

    void published(
        final EventListener listener, final EventGroup group, final VenueJournal.Publication publication)
    {
        new SettlementPublishedEncoder().wrap(buffer, 0)
            .runId(publication.runId())
            .settlementPriceE5(publication.settlementE5())
            .tickValueE5(publication.tickValueE5())
            .lowLimitE5(publication.lowLimitE5())
            .highLimitE5(publication.highLimitE5())
            .instrumentId(publication.instrumentId())
            .kind(publication.kind());
        listener.onSettlementPublished(group, new SettlementPublishedDecoder().wrap(
            buffer, 0, SettlementPublishedEncoder.BLOCK_LENGTH, SettlementPublishedEncoder.SCHEMA_VERSION));
    }

    void margin(
        final EventListener listener,
        final EventGroup group,
        final int instrumentId,
        final long longKopecks,
        final long shortKopecks)
    {
        new MarginSetEncoder().wrap(buffer, 0)
            .longKopecks(longKopecks)
            .shortKopecks(shortKopecks)
            .instrumentId(instrumentId);
        listener.onMarginSet(group, new MarginSetDecoder().wrap(
            buffer, 0, MarginSetEncoder.BLOCK_LENGTH, MarginSetEncoder.SCHEMA_VERSION));
    }

    void collateral(
        final EventListener listener,
        final EventGroup group,
        final LimitLevel level,
        final String code,
        final long kopecks)
    {
        new CollateralSetEncoder().wrap(buffer, 0).collateralKopecks(kopecks).level(level).registerCode(code);
        listener.onCollateralSet(group, new CollateralSetDecoder().wrap(
            buffer, 0, CollateralSetEncoder.BLOCK_LENGTH, CollateralSetEncoder.SCHEMA_VERSION));
    }

    void completed(
        final EventListener listener,
        final EventGroup group,
        final int sessionId,
        final long runId,
        final ClearingKind kind)
    {
        new ClearingCompletedEncoder().wrap(buffer, 0).runId(runId).sessionId(sessionId).kind(kind);
        listener.onClearingCompleted(group, new ClearingCompletedDecoder().wrap(
            buffer, 0, ClearingCompletedEncoder.BLOCK_LENGTH, ClearingCompletedEncoder.SCHEMA_VERSION));
    }

    void resumed(final EventListener listener, final EventGroup group, final int sessionId, final long runId)
    {
        new TradingResumedEncoder().wrap(buffer, 0).runId(runId).sessionId(sessionId);
        listener.onTradingResumed(group, new TradingResumedDecoder().wrap(
            buffer, 0, TradingResumedEncoder.BLOCK_LENGTH, TradingResumedEncoder.SCHEMA_VERSION));
    }
}
