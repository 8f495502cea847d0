// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.wire;

import com.paritytrading.philadelphia.FIXConfig;
import com.paritytrading.philadelphia.FIXConnection;
import com.paritytrading.philadelphia.FIXConnectionStatusListener;
import com.paritytrading.philadelphia.FIXMessage;
import com.paritytrading.philadelphia.FIXMessageListener;
import com.paritytrading.philadelphia.FIXVersion;

import java.io.IOException;
import java.nio.channels.SocketChannel;

/**
 * Answers every order and cancel with an ExecutionReport by Philadelphia: one thread, nothing stored, and nothing else
 * done.
 */
final class PhiladelphiaServer implements SelectorServer.Peer, FIXMessageListener, FIXConnectionStatusListener
{
    private static final FIXConfig CONFIG = FIXConfig.newBuilder()
        .setVersion(FIXVersion.FIX_4_4).setSenderCompID("BOURSE").setTargetCompID("LOAD")
        .setHeartBtInt(60).setRxBufferCapacity(1 << 16).setTxBufferCapacity(1 << 13).build();

    private final FIXConnection connection;
    private final FIXMessage report;
    private long execId;

    private PhiladelphiaServer(final SocketChannel channel)
    {
        connection = new FIXConnection(channel, CONFIG, this, this, System.currentTimeMillis());
        report = connection.create();
    }

    /**
     * Serves until its input ends.
     *
     * @param args how to wait: park, yield or spin.
     * @throws IOException when the port cannot be opened.
     */
    public static void main(final String[] args) throws IOException
    {
        SelectorServer.run(args[0], PhiladelphiaServer::new);
    }

    @Override
    public boolean onReadable() throws IOException
    {
        connection.setCurrentTimeMillis(System.currentTimeMillis());
        return connection.receive() >= 0;
    }

    @Override
    public void message(final FIXMessage request) throws IOException
    {
        PhiladelphiaReports.fill(connection, report, request, ++execId);
        connection.send(report);
    }

    @Override
    public void logon(final FIXConnection from, final FIXMessage message) throws IOException
    {
        connection.setTargetCompID(message.valueOf(49).toString());
        connection.sendLogon(true);
    }

    @Override
    public void logout(final FIXConnection from, final FIXMessage message) throws IOException
    {
        connection.sendLogout();
    }

    @Override
    public void close(final FIXConnection from, final String text)
    {
        throw new IllegalStateException("closed: " + text);
    }

    @Override
    public void sequenceReset(final FIXConnection from)
    {
        throw new IllegalStateException("sequence reset");
    }

    @Override
    public void tooLowMsgSeqNum(final FIXConnection from, final long received, final long expected)
    {
        throw new IllegalStateException("MsgSeqNum too low: received=" + received + " expected=" + expected);
    }

    @Override
    public void reject(final FIXConnection from, final FIXMessage message)
    {
        throw new IllegalStateException("rejected: " + message);
    }
}
