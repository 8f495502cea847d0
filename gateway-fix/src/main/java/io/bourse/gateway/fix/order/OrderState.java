// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.order;

import io.bourse.engine.client.checkpoint.CheckpointException;
import io.bourse.engine.client.checkpoint.CheckpointState;
import io.bourse.gateway.fix.field.FixInstrument;
import io.bourse.gateway.fix.field.FixText;
import io.bourse.gateway.fix.session.FixGatewayOptions;
import io.bourse.gateway.fix.session.FixSessionOptions;
import io.bourse.gateway.fix.session.FixSessionOptions.Role;

import java.util.TreeMap;

/**
 * Logins with their orders, names and requests as a checkpoint has them: what the event stream says alone. Requests on
 * their way, and what they name, belong to the process.
 */
final class OrderState
{
    /** Version of the state: one more for whatever is added to it. */
    static final int VERSION = 1;
    /** Bytes, about. */
    private static final int LENGTH_OF_ORDER = 256;
    private static final int LENGTH_OF_LOGIN = 128;

    private final FixText text = new FixText();
    private final OrderComponents parts;

    OrderState(final OrderComponents parts)
    {
        this.parts = parts;
    }

    /** What the state depends on besides the stream: which orders are followed, and how many are remembered. */
    static String settings(final FixGatewayOptions options)
    {
        final StringBuilder settings = new StringBuilder("endedOrders=").append(options.endedOrdersPerLogin());
        settings.append(" watched=").append(watched(options.defaults()));
        new TreeMap<>(options.sessions()).forEach(
            (name, session) -> settings.append(' ').append(name).append('=').append(watched(session)));
        return settings.toString();
    }

    private static String watched(final FixSessionOptions session)
    {
        return session.may(Role.DROP_COPY) || session.may(Role.TRADE_CAPTURE) ?
            (session.may(Role.DROP_COPY) ? "D" : "") + (session.may(Role.TRADE_CAPTURE) ? "T" : "") +
                session.dropCopyFirms() : "";
    }

    /** About how long it is. */
    long length()
    {
        long length = (long)LENGTH_OF_ORDER * parts.tracker.table.size();
        for (final FixLogin login : parts.defined)
        {
            length += LENGTH_OF_LOGIN + (long)LENGTH_OF_ORDER * login.endedCount + login.requestIds.length();
        }
        return length;
    }

    void state(final CheckpointState state)
    {
        parts.instruments.state(state);
        for (int i = 0, count = state.count(parts.defined.size()); i < count; i++)
        {
            final FixLogin login = login(state, state.isReading() ? null : parts.defined.get(i));
            chain(state, login, login.endedCount, login.oldestEnded, false);
            chain(state, login, login.working.size(), login.working.oldest(), true);
            chain(state, login, login.quotes.size(), login.quotes.oldest(), true);
        }
        final OrderTable table = parts.tracker.table;
        final int count = state.count(state.isReading() ? 0 : table.foreignCount());
        if (state.isReading())
        {
            chain(state, null, count, null, false);
        }
        else
        {
            table.forEachForeign((order) -> order(state, null, order));
        }
    }

    private FixLogin login(final CheckpointState state, final FixLogin known)
    {
        final int loginId = state.number(null == known ? 0 : known.loginId);
        final String name = state.text(null == known ? "" : known.session.name());
        final String firm = state.text(null == known ? "" : known.session.brokerageFirm());
        if (null == known)
        {
            parts.define(loginId, name, firm);
        }
        final FixLogin login = parts.logins.get(loginId);
        if (null == login)
        {
            throw new CheckpointException("a login is not served any more: name=" + name);
        }
        login.rights = state.number(login.rights);
        login.sequence = state.number(login.sequence);
        login.connectedIn = state.number(login.connectedIn);
        login.requestIds.state(state);
        return login;
    }

    /** Orders one after the other, oldest first. */
    private void chain(
        final CheckpointState state, final FixLogin login, final int size, final FixOrder oldest, final boolean isLive)
    {
        final int count = null == login ? size : state.count(size);
        FixOrder known = oldest;
        for (int i = 0; i < count; i++)
        {
            order(state, login, known);
            if (null != known)
            {
                known = isLive ? known.youngerLive : known.next;
            }
        }
    }

    private void order(final CheckpointState state, final FixLogin login, final FixOrder known)
    {
        final boolean isHere = null != known;
        final FixInstrument instrument = isHere ? known.instrument : null;
        final int instrumentId = state.number(null == instrument ? 0 : instrument.instrumentId());
        final long accountCode = state.number(isHere ? known.accountCode : 0L);
        final int side = state.number(isHere ? known.side : 0);
        final char timeInForce = (char)state.number(isHere ? known.timeInForce : 0);
        final FixOrder order = isHere ? known : parts.tracker.table.take(
            login, parts.instruments.byId(instrumentId), accountCode, side, timeInForce);
        order.state(state);
        if (!isHere)
        {
            order.copies = 0 == order.orderId ? FixOrder.NO_LOGINS : parts.dropCopies.of(accountCode);
            parts.tracker.table.restore(order);
        }
        names(state, order, isHere);
    }

    private void names(final CheckpointState state, final FixOrder order, final boolean isHere)
    {
        final int count = state.count(order.nameCount);
        if (!isHere)
        {
            for (int i = 0; i < count; i++)
            {
                text.state(state);
                parts.tracker.table.acceptName(order, text);
            }
            return;
        }
        for (OrderName name = order.oldestName; null != name; name = name.nextOfOrder)
        {
            if (name.isAccepted)
            {
                name.text.state(state);
            }
        }
    }
}
