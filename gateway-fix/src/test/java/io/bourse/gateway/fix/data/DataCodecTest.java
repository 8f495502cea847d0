// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.data;

import io.bourse.engine.protocol.ContractDefinedEncoder;
import io.bourse.engine.protocol.InstrumentDefinedEncoder;
import io.bourse.engine.protocol.InstrumentKind;
import io.bourse.engine.protocol.LegDefinedEncoder;
import io.bourse.engine.protocol.OptionRight;
import io.bourse.engine.protocol.SessionOpenedEncoder;
import io.bourse.gateway.fix.session.FixSession;
import io.bourse.gateway.fix.wire.FixReader;
import io.bourse.gateway.fix.wire.FixWriter;
import io.bourse.testing.EventScript;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Requests of market data as they are understood, and what answers them, field by field; {@code |} stands for SOH.
 */
class DataCodecTest
{
    private static final int FUTURE = 11;
    private static final int OPTION = 12;
    private static final int SPREAD = 13;
    private static final int SPOT = 14;
    private static final int ALL_TYPES = -1;
    private static final String FUTURE_TEXT = "55=FUT|48=11|22=8|";

    private final DataMarket market = new DataMarket();
    private final MarketDataEncoder encoder = new MarketDataEncoder();
    private final List<String> sent = new ArrayList<>();
    private final FixSession session = (FixSession)Proxy.newProxyInstance(
        FixSession.class.getClassLoader(), new Class<?>[]{FixSession.class}, (proxy, method, given) ->
        {
            sent.add(method.getName() + ' ' + text((FixWriter)given[0]));
            return null;
        });

    DataCodecTest()
    {
        new EventScript(market.events).begin()
            .event(new InstrumentDefinedEncoder(), (e) -> e.instrumentId(FUTURE).symbol("FUT")
                .kind(InstrumentKind.FUTURE).maturityDate(20261217).underlying("THING").currency("RUB")
                .priceTickE5(1).tickValueE5(2).lowLimitE5(-3).highLimitE5(4).settlementPriceE5(500_000))
            .event(new InstrumentDefinedEncoder(), (e) -> e.instrumentId(OPTION).symbol("OPT")
                .kind(InstrumentKind.OPTION))
            .event(new ContractDefinedEncoder(), (e) -> e.instrumentId(OPTION).right(OptionRight.PUT).strikeE5(700_000))
            .event(new InstrumentDefinedEncoder(), (e) -> e.instrumentId(SPREAD).symbol("SPR")
                .kind(InstrumentKind.SPREAD))
            .event(new LegDefinedEncoder(), (e) -> e.instrumentId(SPREAD).legInstrumentId(FUTURE).ratio(2))
            .event(new LegDefinedEncoder(), (e) -> e.instrumentId(SPREAD).legInstrumentId(OPTION).ratio(-1))
            .event(new InstrumentDefinedEncoder(), (e) -> e.instrumentId(SPOT).symbol("SPOT")
                .kind(InstrumentKind.SPOT))
            .event(new SessionOpenedEncoder(), (e) -> e.sessionId(7))
            .end();
    }

    @Test
    void shouldDescribeInstrumentsOfEveryKind()
    {
        final String prices = "969=0|1146=0|1148=0|1149=0|1150=0|";
        assertEquals("y " + FUTURE_TEXT + "461=FXXXXX|167=FUT|200=202612|541=20261217|711=1|311=THING|15=RUB|561=1|" +
            "336=7|969=0.00001|1146=0.00002|1148=-0.00003|1149=0.00004|1150=5|", described(FUTURE, 7));
        assertEquals("y 55=OPT|48=12|22=8|461=OPXXXX|167=OPT|202=7|561=1|" + prices, described(OPTION, 0));
        assertEquals("y 55=SPR|48=13|22=8|461=MXXXXX|167=MLEG|555=2|600=FUT|602=11|603=8|623=2|624=1|" +
            "600=OPT|602=12|603=8|623=1|624=2|561=1|" + prices, described(SPREAD, 0));
        assertEquals("y 55=SPOT|48=14|22=8|461=MMXXXX|167=NONE|561=1|" + prices, described(SPOT, 0));
        new EventScript(market.events).begin().event(new ContractDefinedEncoder(),
            (e) -> e.instrumentId(OPTION).right(OptionRight.CALL).strikeE5(800_000)).end();
        assertTrue(described(OPTION, 0).contains("|461=OCXXXX|167=OPT|202=8|"));
    }

    private String described(final int instrumentId, final int sessionId)
    {
        final FixWriter writer = new FixWriter().begin("y");
        SecurityEncoder.write(writer, listing(instrumentId).instrument, sessionId);
        return text(writer);
    }

