// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.ring;

import io.bourse.engine.client.CommandPublisher;
import io.bourse.engine.protocol.AccountCode;
import io.bourse.engine.protocol.AssignSettlementAccountEncoder;
import io.bourse.engine.protocol.CommandHeaderEncoder;
import io.bourse.engine.protocol.DefineAccountsEncoder;
import io.bourse.engine.protocol.DefineBrokerageFirmEncoder;
import io.bourse.engine.protocol.DefineClearingFirmEncoder;
import io.bourse.engine.protocol.DefineInstrumentEncoder;
import io.bourse.engine.protocol.DefineLoginEncoder;
import io.bourse.engine.protocol.DefineSettlementAccountEncoder;
import io.bourse.engine.protocol.InstrumentKind;
import io.bourse.engine.protocol.LimitLevel;
import io.bourse.engine.protocol.LoginProtocol;
import io.bourse.engine.protocol.MessageHeaderEncoder;
import io.bourse.engine.protocol.OpenSessionEncoder;
import io.bourse.engine.protocol.SetCollateralEncoder;
import io.bourse.engine.protocol.SetMarginEncoder;
import io.bourse.engine.protocol.SetPriceControlsEncoder;
import io.bourse.engine.protocol.SetTradingLimitsEncoder;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Loads a venue into a core by the commands an operator would send, and opens its session. Every limit is set, on every
 * level, and wide: checks are made and pass.
 */
public final class VenueLoader
{
    /** Middle of every book in ticks of 1. */
    public static final long MIDDLE_E5 = 1_000_000;

