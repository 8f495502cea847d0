// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix;

import io.bourse.gateway.fix.field.FixRefusal;
import io.bourse.gateway.fix.session.FixCounter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * A gateway that takes over takes sessions and cancels at once, and orders, replaces and quotes after a while.
 */
@Tag("venue")
class FixActivationTest extends VenueTest
{
    private static final long E5 = 100_000;
    private static final long PHASE_NS = TimeUnit.SECONDS.toNanos(10);
    private static final String ORDER = "|1=CF01ABC|55=CHEAP-12.26|54=1|38=5|40=2|44=100|59=0|60=20261121-09:00:00";
    private static final String OF_ORDER = "|55=CHEAP-12.26|54=1|60=20261121-09:00:00";
    private static final String QUOTE = "|1=CF01ABC|296=1|302=s|304=1|295=1|299=1|55=CHEAP-12.26|132=98|134=5";

    private final AtomicLong passedNs = new AtomicLong();
    private int sequence = 1;

    @Test
    void shouldTakeCancelsAloneUntilThePhaseIsOver() throws IOException
    {
        try (Trader former = venue.logOn("ALPHA"))
        {
            former.buy("a1", 5, 100 * E5);
            former.buy("a2", 5, 100 * E5);
            former.expect("0/0 a1 qty=5@100 leaves=5 cum=0 avg=0", "0/0 a2 qty=5@100 leaves=5 cum=0 avg=0");
        }
        assertEquals(0, venue.counters().get(FixCounter.ACTIVATION));
        venue.stopGateway();
        venue.options((options) ->
            options.activationPhaseNs(PHASE_NS).nanoClock(() -> System.nanoTime() + passedNs.get())).startGateway();
        assertEquals(1, venue.counters().get(FixCounter.ACTIVATION));
        try (RawFix alpha = new RawFix(venue.port()))
        {
            alpha.logOn("ALPHA");
            assertHas(alpha.read("35=h"), "|325=Y|340=1|58=ACTIVATION|");
            assertHas(answer(alpha, "g|335=s|263=0", "35=h"), "|335=s|", "|340=1|");
            assertHas(answer(alpha, "D|11=a3" + ORDER, "35=8"), "|39=8|", "|103=2|", FixRefusal.ACTIVATION.text());
            assertHas(answer(alpha, "G|11=a4|41=a1" + ORDER, "35=9"), "|39=0|", "|434=2|", "|102=2|");
            assertHas(answer(alpha, "i|117=q1" + QUOTE, "35=b"), "|297=5|", FixRefusal.ACTIVATION.text());
            assertHas(answer(alpha, "F|11=a5|41=a1" + OF_ORDER, "35=8"), "|11=a5|", "|39=4|");
            assertHas(answer(alpha, "q|11=a6|530=7|60=20261121-09:00:00", "35=8"), "|11=a2|", "|39=4|");
            assertHas(alpha.read("35=r"), "|533=1|");
            assertEquals(0, venue.operator.state().orders());
            assertEquals(3, venue.gateway().refusals().get(FixRefusal.ACTIVATION));

            passedNs.set(PHASE_NS);
            assertHas(alpha.read("35=h"), "|325=Y|340=2|58=OPEN|");
            assertHas(answer(alpha, "D|11=a3" + ORDER, "35=8"), "|39=0|");
            assertEquals(0, venue.counters().get(FixCounter.ACTIVATION));
        }
    }

    private String answer(final RawFix session, final String request, final String type) throws IOException
    {
        sequence++;
        session.send(RawFix.message("ALPHA", sequence, request));
        return session.read(type);
    }

    private static void assertHas(final String message, final String... parts)
    {
        for (final String part : parts)
        {
            assertTrue(message.contains(part), () -> "lacks " + part + ": " + message);
        }
    }
}
