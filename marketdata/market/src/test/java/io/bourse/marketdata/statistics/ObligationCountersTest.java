// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.statistics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.engine.protocol.ClearingKind;
import io.bourse.engine.protocol.InstrumentKind;
import io.bourse.engine.protocol.Phase;
import io.bourse.engine.protocol.QuoteStatus;
import io.bourse.engine.protocol.Side;
import java.util.List;
import org.junit.jupiter.api.Test;

class ObligationCountersTest
{
    private static final int SI = 1001;
    private static final int MAKER = 1;
    private static final int COLLEAGUE = 2;
    private static final int STRANGER = 3;

    /** At most 20 ticks, at least 10 lots; the firm: at most 1 per mille, at least 15 lots. */
    private final ObligationCounters counters = new ObligationCounters(List.of(
        new ObligationSpec(ObligationSpec.Kind.LOGIN, "TWAA1", SI, 800, 20, 0, 10),
        new ObligationSpec(ObligationSpec.Kind.FIRM, "AA01", SI, 500, 0, 1, 15)));
    private final StatisticsScript script = new StatisticsScript(counters)
        .login(MAKER, "TWAA1", "AA01")
        .login(COLLEAGUE, "TWAA2", "AA01")
        .login(STRANGER, "TWBB1", "BB01")
        .instrument(SI, "SI-12.26", InstrumentKind.FUTURE, 100_000, 100_000, 90_000_00000L, 20261217)
        .at(100)
        .session(1, 20261122);

    private StatisticsScript bid(final int login, final long id, final long price, final long lots)
    {
        return script.accepted(login, SI, id, Side.BUY, price * 100_000, lots);
    }

    private StatisticsScript ask(final int login, final long id, final long price, final long lots)
    {
        return script.accepted(login, SI, id, Side.SELL, price * 100_000, lots);
    }

    @Test
    void shouldMeasureTheExampleOfTheDocumentation()
    {
        // 10 s without any order, 5 s with a bid alone, 60 s as it should be,
        script.at(110);
        bid(MAKER, 1, 89_995, 12);
        script.at(115);
        ask(MAKER, 2, 90_005, 10);
        // 10 s with too few lots after a trade, 10 s too wide, 5 s as it should be.
        script.at(175).trade(SI, 90_005_00000L, 4, Side.BUY, new long[]{9, 0, 3, 3}, new long[]{2, 6, MAKER, 1});
        script.at(185).cancelled(2);
        ask(MAKER, 3, 90_016, 10);
        script.at(195).cancelled(3);
        ask(MAKER, 4, 90_006, 20);
        script.at(200).tick();

        assertEquals("TWAA1 MET 100 = 10+5+10+10+65 650/800 false spread=11.35294 lots=12/10 q=0 t=1/4", line(0));
    }

    @Test
    void shouldCountOrdersOfTheFirmTogetherAndPerMilleOfTheMiddle()
    {
        bid(MAKER, 1, 90_000, 10);
        ask(COLLEAGUE, 2, 90_090, 20);
        script.at(110);
        bid(COLLEAGUE, 3, 89_999, 5);
        // 91 of 90044.5 is 1.0106 per mille: the fifth lot of fifteen is at 89999. 90 of 90044 is 0.9995.
        script.at(120).cancelled(2);
        ask(COLLEAGUE, 4, 90_089, 15);
        script.at(130);
        bid(STRANGER, 5, 90_001, 100);
        script.tick();

        assertEquals("TWAA1 ONE_SIDE 30 = 0+30+0+0+0 0/800 false spread=null lots=null/null q=0 t=0/0", line(0));
        assertEquals("AA01 MET 30 = 0+0+10+10+10 333/500 false spread=89.66667 lots=13/18 q=0 t=0/0", line(1));
    }

    @Test
    void shouldNotMeasureAuctionsHaltsAndClearing()
    {
        bid(MAKER, 1, 89_995, 10);
        ask(MAKER, 2, 90_005, 10);
        script.at(110).phase(SI, Phase.VOLATILITY_AUCTION)
            .at(120).phase(SI, Phase.CONTINUOUS)
            .at(125).phase(SI, Phase.HALTED)
            .at(130).cancelled(2)
            .at(140).phase(SI, Phase.CONTINUOUS)
            .at(141).suspended(ClearingKind.INTRADAY)
            .at(150).resumed()
            .at(152).suspended(ClearingKind.EVENING)
            .at(160).tick();

        assertEquals("TWAA1 ONE_SIDE 18 = 0+3+0+0+15 833/800 true spread=10 lots=10/10 q=0 t=0/0", line(0));
    }

