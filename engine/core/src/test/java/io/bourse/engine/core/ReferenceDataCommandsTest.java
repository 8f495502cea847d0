// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.function.Consumer;

import io.bourse.engine.protocol.AccountCode;
import io.bourse.engine.protocol.ClearingKind;
import io.bourse.engine.protocol.DefineInstrumentEncoder;
import io.bourse.engine.protocol.InstrumentKind;
import io.bourse.engine.protocol.LoginProtocol;

import org.junit.jupiter.api.Test;

class ReferenceDataCommandsTest
{
    private static final String REJECTED = "rejected cl=- order=- account= instrument=0 ";
    private static final String INSTRUMENT =
        "instrument 7 SEVEN FUTURE INDEX RUB tick=1 value=100000 limits=0..1000000 settlement=500 fees=1000/500 " +
        "maturity=20261217";

    private final CoreFixture core = new CoreFixture();

    @Test
    void shouldDefineTheHierarchyFromTheTop()
    {
        assertEquals(List.of(REJECTED + "UNKNOWN_FIRM"), core.send(core.commands.brokerageFirm("AA01")));
        assertEquals(List.of("clearingFirm AA"), core.send(core.commands.clearingFirm("AA")));
        assertEquals(
            List.of("rejected cl=- order=- account=AA01001 instrument=0 UNKNOWN_FIRM"),
            core.send(core.commands.account("AA01001", 0)));
        assertEquals(
            List.of(REJECTED + "UNKNOWN_FIRM"),
            core.send(core.commands.login(1, LoginProtocol.TWIME, "alpha", "AA01")));
        assertEquals(List.of("brokerageFirm AA01"), core.send(core.commands.brokerageFirm("AA01")));
        assertEquals(List.of("account AA01001 id=0"), core.send(core.commands.account("AA01001", 0)));
        assertEquals(
            List.of("login 1 TWIME alpha AA01"),
            core.send(core.commands.login(1, LoginProtocol.TWIME, "alpha", "AA01")));
        assertEquals(List.of(INSTRUMENT), core.send(core.commands.instrument(7, "SEVEN", 1, 0, 1_000_000)));
    }

    @Test
    void shouldAnswerAgainAndChangeNothingWhenDefinedAgain()
    {
        core.withMembers();
        final long before = core.stateHash();
        assertEquals(List.of("clearingFirm AA"), core.send(core.commands.clearingFirm("AA")));
        assertEquals(List.of("brokerageFirm AA01"), core.send(core.commands.brokerageFirm("AA01")));
        assertEquals(List.of("account BB01001 id=1"), core.send(core.commands.account("BB01001", 1)));
        assertEquals(
            List.of("login 2 FIX beta BB01"),
            core.send(core.commands.login(2, LoginProtocol.FIX, "beta", "BB01")));
        assertEquals(
            List.of("instrument 2 TWO-12.26 FUTURE INDEX RUB tick=10 value=100000 limits=100..1000 settlement=500 " +
                "fees=1000/500 maturity=20261217"),
            core.send(core.commands.instrument(2, "TWO-12.26", 10, 100, 1_000)));
        assertEquals(before, core.stateHash());
    }

    @Test
    void shouldRefuseOtherContentsWhenDefined()
    {
        core.withMembers();
        final long before = core.stateHash();
        final String account = "rejected cl=- order=- account=";
        assertEquals(
            List.of(account + "AA01001 instrument=0 ALREADY_DEFINED"), core.send(core.commands.account("AA01001", 3)));
        assertEquals(
            List.of(account + "AA01001 instrument=0 ALREADY_DEFINED"), core.send(core.commands.account("AA01001", 1)));
        assertEquals(
            List.of(account + "AA01777 instrument=0 ALREADY_DEFINED"), core.send(core.commands.account("AA01777", 1)));
        assertEquals(
            List.of(REJECTED + "ALREADY_DEFINED"),
            core.send(core.commands.login(1, LoginProtocol.FIX, "alpha", "AA01")));
        assertEquals(
            List.of(REJECTED + "ALREADY_DEFINED"),
            core.send(core.commands.login(1, LoginProtocol.TWIME, "omega", "AA01")));
        assertEquals(
            List.of(REJECTED + "ALREADY_DEFINED"),
            core.send(core.commands.login(1, LoginProtocol.TWIME, "alpha", "AA02")));
        assertEquals(
            List.of(REJECTED + "ALREADY_DEFINED"),
            core.send(core.commands.login(4, LoginProtocol.TWIME, "alpha", "AA01")));
        assertInstrumentRefused("ALREADY_DEFINED", 1, encoder -> encoder.symbol("ONE-12.26").priceTickE5(2));
        assertInstrumentRefused("ALREADY_DEFINED", 4, encoder -> encoder.symbol("ONE-12.26"));
        assertEquals(before, core.stateHash());
    }

    @Test
    void shouldAcceptTheSameLoginNameWhenProtocolDiffers()
    {
        core.withMembers();
        assertEquals(
            List.of("login 4 FIX alpha AA01"),
            core.send(core.commands.login(4, LoginProtocol.FIX, "alpha", "AA01")));
    }

