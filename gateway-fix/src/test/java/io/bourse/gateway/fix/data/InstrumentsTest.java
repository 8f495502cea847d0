// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.data;

import io.bourse.engine.client.operator.InstrumentSpec;
import io.bourse.engine.client.operator.LegSpec;
import io.bourse.engine.client.operator.PhaseChangeSpec;
import io.bourse.engine.client.operator.PhaseOperator;
import io.bourse.engine.protocol.ClearingKind;
import io.bourse.engine.protocol.InstrumentKind;
import io.bourse.engine.protocol.Phase;
import io.bourse.engine.testing.DemoReferenceData;
import io.bourse.gateway.fix.session.FixSessionOptions.Role;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Lists of instruments, their states, and those of the session.
 */
@Tag("venue")
class InstrumentsTest extends DataTest
{
    private static final int SI = DemoReferenceData.SI_ID;
    private static final int RI = DemoReferenceData.RI_ID;

    @BeforeEach
    void setRights()
    {
        session.options(0, Role.ORDER_ENTRY);
    }

    private void define(final int instrumentId, final String symbol, final InstrumentKind kind, final String underlying)
    {
        venue.engine.operator().defineInstrument(new InstrumentSpec(
            instrumentId, symbol, kind, underlying, "RUB",
            100_000L, 150_000L, 1_000_00000L, 50_000_00000L, 20_000_00000L, 0, 0, 20261217));
    }

    private List<Fields> received()
    {
        venue.pump();
        return session.take();
    }

    private List<String> symbols(final String request)
    {
        session.request(venue.service, request);
        final List<String> symbols = new ArrayList<>();
        for (final Fields message : received())
        {
            message.group(146, 55).forEach((entry) -> symbols.add(entry.get(55)));
        }
        return symbols;
    }

    @Test
    void shouldListTermsLimitsAndLegs()
    {
        define(2001, "RI-SI", InstrumentKind.SPREAD, "RTS");
        venue.engine.operator().defineLegs(2001, List.of(new LegSpec(RI, 2), new LegSpec(SI, -1)));
        venue.pump();
        session.request(venue.service, "x|320=l|559=4");
        assertEquals(List.of("35=y|320=l|560=0|393=3|893=Y|146=3|" +
            "55=SI-12.26|48=1001|22=8|461=FXXXXX|167=FUT|200=202612|541=20261217|711=1|311=SI|15=RUB|561=1|336=7001|" +
            "969=1|1146=1|1148=80000|1149=100000|1150=90000|" +
            "55=RI-12.26|48=1002|22=8|461=FXXXXX|167=FUT|200=202612|541=20261217|711=1|311=RTS|15=RUB|561=1|336=7001|" +
            "969=10|1146=16.1234|1148=95000|1149=125000|1150=110000|" +
            "55=RI-SI|48=2001|22=8|461=MXXXXX|167=MLEG|200=202612|541=20261217|711=1|311=RTS|15=RUB|" +
            "555=2|600=RI-12.26|602=1002|603=8|623=2|624=1|600=SI-12.26|602=1001|603=8|623=1|624=2|561=1|336=7001|" +
            "969=1|1146=1.5|1148=1000|1149=50000|1150=20000"),
            received().stream().map((message) -> message.without(322)).collect(Collectors.toList()));
    }

    @Test
    void shouldListWhatIsAskedFor()
    {
        define(2002, "SI-CALL", InstrumentKind.OPTION, "SI");
        venue.pump();
        assertEquals(List.of("SI-12.26"), symbols("x|320=l|559=0|55=SI-12.26"));
        assertEquals(List.of("RI-12.26"), symbols("x|320=l|559=0|55=[N/A]|48=1002"));
        assertEquals(List.of("SI-CALL"), symbols("x|320=l|559=1|461=OXXXXX"));
        assertEquals(List.of("SI-12.26", "RI-12.26"), symbols("x|320=l|559=1|167=FUT"));
        assertEquals(List.of("SI-12.26", "RI-12.26", "SI-CALL"), symbols("x|320=l|559=3|336=7001"));
        assertEquals(List.of("SI-12.26", "SI-CALL"), symbols("x|320=l|559=4|711=1|311=SI"));
    }

    @Test
    void shouldSayWhyNothingIsListed()
    {
        session.request(venue.service, "x|320=l|559=0|55=NOTHING");
        assertEquals("35=y|320=l|560=2|393=0|893=Y", session.takeOne().without(322));
        session.request(venue.service, "x|320=l|559=3|336=1");
        assertEquals("35=y|320=l|560=2|393=0|893=Y", session.takeOne().without(322));
        session.request(venue.service, "x|320=l|559=2|460=7");
        assertEquals("35=y|320=l|560=1|393=0|893=Y", session.takeOne().without(322));
        session.request(venue.service, "x|320=l|559=1");
        assertEquals("35=y|320=l|560=1|393=0|893=Y", session.takeOne().without(322));
    }

