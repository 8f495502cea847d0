// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.client;

import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TimeInForce;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import quickfix.ApplicationAdapter;
import quickfix.CompositeLogFactory;
import quickfix.ConfigError;
import quickfix.FieldNotFound;
import quickfix.FileStoreFactory;
import quickfix.Initiator;
import quickfix.LogFactory;
import quickfix.MemoryStoreFactory;
import quickfix.Message;
import quickfix.Session;
import quickfix.SessionFactory;
import quickfix.SessionID;
import quickfix.SessionSettings;
import quickfix.SocketInitiator;
import quickfix.field.ClOrdID;
import quickfix.field.MassCancelRequestType;
import quickfix.field.MsgType;
import quickfix.field.OrdType;
import quickfix.field.OrderQty;
import quickfix.field.OrigClOrdID;
import quickfix.field.Price;
import quickfix.field.ResetSeqNumFlag;
import quickfix.field.Symbol;
import quickfix.field.TestReqID;
import quickfix.field.TransactTime;
import quickfix.fix44.MessageFactory;
import quickfix.fix44.OrderCancelReplaceRequest;
import quickfix.fix44.OrderCancelRequest;
import quickfix.fix44.OrderMassCancelRequest;
import quickfix.fix44.OrderStatusRequest;
import quickfix.fix44.TestRequest;
import quickfix.mina.NetworkingOptions;

/**
 * A FIX 4.4 initiator without a log. It logs on by itself, and again after a lost connection, continuing its sequence
 * numbers: what it missed is sent again by the gateway. Its very first logon resets the sequence numbers of both sides,
 * because nothing is known of an earlier life. With a directory for its message store a client in a new process
 * continues where the one before it was, however that one ended.
 *
 * <p>Requests may be sent from any thread.
 */
public final class FixClient implements AutoCloseable
{
    /** CompID of the venue. */
    public static final String VENUE_COMP_ID = "BOURSE";
    private static final int HEARTBEAT_SECONDS = 10;

    private final SessionID sessionId;
    private final SocketInitiator initiator;
    private final FixClientListener listener;
    private volatile boolean hasLoggedOn;

    private FixClient(
        final String host,
        final int port,
        final String senderCompId,
        final Path storeDirectory,
        final FixClientListener listener) throws ConfigError
    {
        this.listener = listener;
        hasLoggedOn = null != storeDirectory && Files.isDirectory(storeDirectory);
        sessionId = new SessionID("FIX.4.4", senderCompId, VENUE_COMP_ID);
        final SessionSettings settings = settings(sessionId, host, port);
        if (null != storeDirectory)
        {
            settings.setString(FileStoreFactory.SETTING_FILE_STORE_PATH, storeDirectory.toString());
        }
        initiator = new SocketInitiator(
            new Callbacks(),
            null == storeDirectory ? new MemoryStoreFactory() : new FileStoreFactory(settings),
            settings,
            new CompositeLogFactory(new LogFactory[0]),
            new MessageFactory());
    }

    /**
     * Starts a client that keeps its messages in memory; the logon follows by itself.
     *
     * @param host of the gateway.
     * @param port of the gateway.
     * @param senderCompId name of the FIX login.
     * @param listener of what comes.
     * @return running client.
     * @throws IllegalStateException when it cannot be started.
     */
    public static FixClient connect(
        final String host,
        final int port,
        final String senderCompId,
        final FixClientListener listener)
    {
        return connect(host, port, senderCompId, null, listener);
    }

    /**
     * Starts a client that keeps its messages in files; the logon follows by itself.
     *
     * @param host of the gateway.
     * @param port of the gateway.
     * @param senderCompId name of the FIX login.
     * @param storeDirectory of this login; made when it is missing, and then the sequence numbers are reset.
     * @param listener of what comes. A message counts as received only when the listener has returned.
     * @return running client.
     * @throws IllegalStateException when it cannot be started.
     */
    public static FixClient connect(
        final String host,
        final int port,
        final String senderCompId,
        final Path storeDirectory,
        final FixClientListener listener)
    {
        try
        {
            final FixClient client = new FixClient(host, port, senderCompId, storeDirectory, listener);
            client.initiator.start();
            return client;
        }
        catch (final ConfigError e)
        {
            throw new IllegalStateException(
                "FIX client cannot start: host=" + host + " port=" + port + " senderCompId=" + senderCompId, e);
        }
    }

