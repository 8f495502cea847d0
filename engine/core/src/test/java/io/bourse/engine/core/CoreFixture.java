// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import static org.junit.jupiter.api.Assertions.assertFalse;

import io.bourse.engine.book.FastOrderBook;
import io.bourse.engine.book.OrderBook;
import io.bourse.engine.core.state.Order;
import io.bourse.engine.protocol.AccountCode;
import io.bourse.engine.protocol.LoginProtocol;
import io.bourse.engine.protocol.MessageHeaderDecoder;
import io.bourse.engine.protocol.NewOrderEncoder;
import io.bourse.engine.protocol.NewSpecialOrderEncoder;
import io.bourse.engine.protocol.ReplaceMode;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.StateReportedDecoder;
import io.bourse.engine.protocol.TimeInForce;
import org.agrona.concurrent.UnsafeBuffer;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.function.Supplier;

/**
 * A core with a recorder behind it. {@link #withMembers} adds three logins: 1 (AA01, account AA01001), 2 (BB01, account
 * BB01001) and 3 (AA02, account AA02001), and three instruments: 1 (tick 1, any price to a million), 2 (tick 10, limits
 * 100 to 1000), 3 (tick 1, every price that a long holds). {@link #open} opens session 1.
 */
public final class CoreFixture
{
    public static final long[] ACCOUNTS =
    {
        0, AccountCode.pack("AA01001"), AccountCode.pack("BB01001"), AccountCode.pack("AA02001")
    };

    public final EventRecorder recorder = new EventRecorder();
    public final CommandWriter commands = new CommandWriter();
    final List<OrderBook<Order>> books = new ArrayList<>();
    public final MatchingEngine engine;
    /** Get every command too. */
    public final List<MatchingEngine> followers = new ArrayList<>();
    /** Gets the length of every command before it is executed. */
    IntConsumer onCommand = length ->
    {
    };
    /** Whether commands give back texts of their events: long flows do without. */
    boolean returnsTexts = true;
    public long timeNs = 1_000;
    public long position;

    public CoreFixture()
    {
        this(0, FastOrderBook::new);
    }

    public CoreFixture(final int partition, final Supplier<OrderBook<Order>> bookSupplier)
    {
        commands.partition = partition;
        engine = new MatchingEngine(partition, recorder, () ->
        {
            books.add(bookSupplier.get());
            return books.get(books.size() - 1);
        });
    }

    public CoreFixture withMembers()
    {
        send(commands.clearingFirm("AA"));
        send(commands.clearingFirm("BB"));
        send(commands.brokerageFirm("AA01"));
        send(commands.brokerageFirm("AA02"));
        send(commands.brokerageFirm("BB01"));
        send(commands.account("AA01001", 0));
        send(commands.account("BB01001", 1));
        send(commands.account("AA02001", 2));
        send(commands.login(1, LoginProtocol.TWIME, "alpha", "AA01"));
        send(commands.login(2, LoginProtocol.FIX, "beta", "BB01"));
        send(commands.login(3, LoginProtocol.TWIME, "gamma", "AA02"));
        send(commands.instrument(1, "ONE-12.26", 1, 0, 1_000_000));
        send(commands.instrument(2, "TWO-12.26", 10, 100, 1_000));
        send(commands.instrument(3, "ALL-12.26", 1, Long.MIN_VALUE, Long.MAX_VALUE));
        return this;
    }

    /** Raises the feature level step by step. */
    public void raiseTo(final int level)
    {
        for (int next = engine.featureLevel() + 1; next <= level; next++)
        {
            send(commands.featureLevel(next));
        }
    }

    public CoreFixture open()
    {
        send(commands.openSession(1, 20261121));
        return this;
    }

    /** Lets a core that is restored from a snapshot follow; gives back what it publishes. */
    public EventRecorder follow()
    {
        final EventRecorder events = new EventRecorder();
        events.frameSequence = recorder.frameSequence;
        events.rollingHash = recorder.rollingHash;
        followers.add(SnapshotRecords.of(engine).read(events));
        return events;
    }

