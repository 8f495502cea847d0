// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.move;

import io.bourse.engine.protocol.snapshot.MovedNameDecoder;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * The orders of FIX logins in a move, and the names of them that their gateway has said.
 */
final class MovedNames
{
    private static final class Names
    {
        private final int loginId;
        private final List<byte[]> records = new ArrayList<>();
        /** Of all; 0 before the first one. */
        private int count;

        Names(final int loginId)
        {
            this.loginId = loginId;
        }
    }

    private final Map<Long, Names> orders = new LinkedHashMap<>();
    private int unnamed;

    /** An order whose names have to be said. */
    void add(final long orderId, final int loginId)
    {
        orders.put(orderId, new Names(loginId));
        unnamed++;
    }

    /** Gives ids and logins of the orders, in the order of their records. */
    void forEach(final BiConsumer<Long, Integer> consumer)
    {
        orders.forEach((orderId, names) -> consumer.accept(orderId, names.loginId));
    }

    /** Records of an order; null when it has no names. */
    List<byte[]> of(final long orderId)
    {
        final Names names = orders.get(orderId);
        return null == names ? null : names.records;
    }

    /**
     * Adds the next name of an order.
     *
     * @param name in a record.
     * @param record bytes of it.
     * @return false when it is not the one that follows.
     */
    boolean add(final MovedNameDecoder name, final byte[] record)
    {
        final Names of = orders.get(name.orderId());
        if (null == of || of.records.size() != name.number() || name.number() >= name.names() ||
            0 != of.count && of.count != name.names())
        {
            return false;
        }
        of.count = name.names();
        of.records.add(record);
        unnamed -= of.records.size() == of.count ? 1 : 0;
        return true;
    }

    boolean isComplete()
    {
        return 0 == unnamed;
    }
}
