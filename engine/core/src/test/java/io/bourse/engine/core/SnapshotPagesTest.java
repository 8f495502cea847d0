// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.engine.core.snapshot.SnapshotSink;
import io.bourse.engine.core.snapshot.SnapshotWriter;
import io.bourse.engine.protocol.AccountCode;
import io.bourse.engine.protocol.LimitLevel;
import io.bourse.engine.protocol.LoginProtocol;
import io.bourse.engine.protocol.LoginRights;
import io.bourse.engine.protocol.OrderType;
import io.bourse.engine.protocol.Phase;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TimeInForce;
import io.bourse.engine.protocol.snapshot.AccountsDecoder;
import io.bourse.engine.protocol.snapshot.BrokerageFirmsDecoder;
import io.bourse.engine.protocol.snapshot.ClearingFirmsDecoder;
import io.bourse.engine.protocol.snapshot.DeadlinesDecoder;
import io.bourse.engine.protocol.snapshot.ExposuresDecoder;
import io.bourse.engine.protocol.snapshot.GroupSizeEncodingDecoder;
import io.bourse.engine.protocol.snapshot.IndicationsDecoder;
import io.bourse.engine.protocol.snapshot.LoginsDecoder;
import io.bourse.engine.protocol.snapshot.MessageHeaderDecoder;
import io.bourse.engine.protocol.snapshot.OrderQueueDecoder;
import io.bourse.engine.protocol.snapshot.OrdersDecoder;
import io.bourse.engine.protocol.snapshot.PhaseSchedulesDecoder;
import io.bourse.engine.protocol.snapshot.ProtectionTradesDecoder;
import io.bourse.engine.protocol.snapshot.QuotesDecoder;
import io.bourse.engine.protocol.snapshot.RegistersDecoder;
import io.bourse.engine.protocol.snapshot.SequencesDecoder;
import io.bourse.engine.protocol.snapshot.SettlementAccountsDecoder;

import org.junit.jupiter.api.Test;

/**
 * So many of everything that no kind of record has space for all of it.
 */
class SnapshotPagesTest
{
    private static final int FIRMS = 700;
    private static final int INSTRUMENTS = 700;
    private static final int CLEARING_FIRMS = 5_000;
    private static final int FIRST_INSTRUMENT = 10;
    private static final int FIRST_LOGIN = 10;
    private static final long HOUR_NS = 3_600_000_000_000L;

    private final CoreFixture core = new CoreFixture().withMembers().open();
    private final RiskCommandWriter risk = new RiskCommandWriter(core.commands);
    private final VenueCommandWriter venue = new VenueCommandWriter(core.commands);

    @Test
    void shouldContinueRecordsOfEveryKind()
    {
        core.returnsTexts = false;
        defineMembers();
        defineInstruments();
        placeOrders();
        quote();
        final SnapshotRecords snapshot = SnapshotRecords.of(core.engine);
        assertContinued(snapshot,
            AccountsDecoder.TEMPLATE_ID,
            BrokerageFirmsDecoder.TEMPLATE_ID,
            ClearingFirmsDecoder.TEMPLATE_ID,
            DeadlinesDecoder.TEMPLATE_ID,
            ExposuresDecoder.TEMPLATE_ID,
            IndicationsDecoder.TEMPLATE_ID,
            LoginsDecoder.TEMPLATE_ID,
            OrderQueueDecoder.TEMPLATE_ID,
            OrdersDecoder.TEMPLATE_ID,
            PhaseSchedulesDecoder.TEMPLATE_ID,
            ProtectionTradesDecoder.TEMPLATE_ID,
            QuotesDecoder.TEMPLATE_ID,
            RegistersDecoder.TEMPLATE_ID,
            SequencesDecoder.TEMPLATE_ID,
            SettlementAccountsDecoder.TEMPLATE_ID);
        final EventRecorder recorder = new EventRecorder();
        recorder.frameSequence = core.recorder.frameSequence;
        recorder.rollingHash = core.recorder.rollingHash;
        core.followers.add(snapshot.read(recorder));
        final SnapshotRecords again = SnapshotRecords.of(core.followers.get(0));
        for (int i = 0; i < snapshot.records.size(); i++)
        {
            assertArrayEquals(snapshot.records.get(i), again.records.get(i));
        }
        core.timeNs += 2 * HOUR_NS;
        core.send(venue.advanceTime());
        core.stateHash();
        assertEquals(core.recorder.rollingHash, recorder.rollingHash);
        assertEquals(core.recorder.frameSequence, recorder.frameSequence);
    }