    /** Book of the instrument defined in this place, from 0. */
    public OrderBook<Order> book(final int index)
    {
        return books.get(index);
    }

    /** Executes the command just encoded and gives back its events. */
    public List<String> send(final CommandWriter command)
    {
        return send(command.length);
    }

    public List<String> send(final int length)
    {
        recorder.events.clear();
        position += 96;
        onCommand.accept(length);
        engine.onCommand(timeNs, position, commands.buffer, CommandWriter.OFFSET, length);
        for (final MatchingEngine follower : followers)
        {
            follower.onCommand(timeNs, position, commands.buffer, CommandWriter.OFFSET, length);
        }
        assertFalse(recorder.isGroupOpen, "a command gives a whole group");
        return returnsTexts ? texts() : List.of();
    }

    public List<String> texts()
    {
        final List<String> texts = new ArrayList<>();
        for (final byte[] event : recorder.events)
        {
            texts.add(EventText.of(new UnsafeBuffer(event), 0));
        }
        return texts;
    }

    public List<String> order(final int login, final long clOrdId, final Side side, final long lots, final long priceE5)
    {
        return order(login, clOrdId, side, lots, priceE5, TimeInForce.DAY);
    }

    public List<String> order(
        final int login,
        final long clOrdId,
        final Side side,
        final long lots,
        final long priceE5,
        final TimeInForce timeInForce)
    {
        return order(login, encoder -> encoder
            .clOrdId(clOrdId)
            .side(side.value())
            .qtyLots(lots)
            .priceE5(priceE5)
            .timeInForce(timeInForce.value()));
    }

    /** An order of the login's own account unless changed. */
    public List<String> order(final int login, final Consumer<NewOrderEncoder> change)
    {
        return send(commands.newOrder(login, encoder ->
        {
            encoder.accountCode(login < ACCOUNTS.length ? ACCOUNTS[login] : ACCOUNTS[1]);
            change.accept(encoder);
        }));
    }

    /** Any other order of the login's own account. */
    public List<String> special(final int login, final Consumer<NewSpecialOrderEncoder> change)
    {
        return send(commands.newSpecialOrder(login, encoder ->
        {
            encoder.accountCode(login < ACCOUNTS.length ? ACCOUNTS[login] : ACCOUNTS[1]);
            change.accept(encoder);
        }));
    }

    public List<String> buy(final long clOrdId, final long lots, final long priceE5)
    {
        return order(1, clOrdId, Side.BUY, lots, priceE5);
    }

    public List<String> sell(final long clOrdId, final long lots, final long priceE5)
    {
        return order(2, clOrdId, Side.SELL, lots, priceE5);
    }

    public List<String> cancel(final int login, final long clOrdId, final long orderId)
    {
        return send(commands.cancelOrder(login, encoder -> encoder.clOrdId(clOrdId).orderId(orderId)));
    }

    public List<String> replace(
        final int login,
        final long clOrdId,
        final long orderId,
        final ReplaceMode mode,
        final long lots,
        final long priceE5)
    {
        return send(commands.replaceOrder(login, encoder -> encoder
            .clOrdId(clOrdId)
            .orderId(orderId)
            .mode(mode.value())
            .qtyLots(lots)
            .priceE5(priceE5)));
    }

    /** Reports the state and gives back its hash. */
    public long stateHash()
    {
        send(commands.reportState(1));
        final byte[] last = recorder.events.get(recorder.events.size() - 1);
        final StateReportedDecoder decoder = new StateReportedDecoder();
        decoder.wrapAndApplyHeader(new UnsafeBuffer(last), 0, new MessageHeaderDecoder());
        return decoder.stateHash();
    }

    /** Depth of a book, best level first: shown lots (and all if there are more), price in ticks, shown orders. */
    public List<String> depth(final int index, final Side side)
    {
        final List<String> depth = new ArrayList<>();
        books.get(index).forEachLevel(side, (priceTicks, shownLots, totalLots, shownOrders) -> depth.add(
            shownLots + (totalLots == shownLots ? "" : "/" + totalLots) + "@" + priceTicks + " x" + shownOrders));
        return depth;
    }
}
