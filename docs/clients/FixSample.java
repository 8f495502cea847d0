// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import quickfix.ApplicationAdapter;
import quickfix.FieldNotFound;
import quickfix.Initiator;
import quickfix.MemoryStoreFactory;
import quickfix.Message;
import quickfix.ScreenLogFactory;
import quickfix.Session;
import quickfix.SessionID;
import quickfix.SessionSettings;
import quickfix.SocketInitiator;
import quickfix.field.*;
import quickfix.fix44.MessageFactory;
import quickfix.fix44.NewOrderSingle;
import quickfix.fix44.OrderCancelReplaceRequest;
import quickfix.fix44.OrderCancelRequest;

/**
 * A FIX 4.4 client on QuickFIX/J, in one file (JDK 17 or newer; the jars of a build have all that it needs):
 * {@code java -cp 'deploy/cli/target/lib/*' FixSample.java DICTIONARY HOST PORT LOGIN PASSWORD ACCOUNT SYMBOL PRICE}.
 *
 * <p>It logs on, lives on heartbeats for a while, places an order, replaces it, cancels it, loses its connection on
 * purpose while answers are on their way, gets them after its next logon, and logs out. At a PRICE at which a buy order
 * trades it shows the trades, and what comes too late. PASSWORD is - for a login that has none. DICTIONARY is
 * docs/protocols/fix44-bourse.xml.
 */
public final class FixSample extends ApplicationAdapter
{
    private static final int TIMEOUT_S = 15;

    private final LinkedBlockingQueue<String> events = new LinkedBlockingQueue<>();
    private final AtomicInteger heartbeats = new AtomicInteger();
    private final String login, password, account, symbol;
    private final double price;
    private boolean hasLoggedOn; // touched by the thread of the session only

    private FixSample(final String... args)
    {
        login = args[3];
        password = args[4];
        account = args[5];
        symbol = args[6];
        price = Double.parseDouble(args[7]); // QuickFIX/J's classes take doubles; the wire has what they print
    }

    public static void main(final String... args) throws Exception
    {
        final FixSample app = new FixSample(args);
        final SessionID id = new SessionID("FIX.4.4", args[3], "BOURSE");
        final SessionSettings settings = new SessionSettings();
        settings.setString(id, "ConnectionType", "initiator");
        settings.setString(id, Initiator.SETTING_SOCKET_CONNECT_HOST, args[1]);
        settings.setString(id, Initiator.SETTING_SOCKET_CONNECT_PORT, args[2]);
        settings.setString(id, Session.SETTING_DATA_DICTIONARY, args[0]);
        settings.setString(id, Session.SETTING_HEARTBTINT, "1"); // a client with less to show takes 30
        settings.setString(id, Session.SETTING_NON_STOP_SESSION, "Y");
        settings.setString(id, "ReconnectInterval", "1");
        settings.setString("SocketTcpNoDelay", "Y");
        // A client that trades keeps its messages and numbers in files: FileStoreFactory.
        final SocketInitiator initiator = new SocketInitiator(app, new MemoryStoreFactory(), settings,
            new ScreenLogFactory(false, false, false), new MessageFactory());
        initiator.start();
        app.await("logged on");
        Thread.sleep(2500);
        System.out.println("alive heartbeats=" + app.heartbeats.get());
        app.trade(Session.lookupSession(id), Long.toHexString(System.nanoTime() ^ System.currentTimeMillis() << 20));
        initiator.stop(); // says Logout and waits for the answer
        System.out.println("logged out");
    }