    private static SessionSettings settings(final SessionID sessionId, final String host, final int port)
    {
        final SessionSettings settings = new SessionSettings();
        settings.setString(sessionId, SessionFactory.SETTING_CONNECTION_TYPE, "initiator");
        settings.setString(sessionId, Session.SETTING_NON_STOP_SESSION, "Y");
        settings.setString(sessionId, Session.SETTING_USE_DATA_DICTIONARY, "N");
        settings.setString(sessionId, Session.SETTING_TIMESTAMP_PRECISION, "MICROS");
        settings.setLong(sessionId, Session.SETTING_HEARTBTINT, HEARTBEAT_SECONDS);
        settings.setLong(sessionId, Session.SETTING_LOGOUT_TIMEOUT, 1);
        settings.setString(sessionId, Initiator.SETTING_SOCKET_CONNECT_HOST, host);
        settings.setLong(sessionId, Initiator.SETTING_SOCKET_CONNECT_PORT, port);
        settings.setLong(Initiator.SETTING_RECONNECT_INTERVAL, 1);
        settings.setLong(sessionId, Initiator.SETTING_RECONNECT_INTERVAL, 1);
        settings.setString(NetworkingOptions.SETTING_SOCKET_TCP_NODELAY, "Y");
        return settings;
    }

    /**
     * Sends a limit order.
     *
     * @param clOrdId new for this login.
     * @param account seven characters.
     * @param symbol of the instrument.
     * @param side buy or sell.
     * @param qtyLots above 0.
     * @param priceE5 price x 100 000.
     * @param timeInForce day, IOC or FOK.
     * @return whether it went to a logged-on session at once; otherwise it is sent after the next logon.
     */
    public boolean newOrder(
        final String clOrdId,
        final String account,
        final String symbol,
        final Side side,
        final long qtyLots,
        final long priceE5,
        final TimeInForce timeInForce)
    {
        return newOrder(
            new FixNewOrder(clOrdId, account, symbol, side, qtyLots).limit(priceE5).timeInForce(timeInForce));
    }

    /**
     * Sends an order of any type.
     *
     * @param order with all its terms.
     * @return whether it went to a logged-on session at once; otherwise it is sent after the next logon.
     */
    public boolean newOrder(final FixNewOrder order)
    {
        return send(order.message());
    }

    /**
     * Asks to cancel every order of this login.
     *
     * @param clOrdId of this request.
     * @return whether it went to a logged-on session at once.
     */
    public boolean massCancel(final String clOrdId)
    {
        final OrderMassCancelRequest request = new OrderMassCancelRequest();
        request.setString(ClOrdID.FIELD, clOrdId);
        request.setChar(MassCancelRequestType.FIELD, MassCancelRequestType.CANCEL_ALL_ORDERS);
        request.setUtcTimeStamp(TransactTime.FIELD, LocalDateTime.now(ZoneOffset.UTC), true);
        return send(request);
    }

    /**
     * Asks for the state of an order.
     *
     * @param clOrdId of the order.
     * @param symbol of the order.
     * @param side of the order.
     * @return whether it went to a logged-on session at once.
     */
    public boolean orderStatus(final String clOrdId, final String symbol, final Side side)
    {
        final OrderStatusRequest request = new OrderStatusRequest();
        request.setString(ClOrdID.FIELD, clOrdId);
        request.setString(Symbol.FIELD, symbol);
        request.setChar(quickfix.field.Side.FIELD, (char)('0' + side.value()));
        return send(request);
    }

    /**
     * Asks to cancel an order.
     *
     * @param clOrdId of this request.
     * @param origClOrdId of the order.
     * @param symbol of the order.
     * @param side of the order.
     * @return whether it went to a logged-on session at once.
     */
    public boolean cancel(final String clOrdId, final String origClOrdId, final String symbol, final Side side)
    {
        final OrderCancelRequest cancel = new OrderCancelRequest();
        cancel.setString(ClOrdID.FIELD, clOrdId);
        cancel.setString(OrigClOrdID.FIELD, origClOrdId);
        instrument(cancel, symbol, side);
        return send(cancel);
    }

