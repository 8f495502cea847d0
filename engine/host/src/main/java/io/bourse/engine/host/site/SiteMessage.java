// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.site;

import io.bourse.engine.security.SealedChannel;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;

/**
 * What the two sides of a sealed connection between sites say to each other.
 */
sealed interface SiteMessage
{
    /** Most checksums in a message: what they are of may be 4 GiB long. */
    int MOST_SUMS = 64 * 1024;

    /**
     * The first message of either side.
     *
     * @param term of the venue, or of the venue that was copied; {@link #NO_TERM} of a gateway.
     */
    record Hello(long term) implements SiteMessage
    {
        /** A gateway knows of none. */
        static final long NO_TERM = 0;
    }

    /**
     * A file that the backup has.
     *
     * @param name in the directory.
     * @param length in bytes.
     * @param sums of its first blocks, at most {@link #MOST_SUMS}; what is not named is sent again.
     */
    record Has(String name, long length, long[] sums) implements SiteMessage
    {
    }

    /**
     * The backup asks for what has changed.
     *
     * @param at how far its copies have come.
     * @param batch the last batch that it has applied, 0 for none on this connection.
     */
    record Ask(SitePositions at, long batch) implements SiteMessage
    {
    }

    /** Bytes of a file. */
    record Block(String name, long offset, byte[] bytes) implements SiteMessage
    {
    }

    /** Length of a file. */
    record Length(String name, long length) implements SiteMessage
    {
    }

    /** A file that is no longer there. */
    record Gone(String name) implements SiteMessage
    {
    }

    /**
     * The end of a batch.
     *
     * @param batch its number, from 1 on each connection.
     * @param at how far the venue was after the files had been read.
     * @param isHandedOver whether the venue has stopped for good and the backup has everything.
     */
    record End(long batch, SitePositions at, boolean isHandedOver) implements SiteMessage
    {
    }

    /**
     * A member that hands the venue over says so to another one, which writes it down and answers the same.
     *
     * @param term of the venue.
     */
    record HandOver(long term) implements SiteMessage
    {
    }

    /** Bytes of the message. */
    default byte[] encoded() throws IOException
    {
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        final DataOutputStream out = new DataOutputStream(bytes);
        switch (this)
        {
            case final Hello hello ->
            {
                out.writeByte(1);
                out.writeLong(hello.term);
            }
            case final Has has ->
            {
                out.writeByte(2);
                out.writeUTF(has.name);
                out.writeLong(has.length);
                out.writeInt(has.sums.length);
                for (final long sum : has.sums)
                {
                    out.writeLong(sum);
                }
            }
            case final Ask ask ->
            {
                out.writeByte(3);
                ask.at.write(out);
                out.writeLong(ask.batch);
            }
            case final Block block ->
            {
                out.writeByte(4);
                out.writeUTF(block.name);
                out.writeLong(block.offset);
                out.writeInt(block.bytes.length);
                out.write(block.bytes);
            }
            case final Length length ->
            {
                out.writeByte(5);
                out.writeUTF(length.name);
                out.writeLong(length.length);
            }
            case final Gone gone ->
            {
                out.writeByte(6);
                out.writeUTF(gone.name);
            }
            case final End end ->
            {
                out.writeByte(7);
                out.writeLong(end.batch);
                end.at.write(out);
                out.writeBoolean(end.isHandedOver);
                end.at.writeOthers(out);
            }
            case final HandOver handOver ->
            {
                out.writeByte(8);
                out.writeLong(handOver.term);
            }
        }
        return bytes.toByteArray();
    }

    /** Reads a message of {@link #encoded()}. */
    static SiteMessage of(final byte[] bytes) throws IOException
    {
        final DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
        final int type = in.readByte();
        return switch (type)
        {
            case 1 -> new Hello(in.readLong());
            case 2 -> new Has(in.readUTF(), in.readLong(), sums(in));
            case 3 -> new Ask(SitePositions.read(in), in.readLong());
            case 4 -> new Block(in.readUTF(), in.readLong(), in.readNBytes(in.readInt()));
            case 5 -> new Length(in.readUTF(), in.readLong());
            case 6 -> new Gone(in.readUTF());
            case 7 -> end(in);
            case 8 -> new HandOver(in.readLong());
            default -> throw new IOException("a message of the other site is not known, both sites need one version" +
                " of the program: type=" + type);
        };
    }

    private static End end(final DataInputStream in) throws IOException
    {
        final End end = new End(in.readLong(), SitePositions.read(in), in.readBoolean());
        end.at.readOthers(in);
        return end;
    }

    private static long[] sums(final DataInputStream in) throws IOException
    {
        final long[] sums = new long[Math.min(in.readInt(), MOST_SUMS)];
        for (int i = 0; i < sums.length; i++)
        {
            sums[i] = in.readLong();
        }
        return sums;
    }

    /** Sends it. */
    default void send(final SealedChannel channel) throws IOException
    {
        final byte[] bytes = encoded();
        channel.send(bytes, bytes.length);
    }

    /** Waits for a message of a type. */
    static <T extends SiteMessage> T receive(final SealedChannel channel, final Class<T> type) throws IOException
    {
        final SiteMessage message = of(channel.receive());
        if (!type.isInstance(message))
        {
            throw new IOException("the other site says something else than was asked for: wanted=" +
                type.getSimpleName() + " message=" + message.getClass().getSimpleName());
        }
        return type.cast(message);
    }
}
