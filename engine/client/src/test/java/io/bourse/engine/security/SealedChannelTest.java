// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.security;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

@Timeout(60)
class SealedChannelTest
{
    private static final int LIMIT_MS = 20_000;
    private static final byte[] MESSAGE = "a key of the venue".getBytes(StandardCharsets.US_ASCII);

    @TempDir
    private Path dir;

    private final List<AutoCloseable> open = new ArrayList<>();

    @AfterEach
    void closeAll() throws Exception
    {
        for (final AutoCloseable each : open.reversed())
        {
            each.close();
        }
    }

    @Test
    void shouldCarryMessagesBothWaysAndShowNoneOfThem() throws Exception
    {
        final CredentialStore store = store("venue");
        final Tap tap = new Tap(-1);
        final FutureTask<SealedChannel> accepted = start(() ->
            SealedChannel.accept(tap.accept(), store, Principal.BACKUP));
        final SealedChannel opener = SealedChannel.connect(tap.socket(), store, Principal.BACKUP);
        final SealedChannel acceptor = accepted.get();
        for (int i = 0; i < 3; i++)
        {
            opener.send(MESSAGE, MESSAGE.length);
            assertArrayEquals(MESSAGE, acceptor.receive());
            acceptor.send(MESSAGE, MESSAGE.length);
            assertArrayEquals(MESSAGE, opener.receive());
        }
        assertFalse(new String(tap.seen(), StandardCharsets.ISO_8859_1)
            .contains(new String(MESSAGE, StandardCharsets.US_ASCII)));
        assertTrue(tap.seen().length > 3 * MESSAGE.length);
    }

    @Test
    void shouldEndAConnectionThatBeginsAnotherWay() throws Exception
    {
        final CredentialStore store = store("venue");
        final Tap tap = new Tap(-1);
        final FutureTask<SealedChannel> accepted = start(() ->
            SealedChannel.accept(tap.accept(), store, Principal.BACKUP));
        tap.socket().getOutputStream().write(new byte[64]);
        final ExecutionException refused = assertThrows(ExecutionException.class, accepted::get);
        assertTrue(refused.getCause().getMessage().contains("does not begin as"), refused::toString);
    }

    @Test
    void shouldTakeTheFormerKeyWhileARotationIsUnderWay() throws Exception
    {
        final CredentialStore store = store("venue");
        final CredentialStore former = store("former");
        Files.copy(store.directory().resolve("backup.key"), former.directory().resolve("backup.key"),
            StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.COPY_ATTRIBUTES);
        store.rotate(Principal.BACKUP);
        final Tap tap = new Tap(-1);
        final FutureTask<SealedChannel> accepted = start(() ->
            SealedChannel.accept(tap.accept(), store, Principal.BACKUP));
        SealedChannel.connect(tap.socket(), former, Principal.BACKUP).send(MESSAGE, MESSAGE.length);
        assertArrayEquals(MESSAGE, accepted.get().receive());
    }

    @Test
    void shouldRefuseWhoDoesNotHaveTheSecret() throws Exception
    {
        final CredentialStore store = store("venue");
        final CredentialStore other = store("stranger");
        final Tap tap = new Tap(-1);
        final FutureTask<SealedChannel> accepted = start(() ->
            SealedChannel.accept(tap.accept(), store, Principal.BACKUP));
        assertThrows(IOException.class, () -> SealedChannel.connect(tap.socket(), other, Principal.BACKUP));
        final ExecutionException refused = assertThrows(ExecutionException.class, accepted::get);
        assertTrue(refused.getCause().getMessage().contains("does not have the secret"), refused::toString);
    }

    @Test
    void shouldRefuseAMessageThatWasChangedOnTheWay() throws Exception
    {
        final CredentialStore store = store("venue");
        // Behind public key, proof and the length of the first message.
        final Tap tap = new Tap(44 + Integer.BYTES + "bourse-sealed-channel".length() + 16 + Integer.BYTES + 2);
        final FutureTask<SealedChannel> accepted = start(() ->
            SealedChannel.accept(tap.accept(), store, Principal.BACKUP));
        final SealedChannel opener = SealedChannel.connect(tap.socket(), store, Principal.BACKUP);
        opener.send(MESSAGE, MESSAGE.length);
        final SealedChannel acceptor = accepted.get();
        final IOException refused = assertThrows(IOException.class, acceptor::receive);
        assertTrue(refused.getMessage().contains("changed on the way"), refused::toString);
    }

    private CredentialStore store(final String name)
    {
        return CredentialStore.at(dir.resolve(name)).createMissing();
    }

    private <T> FutureTask<T> start(final Callable<T> work)
    {
        final FutureTask<T> task = new FutureTask<>(work);
        Thread.ofPlatform().daemon().start(task);
        return task;
    }

    /** A relay that keeps what the opener sends, and changes one byte of it. */
    private final class Tap
    {
        private final ServerSocket inner = opened(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
        private final ServerSocket outer = opened(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
        private final ByteArrayOutputStream seen = new ByteArrayOutputStream();
        private final int changed;

        Tap(final int changed) throws IOException
        {
            this.changed = changed;
            start(() ->
            {
                final Socket from = opened(outer.accept());
                final Socket to = opened(new Socket(inner.getInetAddress(), inner.getLocalPort()));
                start(() ->
                {
                    to.getInputStream().transferTo(from.getOutputStream());
                    from.close();
                    return null;
                });
                relay(from.getInputStream(), to.getOutputStream());
                return null;
            });
        }

        private <T extends AutoCloseable> T opened(final T resource)
        {
            synchronized (open)
            {
                open.add(resource);
            }
            return resource;
        }

        private void relay(final InputStream in, final OutputStream out) throws IOException
        {
            final DataInputStream data = new DataInputStream(in);
            for (int value = data.read(); value >= 0; value = data.read())
            {
                synchronized (seen)
                {
                    out.write(seen.size() == changed ? value ^ 1 : value);
                    seen.write(value);
                }
            }
        }

        byte[] seen()
        {
            synchronized (seen)
            {
                return seen.toByteArray();
            }
        }

        Socket accept() throws IOException
        {
            final Socket socket = opened(inner.accept());
            socket.setSoTimeout(LIMIT_MS);
            return socket;
        }

        Socket socket() throws IOException
        {
            final Socket socket = opened(new Socket(outer.getInetAddress(), outer.getLocalPort()));
            socket.setSoTimeout(LIMIT_MS);
            return socket;
        }
    }
}
