// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.ring;

import io.bourse.engine.protocol.AccountCode;
import io.bourse.engine.protocol.AssignSettlementAccountEncoder;
import io.bourse.engine.protocol.DefineAccountsEncoder;
import io.bourse.engine.protocol.DefineBrokerageFirmEncoder;
import io.bourse.engine.protocol.DefineClearingFirmEncoder;
import io.bourse.engine.protocol.DefineInstrumentEncoder;
import io.bourse.engine.protocol.DefineLoginEncoder;
import io.bourse.engine.protocol.DefineSettlementAccountEncoder;
import io.bourse.engine.protocol.InstrumentKind;
import io.bourse.engine.protocol.LimitLevel;
import io.bourse.engine.protocol.LoginProtocol;
import io.bourse.engine.protocol.OpenSessionEncoder;
import io.bourse.engine.protocol.SetCollateralEncoder;
import io.bourse.engine.protocol.SetMarginEncoder;
import io.bourse.engine.protocol.SetPriceControlsEncoder;
import io.bourse.engine.protocol.SetTradingLimitsEncoder;
import org.agrona.sbe.MessageEncoderFlyweight;

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

    private final CommandBuffer commands = new CommandBuffer();
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
        send(begin(new OpenSessionEncoder()).sessionId(1).tradingDate(20261121));
        engine.requireNothingRefused("load " + shape);
    }

    /** Collateral and limits of an account that is going to trade. */
    public void allow(final int accountId)
    {
        final String code = AccountCode.unpack(accountCode(accountId));
        allow(LimitLevel.CLIENT, code);
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
        send(begin(new DefineClearingFirmEncoder()).code(CLEARING_FIRM));
        send(begin(new DefineSettlementAccountEncoder()).code(SETTLEMENT_ACCOUNT));
        allow(LimitLevel.SETTLEMENT_ACCOUNT, SETTLEMENT_ACCOUNT);
        for (int i = 0; i < shape.firms(); i++)
        {
            final String code = firmCode(i);
            send(begin(new DefineBrokerageFirmEncoder()).code(code));
            send(begin(new AssignSettlementAccountEncoder()).brokerageFirm(code).code(SETTLEMENT_ACCOUNT));
            allow(LimitLevel.BROKERAGE_FIRM, code);
            send(begin(new DefineLoginEncoder())
                .loginId(i + 1).protocol(LoginProtocol.TWIME).name("login" + i).brokerageFirm(code));
            limit(LimitLevel.LOGIN, Integer.toString(i + 1));
        }
    }

    private void defineAccounts()
    {
        final DefineAccountsEncoder accounts = new DefineAccountsEncoder();
        for (int first = 0; first < shape.accounts(); first += BULK)
        {
            final int count = Math.min(BULK, shape.accounts() - first);
            final DefineAccountsEncoder.AccountsEncoder group =
                begin(accounts).firstAccountId(first).accountsCount(count);
            for (int i = 0; i < count; i++)
            {
                group.next().accountCode(accountCode(first + i)).clientId(0);
            }
            send(accounts);
        }
    }

    private void defineInstrument(final int id)
    {
        send(begin(new DefineInstrumentEncoder())
            .priceTickE5(1)
            .tickValueE5(100_000)
            .highLimitE5(2 * MIDDLE_E5)
            .settlementPriceE5(MIDDLE_E5)
            .instrumentId(id)
            .maturityDate(20261217)
            .kind(InstrumentKind.FUTURE)
            .symbol("BENCH" + id)
            .underlying("BENCH")
            .currency("RUB"));
        send(begin(new SetMarginEncoder())
            .longKopecks(MARGIN_KOPECKS).shortKopecks(MARGIN_KOPECKS).instrumentId(id));
        send(begin(new SetPriceControlsEncoder()).collarE5(MIDDLE_E5).instrumentId(id));
    }

    private void allow(final LimitLevel level, final String code)
    {
        send(begin(setCollateral).collateralKopecks(PLENTY).level(level.value()).registerCode(code));
        limit(level, code);
    }

    private void limit(final LimitLevel level, final String code)
    {
        send(begin(setLimits)
            .maxPositionLots(PLENTY)
            .maxOrderLots(PLENTY)
            .maxOrderNotionalKopecks(PLENTY)
            .maxActiveOrders(PLENTY)
            .maxOrdersPerSecond(Integer.MAX_VALUE)
            .level(level.value())
            .registerCode(code));
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

    private <T extends MessageEncoderFlyweight> T begin(final T encoder)
    {
        return commands.begin(encoder);
    }

    private void send(final MessageEncoderFlyweight command)
    {
        commands.send(command, engine);
    }
}
