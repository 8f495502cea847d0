// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.net;

import java.net.InetAddress;
import java.net.UnknownHostException;

/**
 * A second line of publication: every packet once more, the same bytes, to groups of its own after A and B have taken
 * it.
 *
 * @param interfaceName network interface to send through.
 * @param networkStep added to the third number of each group, 1 to 255.
 */
public record SecondLine(String interfaceName, int networkStep)
{
    private static final int THIRD = 2;
    private static final int HIGHEST_BYTE = 255;

    /**
     * Checks both.
     *
     * @throws IllegalArgumentException with the option and its value.
     */
    public SecondLine
    {
        OptionChecks.networkInterface(interfaceName);
        OptionChecks.checkRange("networkStep", networkStep, 1, HIGHEST_BYTE);
    }

    /**
     * Where the packets of a feed go.
     *
     * @param first of the first line; null for a side that is not sent.
     * @return of this line; null for a side that is not sent.
     * @throws IllegalArgumentException when the third number would be beyond 255.
     */
    public MulticastEndpoint endpoint(final MulticastEndpoint first)
    {
        if (null == first)
        {
            return null;
        }
        final byte[] address = first.group().getAddress();
        final int third = (address[THIRD] & HIGHEST_BYTE) + networkStep;
        if (third > HIGHEST_BYTE)
        {
            throw new IllegalArgumentException("The third number of a group of the second line would be beyond " +
                HIGHEST_BYTE + ": endpoint=" + first + " networkStep=" + networkStep);
        }
        address[THIRD] = (byte)third;
        try
        {
            return new MulticastEndpoint(InetAddress.getByAddress(address), first.port());
        }
        catch (final UnknownHostException ex)
        {
            throw new IllegalStateException("an address has four numbers: endpoint=" + first, ex);
        }
    }
}
