// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.event;

import io.bourse.engine.core.state.Instrument;
import io.bourse.engine.core.state.Login;
import io.bourse.engine.protocol.AccountDefinedEncoder;
import io.bourse.engine.protocol.BrokerageFirmDefinedEncoder;
import io.bourse.engine.protocol.ClearingFirmDefinedEncoder;
import io.bourse.engine.protocol.InstrumentDefinedEncoder;
import io.bourse.engine.protocol.LoginDefinedEncoder;
import io.bourse.engine.protocol.SetTradingDaysDecoder;
import io.bourse.engine.protocol.TradingDaysSetEncoder;

/**
 * Encodes reference data as it is after the command.
 */
public final class ReferenceEventPublisher
{
    private final EventGroupWriter writer;
    private final ClearingFirmDefinedEncoder clearingFirmEncoder = new ClearingFirmDefinedEncoder();
    private final BrokerageFirmDefinedEncoder brokerageFirmEncoder = new BrokerageFirmDefinedEncoder();
    private final AccountDefinedEncoder accountEncoder = new AccountDefinedEncoder();
    private final LoginDefinedEncoder loginEncoder = new LoginDefinedEncoder();
    private final InstrumentDefinedEncoder instrumentEncoder = new InstrumentDefinedEncoder();
    private final TradingDaysSetEncoder tradingDaysEncoder = new TradingDaysSetEncoder();

    public ReferenceEventPublisher(final EventGroupWriter writer)
    {
        this.writer = writer;
    }

    public void clearingFirmDefined(final long code)
    {
        writer.next(clearingFirmEncoder);
        for (int i = 0; i < ClearingFirmDefinedEncoder.codeLength(); i++)
        {
            clearingFirmEncoder.code(i, (byte)(code >>> (i << 3)));
        }
    }

    public void brokerageFirmDefined(final long code)
    {
        writer.next(brokerageFirmEncoder);
        for (int i = 0; i < BrokerageFirmDefinedEncoder.codeLength(); i++)
        {
            brokerageFirmEncoder.code(i, (byte)(code >>> (i << 3)));
        }
    }

    public void accountDefined(final long accountCode, final int accountId, final long clientId)
    {
        writer.next(accountEncoder)
            .accountCode(accountCode)
            .accountId(accountId)
            .clientId(clientId);
    }

    public void loginDefined(final Login login)
    {
        writer.next(loginEncoder)
            .loginId(login.loginId)
            .protocol(login.protocol)
            .putName(login.name, 0);
        for (int i = 0; i < LoginDefinedEncoder.brokerageFirmLength(); i++)
        {
            loginEncoder.brokerageFirm(i, (byte)(login.firm.code >>> (i << 3)));
        }
    }

    public void instrumentDefined(final Instrument instrument)
    {
        writer.next(instrumentEncoder)
            .priceTickE5(instrument.priceTickE5)
            .tickValueE5(instrument.tickValueE5)
            .lowLimitE5(instrument.lowLimitE5)
            .highLimitE5(instrument.highLimitE5)
            .settlementPriceE5(instrument.settlementPriceE5)
            .instrumentId(instrument.instrumentId)
            .exchangeFeePctE6(instrument.exchangeFeePctE6)
            .clearingFeePctE6(instrument.clearingFeePctE6)
            .maturityDate(instrument.maturityDate)
            .kind(instrument.kind)
            .putSymbol(instrument.symbol, 0)
            .putUnderlying(instrument.underlying, 0)
            .putCurrency(instrument.currency, 0);
    }

    public void tradingDaysSet(final SetTradingDaysDecoder command)
    {
        writer.next(tradingDaysEncoder).year(command.year()).weekdays(command.weekdays());
        final int block = tradingDaysEncoder.offset();
        tradingDaysEncoder.buffer().putBytes(
            block + TradingDaysSetEncoder.marketEncodingOffset(),
            command.buffer(),
            command.offset() + SetTradingDaysDecoder.marketEncodingOffset(),
            SetTradingDaysDecoder.marketEncodingLength());
        tradingDaysEncoder.buffer().putBytes(
            block + TradingDaysSetEncoder.daysEncodingOffset(),
            command.buffer(),
            command.offset() + SetTradingDaysDecoder.daysEncodingOffset(),
            SetTradingDaysDecoder.daysEncodingLength());
    }
}
