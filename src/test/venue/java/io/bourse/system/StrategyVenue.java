// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.system;

import io.bourse.clearing.crypto.ClearingKeys;
import io.bourse.clearing.crypto.OwnerFiles;
import io.bourse.clearing.crypto.PersonalKey;
import io.bourse.deploy.config.VenueConfigLoader;
import io.bourse.deploy.drill.FeedReader;
import io.bourse.deploy.node.Venue;
import io.bourse.deploy.operators.SoleOperator;
import io.bourse.engine.client.CommandPublisher;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.operator.OperatorClient;
import io.bourse.engine.protocol.AccountCode;
import io.bourse.engine.protocol.MessageHeaderEncoder;
import io.bourse.engine.protocol.NegotiatedOrderEncoder;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.security.Principal;
import io.bourse.marketdata.client.MarketTrade;
import io.bourse.marketdata.client.MarketTransaction;
import org.agrona.CloseHelper;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.UnsafeBuffer;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * A venue with a near and a far contract and the spread between them, started in this process, with two TWIME sessions
 * and a subscriber of the feed that write down what they receive.
 */
final class StrategyVenue implements AutoCloseable
{
    private static final int OTHER_GATEWAY_ID = 3;
    static final int NEAR = 1001;
    static final int FAR = 1002;
    static final int SPREAD = 2001;
    static final long E5 = 100_000;

    private static final String KEY = "sole.p12";
    private static final String PASSWORD_FILE = "sole.password";
    private static final String PASSWORD = "correct horse";
    private static final long LIMIT_NS = TimeUnit.SECONDS.toNanos(120);

    private final IdleStrategy idle = new BackoffIdleStrategy(10, 20, 1_000, 100_000);
    private final List<String> publicTrades = Collections.synchronizedList(new ArrayList<>());
    private final int[] checked = new int[2];
    private final Path dir;
    private final Map<String, Object> options;
    private final SoleOperator sole;
    private Venue venue;
    private EngineClient engine;
    private OperatorClient operator;
    private FeedReader feed;
    private TwimeRecorder a;
    private TwimeRecorder b;
    private long clOrdId;

    StrategyVenue(final Path dir) throws IOException
    {
        this.dir = dir;
        sole = new SoleOperator(PersonalKey.create(dir.resolve(KEY), "sole", PASSWORD.toCharArray()));
        OwnerFiles.write(dir.resolve(PASSWORD_FILE), PASSWORD.getBytes(StandardCharsets.US_ASCII));
        options = TestVenue.options(dir.resolve("data"));
        options.put("venue.reference-data", dir.resolve("reference").toString());
        options.put("venue.trading-date", 20261120);
        options.putAll(sole.options());
    }

    /** What the venue is started with besides. */
    StrategyVenue option(final String key, final Object value)
    {
        options.put(key, value);
        return this;
    }

    Venue venue()
    {
        return venue;
    }

    OperatorClient operator()
    {
        return operator;
    }

    FeedReader feed()
    {
        return feed;
    }

    /** Options of a command that the venue's operator gives. */
    List<String> operatorOptions()
    {
        return List.of("--as", "sole", "--operator-key", dir.resolve(KEY).toString(),
            "--operator-password", dir.resolve(PASSWORD_FILE).toString());
    }

    /** Session of AA01. */
    TwimeRecorder a()
    {
        return a;
    }

    /** Session of BB01. */
    TwimeRecorder b()
    {
        return b;
    }

    /** The whole venue with a subscriber of its feed. */
    void startWithFeed() throws IOException
    {
        writeReferenceData("2001,1001,-1\n2001,1002,1\n");
        start();
        feed = new FeedReader(venue.descriptor(), (transaction, books) -> publish(transaction));
        feed.awaitEqual(operator.reportState());
    }

    /** Starts the venue, again if it was left, and recovers both sessions. */
    void start() throws IOException
    {
        // Of members too: nobody here hands in requests for certificates.
        ClearingKeys.allowDemo(dir.resolve("data/keys"));
        venue = Venue.start(VenueConfigLoader.load(null, options));
        engine = venue.engine().connect();
        operator = sole.client(engine, LIMIT_NS);
        a = new TwimeRecorder(venue.twime().localAddress(), "TWAA01", "AA01000");
        b = new TwimeRecorder(venue.twime().localAddress(), "TWBB01", "BB01000");
        await(() -> a.isRecovered() && b.isRecovered());
    }

    /** Closes everything but the subscriber of the feed. */
    void leave()
    {
        if (null != a)
        {
            a.close();
            b.close();
            a = null;
        }
        if (null != venue)
        {
            CloseHelper.closeAll(operator, engine, venue);
            venue = null;
        }
    }

    /** Sends an order and waits until it is answered. */
    void order(
        final TwimeRecorder trader, final int instrumentId, final boolean isBuy, final long price, final long lots)
    {
        final int answers = trader.receivedCount() + trader.refusals().size();
        clOrdId++;
        trader.order(clOrdId, instrumentId, isBuy, price, lots);
        await(() -> trader.receivedCount() + trader.refusals().size() > answers);
    }

