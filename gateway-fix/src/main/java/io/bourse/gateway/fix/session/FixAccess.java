// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.session;

import io.bourse.gateway.fix.admission.FixLimits;
import java.util.Map;

/**
 * What the configuration says of all sessions.
 *
 * @param limits of the gateway.
 * @param defaults of a login that has no options of its own.
 * @param byName options of the logins that have.
 */
public record FixAccess(FixLimits limits, FixSessionOptions defaults, Map<String, FixSessionOptions> byName)
{
    /** No options but the defaults. */
    public static final FixAccess DEFAULT = new FixAccess(FixLimits.DEFAULT, FixSessionOptions.DEFAULT, Map.of());

    /**
     * Makes the map unmodifiable.
     *
     * @param limits of the gateway.
     * @param defaults of a login that has no options of its own.
     * @param byName options of the logins that have.
     */
    public FixAccess
    {
        byName = Map.copyOf(byName);
    }

    /**
     * Options of a session.
     *
     * @param name of its login.
     * @return its own or the defaults.
     */
    public FixSessionOptions of(final String name)
    {
        return byName.getOrDefault(name, defaults);
    }
}
