// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.order;

import io.bourse.gateway.fix.field.FixText;

/**
 * Orders of one login by every ClOrdID they answer to: chained buckets of names that come from a pool, so that a login
 * at work allocates nothing.
 */
final class NameTable
{
    private static final int INITIAL_BUCKETS = 64;

    private final Pool pool;
    private OrderName[] buckets = new OrderName[INITIAL_BUCKETS];
    private int size;

    /** Names not in use, of all logins. */
    static final class Pool
    {
        private OrderName first;

        private OrderName take()
        {
            final OrderName name = first;
            if (null == name)
            {
                return new OrderName();
            }
            first = name.next;
            name.next = null;
            return name;
        }

        private void give(final OrderName name)
        {
            name.order = null;
            name.isAccepted = false;
            name.nextOfOrder = null;
            name.next = first;
            first = name;
        }
    }

    NameTable(final Pool pool)
    {
        this.pool = pool;
    }

    int size()
    {
        return size;
    }

    FixOrder get(final FixText text)
    {
        final OrderName name = find(text);
        return null == name ? null : name.order;
    }

    OrderName find(final FixText text)
    {
        return find(text, text.hashCode());
    }

    /** Adds a name; null when it is taken. */
    OrderName add(final FixText text, final FixOrder order)
    {
        final int hash = text.hashCode();
        if (null != find(text, hash))
        {
            return null;
        }
        if (size == buckets.length)
        {
            grow();
        }
        final OrderName name = pool.take();
        name.text.set(text);
        name.hash = hash;
        name.order = order;
        link(name);
        size++;
        return name;
    }

    void remove(final OrderName name)
    {
        final int index = name.hash & buckets.length - 1;
        if (name == buckets[index])
        {
            buckets[index] = name.next;
        }
        else
        {
            OrderName before = buckets[index];
            while (name != before.next)
            {
                before = before.next;
            }
            before.next = name.next;
        }
        size--;
        pool.give(name);
    }

    private OrderName find(final FixText text, final int hash)
    {
        OrderName name = buckets[hash & buckets.length - 1];
        while (null != name && !(hash == name.hash && name.text.isEqual(text)))
        {
            name = name.next;
        }
        return name;
    }

    private void grow()
    {
        final OrderName[] old = buckets;
        buckets = new OrderName[2 * old.length];
        for (final OrderName chain : old)
        {
            OrderName name = chain;
            while (null != name)
            {
                final OrderName next = name.next;
                link(name);
                name = next;
            }
        }
    }

    private void link(final OrderName name)
    {
        final int index = name.hash & buckets.length - 1;
        name.next = buckets[index];
        buckets[index] = name;
    }
}
