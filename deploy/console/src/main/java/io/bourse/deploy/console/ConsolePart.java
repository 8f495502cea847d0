// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.console;

import io.javalin.config.RoutesConfig;

/**
 * One subject of the console: its routes, and the threads that they need.
 */
public interface ConsolePart extends AutoCloseable
{
    /**
     * Adds the routes; called once, before the console listens.
     *
     * @param routes of the console. Those below {@code /api/v1/} need a session, but for {@code /api/v1/public/}.
     */
    void addRoutes(RoutesConfig routes);

    /** Ends its threads and connections. */
    @Override
    void close();
}