    @Test
    void shouldRefuseInvalidReferenceData()
    {
        core.withMembers();
        final long before = core.stateHash();
        assertEquals(List.of(REJECTED + "INVALID_FIELD"), core.send(core.commands.clearingFirm("A")));
        assertEquals(List.of(REJECTED + "INVALID_FIELD"), core.send(core.commands.clearingFirm("")));
        assertEquals(List.of(REJECTED + "INVALID_FIELD"), core.send(core.commands.brokerageFirm("AA 1")));
        assertEquals(List.of(REJECTED + "INVALID_FIELD"), core.send(core.commands.brokerageFirm("AA0")));
        assertEquals(
            List.of(REJECTED + "INVALID_FIELD"),
            core.send(core.commands.login(0, LoginProtocol.TWIME, "new", "AA01")));
        assertEquals(
            List.of(REJECTED + "INVALID_FIELD"),
            core.send(core.commands.login(4, LoginProtocol.NULL_VAL, "new", "AA01")));
        assertEquals(
            List.of(REJECTED + "INVALID_FIELD"),
            core.send(core.commands.login(4, LoginProtocol.TWIME, "", "AA01")));
        assertEquals(
            List.of("rejected cl=- order=- account=AA01009 instrument=0 INVALID_FIELD"),
            core.send(core.commands.account("AA01009", 4)));
        assertEquals(
            List.of("rejected cl=- order=- account=AA01009 instrument=0 INVALID_FIELD"),
            core.send(core.commands.account("AA01009", -1)));
        assertEquals(
            List.of("rejected cl=- order=- account=AA01 instrument=0 INVALID_FIELD"),
            core.send(core.commands.account(AccountCode.packPrefix("AA01"), 3)));
        assertEquals(
            List.of("rejected cl=- order=- account=AA01009A instrument=0 INVALID_FIELD"),
            core.send(core.commands.account(AccountCode.pack("AA01009") | (long)'A' << 56, 3)));
        assertEquals(before, core.stateHash());
    }

    @Test
    void shouldRefuseInvalidInstruments()
    {
        assertInstrumentRefused("INVALID_FIELD", 0, encoder -> encoder.symbol("X"));
        assertInstrumentRefused("INVALID_FIELD", -1, encoder -> encoder.symbol("X"));
        assertInstrumentRefused("INVALID_FIELD", Integer.MAX_VALUE, encoder -> encoder.symbol("X"));
        assertInstrumentRefused("INVALID_FIELD", 7, encoder -> encoder.priceTickE5(0));
        assertInstrumentRefused("INVALID_FIELD", 7, encoder -> encoder.priceTickE5(-1));
        assertInstrumentRefused("INVALID_FIELD", 7, encoder -> encoder.tickValueE5(0));
        assertInstrumentRefused("INVALID_FIELD", 7, encoder -> encoder.lowLimitE5(11).highLimitE5(10));
        assertInstrumentRefused("INVALID_FIELD", 7, encoder -> encoder.exchangeFeePctE6(-1));
        assertInstrumentRefused("INVALID_FIELD", 7, encoder -> encoder.clearingFeePctE6(-1));
        assertInstrumentRefused("INVALID_FIELD", 7, encoder -> encoder.kind(InstrumentKind.NULL_VAL));
        assertInstrumentRefused("INVALID_FIELD", 7, encoder -> encoder.symbol(""));
        assertInstrumentRefused("INVALID_FIELD", 7, encoder -> encoder.symbol(2, (byte)0));
        assertInstrumentRefused("INVALID_FIELD", 7, encoder -> encoder.symbol(2, (byte)-1));
        assertInstrumentRefused("INVALID_FIELD", 7, encoder -> encoder.currency("RU"));
        assertEquals(List.of(INSTRUMENT), core.send(core.commands.instrument(7, "SEVEN", 1, 0, 1_000_000)));
    }

    @Test
    void shouldTakeOnePriceAndNoFee()
    {
        assertEquals(
            List.of("instrument 1 ONE FUTURE INDEX RUB tick=1 value=100000 limits=10..10 settlement=500 fees=0/0 " +
                "maturity=20261217"),
            core.send(core.commands.instrument(1, "ONE", encoder -> encoder
                .lowLimitE5(10).highLimitE5(10).exchangeFeePctE6(0).clearingFeePctE6(0))));
    }

    @Test
    void shouldAnswerWithPresentValuesWhenDefinedAgainAfterClearing()
    {
        core.withMembers().open();
        core.send(core.commands.suspend(5, ClearingKind.INTRADAY));
        core.send(core.commands.settlement(5, 2, 640, 120_000, 200, 900));
        assertEquals(
            List.of("instrument 2 TWO-12.26 FUTURE INDEX RUB tick=10 value=120000 limits=200..900 settlement=640 " +
                "fees=1000/500 maturity=20261217"),
            core.send(core.commands.instrument(2, "TWO-12.26", 10, 100, 1_000)));
        assertInstrumentRefused("ALREADY_DEFINED", 2, encoder -> encoder
            .symbol("TWO-12.26").priceTickE5(10).tickValueE5(120_000).lowLimitE5(200).highLimitE5(900));
    }

    @Test
    void shouldGiveDenseAccountIdsWhenThereAreMany()
    {
        core.send(core.commands.clearingFirm("ZZ"));
        core.send(core.commands.brokerageFirm("ZZ99"));
        for (int i = 0; i < 10_000; i++)
        {
            final String code = "ZZ99" + (char)('A' + i / 625) + (char)('A' + i / 25 % 25) + (char)('A' + i % 25);
            assertEquals(List.of("account " + code + " id=" + i), core.send(core.commands.account(code, i)));
        }
        assertEquals(List.of("account ZZ99AAA id=0"), core.send(core.commands.account("ZZ99AAA", 0)));
    }

    private void assertInstrumentRefused(
        final String reason, final int id, final Consumer<DefineInstrumentEncoder> change)
    {
        assertEquals(
            List.of("rejected cl=- order=- account= instrument=" + id + " " + reason),
            core.send(core.commands.instrument(id, "SEVEN", change)));
    }
}
