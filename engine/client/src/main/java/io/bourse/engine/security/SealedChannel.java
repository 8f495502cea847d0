// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.security;

import org.agrona.CloseHelper;

import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.KeyAgreement;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.spec.X509EncodedKeySpec;
import java.util.List;

/**
 * A TCP connection of two processes that have the secret of one principal. Who has not can neither read nor write a
 * message: each is encrypted and sealed by AES-256-GCM, with a key of its own for each direction of each connection and
 * the number of the message as its nonce. The keys are made of the secret and an exchange by X25519, so that who has
 * recorded a connection and comes to know the secret later cannot read it. Not thread-safe.
 */
public final class SealedChannel implements AutoCloseable
{
    /** Most bytes of a message. */
    public static final int MOST_BYTES = 1024 * 1024;

    private static final String PURPOSE = "bourse-sealed-channel";
    private static final byte[] PROOF = PURPOSE.getBytes(StandardCharsets.US_ASCII);
    private static final String EXCHANGE = "X25519";
    private static final int PUBLIC_KEY_LENGTH = 44;
    private static final int TAG_BITS = 128;
    private static final int IV_LENGTH = 12;

    private final Socket socket;
    private final DataInputStream in;
    private final DataOutputStream out;
    private SecretKeySpec inKey;
    private SecretKeySpec outKey;
    private long inCount;
    private long outCount;

    private SealedChannel(final Socket socket) throws IOException
    {
        this.socket = socket;
        in = new DataInputStream(socket.getInputStream());
        out = new DataOutputStream(new BufferedOutputStream(socket.getOutputStream()));
    }

    /**
     * Begins a connection that this side has opened.
     *
     * @param socket that is connected, with a time limit of reading; closed with the channel, and when this fails.
     * @param store of the secret.
     * @param principal whose secret it is.
     * @return channel.
     * @throws CredentialException when the secret is not here.
     * @throws IOException when the other side does not answer, or does not have the secret.
     */
    public static SealedChannel connect(final Socket socket, final CredentialStore store, final Principal principal)
        throws IOException
    {
        return begin(socket, store.require(principal).subList(0, 1), principal, true);
    }

    /**
     * Begins a connection that the other side has opened.
     *
     * @param socket that is connected, with a time limit of reading; closed with the channel, and when this fails.
     * @param store of the secret: also the former key is good while a rotation is under way.
     * @param principal whose secret it is.
     * @return channel.
     * @throws CredentialException when the secret is not here.
     * @throws IOException when the other side does not have the secret.
     */
    public static SealedChannel accept(final Socket socket, final CredentialStore store, final Principal principal)
        throws IOException
    {
        return begin(socket, store.require(principal), principal, false);
    }

    private static SealedChannel begin(
        final Socket socket, final List<byte[]> secrets, final Principal principal, final boolean isOpener)
        throws IOException
    {
        boolean isBegun = false;
        try
        {
            final SealedChannel channel = new SealedChannel(socket);
            channel.handshake(secrets, principal, isOpener);
            isBegun = true;
            return channel;
        }
        finally
        {
            if (!isBegun)
            {
                CloseHelper.quietClose(socket);
            }
        }
    }

    private void handshake(final List<byte[]> secrets, final Principal principal, final boolean isOpener)
        throws IOException
    {
        final byte[] exchanged = exchange(isOpener);
        if (isOpener)
        {
            useKeys(secrets.getFirst(), exchanged, principal, true);
            send(PROOF, PROOF.length);
        }
        final byte[] proof = readSealed();
        for (final byte[] secret : secrets)
        {
            useKeys(secret, exchanged, principal, isOpener);
            final byte[] opened = open(proof);
            if (null != opened)
            {
                if (!isOpener)
                {
                    send(PROOF, PROOF.length);
                }
                return;
            }
        }
        throw new IOException("the other side does not have the secret of this principal: principal=" + principal +
            " address=" + socket.getRemoteSocketAddress());
    }

