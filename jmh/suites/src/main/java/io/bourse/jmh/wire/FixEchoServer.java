// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.wire;

import io.bourse.jmh.loadtest.client.FixBytes;
import io.bourse.jmh.loadtest.client.FixReport;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/**
 * Answers every FIX request at once with the bytes of an ExecutionReport, without a FIX engine: it looks for length,
 * type and ClOrdID and for nothing else. What TCP costs with messages of this size.
 */
final class FixEchoServer implements SelectorServer.Peer
{
    /** After the ClOrdID of a report: as long as what the venue says of such an order. */
    static final String REPORT_END = "|37=1000|198=1000|17=123456789-1|1=AA01000|55=Si-12.26|48=1001|22=8|54=1|38=1|" +
        "40=2|44=90000|59=0|151=1|14=0|6=0|60=20261122-09:00:00.123456789|75=20261122|336=1|";
    private static final int BUFFER_LENGTH = 1 << 16;
    private static final byte[] LOGON = FixBytes.ascii("35=A|49=BOURSE|56=LOAD|34=1|52=20261122-09:00:00.000|98=0|");
    private static final byte[] NEW = FixBytes.ascii(
        "35=8|49=BOURSE|56=LOAD|34=1234|52=20261122-09:00:00.123456|150=0|39=0|11=");
    private static final byte[] CANCELED = FixBytes.ascii(
        "35=8|49=BOURSE|56=LOAD|34=1234|52=20261122-09:00:00.123456|150=4|39=4|11=");
    private static final byte[] END = FixBytes.ascii(REPORT_END);

    private final ByteBuffer in = ByteBuffer.allocateDirect(BUFFER_LENGTH);
    private final ByteBuffer out = ByteBuffer.allocateDirect(BUFFER_LENGTH * 4);
    private final FixReport request = new FixReport();
    private final FixBytes answer = new FixBytes();
    private final SocketChannel channel;

    private FixEchoServer(final SocketChannel channel)
    {
        this.channel = channel;
    }

    /**
     * Serves until its input ends.
     *
     * @param args how to wait: park, yield or spin.
     * @throws IOException when the port cannot be opened.
     */
    public static void main(final String[] args) throws IOException
    {
        SelectorServer.run(args[0], FixEchoServer::new);
    }

    @Override
    public boolean onReadable() throws IOException
    {
        if (channel.read(in) < 0)
        {
            return false;
        }
        in.flip();
        out.clear();
        int end = FixBytes.end(in, in.position());
        while (FixBytes.INCOMPLETE != end)
        {
            answer(in.position(), end);
            in.position(end);
            end = in.hasRemaining() ? FixBytes.end(in, end) : FixBytes.INCOMPLETE;
        }
        in.compact();
        out.flip();
        while (out.hasRemaining())
        {
            channel.write(out);
        }
        return true;
    }

    private void answer(final int begin, final int end)
    {
        request.wrap(in, begin, end);
        answer.begin();
        if ('A' == request.type)
        {
            answer.put(LOGON);
        }
        else
        {
            answer.put('D' == request.type ? NEW : CANCELED).put(request.clOrdId).put(END);
        }
        if (!answer.write(out))
        {
            throw new IllegalStateException("the requests of one read have more answers than fit");
        }
    }
}