    @Test
    void shouldHaveACodeForEveryKind()
    {
        final List<String> codes = new ArrayList<>();
        for (final InstrumentKind kind : InstrumentKind.values())
        {
            codes.add(kind + " " + SecurityEncoder.cfiCode(kind) + " " + SecurityEncoder.securityType(kind));
        }
        assertEquals(List.of("FUTURE FXXXXX FUT", "OPTION OXXXXX OPT", "SPREAD MXXXXX MLEG", "SPOT MMXXXX NONE",
            "NULL_VAL MMXXXX NONE"), codes);
    }

    @Test
    void shouldSendASnapshotOfTheTypesThatAreAskedFor()
    {
        final Listing listing = listing(FUTURE);
        listing.rptSeq = 5;
        encoder.snapshot(session, request(ALL_TYPES), listing, entries());
        encoder.snapshot(session, request(EntryType.bit(EntryType.OFFER)), listing, entries());
        encoder.snapshot(session, request(EntryType.bit(EntryType.LOW)), listing, entries());
        assertEquals(List.of(
            "sendVolatile W 262=id|" + FUTURE_TEXT + "83=5|268=7|269=0|270=1|271=2|346=3|290=1|" +
                "269=1|270=1.5|271=4|346=1|290=2|" +
                "269=2|270=2|271=6|272=19700101|273=00:00:01.000000005|58=CONTINUOUS|" +
                "269=A|270=1|271=9|277=P|269=A|270=1|271=8|277=Q|269=A|270=1|271=0|269=4|270=3|286=5|",
            "sendVolatile W 262=id|" + FUTURE_TEXT + "83=5|268=1|269=1|270=1.5|271=4|346=1|290=2|",
            "sendVolatile W 262=id|" + FUTURE_TEXT + "83=5|268=0|"), sent);
    }

    @Test
    void shouldSendTheChangesOfSeveralInstrumentsInOneMessage()
    {
        final BookRequest all = request(ALL_TYPES);
        final BookSubscription subscription = new BookSubscription(session, all);
        subscription.startNext();
        subscription.startNext();
        final Changes future = subscription.items.get(0).changes();
        future.clear();
        future.level(Changes.DELETE, EntryType.BID, 100_000, EntryType.NONE, 0, 0);
        future.trade(new TradePrint(77, 200_000, 6, 1_000_000_005L, TradePrint.Kind.AUCTION));
        final Changes option = subscription.items.get(1).changes();
        option.clear();
        option.value(Changes.CHANGE, EntryType.VOLUME, EntryType.NONE, 12);
        listing(FUTURE).rptSeq = 5;
        listing(OPTION).rptSeq = 6;
        assertTrue(encoder.increment(session, all, subscription.items));
        assertTrue(encoder.increment(session, request(EntryType.bit(EntryType.VOLUME)), subscription.items));
        assertFalse(encoder.increment(session, request(EntryType.bit(EntryType.LOW)), subscription.items));
        final String volume = "279=1|269=B|55=OPT|48=12|22=8|271=12|83=6|";
        assertEquals(List.of(
            "sendVolatile X 262=id|268=3|279=2|269=0|" + FUTURE_TEXT + "270=1|83=5|" +
                "279=0|269=2|278=77|" + FUTURE_TEXT +
                "270=2|271=6|272=19700101|273=00:00:01.000000005|58=AUCTION|83=5|" + volume,
            "sendVolatile X 262=id|268=1|" + volume), sent);
    }

    @Test
    void shouldSayWhyARequestIsRefused()
    {
        encoder.reject(session, request(ALL_TYPES), '0', "unknown instrument");
        encoder.reject(session, request(ALL_TYPES), BookRequest.NO_REASON, "too many");
        assertEquals(
            List.of("send Y 262=id|281=0|58=unknown instrument|", "send Y 262=id|58=too many|"), sent);
    }

    @ParameterizedTest
    @CsvSource({
        "263=0|264=0|267=1|269=0|146=1|55=FUT, id kind=0 depth=0 mask=1 [FUT]",
        "263=1|264=5|265=1|267=2|269=0|269=1|146=2|55=FUT|55=OPT, id kind=1 depth=5 mask=3 [FUT+OPT]",
        "263=1|264=1|265=0|267=1|269=2|146=1|55=FUT, id kind=1 depth=1 full mask=4 [FUT]",
        "263=0|264=1000000|267=1|269=4|146=2|55=FUT|55=FUT, id kind=0 depth=1000000 mask=4104 [FUT]",
        "263=2, id kind=2 depth=0 mask=0 []",
        "263=2|264=-1|265=9|269=z, id kind=2 depth=0 mask=-1 []",
        "263=0|264=0|266=Y|286=0|546=1|547=N|336=7|269=0|146=1|55=FUT, id kind=0 depth=0 mask=1 [FUT]",
        "263=0|264=0|286=1|269=0|146=1|55=[N/A]|48=12|22=8, id kind=0 depth=0 mask=1 [OPT]",
        "263=0|264=0|269=0|146=2|55=FUT|48=11|55=SPR|48=13, id kind=0 depth=0 mask=1 [FUT+SPR]"})
    void shouldUnderstandARequest(final String fields, final String expected)
    {
        assertEquals(expected, read(fields));
    }

