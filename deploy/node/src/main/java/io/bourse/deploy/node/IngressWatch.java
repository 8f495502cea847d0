// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.node;

import io.bourse.engine.telemetry.SecurityEvent;
import io.bourse.engine.telemetry.SecuritySink;
import org.agrona.concurrent.Agent;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Logs that the engine's ingress has dropped commands, one line of each kind in a second at most.
 */
final class IngressWatch implements Agent
{
    private static final long INTERVAL_NS = TimeUnit.SECONDS.toNanos(1);

    private final LongSupplier unauthenticated;
    private final LongSupplier forbidden;
    private final SecuritySink log;
    private long lastUnauthenticated;
    private long lastForbidden;
    private long nextNs = System.nanoTime();

    IngressWatch(final LongSupplier unauthenticated, final LongSupplier forbidden, final SecuritySink log)
    {
        this.unauthenticated = unauthenticated;
        this.forbidden = forbidden;
        this.log = log;
    }

    @Override
    public int doWork()
    {
        final long nowNs = System.nanoTime();
        if (nowNs - nextNs < 0)
        {
            return 0;
        }
        nextNs = nowNs + INTERVAL_NS;
        lastUnauthenticated = log(
            SecurityEvent.Type.COMMANDS_UNAUTHENTICATED, lastUnauthenticated, unauthenticated.getAsLong());
        lastForbidden = log(SecurityEvent.Type.COMMANDS_FORBIDDEN, lastForbidden, forbidden.getAsLong());
        return 1;
    }

    private long log(final SecurityEvent.Type type, final long last, final long now)
    {
        if (now > last)
        {
            log.write(SecurityEvent.of(type, "engine", null, null, "commands=" + (now - last) + " ofAll=" + now));
        }
        return now;
    }

    @Override
    public String roleName()
    {
        return "ingress-watch";
    }
}
