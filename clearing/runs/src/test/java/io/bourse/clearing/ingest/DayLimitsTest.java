// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ingest;

import io.bourse.clearing.InputCorruptException;
import io.bourse.engine.protocol.AccountCode;
import io.bourse.engine.protocol.AccountDefinedEncoder;
import io.bourse.engine.protocol.ClearingKind;
import io.bourse.engine.protocol.CollateralSetEncoder;
import io.bourse.engine.protocol.InstrumentDefinedEncoder;
import io.bourse.engine.protocol.InstrumentKind;
import io.bourse.engine.protocol.LegDefinedEncoder;
import io.bourse.engine.protocol.LimitLevel;
import io.bourse.engine.protocol.MarginSetEncoder;
import io.bourse.engine.protocol.OrderAcceptedEncoder;
import io.bourse.engine.protocol.OrderReducedEncoder;
import io.bourse.engine.protocol.SessionOpenedEncoder;
import io.bourse.engine.protocol.SettlementAccountAssignedEncoder;
import io.bourse.engine.protocol.SettlementAccountDefinedEncoder;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TradingSuspendedEncoder;
import io.bourse.testing.EventScript;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

/**
 * What a day has of settlement accounts, limits and live orders, each time through a checkpoint.
 */
class DayLimitsTest
{
    /** Defined in another order than their ids, so that ordinals and the order of rows differ. */
    private static final int FAR = 9;
    private static final int NEAR = 7;
    private static final int SPREAD = 11;

    @TempDir
    Path dir;
    private DayRecorder recorder;
    private EventScript events;

    @BeforeEach
    void openSession()
    {
        recorder = new DayRecorder(IngestContext.builder().directory(dir).build());
        events = new EventScript(recorder);
        events.begin();
        account(0, "BB01XYZ");
        account(1, "AA01ABC");
        instrument(FAR, InstrumentKind.FUTURE);
        instrument(NEAR, InstrumentKind.FUTURE);
        instrument(SPREAD, InstrumentKind.SPREAD);
        events
            .event(new LegDefinedEncoder(), (e) -> e.instrumentId(SPREAD).legInstrumentId(NEAR).ratio(-1))
            .event(new LegDefinedEncoder(), (e) -> e.instrumentId(SPREAD).legInstrumentId(FAR).ratio(2))
            .event(new SessionOpenedEncoder(), (e) -> e.sessionId(5))
            .end();
    }

    @AfterEach
    void close()
    {
        recorder.close();
    }

    @Test
    void shouldKnowTheSettlementAccountOfEveryFirm()
    {
        events.begin();
        settlementAccount("HOUSE");
        settlementAccount("BB");
        settlementAccount("HOUSE");
        assign("BB01", "BB");
        assign("BB01", "HOUSE");
        events.end();
        try (IngestedDay day = day())
        {
            final IngestedAccounts accounts = day.settlementAccounts();
            assertEquals(List.of("HOUSE", "BB"), accounts.defined());
            assertEquals(Map.of("BB01", "HOUSE"), accounts.assigned());
            assertEquals("HOUSE", accounts.of(AccountCode.pack("BB01XYZ")));
            assertEquals("HOUSE", accounts.ofFirm("BB01"));
            assertEquals("AA", accounts.of(AccountCode.pack("AA01ABC")));
            assertEquals("BB", accounts.ofFirm("BB02"));
        }
    }

    @Test
    void shouldKnowTheLimitsInForceAndThoseThatARunHasSet()
    {
        events.begin();
        collateral(LimitLevel.CLIENT, "BB01XYZ", 5);
        collateral(LimitLevel.CLIENT, "AA01ABC", -6);
        collateral(LimitLevel.SETTLEMENT_ACCOUNT, "HOUSE", 7);
        margin(NEAR, 100, 200);
        events.event(new TradingSuspendedEncoder(), (e) -> e.runId(3).kind(ClearingKind.INTRADAY)).end();
        events.begin();
        collateral(LimitLevel.SETTLEMENT_ACCOUNT, "HOUSE", 8);
        margin(FAR, 300, 400);
        events.end();
        try (IngestedDay day = day())
        {
            final Limits limits = day.limits();
            assertEquals(
                List.of("AA01ABC=-6", "BB01XYZ=5"),
                limits.collaterals(LimitLevel.CLIENT).entrySet().stream().map(Object::toString).toList());
            assertEquals(Map.of(), limits.collaterals(LimitLevel.BROKERAGE_FIRM));
            assertEquals(Map.of("HOUSE", 8L), limits.collaterals(LimitLevel.SETTLEMENT_ACCOUNT));
            assertEquals(new Limits.Margin(300, 400), limits.margin(0));
            assertEquals(new Limits.Margin(100, 200), limits.margin(1));
            assertEquals(new Limits.Margin(0, 0), limits.margin(2));
            final RunRecord run = day.openRun();
            assertEquals(8L, run.collateral(LimitLevel.SETTLEMENT_ACCOUNT, "HOUSE"));
            assertNull(run.collateral(LimitLevel.CLIENT, "BB01XYZ"));
            assertEquals(new Limits.Margin(300, 400), run.margin(0));
            assertNull(run.margin(1));
        }
    }

