// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.simulator;

import io.bourse.engine.protocol.AccountCode;
import io.bourse.engine.protocol.DefineAccountEncoder;
import io.bourse.engine.protocol.DefineBrokerageFirmEncoder;
import io.bourse.engine.protocol.DefineClearingFirmEncoder;
import io.bourse.engine.protocol.DefineInstrumentEncoder;
import io.bourse.engine.protocol.DefineLegsEncoder;
import io.bourse.engine.protocol.DefineLoginEncoder;
import io.bourse.engine.protocol.FeatureLevels;
import io.bourse.engine.protocol.InstrumentKind;
import io.bourse.engine.protocol.LimitLevel;
import io.bourse.engine.protocol.LoginProtocol;
import io.bourse.engine.protocol.LoginRights;
import io.bourse.engine.protocol.OpenSessionEncoder;
import io.bourse.engine.protocol.SelfTradeMode;
import io.bourse.engine.protocol.SelfTradeScope;
import io.bourse.engine.protocol.SetCollateralEncoder;
import io.bourse.engine.protocol.SetFeatureLevelEncoder;
import io.bourse.engine.protocol.SetLoginRightsEncoder;
import io.bourse.engine.protocol.SetMarginEncoder;
import io.bourse.engine.protocol.SetSelfTradePreventionEncoder;

import java.util.ArrayList;
import java.util.List;

/**
 * The small venue of every schedule: two clearing firms, three brokerage firms with an account each, four logins, two
 * futures, a strategy over both, limits, rights and an open session.
 */
final class VenueSetup
{
    static final int LOGINS = 4;
    static final int FIRST = 1;
    static final int SECOND = 2;
    static final int STRATEGY = 3;
    static final String UNDERLYING = "INDEX";
    static final long GRACE_NS = 10_000_000;
    private static final String[] FIRMS = {"AA01", "BB01", "AA02"};
    private static final long COLLATERAL_KOPECKS = 40_000_000;

    private final CommandBytes encoder;
    private final List<byte[]> commands = new ArrayList<>();

    VenueSetup(final CommandBytes encoder)
    {
        this.encoder = encoder;
    }

    static String firm(final int loginId)
    {
        return FIRMS[(loginId - 1) % FIRMS.length];
    }

    static long account(final int loginId)
    {
        return AccountCode.pack(firm(loginId) + "001");
    }

    static long tickE5(final int instrumentId)
    {
        return FIRST == instrumentId ? 1 : 10;
    }

    /** All commands of it, in order. */
    List<byte[]> commands()
    {
        for (int level = FeatureLevels.BASE + 1; level <= FeatureLevels.HIGHEST; level++)
        {
            add(encoder.end(encoder.begin(new SetFeatureLevelEncoder()).level(level)));
        }
        clearingFirm("AA");
        clearingFirm("BB");
        for (int i = 0; i < FIRMS.length; i++)
        {
            final DefineBrokerageFirmEncoder firm = encoder.begin(new DefineBrokerageFirmEncoder());
            add(encoder.end(firm.code(FIRMS[i])));
            final DefineAccountEncoder account = encoder.begin(new DefineAccountEncoder());
            add(encoder.end(account.accountCode(AccountCode.pack(FIRMS[i] + "001")).accountId(i).clientId(0)));
        }
        for (int login = 1; login <= LOGINS; login++)
        {
            login(login);
        }
        instrument(FIRST, InstrumentKind.FUTURE, "ONE-12.26", 0, 1_000_000, 500);
        instrument(SECOND, InstrumentKind.FUTURE, "TWO-12.26", 100, 1_000, 500);
        instrument(STRATEGY, InstrumentKind.SPREAD, "ONE-TWO", -1_000, 1_000, 0);
        final DefineLegsEncoder legs = encoder.begin(new DefineLegsEncoder());
        legs.instrumentId(STRATEGY).legsCount(2)
            .next().legInstrumentId(SECOND).ratio(-1)
            .next().legInstrumentId(FIRST).ratio(1);
        add(encoder.end(legs));
        limits();
        final OpenSessionEncoder session = encoder.begin(new OpenSessionEncoder());
        add(encoder.end(session.sessionId(1).tradingDate(20261121)));
        return commands;
    }

    private void clearingFirm(final String code)
    {
        final DefineClearingFirmEncoder firm = encoder.begin(new DefineClearingFirmEncoder());
        add(encoder.end(firm.code(code)));
    }

    private void login(final int loginId)
    {
        final DefineLoginEncoder login = encoder.begin(new DefineLoginEncoder());
        add(encoder.end(login
            .loginId(loginId)
            .protocol(0 == loginId % 2 ? LoginProtocol.FIX : LoginProtocol.TWIME)
            .name("trader" + loginId)
            .brokerageFirm(firm(loginId))));
        final SetLoginRightsEncoder rights = encoder.begin(new SetLoginRightsEncoder());
        add(encoder.end(rights
            .disconnectGraceNs(1 == loginId ? -1 : GRACE_NS)
            .loginId(loginId)
            .rights((short)LoginRights.QUOTES)));
    }

    private void instrument(
        final int id,
        final InstrumentKind kind,
        final String symbol,
        final long lowE5,
        final long highE5,
        final long settlementE5)
    {
        final DefineInstrumentEncoder instrument = encoder.begin(new DefineInstrumentEncoder());
        add(encoder.end(instrument
            .priceTickE5(tickE5(id))
            .tickValueE5(100_000)
            .lowLimitE5(lowE5)
            .highLimitE5(highE5)
            .settlementPriceE5(settlementE5)
            .instrumentId(id)
            .exchangeFeePctE6(1_000)
            .clearingFeePctE6(500)
            .maturityDate(20261217)
            .kind(kind)
            .symbol(symbol)
            .underlying(UNDERLYING)
            .currency("RUB")));
    }

    private void limits()
    {
        for (int instrument = FIRST; instrument <= SECOND; instrument++)
        {
            final SetMarginEncoder margin = encoder.begin(new SetMarginEncoder());
            add(encoder.end(margin.longKopecks(1_000).shortKopecks(1_100).instrumentId(instrument)));
        }
        final SetCollateralEncoder collateral = encoder.begin(new SetCollateralEncoder());
        add(encoder.end(collateral
            .collateralKopecks(COLLATERAL_KOPECKS)
            .level(LimitLevel.BROKERAGE_FIRM.value())
            .registerCode(FIRMS[1])));
        final SetSelfTradePreventionEncoder selfTrade = encoder.begin(new SetSelfTradePreventionEncoder());
        add(encoder.end(selfTrade
            .brokerageFirm(FIRMS[0])
            .scope(SelfTradeScope.ACCOUNT.value())
            .mode(SelfTradeMode.CANCEL_RESTING.value())));
    }

    private void add(final byte[] command)
    {
        commands.add(command);
    }
}
