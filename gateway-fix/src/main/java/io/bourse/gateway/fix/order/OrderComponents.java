// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.order;

import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.partitions.PartitionsClient;
import io.bourse.engine.security.Principal;
import io.bourse.engine.telemetry.CounterSet;
import io.bourse.gateway.fix.field.FixInstruments;
import io.bourse.gateway.fix.session.FixCounter;
import io.bourse.gateway.fix.session.FixGatewayOptions;
import io.bourse.gateway.fix.session.FixSession;
import io.bourse.gateway.fix.session.FixSessionOptions.Role;
import io.bourse.gateway.fix.session.Outbox;
import org.agrona.collections.Int2ObjectHashMap;

import java.util.ArrayList;
import java.util.List;

/**
 * The parts of order entry, put together: what the inbound side and the event side share.
 */
final class OrderComponents
{
    final Int2ObjectHashMap<FixLogin> logins = new Int2ObjectHashMap<>();
    /** The same, in the order of their definition. */
    final List<FixLogin> defined = new ArrayList<>();
    final FixInstruments instruments = new FixInstruments();
    final Coverage dropCopies = new Coverage(Role.DROP_COPY);
    final Coverage captures = new Coverage(Role.TRADE_CAPTURE);
    final RequestPool requests = new RequestPool();
    /** Null with one engine. */
    final PartitionsClient several;
    final FixGatewayOptions options;
    final long epoch;
    final RequestTracker tracker;
    final ReportPublisher publisher;
    final Settlements settlements;
    final MovedOrders moved;
    final ConnectionChanges connections;
    final RequestDecoder decoder;
    final Refusals refusals;
    final Submissions submissions;
    final MassCancels massCancels;
    final MassQuoteHandler quotes;
    final QuoteRequests quoteRequests;
    final OrderStatusHandler statuses;
    final TradeCapture trades;
    final SessionSource sessions;
    final Outbox outbox;

    OrderComponents(
        final FixGatewayOptions options,
        final long epoch,
        final EngineClient client,
        final SessionSource sessions,
        final Outbox outbox,
        final CounterSet<FixCounter> counters)
    {
        several = client instanceof final PartitionsClient partitions ? partitions : null;
        this.options = options;
        this.epoch = epoch;
        this.sessions = sessions;
        this.outbox = outbox;
        tracker = new RequestTracker(
            new OrderTable(options.endedOrdersPerLogin()),
            new CommandEncoder(client.newCommandPublisher(Principal.gateway(options.gatewayId())),
                options.gatewayId(), client.partition(), null != several,
                null == options.timestamps() ? () -> 0 : options.epochClock()),
            requests);
        publisher = new ReportPublisher(outbox, counters, new ReportedFills(2 * options.tradesOfDay()),
            null == several ? 1 : PartitionsClient.NUMBERS);
        settlements = new Settlements(tracker.table);
        moved = new MovedOrders(tracker);
        connections = new ConnectionChanges(tracker, options.epochClock());
        decoder = new RequestDecoder(instruments, options.elsewhere());
        refusals = new Refusals(options.epochClock(), epoch, dropCopies, outbox, counters);
        statuses = new OrderStatusHandler(this);
        submissions = new Submissions(this, counters);
        massCancels = new MassCancels(this);
        quotes = new MassQuoteHandler(this);
        quoteRequests = new QuoteRequests(this);
        trades = new TradeCapture(this);
    }

    /** A FIX login has come into being; orders that its firms have already are copied to it from now on. */
    void define(final int loginId, final String name, final String brokerageFirm)
    {
        final FixSession session = sessions.define(loginId, name, brokerageFirm);
        if (null == session)
        {
            return;
        }
        final FixLogin login = new FixLogin(loginId, session, tracker.table.newNameTable());
        logins.put(loginId, login);
        defined.add(login);
        captures.add(login);
        if (dropCopies.add(login))
        {
            for (final FixOrder order : tracker.table.all())
            {
                order.copies = dropCopies.of(order.accountCode);
            }
        }
    }

    /** Whether a session watches orders of this account that came over other protocols. */
    boolean isWatched(final long accountCode)
    {
        return dropCopies.of(accountCode).length > 0 || captures.of(accountCode).length > 0;
    }
}