    @Test
    void shouldSendLongListsInFragmentsAsFastAsTheClientReads()
    {
        final int count = 2 * SecurityListHandler.FRAGMENT_SIZE + 7;
        for (int i = 0; i < count - 2; i++)
        {
            define(3000 + i, "F" + i, InstrumentKind.FUTURE, "F");
        }
        venue.pump();
        session.unsentBytes(DataVenue.MAX_UNSENT_BYTES + 1);
        session.request(venue.service, "x|320=l|559=4");
        assertEquals(List.of(), received());
        session.unsentBytes(0);
        final List<Fields> fragments = received();
        assertEquals(List.of("N", "N", "Y"), fragments.stream().map((fragment) -> fragment.get(893)).toList());
        assertEquals(List.of("50", "50", "7"), fragments.stream().map((fragment) -> fragment.get(146)).toList());
        assertTrue(fragments.stream().allMatch((fragment) -> count == fragment.number(393)));
        assertEquals(1, fragments.stream().map((fragment) -> fragment.get(322)).distinct().count());
        final List<String> symbols = new ArrayList<>();
        fragments.forEach((fragment) -> fragment.group(146, 55).forEach((entry) -> symbols.add(entry.get(55))));
        assertEquals(count, symbols.stream().distinct().count());
    }

    @Test
    void shouldListWhatChangesWhenSubscribed()
    {
        session.request(venue.service, "x|320=l|559=4|263=1");
        assertEquals("2", received().get(0).get(393));
        session.request(venue.service, "x|320=l|559=4|263=1");
        assertEquals("35=j|45=2|372=x|379=l|380=0|58=a subscription with this id goes on: id=l",
            session.takeOne().toString());
        define(2002, "SI-CALL", InstrumentKind.OPTION, "SI");
        final Fields defined = received().get(0);
        assertEquals("SI-CALL", defined.get(55));
        assertEquals("1", defined.get(393));
        venue.engine.operator().suspendTrading(7, ClearingKind.INTRADAY);
        venue.engine.operator().publishSettlement(
            7, SI, 90_001_00000L, 200_000L, 80_001_00000L, 100_001_00000L);
        final Fields settled = received().get(0);
        assertEquals("35=y|320=l|560=0|393=1|893=Y|146=1|55=SI-12.26|48=1001|22=8|461=FXXXXX|167=FUT|200=202612|" +
            "541=20261217|711=1|311=SI|15=RUB|561=1|336=7001|969=1|1146=2|1148=80001|1149=100001|1150=90001",
            settled.without(322));
        session.request(venue.service, "x|320=l|559=4|263=2");
        define(2003, "SI-PUT", InstrumentKind.OPTION, "SI");
        assertEquals(List.of(), received());
    }

    private List<String> states()
    {
        return received().stream()
            .map((message) -> "f".equals(message.type()) ?
                message.get(55) + " " + message.get(326) + " " + message.get(58) + " " + message.get(1148) + " " +
                    message.get(1149) + (message.has(325) ? " update" : "") :
                "session " + message.get(336) + " " + message.get(340) + " " + message.get(58) +
                    (message.has(325) ? " update" : ""))
            .collect(Collectors.toList());
    }

