// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.function.Consumer;

import io.bourse.engine.protocol.ClearingKind;
import io.bourse.engine.protocol.ContractStyle;
import io.bourse.engine.protocol.DefineContractEncoder;
import io.bourse.engine.protocol.FeatureLevels;
import io.bourse.engine.protocol.InstrumentKind;
import io.bourse.engine.protocol.OptionRight;
import io.bourse.engine.protocol.SettlementType;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ContractCommandsTest
{
    private static final int OPTION = 10;
    private static final int SPOT = 11;
    private static final int SPREAD = 12;

    private CoreFixture core;
    private ContractCommandWriter contracts;

    @BeforeEach
    void setUp()
    {
        core = new CoreFixture().withMembers();
        contracts = new ContractCommandWriter(core.commands);
        core.send(core.commands.instrument(OPTION, "CALL", e -> e.kind(InstrumentKind.OPTION)));
        core.send(core.commands.instrument(SPOT, "SPOT", e -> e.kind(InstrumentKind.SPOT)));
        core.send(core.commands.instrument(SPREAD, "SPREAD", e -> e.kind(InstrumentKind.SPREAD)));
    }

    @Test
    void shouldPublishTheTermsWhenContractIsDefined()
    {
        final List<String> published = List.of(
            "ContractDefined strikeE5=500 lotUnits=10 instrumentId=10 underlyingInstrumentId=1 " +
            "expiryDate=20261121 style=MARGINED_OPTION right=CALL settlement=PHYSICAL expiresIntraday=0 " +
            "settlementDays=0 asset=");
        assertEquals(published, core.send(contracts.call(OPTION, 500)));
        final long before = core.stateHash();
        assertEquals(published, core.send(contracts.call(OPTION, 500)), "the same again is confirmed");
        assertEquals(rejected(OPTION, "ALREADY_DEFINED"), core.send(contracts.call(OPTION, 501)));
        assertEquals(before, core.stateHash());
        assertEquals(
            List.of(
                "ContractDefined strikeE5=0 lotUnits=1000 instrumentId=1 underlyingInstrumentId=11 " +
                "expiryDate=0 style=PERPETUAL right=NONE settlement=CASH expiresIntraday=1 " +
                "settlementDays=0 asset="),
            core.send(contracts.contract(1, e -> e
                .style(ContractStyle.PERPETUAL)
                .lotUnits(1_000)
                .underlyingInstrumentId(SPOT)
                .expiresIntraday((short)1))));
    }

    @Test
    void shouldRefuseWhatNoContractMaySay()
    {
        assertEquals(rejected(99, "UNKNOWN_INSTRUMENT"), core.send(contracts.contract(99, e -> e.lotUnits(1))));
        assertInvalid("INVALID_FIELD", 1, e -> e.lotUnits(0));
        assertInvalid("INVALID_FIELD", 1, e -> e.lotUnits(-1));
        assertInvalid("INVALID_FIELD", 1, e -> e.style(ContractStyle.NULL_VAL));
        assertInvalid("INVALID_FIELD", 1, e -> e.right(OptionRight.NULL_VAL));
        assertInvalid("INVALID_FIELD", 1, e -> e.settlement(SettlementType.NULL_VAL));
        assertInvalid("INVALID_FIELD", 1, e -> e.expiresIntraday((short)2));
        assertInvalid("INVALID_FIELD", 1, e -> e.settlementDays((short)31));
        assertInvalid("INVALID_FIELD", 1, e -> e.asset("A").asset(5, (byte)'B'));
        assertInvalid("INVALID_FIELD", 1, e -> e.expiryDate(20261301));
        assertInvalid("INVALID_FIELD", 1, e -> e.expiryDate(20261200));
        assertInvalid("INVALID_FIELD", 1, e -> e.expiryDate(20261232));
        assertInvalid("INVALID_FIELD", 1, e -> e.expiryDate(1));
        assertInvalid("UNKNOWN_INSTRUMENT", 1, e -> e.underlyingInstrumentId(99));
    }

    @Test
    void shouldTakeTheFirstAndTheLastDate()
    {
        assertInvalid("INVALID_FIELD", 1, e -> e.expiryDate(19691231));
        assertInvalid("INVALID_FIELD", 1, e -> e.expiryDate(100_000_101));
        assertEquals(1, core.send(contracts.contract(1, e -> e.expiryDate(19700101))).size());
        // Another contract than before, and so refused for that.
        assertInvalid("ALREADY_DEFINED", 1, e -> e.expiryDate(99991231));
        assertInvalid("ALREADY_DEFINED", 1, e -> e.expiryDate(20261131));
        core.raiseTo(FeatureLevels.BOUNDED);
        assertInvalid("INVALID_FIELD", 1, e -> e.expiryDate(20261131));
        assertInvalid("INVALID_FIELD", 1, e -> e.expiryDate(99991231));
        assertInvalid("ALREADY_DEFINED", 1, e -> e.expiryDate(21991231));
    }

    @Test
    void shouldTakeEitherStyleOfAnOption()
    {
        final Consumer<DefineContractEncoder> put = e -> e.right(OptionRight.PUT).expiryDate(20261121);
        assertInvalid("INVALID_COMBINATION", OPTION, put.andThen(e -> e.style(ContractStyle.FUTURE)));
        assertEquals(
            List.of(
                "ContractDefined strikeE5=0 lotUnits=10 instrumentId=10 underlyingInstrumentId=0 " +
                "expiryDate=20261121 style=PREMIUM_OPTION right=PUT settlement=CASH expiresIntraday=0 " +
                "settlementDays=0 asset="),
            core.send(contracts.contract(OPTION, put.andThen(e -> e.style(ContractStyle.PREMIUM_OPTION)))));
    }

    @Test
    void shouldRefuseWhatDoesNotFitTogether()
    {
        assertInvalid("INVALID_COMBINATION", 1, e -> e.strikeE5(1));
        assertInvalid("INVALID_COMBINATION", 1, e -> e.right(OptionRight.PUT));
        assertInvalid("INVALID_COMBINATION", 1, e -> e.style(ContractStyle.PREMIUM_OPTION));
        assertInvalid("INVALID_COMBINATION", 1, e -> e.underlyingInstrumentId(1));
        assertInvalid("INVALID_COMBINATION", 1, e -> e.style(ContractStyle.SPOT).asset("USD"));
        assertInvalid("INVALID_COMBINATION", 1, e -> e.asset("USD"));
        assertInvalid("INVALID_COMBINATION", 1, e -> e.settlement(SettlementType.PHYSICAL).settlementDays((short)1));
        assertInvalid("INVALID_COMBINATION", SPOT, e -> e.lotUnits(1));
        assertInvalid("INVALID_COMBINATION", SPREAD, e -> e.lotUnits(1));
        assertInvalid("INVALID_COMBINATION", OPTION, e -> e.lotUnits(1));
        assertInvalid("INVALID_COMBINATION", OPTION, e -> e
            .style(ContractStyle.PREMIUM_OPTION).right(OptionRight.PUT));
        assertInvalid("INVALID_COMBINATION", OPTION, e -> e
            .style(ContractStyle.MARGINED_OPTION).expiryDate(20261121));
        assertInvalid("INVALID_COMBINATION", OPTION, e -> e
            .style(ContractStyle.MARGINED_OPTION)
            .right(OptionRight.PUT)
            .expiryDate(20261121)
            .settlement(SettlementType.PHYSICAL));
        assertInvalid("INVALID_COMBINATION", OPTION, e -> e
            .style(ContractStyle.MARGINED_OPTION)
            .right(OptionRight.PUT)
            .expiryDate(20261121)
            .underlyingInstrumentId(SPOT)
            .settlement(SettlementType.PHYSICAL));
    }

    @Test
    void shouldPublishWhatIsDelivered()
    {
        assertEquals(
            List.of(
                "ContractDefined strikeE5=0 lotUnits=1000 instrumentId=11 underlyingInstrumentId=0 expiryDate=0 " +
                "style=SPOT right=NONE settlement=PHYSICAL expiresIntraday=0 settlementDays=1 asset=USD"),
            core.send(spot(e -> e.lotUnits(1_000))));
        assertEquals(rejected(SPOT, "ALREADY_DEFINED"), core.send(spot(e -> e.lotUnits(1_000).asset("EUR"))));
        assertEquals(rejected(SPOT, "ALREADY_DEFINED"),
            core.send(spot(e -> e.lotUnits(1_000).settlementDays((short)2))));
        assertEquals(
            List.of(
                "ContractDefined strikeE5=0 lotUnits=10 instrumentId=1 underlyingInstrumentId=0 " +
                "expiryDate=20261121 style=FUTURE right=NONE settlement=PHYSICAL expiresIntraday=0 " +
                "settlementDays=30 asset=123456789012"),
            core.send(contracts.contract(1, e -> e
                .settlement(SettlementType.PHYSICAL)
                .expiryDate(20261121)
                .settlementDays((short)30)
                .asset("123456789012"))));
    }

    @Test
    void shouldRefuseASpotContractThatIsNone()
    {
        for (final Consumer<DefineContractEncoder> change : List.<Consumer<DefineContractEncoder>>of(
            e -> e.asset(""),
            e -> e.settlement(SettlementType.CASH),
            e -> e.expiryDate(20261121),
            e -> e.strikeE5(1),
            e -> e.right(OptionRight.CALL),
            e -> e.style(ContractStyle.FUTURE),
            e -> e.style(ContractStyle.MARGINED_OPTION)))
        {
            assertEquals(rejected(SPOT, "INVALID_COMBINATION"), core.send(spot(change)));
        }
        assertInvalid("INVALID_COMBINATION", OPTION, e -> e
            .style(ContractStyle.PREMIUM_OPTION).right(OptionRight.PUT).expiryDate(20261121).asset("USD"));
        assertInvalid("INVALID_COMBINATION", OPTION, e -> e
            .style(ContractStyle.PREMIUM_OPTION).right(OptionRight.PUT).expiryDate(20261121)
            .settlementDays((short)1));
    }

    @Test
    void shouldPassOnWhatAHolderWants()
    {
        core.send(contracts.call(OPTION, 500));
        core.open();
        final long before = core.stateHash();
        for (final long lots : new long[]{7, -3, 0, Integer.MAX_VALUE, -Integer.MAX_VALUE})
        {
            assertEquals(
                List.of("ExerciseInstructed lots=" + lots + " accountCode=" +
                    CoreFixture.ACCOUNTS[2] + " accountId=1 instrumentId=10"),
                core.send(contracts.exercise("BB01001", OPTION, lots)));
        }
        assertEquals(before, core.stateHash(), "nothing is kept");
    }

    @Test
    void shouldRefuseAnInstructionThatCannotCount()
    {
        core.send(contracts.call(OPTION, 500));
        core.send(contracts.contract(1, e -> e.lotUnits(1)));
        assertRefused("SESSION_CLOSED", "AA01001", OPTION, 1);
        core.open();
        assertRefused("UNKNOWN_INSTRUMENT", "AA01001", 99, 1);
        assertRefused("UNKNOWN_ACCOUNT", "ZZ01001", OPTION, 1);
        assertRefused("NOT_AN_OPTION", "AA01001", 1, 1);
        assertRefused("NOT_AN_OPTION", "AA01001", 2, 1);
        assertRefused("QTY_OUT_OF_RANGE", "AA01001", OPTION, 1L + Integer.MAX_VALUE);
        assertRefused("QTY_OUT_OF_RANGE", "AA01001", OPTION, Integer.MIN_VALUE);
        core.send(core.commands.suspend(7, ClearingKind.EVENING));
        assertRefused("TRADING_SUSPENDED", "AA01001", OPTION, 1);
    }

    private CommandWriter spot(final Consumer<DefineContractEncoder> change)
    {
        return contracts.contract(SPOT, e -> change.accept(e
            .style(ContractStyle.SPOT)
            .settlement(SettlementType.PHYSICAL)
            .settlementDays((short)1)
            .asset("USD")));
    }

    private void assertInvalid(
        final String reason, final int instrumentId, final Consumer<DefineContractEncoder> change)
    {
        assertEquals(rejected(instrumentId, reason), core.send(contracts.contract(instrumentId, change)));
    }

    private void assertRefused(final String reason, final String account, final int instrumentId, final long lots)
    {
        assertEquals(
            List.of("rejected cl=- order=- account=" + account + " instrument=" + instrumentId + " " + reason),
            core.send(contracts.exercise(account, instrumentId, lots)));
    }

    private static List<String> rejected(final int instrumentId, final String reason)
    {
        return List.of("rejected cl=- order=- account= instrument=" + instrumentId + " " + reason);
    }
}
