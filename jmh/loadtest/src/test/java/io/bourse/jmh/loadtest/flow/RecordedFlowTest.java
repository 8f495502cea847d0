// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.flow;

import io.bourse.jmh.loadtest.plan.FlowPlan;
import io.bourse.jmh.loadtest.plan.InstrumentPlan;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

class RecordedFlowTest
{
    private static final String LOG = """
        bizindex,time,kind,side_or_aggressor,order_or_buy_no,sell_no,price_e3,qty_e3
        1,93000000,ADD,B,11,,10000,5000
        2,93000010,ADD,S,12,,10010,7000
        3,93000020,DEL,B,11,,10000,5000
        4,93000030,ADD,B,13,,10005,2000
        5,93000040,DEL,S,99,,10010,1000
        """;
    private static final List<InstrumentPlan> INSTRUMENTS = List.of(
        new InstrumentPlan(1001, "Si-12.26", 1_00000, 83_000_00000L, 101_000_00000L, 92_345_00000L),
        new InstrumentPlan(3001, "ORDERLOG", 1_000, 1_000, 999_999_00000L, 10_00000));

    @TempDir
    private Path directory;
    private RecordedFlow flow;
    private final OwnOrders own = new OwnOrders(10);
    private final Wanted wanted = new Wanted();
    private long lastId;

    @BeforeEach
    void read() throws IOException
    {
        flow = new RecordedFlow(plan(INSTRUMENTS), 1);
    }

    private FlowPlan plan(final List<InstrumentPlan> instruments) throws IOException
    {
        return new FlowPlan(1, instruments, 0, 0, 0, 10,
            Files.writeString(directory.resolve("log.csv"), LOG).toString());
    }

    /** Sends the next transaction, and returns it as text. */
    private String send()
    {
        assertEquals(0, flow.session());
        assertTrue(flow.next(0, own, wanted));
        final int slot = wanted.isCancel ? wanted.slot : own.nextSlot();
        lastId++;
        final String text = wanted.isCancel ? "cancel " + own.clOrdId(slot) : wanted.instrument + " " +
            (wanted.isBuy ? "buy " : "sell ") + wanted.priceE5 + " x " + wanted.lots;
        if (wanted.isCancel)
        {
            own.onCancelSent(slot);
        }
        else
        {
            own.onSent(wanted, lastId);
        }
        flow.sent(0, own, wanted, slot);
        return text;
    }

    private void accept(final long number)
    {
        own.onAccepted(own.slot(number), number);
    }

    private void gone(final long number)
    {
        own.onGone(own.slotOfVenuesId(number));
    }

    private long ofVenuesId(final long venuesId)
    {
        return own.clOrdId(own.slotOfVenuesId(venuesId));
    }

    @Test
    void shouldSendARecordingInItsOrderWhenAnswersCome()
    {
        final List<String> sent = new ArrayList<>();
        sent.add(send());
        sent.add(send());
        assertFalse(flow.next(0, own, wanted), "the cancel waits until its order is acknowledged");
        accept(1);
        accept(2);
        final long first = ofVenuesId(1);
        sent.add(send());
        gone(1);
        sent.add(send());
        assertEquals(
            List.of("1 buy 1000000 x 5", "1 sell 1001000 x 7", "cancel " + first, "1 buy 1000500 x 2"), sent);
    }

    @Test
    void shouldCancelWhatIsLeftAndBeginAgainWhenTheRecordingEnds()
    {
        send();
        send();
        accept(1);
        accept(2);
        send();
        gone(1);
        send();
        accept(4);
        final long leftOut = flow.leftOut();
        final List<String> expected =
            List.of("cancel " + ofVenuesId(2), "cancel " + ofVenuesId(4), "1 buy 1000000 x 5");
        final List<String> sent = new ArrayList<>(List.of(send()));
        assertEquals(leftOut + 1, flow.leftOut(), "the cancel of an order that was never there is left out");
        gone(2);
        sent.add(send());
        gone(4);
        sent.add(send());
        assertEquals(expected, sent);
    }

    @Test
    void shouldNameTheInstrumentWhenThePlanHasItNot() throws IOException
    {
        final IllegalArgumentException ex = assertThrows(IllegalArgumentException.class,
            () -> new RecordedFlow(plan(INSTRUMENTS.subList(0, 1)), 1));
        assertTrue(ex.getMessage().contains("instrumentId=3001"), ex.getMessage());
        assertEquals(3001, RecordedFlow.instruments(directory.resolve("log.csv")).getFirst().instrumentId());
        assertEquals(1, flow.instrument());
    }
}
