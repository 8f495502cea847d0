// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.data;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;

/**
 * What objects of this package hold, through whatever fields, collections and maps.
 */
final class Reachable
{
    private final Set<Object> found = Collections.newSetFromMap(new IdentityHashMap<>());
    private final ArrayDeque<Object> next = new ArrayDeque<>();

    private Reachable()
    {
    }

    static Set<Object> from(final Object root) throws IllegalAccessException
    {
        final Reachable reachable = new Reachable();
        reachable.add(root);
        while (!reachable.next.isEmpty())
        {
            reachable.follow(reachable.next.pollFirst());
        }
        return reachable.found;
    }

    static long count(final Object root, final Class<?> type) throws IllegalAccessException
    {
        return from(root).stream().filter(type::isInstance).count();
    }

    private void add(final Object value)
    {
        if (null != value && found.add(value))
        {
            next.addLast(value);
        }
    }

    private void follow(final Object value) throws IllegalAccessException
    {
        if (value instanceof Map<?, ?> map)
        {
            map.forEach((key, entry) ->
            {
                add(key);
                add(entry);
            });
        }
        else if (value instanceof Iterable<?> values)
        {
            values.forEach(this::add);
        }
        else if (!(value instanceof RecordingSession) && !value.getClass().isEnum() &&
            value.getClass().getName().startsWith(MarketDataService.class.getPackageName()))
        {
            for (Class<?> type = value.getClass(); Object.class != type; type = type.getSuperclass())
            {
                for (final Field field : type.getDeclaredFields())
                {
                    if (!Modifier.isStatic(field.getModifiers()) && !field.getType().isPrimitive() &&
                        type.getName().startsWith(MarketDataService.class.getPackageName()))
                    {
                        field.setAccessible(true);
                        add(field.get(value));
                    }
                }
            }
        }
    }
}
