// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.order;

import io.bourse.engine.core.command.CommandEnvelope;
import io.bourse.engine.core.command.CommandKind;
import io.bourse.engine.core.command.CommandTable;
import io.bourse.engine.core.event.MemberEventPublisher;
import io.bourse.engine.core.event.OrderEventPublisher;
import io.bourse.engine.core.reference.FeatureLevel;
import io.bourse.engine.core.state.DeadlineQueue;
import io.bourse.engine.core.state.Login;
import io.bourse.engine.core.state.Order;
import io.bourse.engine.core.state.ReferenceData;
import io.bourse.engine.protocol.CancelReason;
import io.bourse.engine.protocol.ControlLoginDecoder;
import io.bourse.engine.protocol.FeatureLevels;
import io.bourse.engine.protocol.LoginAction;
import io.bourse.engine.protocol.LoginConnectedDecoder;
import io.bourse.engine.protocol.LoginDisconnectedDecoder;
import io.bourse.engine.protocol.LoginGateways;
import io.bourse.engine.protocol.LoginProtocol;
import io.bourse.engine.protocol.LoginRights;
import io.bourse.engine.protocol.OrderPlace;
import io.bourse.engine.protocol.RejectReason;
import io.bourse.engine.protocol.SetLoginRightsDecoder;
import io.bourse.engine.protocol.TimeInForceTraits;
import io.bourse.engine.protocol.snapshot.DeadlineKind;

/**
 * Executes what gateways say about the connections of logins, and sets what a login may do and what becomes of its
 * orders when its connection is lost (TWIME A.7).
 * <p>
 * After the grace time of the login, at once when it is 0, all its orders go that end with the day anyway: quotes,
 * stops, icebergs and orders for an auction included. GTC and GTD orders and negotiated ones stay. A connection in
 * time saves them. A second disconnect does not prolong the grace, and a new grace counts from the next disconnect.
 * <p>
 * A disconnect without a time of receipt says that the gateway is lost and others speak for it. Then the quotes of the
 * login go at once, whatever its rights: its client cannot withdraw them.
 * <p>
 * A login can be connected with several gateways. From {@link FeatureLevels#DOORS} on it has lost its connection, in
 * all of this, when it is connected with none of them any more; before, when any of them says so.
 */
public final class ConnectionHandler
{
    /** Gateway of operator tools. */
    private static final int OPERATORS = 0;
    private static final int KNOWN_RIGHTS =
        LoginRights.DONT_CHECK_LIMITS | LoginRights.QUOTES | LoginRights.KILL_SWITCH;
    private static final LoginOrders.Filter DAY_ORDERS = ConnectionHandler::endsWithDay;
    private static final LoginOrders.Filter QUOTES = Order::isQuote;

    private final SetLoginRightsDecoder setLoginRights = new SetLoginRightsDecoder();
    private final ControlLoginDecoder controlLogin = new ControlLoginDecoder();
    private final LoginDisconnectedDecoder loginDisconnected = new LoginDisconnectedDecoder();
    private final DeadlineQueue.DeadlineHandler graceHandler = this::onGraceOver;
    private final ReferenceData referenceData;
    private final FeatureLevel featureLevel;
    private final LoginOrders loginOrders;
    private final DeadlineQueue deadlines;
    private final MemberEventPublisher publisher;

    public ConnectionHandler(
        final ReferenceData referenceData,
        final FeatureLevel featureLevel,
        final LoginOrders loginOrders,
        final DeadlineQueue deadlines,
        final MemberEventPublisher publisher)
    {
        this.referenceData = referenceData;
        this.featureLevel = featureLevel;
        this.loginOrders = loginOrders;
        this.deadlines = deadlines;
        this.publisher = publisher;
        deadlines.name(DeadlineKind.DISCONNECT_GRACE, graceHandler);
    }

    /**
     * Enters the commands of this handler.
     *
     * @param table of all commands.
     */
    public void register(final CommandTable table)
    {
        table.add(new CommandKind(SetLoginRightsDecoder.TEMPLATE_ID, this::onSetLoginRights));
        table.add(new CommandKind(LoginConnectedDecoder.TEMPLATE_ID, this::onLoginConnected));
        table.add(new CommandKind(LoginDisconnectedDecoder.TEMPLATE_ID, this::onLoginDisconnected));
        table.add(new CommandKind(ControlLoginDecoder.TEMPLATE_ID, this::onControlLogin));
    }