    private void trade(final Session session, final String prefix) throws Exception
    {
        final String answer = "(?!traded).*" + prefix; // trades may come at any time
        final NewOrderSingle order = new NewOrderSingle(new ClOrdID(prefix + "-1"), new Side(Side.BUY),
            new TransactTime(), new OrdType(OrdType.LIMIT));
        terms(order, 1, TimeInForce.DAY);
        session.send(order);
        await(answer + "-1.*");

        final OrderCancelReplaceRequest replace = new OrderCancelReplaceRequest(new OrigClOrdID(prefix + "-1"),
            new ClOrdID(prefix + "-2"), new Side(Side.BUY), new TransactTime(), new OrdType(OrdType.LIMIT));
        terms(replace, 2, TimeInForce.DAY);
        session.send(replace);
        final String name = prefix + (await(answer + "-2.*").startsWith("replaced") ? "-2" : "-1");

        final OrderCancelRequest cancel = new OrderCancelRequest(new OrigClOrdID(name),
            new ClOrdID(prefix + "-3"), new Side(Side.BUY), new TransactTime());
        cancel.set(new Symbol(symbol));
        session.send(cancel);
        await(answer + "-3.*");

        // IOC: accepted, and what does not trade at once is removed again.
        final NewOrderSingle lost = new NewOrderSingle(new ClOrdID(prefix + "-4"), new Side(Side.BUY),
            new TransactTime(), new OrdType(OrdType.LIMIT));
        terms(lost, 1, TimeInForce.IMMEDIATE_OR_CANCEL);
        session.send(lost);
        session.disconnect("on purpose", false);
        System.out.println("connection lost");
        await("logged on"); // the initiator connects again, and asks for what it missed
        await(".*" + prefix + "-4 .* leaves=0.*");
    }

    private void terms(final Message message, final int qty, final char timeInForce)
    {
        message.setField(new Account(account));
        message.setField(new Symbol(symbol));
        message.setField(new OrderQty(qty));
        message.setField(new Price(price));
        message.setField(new TimeInForce(timeInForce));
    }

    /** Prints what comes until a line is as expected. */
    private String await(final String regex) throws InterruptedException
    {
        String line = "";
        while (!line.matches(regex))
        {
            line = events.poll(TIMEOUT_S, TimeUnit.SECONDS);
            if (null == line || line.startsWith("refused"))
            {
                System.err.println("expected=" + regex + " came=" + line);
                System.exit(1);
            }
            System.out.println(line);
        }
        return line;
    }

    @Override
    public void onLogon(final SessionID id)
    {
        events.add("logged on");
    }

    @Override
    public void toAdmin(final Message message, final SessionID id)
    {
        switch (type(message))
        {
            case MsgType.LOGON -> logon(message);
            case MsgType.HEARTBEAT -> heartbeats.incrementAndGet();
            case MsgType.RESEND_REQUEST -> events.add("resend from=" +
                message.getOptionalString(BeginSeqNo.FIELD).orElse("?"));
            default -> { }
        }
    }

    private void logon(final Message message)
    {
        if (!hasLoggedOn) // the numbers of an earlier run are not known here
        {
            message.setField(new ResetSeqNumFlag(true));
        }
        if (!"-".equals(password))
        {
            message.setField(new Username(login));
            message.setField(new Password(password));
        }
    }

    @Override
    public void fromAdmin(final Message message, final SessionID id)
    {
        hasLoggedOn |= MsgType.LOGON.equals(type(message));
        if (MsgType.REJECT.equals(type(message)) || MsgType.LOGOUT.equals(type(message)) && message.isSetField(58))
        {
            events.add("refused: " + message);
        }
    }

    @Override
    public void fromApp(final Message message, final SessionID id) throws FieldNotFound
    {
        final char execType = message.isSetField(ExecType.FIELD) ? message.getChar(ExecType.FIELD) : ExecType.REJECTED;
        final String word = switch (execType)
        {
            case ExecType.NEW -> "accepted";
            case ExecType.REPLACED -> "replaced";
            case ExecType.CANCELED -> "cancelled";
            case ExecType.TRADE -> "traded";
            default -> MsgType.ORDER_CANCEL_REJECT.equals(type(message)) ? "too late" : "refused"; // it has traded
        };
        events.add("refused".equals(word) ? "refused: " + message :
            word + " clOrdId=" + message.getString(ClOrdID.FIELD) + ("too late".equals(word) ? "" :
            " orderId=" + message.getString(OrderID.FIELD) + " qty=" + message.getString(OrderQty.FIELD) +
            " leaves=" + message.getString(LeavesQty.FIELD)) +
            (message.getHeader().isSetField(PossDupFlag.FIELD) ? " again" : ""));
    }

    private static String type(final Message message)
    {
        return message.getHeader().getOptionalString(MsgType.FIELD).orElse("");
    }
}
