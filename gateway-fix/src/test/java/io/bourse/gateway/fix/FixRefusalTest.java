// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix;

import io.bourse.engine.client.EngineClient;
import io.bourse.engine.protocol.Side;
import io.bourse.gateway.fix.field.FixRefusal;
import io.bourse.gateway.fix.session.FixCounter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import quickfix.Message;
import quickfix.fix44.NewOrderSingle;
import quickfix.fix44.OrderCancelReplaceRequest;
import quickfix.fix44.OrderCancelRequest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

@Tag("venue")
class FixRefusalTest extends VenueTest
{
    private static final long E5 = 100_000;

    private Trader alpha;
    private EngineClient eyes;
    private int number;

    @BeforeEach
    void logOn()
    {
        eyes = venue.engine.connect();
        final long before = eyes.endCursor();
        alpha = venue.logOn("ALPHA");
        // The gateway reports the logon to the engine after it has answered the client.
        Venue.await(() -> eyes.endCursor() > before, "the engine does not learn that ALPHA is connected");
    }

    @AfterEach
    void closeEyes()
    {
        eyes.close();
    }

    /** Sends and expects an answer that ends so, without anything reaching the engine. */
    private void refusedHere(final Message message, final String ending)
    {
        final long before = eyes.endCursor();
        alpha.client().send(message);
        final String line = alpha.next();
        assertTrue(line.endsWith(ending), () -> "expected ..." + ending + "\n but was " + line);
        assertEquals(before, eyes.endCursor());
    }

    /** Sends and expects an answer that ends so; the engine was asked and has changed nothing. */
    private void refusedByEngine(final Message message, final String ending)
    {
        final Operator.State before = venue.operator.state();
        alpha.client().send(message);
        final String line = alpha.next();
        assertTrue(line.endsWith(ending), () -> "expected ..." + ending + "\n but was " + line);
        assertEquals(before, venue.operator.state());
    }

    @Test
    void shouldRefuseNewOrderWhenAFieldIsBad()
    {
        final String account = " rej=15 Account must have 7 ASCII characters";
        final String qty = " rej=13 OrderQty must be a whole number from 1 to 4294967294";
        final String price = " rej=99 Price must be a number with at most 5 decimals";
        final String unknown = " rej=1 unknown instrument";
        refusedHere(order("11=" + "x".repeat(65)), " rej=99 ClOrdID must have 1 to 64 printable ASCII characters");
        refusedHere(order("1="), account);
        refusedHere(order("1=CF01AB"), account);
        refusedHere(order("1=CF01ABCD"), account);
        refusedHere(order("1=CF01 BC"), account);
        refusedHere(order("55=NOTHING"), unknown);
        refusedHere(order("55=[N/A]"), unknown);
        refusedHere(order("48=99"), unknown);
        refusedHere(order("48=abc"), unknown);
        refusedHere(order("48=99999999999"), unknown);
        refusedHere(order("48=12"), " rej=1 Symbol and SecurityID name different instruments");
        refusedHere(order("48=11|22=4"), " rej=1 unknown instrument: SecurityIDSource must be 8");
        refusedHere(order("54=5"), " rej=11 Side must be 1 (buy) or 2 (sell)");
        refusedHere(order("38="), qty);
        refusedHere(order("38=0"), qty);
        refusedHere(order("38=1.5"), qty);
        refusedHere(order("38=-3"), qty);
        refusedHere(order("38=4294967295"), qty);
        refusedHere(order("40=7"), FixRefusal.BAD_ORD_TYPE.text());
        refusedHere(order("40=1"), " rej=11 field is not supported: tag=44");
        refusedHere(order("44="), price);
        refusedHere(order("44=100.000001"), price);
        refusedHere(order("44=99999999999999999999"), price);
        refusedHere(order("59=5"), FixRefusal.BAD_TIME_IN_FORCE.text());
        refusedHere(order("59=6"), FixRefusal.BAD_EXPIRY.text());
        refusedHere(order("99=100"), " rej=11 field is not supported: tag=99");
        refusedHere(order("211=1"), " rej=11 field is not supported: tag=211");
        assertEquals(4, venue.gateway().refusals().get(FixRefusal.BAD_ACCOUNT));
        assertEquals(5, venue.gateway().refusals().get(FixRefusal.BAD_QTY));
        assertEquals(3, venue.gateway().refusals().get(FixRefusal.BAD_PRICE));
        assertEquals(27, venue.counters().get(FixCounter.REFUSALS));
        assertEquals(0, venue.counters().get(FixCounter.COMMANDS));
        alpha.expectNothingMore();
    }

