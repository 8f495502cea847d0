// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.timestamps;

import io.bourse.engine.host.recording.ArchivedEvents;
import io.bourse.engine.protocol.CancelOrderDecoder;
import io.bourse.engine.protocol.EventGroup;
import io.bourse.engine.protocol.LoginDefinedDecoder;
import io.bourse.engine.protocol.MassCancelDecoder;
import io.bourse.engine.protocol.MassQuoteDecoder;
import io.bourse.engine.protocol.NewOrderDecoder;
import io.bourse.engine.protocol.NewSpecialOrderDecoder;
import io.bourse.engine.protocol.OrderAcceptedDecoder;
import io.bourse.engine.protocol.OrderCancelledDecoder;
import io.bourse.engine.protocol.OrderReplacedDecoder;
import io.bourse.engine.protocol.ReplaceOrderDecoder;
import io.bourse.engine.security.Principal;
import io.bourse.engine.telemetry.AnswerStamps;
import io.bourse.marketdata.market.PublicEntry;
import io.bourse.marketdata.market.PublicInstrument;
import io.bourse.marketdata.market.PublicMarket;
import io.bourse.marketdata.market.PublicTransaction;
import org.agrona.collections.Int2ObjectHashMap;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The requests of a trading date that moved the market: order entry of members (new order, replace, cancel, mass
 * cancel, quotes) whose transaction shows the public at least one change of an order or one trade in a book. What
 * others cause (operators, phases, expiry, a login that disconnects) does not count, nor what the public does not see:
 * a refusal, a hidden order that does not trade, an order that waits for its trigger. What a request sets off in its
 * transaction, such as an elected order, counts as its own.
 */
final class MarketMoves
{
    /** Requests that count, with their names in the file. */
    private static final Map<Integer, String> REQUESTS = Map.of(
        NewOrderDecoder.TEMPLATE_ID, "new",
        NewSpecialOrderDecoder.TEMPLATE_ID, "new",
        ReplaceOrderDecoder.TEMPLATE_ID, "replace",
        CancelOrderDecoder.TEMPLATE_ID, "cancel",
        MassCancelDecoder.TEMPLATE_ID, "mass_cancel",
        MassQuoteDecoder.TEMPLATE_ID, "quotes");

    private static final int CLEARING_FIRM_LENGTH = 2;
    private static final int NO_PARTITION = -1;

    private final int tradingDate;
    /** By partition, each in the order of its event stream. */
    private final SortedMap<Integer, List<MoveRequest>> requests = new TreeMap<>();
    private final TreeSet<String> firms = new TreeSet<>();
    private Market market;
    private int sessionId;

    private MarketMoves(final int tradingDate)
    {
        this.tradingDate = tradingDate;
    }

    /**
     * Reads the events of engines and joins them with stamps.
     *
     * @param dataDirs of engines, and of components, which have no events.
     * @param query of the date.
     * @return requests of the date.
     * @throws IllegalStateException when events are missing, or none of the directories has any.
     * @throws IllegalArgumentException when two directories have the events of one partition.
     * @throws IOException when a file of stamps cannot be read.
     */
    static MarketMoves read(final List<Path> dataDirs, final StampQuery query) throws IOException
    {
        final MarketMoves moves = new MarketMoves(query.tradingDate());
        for (final Path dataDir : dataDirs)
        {
            final Market market = moves.new Market();
            moves.market = market;
            ArchivedEvents.readAll(dataDir, market);
            if (NO_PARTITION != market.partition && null != moves.requests.put(market.partition, market.found))
            {
                throw new IllegalArgumentException("two data directories have the events of one partition, name one " +
                    "of them: partition=" + market.partition + " dataDirs=" + dataDirs);
            }
        }
        if (moves.requests.isEmpty())
        {
            throw new IllegalStateException("there are no events, name the data directory of the engine: dataDirs=" +
                dataDirs);
        }
        moves.join(query);
        return moves;
    }

    /** Name of a request in the file. */
    static String name(final MoveRequest request)
    {
        return REQUESTS.get(request.templateId);
    }

    /** All requests, partition after partition, each in the order of its event stream. */
    List<MoveRequest> all()
    {
        final List<MoveRequest> all = new ArrayList<>();
        requests.values().forEach(all::addAll);
        return all;
    }

    /** Clearing firms that have logins. */
    TreeSet<String> firms()
    {
        return firms;
    }

    /** Last session of the date; 0 when there was none. */
    int sessionId()
    {
        return sessionId;
    }

    private void join(final StampQuery query) throws IOException
    {
        requests.forEach((partition, found) ->
        {
            final SendIndex sends = query.sends(partition);
            for (final MoveRequest request : null == sends ? List.<MoveRequest>of() : found)
            {
                final int place = sends.find(request.cursor);
                if (place >= 0)
                {
                    request.sentANs = sends.sentANs(place);
                    request.sentBNs = sends.sentBNs(place);
                    request.addClock(sends.clock(place));
                }
            }
        });
        query.forEach((origin, stamps, sentANs, sentBNs) ->
        {
            final MoveRequest request = find(requests.getOrDefault(origin.partition(), List.of()), stamps);
            if (null != request)
            {
                request.addClock(origin.clock());
                final long writtenNs = stamps.writtenNs();
                request.answeredNs = StampRowHandler.NONE == request.answeredNs ? writtenNs :
                    StampRowHandler.NONE == writtenNs ? request.answeredNs : Math.min(request.answeredNs, writtenNs);
            }
        });
    }

