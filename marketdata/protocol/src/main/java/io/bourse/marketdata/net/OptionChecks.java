// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.net;

import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.agrona.BitUtil;

/**
 * What every set of options checks before it is used.
 */
public final class OptionChecks
{
    private OptionChecks()
    {
    }

    /**
     * Refuses a value that is out of range.
     *
     * @param option its name.
     * @param min least value.
     * @param max largest value.
     * @throws IllegalArgumentException when it is out of range.
     */
    public static void checkRange(final String option, final long value, final long min, final long max)
    {
        if (value < min || value > max)
        {
            throw new IllegalArgumentException(
                "Option out of range: " + option + '=' + value + " min=" + min + " max=" + max);
        }
    }

    /**
     * Refuses a value that is not a power of two.
     *
     * @param option its name.
     * @throws IllegalArgumentException when it is not a power of two.
     */
    public static void checkPowerOfTwo(final String option, final int value)
    {
        if (!BitUtil.isPowerOfTwo(value))
        {
            throw new IllegalArgumentException("Option must be a power of two: " + option + '=' + value);
        }
    }

    /**
     * Refuses the lines A and B of feeds if a feed has neither or two of all have the same group.
     *
     * @param names of the lines, A and B of a feed and so on.
     * @param endpoints of the lines; null for one that is not sent.
     * @throws IllegalArgumentException with all of them.
     */
    public static void checkOwnEndpoints(final List<String> names, final MulticastEndpoint... endpoints)
    {
        final StringBuilder text = new StringBuilder();
        final Set<MulticastEndpoint> seen = new HashSet<>();
        boolean isRefused = false;
        for (int i = 0; i < endpoints.length; i++)
        {
            text.append(' ').append(names.get(i)).append('=').append(endpoints[i]);
            isRefused |= null != endpoints[i] && !seen.add(endpoints[i]);
        }
        for (int i = 0; i < endpoints.length; i += 2)
        {
            if (null == endpoints[i] && null == endpoints[i + 1])
            {
                throw new IllegalArgumentException(
                    "A feed needs a side to be sent on: endpointA=null endpointB=null" + text);
            }
        }
        if (isRefused)
        {
            throw new IllegalArgumentException("The feeds must have endpoints of their own:" + text);
        }
    }

    /**
     * Looks an interface up.
     *
     * @param interfaceName as the system knows it.
     * @return interface.
     * @throws IllegalArgumentException when there is none of that name.
     */
    public static NetworkInterface networkInterface(final String interfaceName)
    {
        final NetworkInterface found;
        try
        {
            found = NetworkInterface.getByName(interfaceName);
        }
        catch (final SocketException ex)
        {
            throw new IllegalArgumentException("Cannot look up network interface: interfaceName=" + interfaceName, ex);
        }
        if (null == found)
        {
            throw new IllegalArgumentException("No such network interface: interfaceName=" + interfaceName);
        }
        return found;
    }
}
