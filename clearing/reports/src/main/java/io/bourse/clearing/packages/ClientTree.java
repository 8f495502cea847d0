// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.packages;

import io.bourse.clearing.file.Digests;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.DigestException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Hash tree over all clients of a member's package (rules 3.2), in the form of RFC 9162: a leaf is SHA-256 of a byte 0
 * and the leaf's contents, an inner node SHA-256 of a byte 1 and its two children, a node without a sibling goes up as
 * it is. Contents of a leaf: salt of the client, its code in 8 bytes, and for each file the last digest of its
 * {@link LineChain}. Leaves are in the order of the codes. The salt is SHA-256 of the package's secret and the code, so
 * that another client's lines cannot be found by trying.
 */
final class ClientTree
{
    static final int DIGEST_LENGTH = LineChain.DIGEST_LENGTH;
    private static final byte LEAF = 0;
    private static final byte NODE = 1;
    /** Where the digests of the files begin in what is hashed for a leaf. */
    private static final int CONTENTS = 1 + DIGEST_LENGTH + Long.BYTES;

    private final long[] clients;
    private final List<byte[]> levels = new ArrayList<>();

    private ClientTree(final long[] clients, final byte[] leaves)
    {
        this.clients = clients;
        levels.add(leaves);
        while (levels.getLast().length > DIGEST_LENGTH)
        {
            levels.add(above(levels.getLast()));
        }
    }

    /** Tree over the clients of a package's files; the files are in the order of their names. */
    static ClientTree of(final byte[] secret, final List<LineChain> files)
    {
        final long[] clients = clients(files);
        final byte[] leaf = new byte[CONTENTS + files.size() * DIGEST_LENGTH];
        leaf[0] = LEAF;
        final byte[] leaves = new byte[Math.multiplyExact(clients.length, DIGEST_LENGTH)];
        final MessageDigest sha256 = Digests.sha256();
        final byte[] code = new byte[Long.BYTES];
        for (int i = 0; i < clients.length; i++)
        {
            code(clients[i], code);
            salt(sha256, secret, code, leaf, 1);
            System.arraycopy(code, 0, leaf, 1 + DIGEST_LENGTH, Long.BYTES);
            for (int file = 0; file < files.size(); file++)
            {
                files.get(file).digest(clients[i], leaf, CONTENTS + file * DIGEST_LENGTH);
            }
            sha256.update(leaf);
            digest(sha256, leaves, i * DIGEST_LENGTH);
        }
        return new ClientTree(clients, leaves);
    }

    /** Packed codes are compared by their characters, the first of which is in the lowest byte. */
    private static long[] clients(final List<LineChain> files)
    {
        final long[] all = new long[files.stream().mapToInt(LineChain::size).sum()];
        int count = 0;
        for (final LineChain file : files)
        {
            count = file.clients(all, count);
        }
        for (int i = 0; i < all.length; i++)
        {
            all[i] = Long.reverseBytes(all[i]);
        }
        // Characters are ASCII: the sign is never set.
        Arrays.sort(all);
        int distinct = 0;
        for (int i = 0; i < all.length; i++)
        {
            if (0 == i || all[i] != all[i - 1])
            {
                all[distinct++] = all[i];
            }
        }
        final long[] clients = Arrays.copyOf(all, distinct);
        for (int i = 0; i < clients.length; i++)
        {
            clients[i] = Long.reverseBytes(clients[i]);
        }
        return clients;
    }

    private static byte[] above(final byte[] level)
    {
        final int nodes = level.length / DIGEST_LENGTH;
        final byte[] above = new byte[(nodes + 1) / 2 * DIGEST_LENGTH];
        final MessageDigest sha256 = Digests.sha256();
        final byte[] node = new byte[1 + 2 * DIGEST_LENGTH];
        node[0] = NODE;
        for (int i = 0; i + 1 < nodes; i += 2)
        {
            System.arraycopy(level, i * DIGEST_LENGTH, node, 1, 2 * DIGEST_LENGTH);
            sha256.update(node);
            digest(sha256, above, i / 2 * DIGEST_LENGTH);
        }
        if (1 == nodes % 2)
        {
            System.arraycopy(
                level, level.length - DIGEST_LENGTH, above, above.length - DIGEST_LENGTH, DIGEST_LENGTH);
        }
        return above;
    }