    /** Others than the sender may have records of the transaction. */
    private static MoveRequest find(final List<MoveRequest> found, final AnswerStamps stamps)
    {
        int low = 0;
        int high = found.size() - 1;
        while (low <= high)
        {
            final int middle = low + high >>> 1;
            final MoveRequest request = found.get(middle);
            if (request.cursor == stamps.cursor())
            {
                return request.loginId == stamps.loginId() && request.sequence == stamps.sequence() ? request : null;
            }
            low = request.cursor < stamps.cursor() ? middle + 1 : low;
            high = request.cursor < stamps.cursor() ? high : middle - 1;
        }
        return null;
    }

    /** The public market of one engine, with what is known of the sender beside it. */
    private final class Market extends PublicMarket
    {
        private final List<MoveRequest> found = new ArrayList<>();
        private final Int2ObjectHashMap<MoveRequest.Login> logins = new Int2ObjectHashMap<>();
        private int partition = NO_PARTITION;
        private EventGroup group;
        private MoveRequest.Order order;

        Market()
        {
            super(transaction -> MarketMoves.this.market.add(transaction));
        }

        @Override
        public void onGroupBegin(final EventGroup begun)
        {
            group = begun;
            order = null;
            partition = begun.partition();
            super.onGroupBegin(begun);
        }

        @Override
        public void onLoginDefined(final EventGroup defining, final LoginDefinedDecoder event)
        {
            final int loginId = event.loginId();
            final String name = event.name();
            final String firm = event.brokerageFirm().substring(0, CLEARING_FIRM_LENGTH);
            logins.put(loginId, new MoveRequest.Login(firm, name));
            firms.add(firm);
        }

        @Override
        public void onOrderAccepted(final EventGroup accepting, final OrderAcceptedDecoder event)
        {
            first(event.orderId(), event.accountCode(), event.clOrdId());
            super.onOrderAccepted(accepting, event);
        }

        @Override
        public void onOrderReplaced(final EventGroup replacing, final OrderReplacedDecoder event)
        {
            first(event.orderId(), event.accountCode(), event.clOrdId());
            super.onOrderReplaced(replacing, event);
        }

        @Override
        public void onOrderCancelled(final EventGroup cancelling, final OrderCancelledDecoder event)
        {
            first(event.orderId(), event.accountCode(), event.requestClOrdId());
            super.onOrderCancelled(cancelling, event);
        }

        /** The order that a request is about comes before all that it meets. */
        private void first(final long orderId, final long accountCode, final long clientId)
        {
            if (null == order && isOfOneOrder(group.commandTemplateId()) && isOfMember())
            {
                order = new MoveRequest.Order(orderId, accountCode,
                    0 == group.clientRefLength() ? Long.toUnsignedString(clientId) : group.clientRef());
            }
        }

        private boolean isOfMember()
        {
            return session().tradingDate() == tradingDate && REQUESTS.containsKey(group.commandTemplateId()) &&
                group.gatewayId() > 0 && group.gatewayId() <= Principal.MAX_GATEWAY_ID;
        }

        private void add(final PublicTransaction transaction)
        {
            sessionId = session().tradingDate() == tradingDate ? (int)session().sessionId() : sessionId;
            if (0 == transaction.entryCount() || !isOfMember())
            {
                return;
            }
            final Map<PublicInstrument, MoveRequest.Effect> effects = new LinkedHashMap<>();
            for (int i = 0; i < transaction.entryCount(); i++)
            {
                final PublicEntry entry = transaction.entry(i);
                if (null != entry.instrument())
                {
                    effects.merge(entry.instrument(), PublicEntry.EXECUTION == entry.kind() ?
                        MoveRequest.Effect.TRADE : MoveRequest.Effect.BOOK, MarketMoves::most);
                }
            }
            for (int i = 0; i < transaction.changedTouchCount(); i++)
            {
                effects.computeIfPresent(transaction.changedTouch(i),
                    (instrument, effect) -> most(effect, MoveRequest.Effect.TOUCH));
            }
            final List<MoveRequest.Moved> moved = new ArrayList<>(effects.size());
            effects.forEach((instrument, effect) -> moved.add(new MoveRequest.Moved(instrument.instrumentId(),
                instrument.symbol(), new MoveRequest.Product(instrument.kind().name().toLowerCase(Locale.ROOT),
                instrument.underlying()), effect)));
            found.add(new MoveRequest(group, logins.get(group.sessionId()), order, moved));
        }
    }

    private static boolean isOfOneOrder(final int templateId)
    {
        return MassCancelDecoder.TEMPLATE_ID != templateId && MassQuoteDecoder.TEMPLATE_ID != templateId;
    }

    private static MoveRequest.Effect most(final MoveRequest.Effect one, final MoveRequest.Effect other)
    {
        return one.compareTo(other) <= 0 ? one : other;
    }
}
