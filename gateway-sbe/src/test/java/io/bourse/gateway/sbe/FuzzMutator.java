// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe;

import io.bourse.gateway.sbe.wire.SchemaCodec;
import io.bourse.gateway.sbe.wire.SchemaCodec.Field;
import io.bourse.gateway.sbe.wire.SchemaCodec.Message;
import io.bourse.gateway.sbe.wire.TwimeFrames;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;

/**
 * Makes inputs for {@link DecoderFuzzTest} out of seeds: it knows frames and fields, so that most of what it makes gets
 * past the framing and does its harm further inside, and damages the framing as well.
 */
final class FuzzMutator
{
    private static final int HEADER_LENGTH = 8;
    private static final int MAX_FRAMES = 24;
    private static final long[] INTERESTING = {
        0, 1, 2, 3, 6, 9, 32, 82, 89, 122, 127, 128, 255, 1001, 1002, 7001, 65535, 0x7FFF_FFFFL, 0xFFFF_FFFEL,
        0xFFFF_FFFFL, 100_000, 9_000_000_000L, 9_999_999_999_999_999L, 10_000_000_000_000_000L, Long.MAX_VALUE,
        Long.MIN_VALUE, -1, -100_000};

    private final Map<Integer, SchemaCodec> codecs =
        Map.of(5, SchemaCodec.load(5), 6, SchemaCodec.load(6), 7, SchemaCodec.load(7));
    private final List<byte[]> seeds;
    private final Random random;

    FuzzMutator(final List<byte[]> seeds, final Random random)
    {
        this.seeds = seeds;
        this.random = random;
    }

    /** Reads the seeds of a directory: hexadecimal digits, white space, comments from # to the end of the line. */
    static List<byte[]> readSeeds(final Path directory) throws Exception
    {
        final List<byte[]> seeds = new ArrayList<>();
        try (Stream<Path> files = Files.list(directory))
        {
            for (final Path file : files.filter((path) -> path.toString().endsWith(".hex")).sorted().toList())
            {
                seeds.add(HexFormat.of().parseHex(Files.readString(file).replaceAll("#[^\n]*|\\s", "")));
            }
        }
        return seeds;
    }

    byte[] next()
    {
        final List<byte[]> frames = cut(seeds.get(random.nextInt(seeds.size())));
        if (0 == random.nextInt(4))
        {
            frames.addAll(cut(seeds.get(random.nextInt(seeds.size()))));
        }
        for (int i = random.nextInt(8); i >= 0 && !frames.isEmpty(); i--)
        {
            mutateFrames(frames);
        }
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        frames.stream().limit(MAX_FRAMES).forEach(bytes::writeBytes);
        return 0 == random.nextInt(5) ? mutateBytes(bytes.toByteArray()) : bytes.toByteArray();
    }

    private void mutateFrames(final List<byte[]> frames)
    {
        final int index = random.nextInt(frames.size());
        switch (random.nextInt(20))
        {
            case 0 -> frames.remove(index);
            case 1, 2 -> frames.add(index, frames.get(random.nextInt(frames.size())).clone());
            case 3 -> damageHeader(frames.get(index));
            case 4 -> frames.add(index, randomFrame(7));
            default -> mutateField(frames.get(index));
        }
    }

    private void mutateField(final byte[] frame)
    {
        final SchemaCodec codec = codecs.get(frame.length < HEADER_LENGTH ? 0 : u16(frame, 6));
        final Message message = null == codec ? null : codec.messages().stream()
            .filter((m) -> m.templateId() == u16(frame, 2) && m.blockLength() == frame.length - HEADER_LENGTH)
            .findFirst().orElse(null);
        if (null != message)
        {
            final Field field = message.fields().get(random.nextInt(message.fields().size()));
            final long value = switch (random.nextInt(6))
            {
                case 0 -> random.nextLong();
                case 1, 2 -> random.nextInt(12);
                case 3 -> nullOf(field);
                default -> INTERESTING[random.nextInt(INTERESTING.length)];
            };
            final boolean isText = field.length() != 1 && field.wire().startsWith("char");
            for (int i = 0; i < field.length(); i++)
            {
                frame[HEADER_LENGTH + field.offset() + i] = isText ?
                    (byte)"AB01%23\0 ".charAt(random.nextInt(9)) : (byte)(i < 8 ? value >> 8 * i : 0);
            }
        }
    }

    private void damageHeader(final byte[] frame)
    {
        if (frame.length >= HEADER_LENGTH)
        {
            final int index = random.nextInt(HEADER_LENGTH);
            frame[index] = (byte)(random.nextBoolean() ? random.nextInt() : frame[index] + random.nextInt(3) - 1);
        }
    }

    private byte[] randomFrame(final int version)
    {
        final List<Message> messages = codecs.get(version).messages();
        final Message message = messages.get(random.nextInt(messages.size()));
        final byte[] frame = new byte[HEADER_LENGTH + message.blockLength()];
        random.nextBytes(frame);
        SchemaCodec.putHeader(frame, message.blockLength(), message.templateId(), version);
        return frame;
    }

    private byte[] mutateBytes(final byte[] bytes)
    {
        if (0 == bytes.length)
        {
            return bytes;
        }
        final int index = random.nextInt(bytes.length);
        switch (random.nextInt(4))
        {
            case 0:
                return Arrays.copyOf(bytes, index);
            case 1:
                bytes[index] ^= (byte)(1 << random.nextInt(8));
                return bytes;
            case 2:
                return Arrays.copyOfRange(bytes, index, bytes.length);
            default:
                final byte[] longer = Arrays.copyOf(bytes, bytes.length + random.nextInt(200));
                for (int i = bytes.length; i < longer.length; i++)
                {
                    longer[i] = (byte)random.nextInt();
                }
                return longer;
        }
    }

    /** Frames as far as the lengths in the headers make sense; the rest is the last one. */
    private static List<byte[]> cut(final byte[] bytes)
    {
        final List<byte[]> frames = new ArrayList<>();
        int offset = 0;
        while (offset + HEADER_LENGTH <= bytes.length)
        {
            final int end = Math.min(bytes.length, offset + HEADER_LENGTH + u16(bytes, offset));
            frames.add(Arrays.copyOfRange(bytes, offset, end));
            offset = end;
        }
        if (offset < bytes.length)
        {
            frames.add(Arrays.copyOfRange(bytes, offset, bytes.length));
        }
        return frames;
    }

    static int u16(final byte[] bytes, final int offset)
    {
        return bytes[offset] & 0xFF | (bytes[offset + 1] & 0xFF) << 8;
    }

    private static long nullOf(final Field field)
    {
        return "-".equals(field.nullValue()) ? TwimeFrames.NULL_UINT64 : new BigInteger(field.nullValue()).longValue();
    }
}