    @Test
    void shouldPassOnTheEngineRefusalWhenOrderIsWellFormedButWrong()
    {
        refusedByEngine(order("1=CF09ABC"), " rej=15 UNKNOWN_ACCOUNT");
        refusedByEngine(order("1=CF02XYZ"), " rej=15 ACCOUNT_NOT_PERMITTED");
        refusedByEngine(order("44=100.005"), " rej=99 PRICE_OFF_TICK");
        refusedByEngine(order("44=49.99"), " rej=3 PRICE_OUT_OF_LIMITS");
        refusedByEngine(order("44=-100"), " rej=3 PRICE_OUT_OF_LIMITS");
        refusedByEngine(order("59=4"), " rej=99 FOK_NOT_FILLABLE");
        assertEquals(6, venue.counters().get(FixCounter.ENGINE_REJECTS));
        assertEquals(6, venue.counters().get(FixCounter.COMMANDS));
    }

    @Test
    void shouldAnswerOnSessionLevelWhenMessageBreaksTheDictionary()
    {
        refusedHere(order("54="), "session 1 tag=54");
        refusedHere(order("44=abc"), "session 6 tag=44");
        refusedHere(order("38=1e3"), "session 6 tag=38");
        refusedHere(order("54=Z"), "session 5 tag=54");
        final Message unknown = order("");
        unknown.getHeader().setString(35, "ZZ");
        refusedHere(unknown, "session 11 tag=35");
        assertEquals(5, venue.counters().get(FixCounter.SESSION_REJECTS));
    }

    @Test
    void shouldAnswerBusinessRejectWhenMessageTypeIsNotServed()
    {
        final Message answer = new quickfix.fix44.OrderMassCancelReport();
        set(answer, "37=1|530=7|531=7|60=");
        refusedHere(answer, "business 3");
        assertEquals(1, venue.counters().get(FixCounter.UNSUPPORTED_MESSAGES));
    }

    @Test
    void shouldRefuseRequestWhenOrderIsNotKnown()
    {
        refusedHere(cancel(""), "reject n1<a1 to=1 status=8 id=NONE rej=1 unknown order");
        refusedHere(replace(""), "reject n2<a1 to=2 status=8 id=NONE rej=1 unknown order");
        refusedHere(cancel("37=4711"), "reject n3<a1 to=1 status=8 id=NONE rej=1 unknown order");
        refusedHere(cancel("37=what"), "reject n4<a1 to=1 status=8 id=NONE rej=1 unknown order");
        assertEquals(4, venue.gateway().refusals().get(FixRefusal.UNKNOWN_ORDER));
    }

