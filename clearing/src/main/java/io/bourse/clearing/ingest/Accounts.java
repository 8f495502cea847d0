// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ingest;

import io.bourse.engine.protocol.AccountCode;
import org.agrona.collections.Long2LongHashMap;

import java.util.Arrays;

/**
 * All client registers by their dense id. Their rank is the place in the order of the codes, which is the order of
 * every output, whatever order they were defined in.
 */
public final class Accounts
{
    private static final int MEMBER_CHARACTERS = 2;

    private long[] codes = new long[256];
    private int size;
    private final Long2LongHashMap idByCode = new Long2LongHashMap(-1);

    /**
     * Adds a register.
     *
     * @param accountId dense, from 0.
     * @param accountCode packed.
     */
    public void define(final int accountId, final long accountCode)
    {
        if (accountId >= codes.length)
        {
            codes = Arrays.copyOf(codes, Math.max(accountId + 1, codes.length * 2));
        }
        codes[accountId] = accountCode;
        idByCode.put(accountCode, accountId);
        size = Math.max(size, accountId + 1);
    }

    /**
     * The registers that were defined first: those that were there at a cut.
     *
     * @param count of registers wanted, 0..{@link #size()}.
     * @return table of its own, or this one when it has no more.
     */
    public Accounts first(final int count)
    {
        if (count == size)
        {
            return this;
        }
        final Accounts first = new Accounts();
        for (int id = 0; id < count; id++)
        {
            first.define(id, codes[id]);
        }
        return first;
    }

    /**
     * Number of registers.
     *
     * @return from 0.
     */
    public int size()
    {
        return size;
    }

    /**
     * Code of a register.
     *
     * @param accountId dense id.
     * @return packed code.
     */
    public long code(final int accountId)
    {
        return codes[accountId];
    }

    /**
     * Code of a register as text. Allocates.
     *
     * @param accountId dense id.
     * @return seven characters.
     */
    public String name(final int accountId)
    {
        return AccountCode.unpack(codes[accountId]);
    }

    /**
     * Clearing firm of a register (sheet 1.1).
     *
     * @param accountId dense id.
     * @return two characters.
     */
    public String member(final int accountId)
    {
        return name(accountId).substring(0, MEMBER_CHARACTERS);
    }

    /**
     * Finds a register.
     *
     * @param accountCode packed.
     * @return its id, -1 when it is not defined.
     */
    public int idOf(final long accountCode)
    {
        return (int)idByCode.get(accountCode);
    }

    /**
     * Ids in the order of the codes.
     *
     * @return account id by rank, a new array.
     */
    public int[] idsByRank()
    {
        // Codes are packed first character lowest: reversed bytes compare like the text. 56 bits, so never negative
        // once the empty top byte has come down.
        final long[] keys = new long[size];
        for (int id = 0; id < size; id++)
        {
            keys[id] = Long.reverseBytes(codes[id]) >>> 8;
        }
        Arrays.sort(keys);
        final int[] ids = new int[size];
        for (int rank = 0; rank < size; rank++)
        {
            ids[rank] = idOf(Long.reverseBytes(keys[rank] << 8));
        }
        return ids;
    }
}
