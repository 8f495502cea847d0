// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.admission;

import io.bourse.engine.net.AddressRange;
import io.bourse.engine.net.CertificateBinding;

import java.net.InetAddress;
import java.util.List;

/**
 * Who may log on as a session.
 *
 * @param sources ranges that it may come from; empty: from anywhere.
 * @param isBlocked whether it may not log on at all.
 * @param isPasswordRequired whether it may not log on while no password is set for it. A password that is set is always
 *     asked for.
 * @param certificate it has to show; null for none.
 */
public record AccessRules(
    List<AddressRange> sources, boolean isBlocked, boolean isPasswordRequired, CertificateBinding certificate)
{
    /** From anywhere, without a password as long as none is set. */
    public static final AccessRules OPEN = new AccessRules(List.of(), false, false);

    /**
     * Makes the list unmodifiable.
     *
     * @param sources ranges that it may come from.
     * @param isBlocked whether it may not log on at all.
     * @param isPasswordRequired whether it may not log on while no password is set for it.
     * @param certificate it has to show; null for none.
     */
    public AccessRules
    {
        sources = List.copyOf(sources);
    }

    /**
     * Rules without a certificate.
     *
     * @param sources ranges that it may come from.
     * @param isBlocked whether it may not log on at all.
     * @param isPasswordRequired whether it may not log on while no password is set for it.
     */
    public AccessRules(
        final List<AddressRange> sources, final boolean isBlocked, final boolean isPasswordRequired)
    {
        this(sources, isBlocked, isPasswordRequired, null);
    }

    /** Rules in words, for logs; never a secret. */
    @Override
    public String toString()
    {
        return "blocked=" + isBlocked + " sources=" + (sources.isEmpty() ? "any" : sources) + " certificate=" +
            (null == certificate ? "none" : certificate) + " passwordRequired=" + isPasswordRequired;
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
