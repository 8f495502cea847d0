// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.packages;

import io.bourse.clearing.file.Digests;
import org.agrona.collections.Long2LongHashMap;

import java.nio.charset.StandardCharsets;
import java.security.DigestException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Chains of digests of one file, one for each client that has lines in it: the first is SHA-256 of a byte 2 and the
 * file's name, every line makes the next one, SHA-256 of a byte 3, the one before, and the line with its end. The bytes
 * keep apart what is hashed, so that no name can stand for a name and lines. Lines of a client need not be adjacent; as
 * long as clients come in the order of their codes nothing is looked up.
 */
final class LineChain
{
    static final int DIGEST_LENGTH = 32;
    private static final byte NAME = 2;
    private static final byte LINE = 3;
    private static final long NO_CLIENT = 0;
    private static final int NO_ENTRY = -1;
    private static final int PAGE_ENTRIES = 4_096;
    private static final int LINE_LENGTH = 512;

    private final MessageDigest sha256 = Digests.sha256();
    private final List<byte[]> digests = new ArrayList<>();
    private final List<long[]> clients = new ArrayList<>();
    private final byte[] first;
    private byte[] link = new byte[1 + DIGEST_LENGTH + LINE_LENGTH];
    /** Entries by client; null as long as they are in the order of the codes. */
    private Long2LongHashMap entries;
    private int size;
    private long lastClient = NO_CLIENT;
    private int lastEntry;
    /** Where the entry that is asked for next is, if it is asked for in the order of the codes. */
    private int next;

    LineChain(final String file)
    {
        sha256.update(NAME);
        first = sha256.digest(file.getBytes(StandardCharsets.UTF_8));
        link[0] = LINE;
    }

    /** A line of a client, its end included; lines without a client are passed over. */
    void line(final long client, final byte[] bytes, final int offset, final int length)
    {
        if (NO_CLIENT == client)
        {
            return;
        }
        if (client != lastClient)
        {
            lastEntry = entryOf(client);
            lastClient = client;
        }
        if (link.length < 1 + DIGEST_LENGTH + length)
        {
            link = Arrays.copyOf(link, 1 + DIGEST_LENGTH + 2 * length);
        }
        final byte[] page = digests.get(lastEntry / PAGE_ENTRIES);
        final int at = lastEntry % PAGE_ENTRIES * DIGEST_LENGTH;
        // In one piece: what is hashed is short, asking the platform three times costs as much as the hash.
        System.arraycopy(page, at, link, 1, DIGEST_LENGTH);
        System.arraycopy(bytes, offset, link, 1 + DIGEST_LENGTH, length);
        sha256.update(link, 0, 1 + DIGEST_LENGTH + length);
        try
        {
            sha256.digest(page, at, DIGEST_LENGTH);
        }
        catch (final DigestException ex)
        {
            throw new IllegalStateException("there is no space for a digest: length=" + DIGEST_LENGTH, ex);
        }
    }

    private int entryOf(final long client)
    {
        if (null == entries)
        {
            if (0 == size || order(client) > order(clientAt(size - 1)))
            {
                return add(client);
            }
            entries = new Long2LongHashMap(NO_ENTRY);
            for (int entry = 0; entry < size; entry++)
            {
                entries.put(clientAt(entry), entry);
            }
        }
        final long known = entries.get(client);
        if (NO_ENTRY != known)
        {
            return (int)known;
        }
        entries.put(client, size);
        return add(client);
    }

    private int add(final long client)
    {
        final int place = size % PAGE_ENTRIES;
        if (0 == place)
        {
            digests.add(new byte[PAGE_ENTRIES * DIGEST_LENGTH]);
            clients.add(new long[PAGE_ENTRIES]);
        }
        clients.getLast()[place] = client;
        System.arraycopy(first, 0, digests.getLast(), place * DIGEST_LENGTH, DIGEST_LENGTH);
        return size++;
    }

    private long clientAt(final int entry)
    {
        return clients.get(entry / PAGE_ENTRIES)[entry % PAGE_ENTRIES];
    }

    /** Packed codes are compared by their characters, the first of which is in the lowest byte; they are ASCII. */
    private static long order(final long client)
    {
        return Long.reverseBytes(client);
    }

    /** Number of clients. */
    int size()
    {
        return size;
    }

    /** Puts all clients, packed, after those that are there already. */
    int clients(final long[] target, final int from)
    {
        for (int entry = 0; entry < size; entry += PAGE_ENTRIES)
        {
            System.arraycopy(clients.get(entry / PAGE_ENTRIES), 0, target, from + entry,
                Math.min(PAGE_ENTRIES, size - entry));
        }
        return from + size;
    }

    /**
     * Puts the digest of a client, that of the name alone when the file has no line of it. Quick for clients in the
     * order of their codes.
     */
    void digest(final long client, final byte[] target, final int offset)
    {
        final int entry = find(client);
        if (NO_ENTRY == entry)
        {
            System.arraycopy(first, 0, target, offset, DIGEST_LENGTH);
            return;
        }
        System.arraycopy(digests.get(entry / PAGE_ENTRIES), entry % PAGE_ENTRIES * DIGEST_LENGTH, target, offset,
            DIGEST_LENGTH);
    }

    private int find(final long client)
    {
        if (null != entries)
        {
            return (int)entries.get(client);
        }
        if (next > 0 && order(clientAt(next - 1)) >= order(client))
        {
            next = 0;
        }
        while (next < size && order(clientAt(next)) < order(client))
        {
            next++;
        }
        return next < size && clientAt(next) == client ? next : NO_ENTRY;
    }
}