    @Test
    void shouldSendStatesThroughADay()
    {
        final PhaseOperator phases = new PhaseOperator(venue.engine.operator());
        session.request(venue.service, "g|335=t|263=1");
        session.request(venue.service, "e|324=s|55=SI-12.26|263=1");
        assertEquals(List.of("session 7001 2 OPEN", "SI-12.26 17 CONTINUOUS 80000 100000"), states());
        phases.changePhase(PhaseChangeSpec.ofMarket(Phase.PRE_OPEN));
        phases.changePhase(PhaseChangeSpec.ofMarket(Phase.OPENING_AUCTION));
        phases.changePhase(PhaseChangeSpec.ofMarket(Phase.CONTINUOUS));
        assertEquals(List.of(
            "session 7001 4 OPEN update", "SI-12.26 21 PRE_OPEN 80000 100000 update",
            "session 7001 2 OPEN update", "SI-12.26 22 OPENING_AUCTION 80000 100000 update",
            "SI-12.26 17 CONTINUOUS 80000 100000 update"), states());
        phases.changePhase(PhaseChangeSpec.ofInstrument(SI, Phase.HALTED));
        phases.changePhase(PhaseChangeSpec.ofInstrument(RI, Phase.HALTED));
        phases.changePhase(PhaseChangeSpec.ofInstrument(SI, Phase.VOLATILITY_AUCTION));
        phases.changePhase(PhaseChangeSpec.ofInstrument(SI, Phase.CONTINUOUS));
        assertEquals(List.of(
            "SI-12.26 2 HALTED 80000 100000 update",
            "SI-12.26 5 VOLATILITY_AUCTION 80000 100000 update",
            "SI-12.26 17 CONTINUOUS 80000 100000 update"), states());
        clear(7, ClearingKind.INTRADAY);
        venue.engine.operator().resumeTrading(7);
        assertEquals(List.of(
            "session 7001 1 INTRADAY_CLEARING update", "SI-12.26 2 INTRADAY_CLEARING 80000 100000 update",
            "SI-12.26 2 INTRADAY_CLEARING 80007 100000 update",
            "session 7001 1 INTRADAY_CLEARED update", "SI-12.26 2 INTRADAY_CLEARED 80007 100000 update",
            "session 7001 2 OPEN update", "SI-12.26 17 CONTINUOUS 80007 100000 update"), states());
        phases.changePhase(PhaseChangeSpec.ofMarket(Phase.POST_TRADE));
        clear(8, ClearingKind.EVENING);
        venue.engine.operator().openSession(7002, 20261124);
        assertEquals(List.of(
            "session 7001 5 OPEN update", "SI-12.26 18 POST_TRADE 80007 100000 update",
            "session 7001 1 EVENING_CLEARING update", "SI-12.26 18 EVENING_CLEARING 80007 100000 update",
            "SI-12.26 18 EVENING_CLEARING 80008 100000 update",
            "session 7001 3 CLOSED update", "SI-12.26 18 CLOSED 80008 100000 update",
            "session 7002 5 OPEN update", "SI-12.26 18 POST_TRADE 80008 100000 update"), states());
        session.request(venue.service, "g|335=t|263=2");
        session.request(venue.service, "e|324=s|55=SI-12.26|263=2");
        phases.changePhase(PhaseChangeSpec.ofMarket(Phase.CONTINUOUS));
        assertEquals(List.of(), states());
    }

    private void clear(final int runId, final ClearingKind kind)
    {
        venue.engine.operator().suspendTrading(runId, kind);
        venue.engine.operator().publishSettlement(
            runId, SI, 90_000_00000L, 100_000L, 80_000_00000L + runId * 100_000L, 100_000_00000L);
        venue.engine.operator().publishSettlement(
            runId, RI, 110_000_00000L, 1_612_340L, 95_000_00000L, 125_000_00000L);
        venue.engine.operator().completeClearing(runId, kind);
    }

    @Test
    void shouldSendStatesOfAllInstrumentsAndOfThoseToCome()
    {
        session.request(venue.service, "e|324=s|55=[N/A]|263=1");
        assertEquals(List.of("SI-12.26 17 CONTINUOUS 80000 100000", "RI-12.26 17 CONTINUOUS 95000 125000"), states());
        define(2002, "SI-CALL", InstrumentKind.OPTION, "SI");
        new PhaseOperator(venue.engine.operator()).changePhase(PhaseChangeSpec.ofInstrument(RI, Phase.HALTED));
        assertEquals(List.of(
            "SI-CALL 17 CONTINUOUS 1000 50000", "RI-12.26 2 HALTED 95000 125000 update"), states());
    }

    @Test
    void shouldSendTheLatestStateOnlyWhenTheClientReadsTooSlowly()
    {
        final PhaseOperator phases = new PhaseOperator(venue.engine.operator());
        session.request(venue.service, "e|324=s|55=SI-12.26|263=1");
        states();
        session.unsentBytes(DataVenue.MAX_UNSENT_BYTES + 1);
        phases.changePhase(PhaseChangeSpec.ofInstrument(SI, Phase.HALTED));
        phases.changePhase(PhaseChangeSpec.ofInstrument(SI, Phase.INTRADAY_AUCTION));
        assertEquals(List.of(), states());
        session.unsentBytes(0);
        assertEquals(List.of("SI-12.26 5 INTRADAY_AUCTION 80000 100000 update"), states());
    }

    @Test
    void shouldRefuseStatesThatThereAreNot()
    {
        session.request(venue.service, "e|324=s|55=NOTHING|263=0");
        assertEquals("35=f|324=s|55=NOTHING|326=20|58=unknown instrument", session.takeOne().toString());
        session.request(venue.service, "g|335=t|336=12|263=0");
        assertEquals("35=h|335=t|336=12|340=6|567=1|58=the present TradingSessionID is 7001",
            session.takeOne().toString());
        session.request(venue.service, "g|335=t|336=7001|263=0");
        assertEquals("35=h|335=t|336=7001|338=1|340=2|58=OPEN", session.takeOne().toString());
    }
}
