// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe.admission;

import io.bourse.engine.net.AddressRange;
import io.bourse.engine.net.CertificateBinding;

import java.net.InetAddress;
import java.util.List;

/**
 * Who may be a login.
 *
 * @param sources ranges it may come from; null: from anywhere.
 * @param isBlocked whether it may not establish a session.
 * @param certificate it has to show; null for none.
 * @param secret it has to give; null for none.
 */
public record LoginAccess(
    List<AddressRange> sources, boolean isBlocked, CertificateBinding certificate, LoginSecret secret)
{
    /** Of a login that has no rules. */
    public static final LoginAccess OPEN = new LoginAccess(null, false, null, null);

    /**
     * Checks the sources.
     *
     * @throws IllegalArgumentException when there is a list of them without any.
     */
    public LoginAccess
    {
        sources = null == sources ? null : List.copyOf(sources);
        if (null != sources && sources.isEmpty())
        {
            throw new IllegalArgumentException(
                "a login without sources could not come from anywhere, block it instead: sources=[]");
        }
    }

    /**
     * Whether something says who the login is.
     *
     * @return true with sources, a certificate or a secret.
     */
    public boolean isIdentified()
    {
        return null != sources || null != certificate || null != secret;
    }

    /**
     * Whether the login may come from an address.
     *
     * @param source address of the connection.
     * @return false outside of all ranges.
     */
    public boolean isSource(final InetAddress source)
    {
        if (null == sources)
        {
            return true;
        }
        for (final AddressRange range : sources)
        {
            if (range.contains(source))
            {
                return true;
            }
        }
        return false;
    }

    /** Rules in words, for logs; never a secret. */
    @Override
    public String toString()
    {
        return "blocked=" + isBlocked + " sources=" + (null == sources ? "any" : sources) + " certificate=" +
            (null == certificate ? "none" : certificate) + " secret=" + (null == secret ? "none" : "set");
    }
}