    /**
     * Asks to replace an order.
     *
     * @param clOrdId of this request; the order's when it succeeds.
     * @param origClOrdId of the order.
     * @param symbol of the order.
     * @param side of the order.
     * @param totalQtyLots new OrderQty, what was executed included.
     * @param priceE5 new price x 100 000.
     * @return whether it went to a logged-on session at once.
     */
    public boolean replace(
        final String clOrdId,
        final String origClOrdId,
        final String symbol,
        final Side side,
        final long totalQtyLots,
        final long priceE5)
    {
        final OrderCancelReplaceRequest replace = new OrderCancelReplaceRequest();
        replace.setString(ClOrdID.FIELD, clOrdId);
        replace.setString(OrigClOrdID.FIELD, origClOrdId);
        instrument(replace, symbol, side);
        terms(replace, totalQtyLots, priceE5);
        return send(replace);
    }

    /**
     * Sends any application message; its header is completed here.
     *
     * @param message with a MsgType.
     * @return whether it went to a logged-on session at once.
     */
    public boolean send(final Message message)
    {
        final Session session = session();
        return null != session && session.send(message);
    }

    /**
     * Asks the venue for a heartbeat. It answers when it has taken in everything that was sent before, also what it had
     * to ask for again.
     *
     * @param id that comes back in {@link FixClientListener#onTestAnswered}.
     * @return false if the session is not logged on.
     */
    public boolean testRequest(final String id)
    {
        return send(new TestRequest(new TestReqID(id)));
    }

    /**
     * Whether orders would be sent at once.
     *
     * @return true between logon and logout.
     */
    public boolean isLoggedOn()
    {
        final Session session = session();
        return null != session && session.isLoggedOn();
    }

    /**
     * Ends the connection without a logout, as a failing network would; the client connects again by itself.
     */
    public void dropConnection()
    {
        try
        {
            final Session session = session();
            if (null != session)
            {
                session.disconnect("dropped on purpose", false);
            }
        }
        catch (final IOException e)
        {
            throw new UncheckedIOException("connection cannot be dropped: session=" + sessionId, e);
        }
    }

    /**
     * Says logout and goes, without waiting for the answer.
     */
    @Override
    public void close()
    {
        final Session session = session();
        if (null != session && session.isLoggedOn())
        {
            session.generateLogout();
        }
        initiator.stop(true);
    }

    /** Not by its names: QuickFIX/J knows one session of each, and another venue may have a client of the same. */
    private Session session()
    {
        final List<Session> managed = initiator.getManagedSessions();
        return managed.isEmpty() ? null : managed.getFirst();
    }

    private static void instrument(final Message message, final String symbol, final Side side)
    {
        message.setString(Symbol.FIELD, symbol);
        message.setChar(quickfix.field.Side.FIELD, (char)('0' + side.value()));
        message.setUtcTimeStamp(TransactTime.FIELD, LocalDateTime.now(ZoneOffset.UTC), true);
    }

    private static void terms(final Message message, final long qtyLots, final long priceE5)
    {
        message.setString(OrderQty.FIELD, Long.toString(qtyLots));
        message.setChar(OrdType.FIELD, OrdType.LIMIT);
        message.setString(Price.FIELD, FixFields.formatPrice(priceE5));
    }

    /** What QuickFIX/J calls. */
    private final class Callbacks extends ApplicationAdapter
    {
        @Override
        public void onLogon(final SessionID id)
        {
            hasLoggedOn = true;
            listener.onLogon();
        }

        @Override
        public void onLogout(final SessionID id)
        {
            listener.onLogout();
        }

        @Override
        public void toAdmin(final Message message, final SessionID id)
        {
            if (!hasLoggedOn && MsgType.LOGON.equals(typeOf(message)))
            {
                message.setBoolean(ResetSeqNumFlag.FIELD, true);
            }
        }

        @Override
        public void fromAdmin(final Message message, final SessionID id) throws FieldNotFound
        {
            if (MsgType.REJECT.equals(typeOf(message)))
            {
                listener.onReject(message);
            }
            else if (MsgType.HEARTBEAT.equals(typeOf(message)) && message.isSetField(TestReqID.FIELD))
            {
                listener.onTestAnswered(message.getString(TestReqID.FIELD));
            }
        }

        @Override
        public void fromApp(final Message message, final SessionID id) throws FieldNotFound
        {
            switch (typeOf(message))
            {
                case MsgType.EXECUTION_REPORT -> listener.onExecution(FixExecution.of(message));
                case MsgType.ORDER_CANCEL_REJECT -> listener.onCancelReject(FixCancelReject.of(message));
                case MsgType.BUSINESS_MESSAGE_REJECT -> listener.onReject(message);
                default -> listener.onMessage(message);
            }
        }

        private static String typeOf(final Message message)
        {
            return message.getHeader().getOptionalString(MsgType.FIELD).orElse("");
        }
    }
}
