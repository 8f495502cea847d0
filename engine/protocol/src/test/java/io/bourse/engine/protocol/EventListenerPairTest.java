// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import org.junit.jupiter.api.Test;

class EventListenerPairTest
{
    private final List<String> calls = new ArrayList<>();
    private final EventListenerPair pair = new EventListenerPair(listener("first"), listener("second"));

    private EventListener listener(final String name)
    {
        return (EventListener)Proxy.newProxyInstance(
            EventListener.class.getClassLoader(),
            new Class<?>[]{EventListener.class},
            (proxy, method, arguments) ->
            {
                calls.add(name + ' ' + method.getName());
                return null;
            });
    }

    @Test
    void shouldHandEverythingToBothListenersOnce() throws ReflectiveOperationException
    {
        final List<Method> methods = Arrays.stream(EventListener.class.getMethods())
            .filter(method -> method.getName().startsWith("on")).toList();
        assertTrue(methods.stream().anyMatch(method -> "onPositionMoved".equals(method.getName())));
        for (final Method method : methods)
        {
            calls.clear();
            method.invoke(pair, new Object[method.getParameterCount()]);
            assertEquals(List.of("first " + method.getName(), "second " + method.getName()), calls);
        }
    }
}