    /** Number of clients. */
    int size()
    {
        return clients.length;
    }

    /** The root; of no clients at all it is the digest of nothing. */
    byte[] root()
    {
        return 0 == clients.length ? Digests.sha256().digest() : levels.getLast().clone();
    }

    /** Place of a client among the leaves, negative when it has none. */
    int indexOf(final long client)
    {
        int low = 0;
        int high = clients.length - 1;
        final long wanted = Long.reverseBytes(client);
        while (low <= high)
        {
            final int middle = low + high >>> 1;
            final int order = Long.compare(Long.reverseBytes(clients[middle]), wanted);
            if (0 == order)
            {
                return middle;
            }
            low = order < 0 ? middle + 1 : low;
            high = order > 0 ? middle - 1 : high;
        }
        return -1;
    }

    /** Siblings on the way from a leaf to the root, the lowest first. */
    List<byte[]> path(final int leaf)
    {
        final List<byte[]> path = new ArrayList<>();
        int index = leaf;
        for (int i = 0; i + 1 < levels.size(); i++)
        {
            final int sibling = index ^ 1;
            final int from = sibling * DIGEST_LENGTH;
            if (from < levels.get(i).length)
            {
                path.add(Arrays.copyOfRange(levels.get(i), from, from + DIGEST_LENGTH));
            }
            index >>= 1;
        }
        return path;
    }

    /** Digest of a leaf that was shown. */
    static byte[] leaf(final byte[] salt, final long client, final List<byte[]> files)
    {
        final byte[] code = new byte[Long.BYTES];
        code(client, code);
        final MessageDigest sha256 = Digests.sha256();
        sha256.update(LEAF);
        sha256.update(salt);
        sha256.update(code);
        files.forEach(sha256::update);
        return sha256.digest();
    }

    /** Root that a leaf leads to; null when the path is too long or too short for the leaf's place. */
    static byte[] rootFrom(final byte[] leaf, final int index, final int leaves, final List<byte[]> path)
    {
        final MessageDigest sha256 = Digests.sha256();
        byte[] node = leaf;
        int place = index;
        int last = leaves - 1;
        int used = 0;
        while (last > 0)
        {
            if ((place ^ 1) <= last)
            {
                if (used == path.size())
                {
                    return null;
                }
                final byte[] sibling = path.get(used++);
                sha256.update(NODE);
                sha256.update(0 == (place & 1) ? node : sibling);
                sha256.update(0 == (place & 1) ? sibling : node);
                node = sha256.digest();
            }
            place >>= 1;
            last >>= 1;
        }
        return used == path.size() ? node : null;
    }

    /** Salt of a client. */
    static byte[] salt(final byte[] secret, final long client)
    {
        final byte[] code = new byte[Long.BYTES];
        code(client, code);
        final byte[] salt = new byte[DIGEST_LENGTH];
        salt(Digests.sha256(), secret, code, salt, 0);
        return salt;
    }

    private static void salt(
        final MessageDigest sha256, final byte[] secret, final byte[] code, final byte[] target, final int offset)
    {
        sha256.update(secret);
        sha256.update(code);
        digest(sha256, target, offset);
    }

    private static void code(final long client, final byte[] target)
    {
        ByteBuffer.wrap(target).putLong(Long.reverseBytes(client));
    }

    /** Code of a client, packed, the first character in the lowest byte. */
    static long pack(final String client)
    {
        final byte[] bytes = client.getBytes(StandardCharsets.US_ASCII);
        if (0 == bytes.length || bytes.length > Long.BYTES)
        {
            throw new IllegalArgumentException("a client is named by 1 to 8 characters: client=\"" + client + "\"");
        }
        long packed = 0;
        for (int i = 0; i < bytes.length; i++)
        {
            packed |= (bytes[i] & 0xFFL) << i * Byte.SIZE;
        }
        return packed;
    }

    private static void digest(final MessageDigest sha256, final byte[] target, final int offset)
    {
        try
        {
            sha256.digest(target, offset, DIGEST_LENGTH);
        }
        catch (final DigestException ex)
        {
            throw new IllegalStateException("there is no space for a digest: length=" + DIGEST_LENGTH, ex);
        }
    }
}
