// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.packages;

import io.bourse.clearing.file.Digests;
import org.agrona.collections.Long2LongHashMap;

import java.nio.charset.StandardCharsets;
import java.security.DigestException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;

/**
 * Chains of digests of one file, one for each client that has lines in it: the first is SHA-256 of a byte 2 and the
 * file's name, every line makes the next one, SHA-256 of a byte 3, the one before, and the line with its end. The bytes
 * keep apart what is hashed, so that no name can stand for a name and lines. Lines of a client need not be adjacent.
 */
final class LineChain
{
    static final int DIGEST_LENGTH = 32;
    private static final byte NAME = 2;
    private static final byte LINE = 3;
    private static final long NO_CLIENT = 0;
    private static final int NO_ENTRY = -1;
    private static final int PAGE_ENTRIES = 4_096;

    private final MessageDigest sha256 = Digests.sha256();
    private final Long2LongHashMap entries = new Long2LongHashMap(NO_ENTRY);
    private final List<byte[]> pages = new ArrayList<>();
    private final byte[] first;
    private long lastClient = NO_CLIENT;
    private long lastEntry;

    LineChain(final String file)
    {
        sha256.update(NAME);
        first = sha256.digest(file.getBytes(StandardCharsets.UTF_8));
    }

    /** A line of a client, its end included; lines of nobody are passed over. */
    void line(final long client, final byte[] bytes, final int offset, final int length)
    {
        if (NO_CLIENT == client)
        {
            return;
        }
        if (client != lastClient)
        {
            lastClient = client;
            lastEntry = entryOf(client);
        }
        final byte[] page = pages.get((int)(lastEntry / PAGE_ENTRIES));
        final int at = (int)(lastEntry % PAGE_ENTRIES) * DIGEST_LENGTH;
        sha256.update(LINE);
        sha256.update(page, at, DIGEST_LENGTH);
        sha256.update(bytes, offset, length);
        try
        {
            sha256.digest(page, at, DIGEST_LENGTH);
        }
        catch (final DigestException ex)
        {
            throw new IllegalStateException("there is no room for a digest: length=" + DIGEST_LENGTH, ex);
        }
    }

    private long entryOf(final long client)
    {
        final long known = entries.get(client);
        if (NO_ENTRY != known)
        {
            return known;
        }
        final long entry = entries.size();
        if (entry / PAGE_ENTRIES == pages.size())
        {
            pages.add(new byte[PAGE_ENTRIES * DIGEST_LENGTH]);
        }
        entries.put(client, entry);
        System.arraycopy(first, 0, pages.getLast(), (int)(entry % PAGE_ENTRIES) * DIGEST_LENGTH, DIGEST_LENGTH);
        return entry;
    }

    /** Number of clients. */
    int size()
    {
        return entries.size();
    }

    /** Puts all clients, packed, behind those that are there already. */
    int clients(final long[] clients, final int from)
    {
        int at = from;
        final Long2LongHashMap.KeyIterator keys = entries.keySet().iterator();
        while (keys.hasNext())
        {
            clients[at++] = keys.nextValue();
        }
        return at;
    }

    /** Puts the digest of a client, that of the name alone when the file has no line of it. */
    void digest(final long client, final byte[] target, final int offset)
    {
        final long entry = entries.get(client);
        if (NO_ENTRY == entry)
        {
            System.arraycopy(first, 0, target, offset, DIGEST_LENGTH);
            return;
        }
        System.arraycopy(pages.get((int)(entry / PAGE_ENTRIES)), (int)(entry % PAGE_ENTRIES) * DIGEST_LENGTH,
            target, offset, DIGEST_LENGTH);
    }
}
