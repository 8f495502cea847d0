// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.net;

import java.net.NetworkInterface;
import java.net.SocketException;

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
     * @param value of it.
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