    @Test
    void shouldMeasureWhatAnIcebergShows()
    {
        bid(MAKER, 1, 89_995, 10);
        script.slice(MAKER, SI, 2, Side.SELL, 90_005_00000L, 10);
        script.at(110).trade(SI, 90_005_00000L, 4, Side.BUY, new long[]{9, 0, 3, 3}, new long[]{2, 96, MAKER, 1});
        script.at(120).trade(SI, 90_005_00000L, 6, Side.BUY, new long[]{9, 0, 3, 3}, new long[]{2, 90, MAKER, 1});
        script.at(125).slice(MAKER, SI, 2, Side.SELL, 90_005_00000L, 12);
        script.at(130).tick();

        assertEquals("TWAA1 MET 30 = 0+5+10+0+15 500/800 false spread=10 lots=10/9 q=0 t=2/10", line(0));
    }

    @Test
    void shouldCountAcceptedQuotesOnly()
    {
        script.quoted(MAKER, SI, QuoteStatus.ACCEPTED).quoted(MAKER, SI, QuoteStatus.REFUSED)
            .quoted(MAKER, 99, QuoteStatus.ACCEPTED).quoted(COLLEAGUE, SI, QuoteStatus.ACCEPTED);

        assertEquals("TWAA1 ABSENT 0 = 0+0+0+0+0 0/800 true spread=null lots=null/null q=1 t=0/0", line(0));
        assertEquals("AA01 ABSENT 0 = 0+0+0+0+0 0/500 true spread=null lots=null/null q=2 t=0/0", line(1));
    }

    @Test
    void shouldCountOnceWhenALoginIsDefinedAgain()
    {
        script.login(MAKER, "TWAA1", "AA01").login(MAKER, "TWAA1", "AA01")
            .quoted(MAKER, SI, QuoteStatus.ACCEPTED);
        bid(MAKER, 1, 89_995, 10);
        ask(MAKER, 2, 90_005, 10);
        script.at(110).trade(SI, 90_005_00000L, 4, Side.BUY, new long[]{9, 0, 3, 3}, new long[]{2, 6, MAKER, 1})
            .at(120).tick();

        assertEquals("TWAA1 SIZE 20 = 0+0+10+0+10 500/800 false spread=10 lots=10/8 q=1 t=1/4", line(0));
        assertEquals("AA01 SIZE 20 = 0+0+20+0+0 0/500 false spread=10 lots=10/8 q=1 t=1/4", line(1));
    }

    @Test
    void shouldBeginEverySessionAnewAndKeepTheOneBefore()
    {
        assertEquals(List.of(), counters.previousReports());
        bid(MAKER, 1, 89_995, 10);
        ask(MAKER, 2, 90_005, 10);
        script.at(150).suspended(ClearingKind.EVENING).cancelled(1).cancelled(2).at(900).session(2, 20261123)
            .at(930).tick();

        assertEquals("TWAA1 ABSENT 30 = 30+0+0+0+0 0/800 false spread=null lots=null/null q=0 t=0/0", line(0));
        final ObligationReport before = counters.previousReports().getFirst();
        assertEquals("1 20261122 1000 true", before.sessionId() + " " + before.tradingDate() + ' ' +
            before.presencePermille() + ' ' + before.isKept());
    }

    @Test
    void shouldRoundPresenceDown()
    {
        bid(MAKER, 1, 89_995, 10);
        ask(MAKER, 2, 90_005, 10);
        script.at(100 + 79_999).cancelled(1).at(100 + 100_000).tick();

        assertEquals(799, counters.reports().getFirst().presencePermille());
        assertEquals(false, counters.reports().getFirst().isKept());
    }

    @Test
    void shouldRefuseWhatCannotBeAnObligation()
    {
        assertRefused("presence_pm", 0, 20, 0, 10);
        assertRefused("presence_pm", 1001, 20, 0, 10);
        assertRefused("either", 800, 0, 0, 10);
        assertRefused("either", 800, 1, 1, 10);
        assertRefused("min_lots", 800, 20, 0, 0);
        assertRefused("max_spread_pm", 800, 0, 1001, 10);
    }

    private static void assertRefused(
        final String rule, final int presence, final long ticks, final int permille, final long lots)
    {
        final String message = assertThrows(IllegalArgumentException.class, () ->
            new ObligationSpec(ObligationSpec.Kind.LOGIN, "X", SI, presence, ticks, permille, lots)).getMessage();
        assertTrue(message.contains(rule), message);
    }

    private String line(final int index)
    {
        return line(counters.reports().get(index));
    }

    static String line(final ObligationReport report)
    {
        return report.provider() + ' ' + report.state() + ' ' + seconds(report.continuousNs()) + " = " +
            seconds(report.absentNs()) + '+' + seconds(report.oneSideNs()) + '+' + seconds(report.sizeNs()) + '+' +
            seconds(report.spreadNs()) + '+' + seconds(report.presentNs()) + ' ' + report.presencePermille() + '/' +
            report.requiredPermille() + ' ' + report.isKept() + " spread=" +
            (null == report.averageSpread() ? null : report.averageSpread().toPlainString()) + " lots=" +
            report.averageBidLots() + '/' + report.averageAskLots() + " q=" + report.quotes() + " t=" +
            report.trades() + '/' + report.tradedLots();
    }

    private static long seconds(final long ns)
    {
        return ns / StatisticsScript.SECOND_NS;
    }
}
