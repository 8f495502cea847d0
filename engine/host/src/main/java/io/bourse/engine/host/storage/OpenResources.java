// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.storage;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * What an engine has opened so far, closed in the reverse order; so that a start that fails leaves nothing behind.
 */
public final class OpenResources implements AutoCloseable
{
    private static final Logger LOGGER = LoggerFactory.getLogger(OpenResources.class);

    private final Deque<AutoCloseable> resources = new ArrayDeque<>();

    /**
     * Takes charge of a resource.
     *
     * @param resource that was opened.
     * @param <T> its type.
     * @return the resource.
     */
    public <T extends AutoCloseable> T add(final T resource)
    {
        resources.push(resource);
        return resource;
    }

    @Override
    public void close()
    {
        while (!resources.isEmpty())
        {
            final AutoCloseable resource = resources.pop();
            try
            {
                resource.close();
            }
            catch (final Exception ex)
            {
                LOGGER.error("cannot close a part of the engine: resource={}", resource.getClass().getName(), ex);
            }
        }
    }
}