    /** No protocol of ours has negotiated orders: a gateway of the future would send them like this. */
    void negotiate(final int loginId, final String account, final String counterparty, final Side side)
    {
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[CommandPublisher.MAX_COMMAND_LENGTH]);
        final NegotiatedOrderEncoder command = new NegotiatedOrderEncoder();
        clOrdId++;
        command.wrapAndApplyHeader(buffer, 0, new MessageHeaderEncoder())
            .header().stampedNs(0).receivedNs(0).sequence(0).sessionId(loginId).gatewayId(OTHER_GATEWAY_ID)
            .partition(engine.partition());
        command.clOrdId(clOrdId).priceE5(92_390 * E5).qtyLots(7).accountCode(AccountCode.pack(account))
            .instrumentId(NEAR).linkId(0).side(side.value()).complianceId((byte)'D').clientFlags((short)0)
            .matchRef(77).counterparty(counterparty).clientRef("");
        final CommandPublisher publisher = engine.newCommandPublisher(Principal.gateway(OTHER_GATEWAY_ID));
        await(() ->
            publisher.offer(buffer, 0, MessageHeaderEncoder.ENCODED_LENGTH + command.encodedLength()));
    }

    /** Opens the session of a later date, with which the numbers of messages begin again. */
    void openSession(final int sessionId, final int tradingDate)
    {
        operator.openSession(sessionId, tradingDate);
        await(() -> a.numberResets() > 0 && a.isRecovered() && b.numberResets() > 0 && b.isRecovered());
        checked[0] = 0;
        checked[1] = 0;
    }

    /** What a session receives next, and nothing else. */
    void assertReceives(final TwimeRecorder trader, final String... lines)
    {
        final int who = trader == a ? 0 : 1;
        final int from = checked[who];
        checked[who] = from + lines.length;
        await(() -> trader.receivedCount() >= from + lines.length);
        final List<String> received = trader.received();
        assertEquals(List.of(lines), received.subList(from, received.size()));
    }

    /** What the public is shown next, and nothing else. */
    void shown(final String... trades)
    {
        await(() -> publicTrades.size() >= trades.length);
        assertEquals(List.of(trades), List.copyOf(publicTrades));
        publicTrades.clear();
    }

    /** In an auction nobody takes. */
    List<String> shownWithoutParties(final int count)
    {
        await(() -> publicTrades.size() >= count);
        return publicTrades.stream().map(line -> line.replaceFirst(" (buyer|seller) .*", "")).toList();
    }

    private void publish(final MarketTransaction transaction)
    {
        for (int i = 0; i < transaction.tradeCount(); i++)
        {
            final MarketTrade trade = transaction.trade(i);
            final String how;
            if (trade.isStrategyLeg())
            {
                how = "leg";
            }
            else if (trade.isNegotiated())
            {
                how = "negotiated";
            }
            else
            {
                how = (trade.isAggressorBuyer() ? "buyer " : "seller ") + trade.aggressorOrderId() + " takes " +
                    trade.restingOrderId();
            }
            publicTrades.add(trade.tradeId() + " " + trade.securityId() + " " + trade.qtyLots() + "@" +
                trade.priceE5() / E5 + " " + how);
        }
    }

    /** Positions that the engine reports. */
    List<String> positions()
    {
        return operator.reportState().positions().stream().map(position ->
            AccountCode.unpack(position.accountCode()) + " " + position.instrumentId() + " " + position.netLots())
            .toList();
    }

    void writeReferenceData(final String strategies) throws IOException
    {
        final Path tables = Files.createDirectories(dir.resolve("reference"));
        Files.writeString(tables.resolve("clearing-firms.csv"), "code\nAA\nBB\n");
        Files.writeString(tables.resolve("brokerage-firms.csv"), "code\nAA01\nBB01\n");
        Files.writeString(tables.resolve("accounts.csv"), "brokerage_firm,first,last\nAA01,000,001\nBB01,000,001\n");
        Files.writeString(tables.resolve("logins.csv"),
            "login_id,protocol,name,brokerage_firm\n1,TWIME,TWAA01,AA01\n2,TWIME,TWBB01,BB01\n3,FIX,FIXBB01,BB01\n");
        Files.writeString(tables.resolve("instruments.csv"), """
            instrument_id,symbol,kind,underlying,currency,price_tick,tick_value,low_limit,high_limit,settlement_price,\
            exchange_fee_pct,clearing_fee_pct,maturity_date
            2001,Si-12.26-3.27,SPREAD,Si,RUB,1,1,-2150,3850,850,0,0,20261217
            1001,Si-12.26,FUTURE,Si,RUB,1,1,83000,101000,92345,0.002655,0.001965,20261217
            1002,Si-3.27,FUTURE,Si,RUB,1,1,84000,102000,93195,0.002655,0.001965,20270318
            """);
        Files.writeString(tables.resolve("strategies.csv"), "strategy_id,leg_instrument_id,ratio\n" + strategies);
    }

    void await(final BooleanSupplier done)
    {
        final long deadlineNs = System.nanoTime() + LIMIT_NS;
        while (!done.getAsBoolean())
        {
            idle.idle(null == a ? 0 : a.poll() + b.poll());
            assertTrue(System.nanoTime() < deadlineNs, () -> "nothing comes: A=" + a.received() + " " + a.refusals() +
                " B=" + b.received() + " " + b.refusals() + " public=" + publicTrades);
        }
    }

    @Override
    public void close()
    {
        leave();
        if (null != feed)
        {
            feed.close();
        }
    }
}
