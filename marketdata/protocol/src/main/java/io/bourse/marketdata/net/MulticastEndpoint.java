// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.net;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;

/**
 * A multicast group and a port.
 *
 * @param group IPv4 multicast address.
 * @param port 1 to 65535.
 */
public record MulticastEndpoint(InetAddress group, int port)
{
    private static final int MAX_PORT = 65535;

    /**
     * Checks both parts.
     */
    public MulticastEndpoint
    {
        if (!group.isMulticastAddress())
        {
            throw new IllegalArgumentException(
                "Not a multicast address, use 224.0.0.0 to 239.255.255.255: group=" + group.getHostAddress());
        }
        if (port < 1 || port > MAX_PORT)
        {
            throw new IllegalArgumentException("Port out of range, use 1 to 65535: port=" + port);
        }
    }

    /**
     * Reads {@code group:port}. Never asks a name server.
     *
     * @param text for example 239.195.1.1:20081.
     * @return endpoint.
     * @throws IllegalArgumentException if it is not a literal IPv4 multicast address and a port.
     */
    public static MulticastEndpoint parse(final String text)
    {
        final int colon = text.indexOf(':');
        if (colon < 1 || !text.substring(0, colon).matches("[0-9]{1,3}(\\.[0-9]{1,3}){3}") ||
            !text.substring(colon + 1).matches("[0-9]{1,5}"))
        {
            throw new IllegalArgumentException(
                "Not an endpoint, write group:port such as 239.195.1.1:20081: endpoint=" + text);
        }
        try
        {
            final InetAddress group = InetAddress.getByName(text.substring(0, colon));
            return new MulticastEndpoint(group, Integer.parseInt(text.substring(colon + 1)));
        }
        catch (final UnknownHostException ex)
        {
            throw new IllegalArgumentException("Not an IPv4 address: endpoint=" + text, ex);
        }
    }

    /**
     * The endpoint as an address for sockets.
     *
     * @return group and port.
     */
    public InetSocketAddress socketAddress()
    {
        return new InetSocketAddress(group, port);
    }

    @Override
    public String toString()
    {
        return group.getHostAddress() + ':' + port;
    }
}