    @Test
    void shouldAddUpLiveOrdersByRegisterAndLeg()
    {
        events.begin();
        order(100, 0, FAR, Side.BUY, 5);
        order(101, 0, FAR, Side.BUY, 6);
        order(102, 0, FAR, Side.SELL, 7);
        order(103, 0, NEAR, Side.SELL, 1);
        order(104, 1, SPREAD, Side.BUY, 10);
        order(105, 1, SPREAD, Side.SELL, 3);
        events
            .event(new OrderReducedEncoder(), (e) -> e.orderId(101).reducedLots(2).restLots(4))
            .event(new OrderReducedEncoder(), (e) -> e.orderId(103).reducedLots(1).restLots(0))
            .end();
        try (IngestedDay day = day())
        {
            assertEquals(
                List.of(
                    "AA01ABC 7 buy=3 sell=10", "AA01ABC 9 buy=20 sell=6",
                    "BB01XYZ 7 buy=0 sell=0", "BB01XYZ 9 buy=9 sell=7"),
                lines(day));
        }
    }

    @Test
    void shouldReadTheLiveOrdersOfACheckpointThatIsGone() throws IOException
    {
        events.begin();
        order(100, 0, FAR, Side.BUY, 5);
        events.end();
        try (IngestedDay day = day())
        {
            new CheckpointStore(dir).delete(day.cursor());
            assertEquals(List.of("BB01XYZ 9 buy=5 sell=0"), lines(day));
        }
    }

    @Test
    void shouldRefuseLiveOrdersThatWereChanged() throws IOException
    {
        events.begin();
        order(100, 0, FAR, Side.BUY, 5);
        events.end();
        try (IngestedDay day = day())
        {
            final Path file =
                new CheckpointStore(dir).directory().resolve(String.format("%019d.orders", day.cursor()));
            final byte[] bytes = Files.readAllBytes(file);
            bytes[bytes.length - 10] ^= 1;
            Files.write(file, bytes);
            assertThrows(InputCorruptException.class, day::openOrders);
        }
    }

    private static List<String> lines(final IngestedDay day)
    {
        final OrderedLots orders = day.openOrders();
        final List<String> lines = new ArrayList<>();
        for (int row = 0; row < orders.size(); row++)
        {
            lines.add(day.registers().name(orders.account(row)) + " " +
                day.instruments().byOrdinal(orders.instrument(row)).instrumentId() + " buy=" + orders.buyLots(row) +
                " sell=" + orders.sellLots(row));
        }
        return lines;
    }

    private IngestedDay day()
    {
        recorder.checkpoint();
        return IngestedDays.latest(dir);
    }

    private void account(final int id, final String code)
    {
        events.event(new AccountDefinedEncoder(), (e) -> e.accountId(id).accountCode(AccountCode.pack(code)));
    }

    private void instrument(final int id, final InstrumentKind kind)
    {
        events.event(new InstrumentDefinedEncoder(), (e) ->
            e.instrumentId(id).kind(kind).priceTickE5(1).symbol("I" + id).currency("RUB"));
    }

    private void settlementAccount(final String code)
    {
        events.event(new SettlementAccountDefinedEncoder(), (e) -> e.code(code));
    }

    private void assign(final String brokerageFirm, final String code)
    {
        events.event(new SettlementAccountAssignedEncoder(), (e) -> e.brokerageFirm(brokerageFirm).code(code));
    }

    private void collateral(final LimitLevel level, final String code, final long kopecks)
    {
        events.event(new CollateralSetEncoder(), (e) ->
            e.level(level).registerCode(code).collateralKopecks(kopecks));
    }

    private void margin(final int instrumentId, final long longKopecks, final long shortKopecks)
    {
        events.event(new MarginSetEncoder(), (e) ->
            e.instrumentId(instrumentId).longKopecks(longKopecks).shortKopecks(shortKopecks));
    }

    private void order(
        final long orderId, final int account, final int instrumentId, final Side side, final long qtyLots)
    {
        events.event(new OrderAcceptedEncoder(), (e) -> e.orderId(orderId).accountId(account)
            .instrumentId(instrumentId).side(side).priceE5(100).qtyLots(qtyLots));
    }
}