    @Test
    void shouldPutAsManyEntriesIntoARecordAsFit()
    {
        final int free = SnapshotSink.MAX_RECORD_LENGTH -
            MessageHeaderDecoder.ENCODED_LENGTH - GroupSizeEncodingDecoder.ENCODED_LENGTH;
        assertEquals(2, SnapshotWriter.entriesPerRecord(free - 20, 10));
        assertEquals(1, SnapshotWriter.entriesPerRecord(free - 19, 10));
    }

    private void defineMembers()
    {
        core.send(core.commands.clearingFirm("CC"));
        for (int i = 0; i < CLEARING_FIRMS; i++)
        {
            core.send(core.commands.clearingFirm(Character.toString('!' + i / 94) + (char)('!' + i % 94)));
        }
        for (int i = 0; i < FIRMS; i++)
        {
            final int loginId = FIRST_LOGIN + i;
            core.send(core.commands.brokerageFirm(firm(i)));
            core.send(core.commands.login(loginId, LoginProtocol.TWIME, "login" + i, firm(i)));
            core.send(risk.settlementAccount("SA" + i));
            core.send(risk.assign(firm(i), "SA" + i));
            core.send(venue.collateral(LimitLevel.SETTLEMENT_ACCOUNT, "SA" + i, 2_000_000_000L + i));
            core.send(risk.accounts(3 + i, i % 3, account(i)));
            core.send(venue.collateral(LimitLevel.CLIENT, AccountCode.unpack(account(i)), 1_000_000_000L + i));
            core.send(venue.limits(LimitLevel.LOGIN, Integer.toString(loginId), encoder ->
                encoder.maxOrdersPerSecond(1_000)));
        }
        core.send(venue.loginRights(1, LoginRights.QUOTES, -1));
    }

    private void defineInstruments()
    {
        for (int i = 0; i < INSTRUMENTS; i++)
        {
            core.send(core.commands.instrument(FIRST_INSTRUMENT + i, "SYMBOL-" + i, 1, 0, 1_000_000));
            core.send(venue.margin(FIRST_INSTRUMENT + i, 10 + i, 20 + i));
        }
    }

    private void placeOrders()
    {
        for (int i = 0; i < 2 * FIRMS; i++)
        {
            final int member = i % FIRMS;
            final int clOrdId = i + 1;
            core.commands.nextSequence = 1 + i / FIRMS;
            core.special(FIRST_LOGIN + member, encoder -> encoder
                .clOrdId(clOrdId)
                .accountCode(account(member))
                .instrumentId(FIRST_INSTRUMENT + member)
                .side(Side.BUY.value())
                .orderType(OrderType.LIMIT.value())
                .timeInForce(TimeInForce.GTD.value())
                .expireDateNs(core.timeNs + HOUR_NS + clOrdId % 7)
                .priceE5(100 + clOrdId % 5)
                .displayLots(clOrdId % 3)
                .qtyLots(1 + clOrdId % 9));
        }
    }

    /** Quotes in every instrument, hundreds of trades with them, and an auction everywhere. */
    private void quote()
    {
        core.send(venue.protection(1, 10 * HOUR_NS, 0, 0, 10_000));
        for (int i = 0; i < INSTRUMENTS; i++)
        {
            final int instrumentId = FIRST_INSTRUMENT + i;
            core.send(venue.quote(1, instrumentId, 5, 400, 5, 500));
            core.order(2, encoder -> encoder
                .clOrdId(instrumentId)
                .instrumentId(instrumentId)
                .side(Side.SELL.value())
                .priceE5(400)
                .qtyLots(2));
        }
        core.send(venue.changePhase(0, Phase.INTRADAY_AUCTION, HOUR_NS, 0, Phase.CONTINUOUS));
    }

    private static void assertContinued(final SnapshotRecords snapshot, final int... templateIds)
    {
        for (final int templateId : templateIds)
        {
            long count = 0;
            for (int i = 0; i < snapshot.records.size(); i++)
            {
                count += templateId == snapshot.templateId(i) ? 1 : 0;
            }
            assertTrue(count > 1, "templateId=" + templateId + " records=" + count);
        }
    }

    private static String firm(final int index)
    {
        return "CC" + (char)('A' + index / 26) + (char)('A' + index % 26);
    }

    private static long account(final int index)
    {
        return AccountCode.pack(firm(index) + "001");
    }
}