    @ParameterizedTest
    @CsvSource({
        "263=3, 4 SubscriptionRequestType must be 0-1 or 2",
        "263=/, 4 SubscriptionRequestType must be 0-1 or 2",
        "263=0|264=-1, 5 MarketDepth must be 0 for the whole book or a number of levels",
        "263=0|264=1000001, 5 MarketDepth must be 0 for the whole book or a number of levels",
        "263=1|264=0|265=2, 6 MDUpdateType must be 0 or 1",
        "263=1|264=0, 6 MDUpdateType must be 0 or 1",
        "263=0|264=0|266=N, 7 books are aggregated by price",
        "263=0|264=0|286=2, B OpenCloseSettlFlag must be 0 or 1",
        "263=0|264=0|546=2, A Scope must be 1",
        "263=0|264=0|547=Y, C levels that fall out of MarketDepth are deleted by the venue",
        "263=0|264=0|336=8, 9 the present TradingSessionID is 7",
        "263=0|264=0|336=7|336=8, 9 the present TradingSessionID is 7",
        "263=0|264=0|269=z|146=1|55=FUT, 8 no such MDEntryType here: z",
        "263=0|264=0|269=0|146=1|55=WHAT, 0 unknown instrument: Symbol=WHAT",
        "263=0|264=0|269=0|146=2|55=FUT|55=OPT|48=11, 0 unknown instrument: Symbol=OPT SecurityID=11",
        "263=0|264=0|269=0|146=1|55=FUT|48=11|22=4, 0 unknown instrument: Symbol=FUT SecurityID=11",
        "263=0|264=0|269=0, 0 "})
    void shouldSayWhatIsWrongWithARequest(final String fields, final String expected)
    {
        final BookRequest request = request(fields);
        assertEquals(expected.strip(), (request.refusal() + " " + request.text().replace(", ", "-")).strip());
    }

    @Test
    void shouldShortenTheNameOfAnUnknownInstrument()
    {
        final String prefix = "263=0|264=0|269=0|146=1|55=";
        assertEquals("unknown instrument: Symbol=" + "x".repeat(64), request(prefix + "x".repeat(64)).text());
        assertEquals("unknown instrument: Symbol=" + "x".repeat(64) + "... SecurityID=" + "9".repeat(64) + "...",
            request(prefix + "x".repeat(65) + "|48=" + "9".repeat(65)).text());
    }

    private String read(final String fields)
    {
        final BookRequest request = request(fields);
        assertEquals(0, request.refusal(), request.text());
        return request.id() + " kind=" + request.kind() + " depth=" + request.depth() +
            (request.isFullRefresh() ? " full" : "") + " mask=" + request.mask() + " [" +
            String.join("+", request.listings().stream().map((listing) -> listing.instrument.symbol()).toList()) + "]";
    }

    private BookRequest request(final String fields)
    {
        final byte[] bytes = ("8=FIX.4.4|9=0|35=V|262=id|" + fields + "|10=000|").replace('|', '\u0001')
            .getBytes(StandardCharsets.US_ASCII);
        final FixReader reader = new FixReader();
        assertTrue(reader.wrap(bytes, 0, bytes.length));
        return BookRequest.read(reader, new DataMarkets(List.of(market), id -> market));
    }

    private BookRequest request(final int mask)
    {
        return new BookRequest("id", BookRequest.SUBSCRIBE, 0, false, mask, List.of(listing(FUTURE), listing(OPTION)),
            (char)0, "");
    }

    private static Changes entries()
    {
        final Changes entries = new Changes();
        entries.level(Changes.NEW, EntryType.BID, 100_000, 2, 3, 1);
        entries.level(Changes.NEW, EntryType.OFFER, 150_000, 4, 1, 2);
        entries.trade(new TradePrint(77, 200_000, 6, 1_000_000_005L, TradePrint.Kind.CONTINUOUS));
        entries.value(Changes.NEW, EntryType.IMBALANCE, 100_000, 9);
        entries.value(Changes.NEW, EntryType.IMBALANCE, 100_000, -8);
        entries.value(Changes.NEW, EntryType.IMBALANCE, 100_000, 0);
        entries.value(Changes.NEW, EntryType.THEORETICAL, 300_000, EntryType.NONE);
        return entries;
    }

    private Listing listing(final int instrumentId)
    {
        return market.listings.stream().filter((listing) -> instrumentId == listing.instrument.instrumentId())
            .findFirst().orElseThrow();
    }

    private static String text(final FixWriter writer)
    {
        return writer.msgType() + ' ' +
            new String(writer.bytes(), 0, writer.length(), StandardCharsets.US_ASCII).replace('\u0001', '|');
    }
}
