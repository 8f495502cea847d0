// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.admission;

import io.bourse.engine.net.AddressRange;

import java.net.InetAddress;
import java.util.List;

/**
 * Who may log on as a session.
 *
 * @param sources ranges that it may come from; empty: from anywhere.
 * @param isBlocked whether it may not log on at all.
 * @param isPasswordRequired whether it may not log on while no password is set for it. A password that is set is always
 *     asked for.
 */
public record AccessRules(List<AddressRange> sources, boolean isBlocked, boolean isPasswordRequired)
{
    /** From anywhere, without a password as long as none is set. */
    public static final AccessRules OPEN = new AccessRules(List.of(), false, false);

    /**
     * Makes the list unmodifiable.
     *
     * @param sources ranges that it may come from.
     * @param isBlocked whether it may not log on at all.
     * @param isPasswordRequired whether it may not log on while no password is set for it.
     */
    public AccessRules
    {
        sources = List.copyOf(sources);
    }

    /**
     * Whether the session may come from an address.
     *
     * @param source address of the connection.
     * @return false outside of all ranges.
     */
    public boolean isSource(final InetAddress source)
    {
        for (int i = 0; i < sources.size(); i++)
        {
            if (sources.get(i).contains(source))
            {
                return true;
            }
        }
        return sources.isEmpty();
    }
}
