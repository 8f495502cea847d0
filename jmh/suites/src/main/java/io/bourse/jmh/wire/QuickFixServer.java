// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.wire;

import io.bourse.jmh.loadtest.process.ServerProcess;
import io.bourse.jmh.loadtest.process.ThreadTimes;
import quickfix.ApplicationAdapter;
import quickfix.ConfigError;
import quickfix.FieldNotFound;
import quickfix.MemoryStoreFactory;
import quickfix.Message;
import quickfix.ScreenLogFactory;
import quickfix.Session;
import quickfix.SessionID;
import quickfix.SessionNotFound;
import quickfix.SessionSettings;
import quickfix.SocketAcceptor;
import quickfix.fix44.MessageFactory;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Map;

/**
 * Answers every order and cancel with an ExecutionReport by QuickFIX/J as it comes: SocketAcceptor, dictionary of FIX
 * 4.4, messages kept in memory.
 */
final class QuickFixServer extends ApplicationAdapter
{
    private long execId;

    private QuickFixServer()
    {
    }

    /**
     * Serves until its input ends.
     *
     * @param args number of sessions.
     * @throws IOException when the port cannot be opened.
     * @throws ConfigError when QuickFIX/J refuses its settings.
     */
    public static void main(final String[] args) throws IOException, ConfigError
    {
        final int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress()))
        {
            port = free.getLocalPort();
        }
        final SessionSettings settings = new SessionSettings();
        settings.setString("ConnectionType", "acceptor");
        settings.setString("SocketAcceptAddress", InetAddress.getLoopbackAddress().getHostAddress());
        settings.setLong("SocketAcceptPort", port);
        settings.setString("SocketTcpNoDelay", "Y");
        settings.setString("NonStopSession", "Y");
        settings.setString("DataDictionary", "FIX44.xml");
        settings.setString("TimeStampPrecision", "MICROS");
        for (int i = 1; i <= Integer.parseInt(args[0]); i++)
        {
            settings.setString(new SessionID("FIX.4.4", "BOURSE", Contestant.login(i)), "ConnectionType", "acceptor");
        }
        final SocketAcceptor acceptor = new SocketAcceptor(new QuickFixServer(), new MemoryStoreFactory(), settings,
            new ScreenLogFactory(false, false, false), new MessageFactory());
        acceptor.start();
        System.out.println(ServerProcess.READY + port);
        while (System.in.read() >= 0)
        {
            System.out.println(ThreadTimes.of(Map.of()).line());
        }
        acceptor.stop(true);
    }

    @Override
    public void fromApp(final Message request, final SessionID session) throws FieldNotFound
    {
        try
        {
            Session.sendToTarget(QuickFixReports.answer(request, ++execId), session);
        }
        catch (final SessionNotFound ex)
        {
            throw new IllegalStateException("a session that has just spoken is unknown: session=" + session, ex);
        }
    }
}