    private RejectReason onSetLoginRights(final CommandEnvelope envelope)
    {
        final SetLoginRightsDecoder command = envelope.decode(setLoginRights);
        final Login login = referenceData.login(command.loginId());
        if (null == login)
        {
            return RejectReason.UNKNOWN_LOGIN;
        }
        if (0 != (command.rights() & ~KNOWN_RIGHTS))
        {
            return RejectReason.INVALID_FIELD;
        }
        login.rights = command.rights();
        login.disconnectGraceNs = command.disconnectGraceNs();
        publisher.loginRightsSet(login);
        return null;
    }

    /** The gateway that has the session follows the event; nothing of the state changes. */
    private RejectReason onControlLogin(final CommandEnvelope envelope)
    {
        if (OPERATORS != envelope.gatewayId)
        {
            return RejectReason.NO_RIGHT;
        }
        final ControlLoginDecoder command = envelope.decode(controlLogin);
        final Login login = referenceData.login(command.loginId());
        if (null == login)
        {
            return RejectReason.UNKNOWN_LOGIN;
        }
        final short action = command.action();
        if (action < LoginAction.DISCONNECT.value() || action > LoginAction.UNBLOCK.value() ||
            LoginAction.RESET_NUMBERS.value() == action && LoginProtocol.FIX != login.protocol)
        {
            return RejectReason.INVALID_FIELD;
        }
        publisher.loginControlled(login, LoginAction.get(action));
        return null;
    }

    private RejectReason onLoginConnected(final CommandEnvelope envelope)
    {
        final Login login = referenceData.login(envelope.sessionId);
        if (null == login)
        {
            return RejectReason.UNKNOWN_LOGIN;
        }
        login.gateways = knowsGateways() ?
            login.gateways & ~LoginGateways.UNKNOWN | LoginGateways.of(envelope.gatewayId) : LoginGateways.UNKNOWN;
        endGrace(login);
        connectionChanged(login, true);
        return null;
    }

    private RejectReason onLoginDisconnected(final CommandEnvelope envelope)
    {
        final Login login = referenceData.login(envelope.sessionId);
        if (null == login)
        {
            return RejectReason.UNKNOWN_LOGIN;
        }
        login.gateways = left(login, envelope);
        if (login.isConnected())
        {
            connectionChanged(login, false);
            return null;
        }
        final long graceNs = login.disconnectGraceNs;
        final long nowNs = envelope.engineTimeNs;
        if (0 == graceNs)
        {
            endGrace(login);
            login.cancelAtNs = nowNs;
            connectionChanged(login, false);
            login.cancelAtNs = 0;
            cancelDayOrders(login);
            return null;
        }
        if (graceNs > 0 && 0 == login.disconnectDeadlineId)
        {
            login.cancelAtNs = Math.min(graceNs, DeadlineQueue.NONE - 1 - nowNs) + nowNs;
            login.disconnectDeadlineId = deadlines.schedule(login.cancelAtNs, graceHandler, login.loginId);
        }
        connectionChanged(login, false);
        if (0 == envelope.receivedNs && featureLevel.level() >= FeatureLevels.ATTENDED)
        {
            loginOrders.cancel(login, QUOTES, OrderEventPublisher.UNSOLICITED, CancelReason.DISCONNECT);
        }
        return null;
    }

    /** With which gateways a login is connected when one has lost it; one that is not known is taken for that one. */
    private long left(final Login login, final CommandEnvelope envelope)
    {
        final int gatewayId = OPERATORS == envelope.gatewayId ?
            LoginGateways.lost(envelope.decode(loginDisconnected)) : envelope.gatewayId;
        return LoginGateways.ALL == gatewayId || !knowsGateways() ?
            LoginGateways.NONE : login.gateways & ~LoginGateways.UNKNOWN & ~LoginGateways.of(gatewayId);
    }

    private boolean knowsGateways()
    {
        return featureLevel.level() >= FeatureLevels.DOORS;
    }

    private void connectionChanged(final Login login, final boolean isConnected)
    {
        publisher.connectionChanged(login, isConnected, knowsGateways());
    }

    private void onGraceOver(final long loginId, final long deadlineNs)
    {
        final Login login = referenceData.login((int)loginId);
        login.disconnectDeadlineId = 0;
        login.cancelAtNs = 0;
        cancelDayOrders(login);
    }

    private void endGrace(final Login login)
    {
        if (0 != login.disconnectDeadlineId)
        {
            deadlines.cancel(login.disconnectDeadlineId);
            login.disconnectDeadlineId = 0;
            login.cancelAtNs = 0;
        }
    }

    private void cancelDayOrders(final Login login)
    {
        loginOrders.cancel(login, DAY_ORDERS, OrderEventPublisher.UNSOLICITED, CancelReason.DISCONNECT);
    }

    private static boolean endsWithDay(final Order order)
    {
        return !TimeInForceTraits.of(order.timeInForce).isLasting() &&
            OrderPlace.NEGOTIATED != order.place;
    }
}
