// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.wire;

import io.bourse.jmh.suite.NanosecondBenchmark;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;

/**
 * What TCP on loopback costs without any work: messages of the length of a TWIME order, answered by a
 * thread that writes back what it reads. Both sides wait in the kernel.
 */
@State(Scope.Benchmark)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class TcpEchoBenchmark extends NanosecondBenchmark
{
    private final ByteBuffer message = ByteBuffer.allocateDirect(EchoLink.REQUEST_LENGTH);
    private ServerSocketChannel server;
    private SocketChannel client;
    private Thread echo;

    /**
     * Opens both ends.
     *
     * @throws IOException when no port can be opened.
     */
    @Setup
    public void setUp() throws IOException
    {
        server = ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        client = SocketChannel.open(server.getLocalAddress());
        client.setOption(StandardSocketOptions.TCP_NODELAY, true);
        final SocketChannel accepted = server.accept();
        accepted.setOption(StandardSocketOptions.TCP_NODELAY, true);
        echo = Thread.ofPlatform().name("echo").start(() -> echo(accepted));
    }

    private static void echo(final SocketChannel channel)
    {
        final ByteBuffer bytes = ByteBuffer.allocateDirect(EchoLink.REQUEST_LENGTH);
        try (channel)
        {
            while (channel.read(bytes) >= 0)
            {
                bytes.flip();
                while (bytes.hasRemaining())
                {
                    channel.write(bytes);
                }
                bytes.clear();
            }
        }
        catch (final IOException ex)
        {
            throw new IllegalStateException("the echo has lost its client", ex);
        }
    }

    /** There and back. */
    @Benchmark
    public void roundTrip() throws IOException
    {
        message.clear();
        while (message.hasRemaining())
        {
            client.write(message);
        }
        message.clear();
        while (message.hasRemaining())
        {
            if (client.read(message) < 0)
            {
                throw new IllegalStateException("the echo has ended");
            }
        }
    }

    /** Ends the echo with its connection. */
    @TearDown
    public void tearDown() throws IOException, InterruptedException
    {
        client.close();
        server.close();
        echo.join();
    }
}