    @Test
    void shouldRefuseRequestWhenItIsNotOneForThisOrder()
    {
        final Trader beta = venue.logOn("BETA");
        beta.sell("b1", 5, 200 * E5);
        beta.expect("0/0 b1 qty=5@200 leaves=5 cum=0 avg=0");
        alpha.buy("a1", 10, 100 * E5);
        alpha.expect("0/0 a1 qty=10@100 leaves=10 cum=0 avg=0");
        alpha.buy("a2", 10, 99 * E5);
        alpha.expect("0/0 a2 qty=10@99 leaves=10 cum=0 avg=0");
        final String orderId = alpha.executions().get(0).orderId();
        final String other = alpha.executions().get(1).orderId();
        final String foreign = beta.executions().get(0).orderId();
        final String known = " status=0 id=known";
        final String mismatch = known + " rej=99 side, instrument or account is not the order's";
        refusedHere(cancel("54=2"), mismatch);
        refusedHere(cancel("55=" + Operator.DEAR), mismatch);
        refusedHere(replace("1=CF02XYZ"), mismatch);
        refusedHere(cancel("11=a2"), " status=8 id=NONE rej=6 ClOrdID was used before");
        refusedHere(replace("40=4|99=100"), FixRefusal.TERMS_CHANGED.text());
        refusedHere(replace("59=3"), FixRefusal.TERMS_CHANGED.text());
        refusedHere(replace("44=1.000001"), FixRefusal.BAD_PRICE.text());
        refusedHere(replace("38=0"), FixRefusal.BAD_QTY.text());
        refusedHere(cancel("37=" + other), " id=NONE rej=1 unknown order");
        refusedHere(cancel("37=" + foreign), " id=NONE rej=1 unknown order");
        refusedHere(cancel("41=b1"), " id=NONE rej=1 unknown order");
        refusedByEngine(replace("44=100.005"), known + " rej=99 PRICE_OFF_TICK");
        alpha.client().send(cancel("41=not mine|37=" + orderId));
        assertTrue(alpha.next().endsWith("<not mine qty=10@100 leaves=0 cum=0 avg=0"));
    }

    @Test
    void shouldTakeOrderWhenInstrumentIsGivenById()
    {
        alpha.client().send(order("55=[N/A]|48=11|22=8|11=i1"));
        alpha.client().send(order("48=11|11=i2"));
        alpha.expect("0/0 i1 qty=10@100 leaves=10 cum=0 avg=0", "0/0 i2 qty=10@100 leaves=10 cum=0 avg=0");
        assertTrue(alpha.executions().stream().allMatch((e) -> Operator.CHEAP.equals(e.symbol())));
    }

    @Test
    void shouldFreeTheNameWhenReplaceIsRefused()
    {
        alpha.buy("a1", 10, 100 * E5);
        alpha.expect("0/0 a1 qty=10@100 leaves=10 cum=0 avg=0");
        alpha.replace("a2", "a1", Side.BUY, 10, 1_000 * E5);
        alpha.expect("reject a2<a1 to=2 status=0 id=known rej=99 PRICE_OUT_OF_LIMITS");
        alpha.cancel("a3", "a2", Side.BUY);
        alpha.expect("reject a3<a2 to=1 status=8 id=NONE rej=1 unknown order");
        alpha.cancel("a4", "a1", Side.BUY);
        alpha.expect("4/4 a4<a1 qty=10@100 leaves=0 cum=0 avg=0");
    }

    private Message order(final String changes)
    {
        final Message message = new NewOrderSingle();
        set(message, "11=n" + ++number + "|1=CF01ABC|55=" + Operator.CHEAP + "|54=1|38=10|40=2|44=100|59=0");
        return set(message, changes);
    }

    private Message cancel(final String changes)
    {
        final Message message = new OrderCancelRequest();
        set(message, "11=n" + ++number + "|41=a1|55=" + Operator.CHEAP + "|54=1");
        return set(message, changes);
    }

    private Message replace(final String changes)
    {
        final Message message = new OrderCancelReplaceRequest();
        set(message, "11=n" + ++number + "|41=a1|55=" + Operator.CHEAP + "|54=1|38=10|40=2|44=100");
        return set(message, changes);
    }

    /** Sets fields; one without a value is taken away. */
    private static Message set(final Message message, final String fields)
    {
        message.setString(60, RawFix.now());
        for (final String field : fields.split("\\|"))
        {
            final int equals = field.indexOf('=');
            if (equals > 0 && equals == field.length() - 1)
            {
                message.removeField(Integer.parseInt(field.substring(0, equals)));
            }
            else if (equals > 0)
            {
                message.setString(Integer.parseInt(field.substring(0, equals)), field.substring(equals + 1));
            }
        }
        return message;
    }
}