    private static final String CLEARING_FIRM = "AA";
    private static final String SETTLEMENT_ACCOUNT = "SETTLEMENT01";
    private static final int BULK = 29;
    private static final int RADIX = 36;
    private static final int CLIENT_DIGITS = 3;
    private static final int FIRM_DIGITS = 2;
    private static final long PLENTY = 1_000_000_000_000_000L;
    private static final long MARGIN_KOPECKS = 1_000;

    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[CommandPublisher.MAX_COMMAND_LENGTH]);
    private final MessageHeaderEncoder messageHeader = new MessageHeaderEncoder();
    private final SetCollateralEncoder setCollateral = new SetCollateralEncoder();
    private final SetTradingLimitsEncoder setLimits = new SetTradingLimitsEncoder();
    private final VenueShape shape;
    private final BareCore engine;

    /** A loader of an empty core. */
    public VenueLoader(final VenueShape shape, final BareCore engine)
    {
        this.shape = shape;
        this.engine = engine;
    }

    /** Defines firms, accounts and instruments, and opens the session. */
    public void load()
    {
        defineFirms();
        defineAccounts();
        for (int i = 1; i <= shape.instruments(); i++)
        {
            defineInstrument(i);
        }
        final OpenSessionEncoder open = new OpenSessionEncoder().wrapAndApplyHeader(buffer, 0, messageHeader);
        header(open.header());
        send(open.sessionId(1).tradingDate(20261121).encodedLength());
        engine.requireNothingRefused("load " + shape);
    }

    /** Collateral and limits of an account that is going to trade. */
    public void allow(final int accountId)
    {
        final String code = AccountCode.unpack(accountCode(accountId));
        allow(LimitLevel.CLIENT, code);
        limit(LimitLevel.CLIENT, code);
    }

    /** Packed code of an account. */
    public long accountCode(final int accountId)
    {
        final int firm = accountId / shape.accountsPerFirm();
        final int client = accountId % shape.accountsPerFirm();
        long code = 0;
        final String text = firmCode(firm) + digits(client, CLIENT_DIGITS);
        for (int i = text.length() - 1; i >= 0; i--)
        {
            code = code << Byte.SIZE | text.charAt(i);
        }
        return code;
    }

    private void defineFirms()
    {
        final DefineClearingFirmEncoder clearing =
            new DefineClearingFirmEncoder().wrapAndApplyHeader(buffer, 0, messageHeader);
        header(clearing.header());
        send(clearing.code(CLEARING_FIRM).encodedLength());
        final DefineSettlementAccountEncoder settlement =
            new DefineSettlementAccountEncoder().wrapAndApplyHeader(buffer, 0, messageHeader);
        header(settlement.header());
        send(settlement.code(SETTLEMENT_ACCOUNT).encodedLength());
        allow(LimitLevel.SETTLEMENT_ACCOUNT, SETTLEMENT_ACCOUNT);
        limit(LimitLevel.SETTLEMENT_ACCOUNT, SETTLEMENT_ACCOUNT);
        for (int i = 0; i < shape.firms(); i++)
        {
            defineFirm(i);
        }
    }

    private void defineFirm(final int index)
    {
        final String code = firmCode(index);
        final DefineBrokerageFirmEncoder firm =
            new DefineBrokerageFirmEncoder().wrapAndApplyHeader(buffer, 0, messageHeader);
        header(firm.header());
        send(firm.code(code).encodedLength());
        final AssignSettlementAccountEncoder assign =
            new AssignSettlementAccountEncoder().wrapAndApplyHeader(buffer, 0, messageHeader);
        header(assign.header());
        send(assign.brokerageFirm(code).code(SETTLEMENT_ACCOUNT).encodedLength());
        allow(LimitLevel.BROKERAGE_FIRM, code);
        limit(LimitLevel.BROKERAGE_FIRM, code);
        final DefineLoginEncoder login = new DefineLoginEncoder().wrapAndApplyHeader(buffer, 0, messageHeader);
        header(login.header());
        login.loginId(index + 1).protocol(LoginProtocol.TWIME).name("login" + index).brokerageFirm(code);
        send(login.encodedLength());
        limit(LimitLevel.LOGIN, Integer.toString(index + 1));
    }

    private void defineAccounts()
    {
        final DefineAccountsEncoder accounts = new DefineAccountsEncoder();
        for (int first = 0; first < shape.accounts(); first += BULK)
        {
            final int count = Math.min(BULK, shape.accounts() - first);
            accounts.wrapAndApplyHeader(buffer, 0, messageHeader);
            header(accounts.header());
            accounts.firstAccountId(first);
            final DefineAccountsEncoder.AccountsEncoder group = accounts.accountsCount(count);
            for (int i = 0; i < count; i++)
            {
                group.next().accountCode(accountCode(first + i)).clientId(0);
            }
            send(accounts.encodedLength());
        }
    }

    private void defineInstrument(final int id)
    {
        final DefineInstrumentEncoder instrument =
            new DefineInstrumentEncoder().wrapAndApplyHeader(buffer, 0, messageHeader);
        header(instrument.header());
        instrument
            .priceTickE5(1)
            .tickValueE5(100_000)
            .lowLimitE5(0)
            .highLimitE5(2 * MIDDLE_E5)
            .settlementPriceE5(MIDDLE_E5)
            .instrumentId(id)
            .exchangeFeePctE6(0)
            .clearingFeePctE6(0)
            .maturityDate(20261217)
            .kind(InstrumentKind.FUTURE)
            .symbol("BENCH" + id)
            .underlying("BENCH")
            .currency("RUB");
        send(instrument.encodedLength());
        final SetMarginEncoder margin = new SetMarginEncoder().wrapAndApplyHeader(buffer, 0, messageHeader);
        header(margin.header());
        send(margin.longKopecks(MARGIN_KOPECKS).shortKopecks(MARGIN_KOPECKS).instrumentId(id).encodedLength());
        final SetPriceControlsEncoder controls =
            new SetPriceControlsEncoder().wrapAndApplyHeader(buffer, 0, messageHeader);
        header(controls.header());
        controls
            .collarE5(MIDDLE_E5)
            .protectionE5(0)
            .dynamicRangeE5(0)
            .staticRangeE5(0)
            .volatilityAuctionNs(0)
            .volatilityRandomNs(0)
            .limitWatchNs(0)
            .passiveDelayNs(0)
            .instrumentId(id)
            .limitWatchPct((short)0)
            .limitShiftPct((short)0)
            .maxLimitShifts((short)0);
        send(controls.encodedLength());
    }

    private void allow(final LimitLevel level, final String code)
    {
        setCollateral.wrapAndApplyHeader(buffer, 0, messageHeader);
        header(setCollateral.header());
        send(setCollateral.collateralKopecks(PLENTY).level(level.value()).registerCode(code).encodedLength());
    }

    private void limit(final LimitLevel level, final String code)
    {
        setLimits.wrapAndApplyHeader(buffer, 0, messageHeader);
        header(setLimits.header());
        setLimits
            .maxPositionLots(PLENTY)
            .maxOrderLots(PLENTY)
            .maxOrderNotionalKopecks(PLENTY)
            .maxActiveOrders(PLENTY)
            .maxOrdersPerSecond(Integer.MAX_VALUE)
            .level(level.value())
            .registerCode(code);
        send(setLimits.encodedLength());
    }

    private static String firmCode(final int index)
    {
        return CLEARING_FIRM + digits(index, FIRM_DIGITS);
    }

    private static String digits(final int value, final int count)
    {
        final char[] text = new char[count];
        int rest = value;
        for (int i = count - 1; i >= 0; i--)
        {
            text[i] = Character.toUpperCase(Character.forDigit(rest % RADIX, RADIX));
            rest /= RADIX;
        }
        return new String(text);
    }

    private void send(final int encodedLength)
    {
        engine.send(buffer, 0, MessageHeaderEncoder.ENCODED_LENGTH + encodedLength);
    }

    private static void header(final CommandHeaderEncoder header)
    {
        header.stampedNs(0).receivedNs(0).sequence(0).sessionId(0).gatewayId(0).partition(0);
    }
}