    /** What both sides have said, that of the opener first, and what only they know of it. */
    private byte[] exchange(final boolean isOpener) throws IOException
    {
        try
        {
            final KeyPair pair = KeyPairGenerator.getInstance(EXCHANGE).generateKeyPair();
            final byte[] own = pair.getPublic().getEncoded();
            out.write(own);
            out.flush();
            final byte[] other = in.readNBytes(PUBLIC_KEY_LENGTH);
            if (PUBLIC_KEY_LENGTH != other.length)
            {
                throw new IOException("the connection ended before its handshake: address=" +
                    socket.getRemoteSocketAddress());
            }
            final KeyAgreement agreement = KeyAgreement.getInstance(EXCHANGE);
            agreement.init(pair.getPrivate());
            agreement.doPhase(KeyFactory.getInstance(EXCHANGE).generatePublic(new X509EncodedKeySpec(other)), true);
            final byte[] agreed = agreement.generateSecret();
            return ByteBuffer.allocate(own.length + other.length + agreed.length)
                .put(isOpener ? own : other).put(isOpener ? other : own).put(agreed).array();
        }
        catch (final GeneralSecurityException ex)
        {
            throw new IOException("the other side does not begin as a sealed channel does: address=" +
                socket.getRemoteSocketAddress(), ex);
        }
    }

    private void useKeys(
        final byte[] secret, final byte[] exchanged, final Principal principal, final boolean isOpener)
    {
        final SecretKeySpec opener = key(secret, exchanged, principal, 1);
        final SecretKeySpec acceptor = key(secret, exchanged, principal, 0);
        outKey = isOpener ? opener : acceptor;
        inKey = isOpener ? acceptor : opener;
    }

    private static SecretKeySpec key(
        final byte[] secret, final byte[] exchanged, final Principal principal, final long direction)
    {
        return new SecretKeySpec(Handshake.proof(secret, PURPOSE, direction, exchanged, principal), "AES");
    }

    /**
     * Sends a message.
     *
     * @param message that begins at 0.
     * @param length in bytes, at most {@link #MOST_BYTES}.
     * @throws IOException when the connection is lost.
     */
    public void send(final byte[] message, final int length) throws IOException
    {
        if (length > MOST_BYTES)
        {
            throw new IllegalArgumentException("a message is too long: length=" + length + " most=" + MOST_BYTES);
        }
        final byte[] sealed = crypt(Cipher.ENCRYPT_MODE, outKey, outCount++, message, length);
        out.writeInt(sealed.length);
        out.write(sealed);
        out.flush();
    }

    /**
     * Waits for the next message.
     *
     * @return message.
     * @throws IOException when the connection is lost, is silent for longer than its limit, or the message is not one
     *     of the other side.
     */
    public byte[] receive() throws IOException
    {
        final byte[] message = open(readSealed());
        if (null == message)
        {
            throw new IOException("a message is not of the other side, or was changed on the way: address=" +
                socket.getRemoteSocketAddress() + " message=" + inCount);
        }
        return message;
    }

    private byte[] readSealed() throws IOException
    {
        final int length = in.readInt();
        if (length < TAG_BITS / Byte.SIZE || length > MOST_BYTES + TAG_BITS / Byte.SIZE)
        {
            throw new IOException("this is no message of a sealed channel: address=" +
                socket.getRemoteSocketAddress() + " length=" + length);
        }
        final byte[] sealed = in.readNBytes(length);
        if (length != sealed.length)
        {
            throw new IOException("the connection ended within a message: address=" +
                socket.getRemoteSocketAddress());
        }
        return sealed;
    }

    /** The message, or null when it was not sealed by this key as the next one. */
    private byte[] open(final byte[] sealed) throws IOException
    {
        try
        {
            final byte[] message = crypt(Cipher.DECRYPT_MODE, inKey, inCount, sealed, sealed.length);
            inCount++;
            return message;
        }
        catch (final IOException ex)
        {
            if (ex.getCause() instanceof AEADBadTagException)
            {
                return null;
            }
            throw ex;
        }
    }

    private static byte[] crypt(
        final int mode, final SecretKeySpec key, final long number, final byte[] bytes, final int length)
        throws IOException
    {
        try
        {
            final Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
            cipher.init(mode, key, new GCMParameterSpec(
                TAG_BITS, ByteBuffer.allocate(IV_LENGTH).putLong(Integer.BYTES, number).array()));
            return cipher.doFinal(bytes, 0, length);
        }
        catch (final GeneralSecurityException ex)
        {
            throw new IOException("a message cannot be sealed or opened", ex);
        }
    }

    @Override
    public void close()
    {
        CloseHelper.quietClose(socket);
    }
}
