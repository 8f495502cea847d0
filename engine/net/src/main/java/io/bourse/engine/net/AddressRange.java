// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.net;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;

/**
 * A range of IP addresses, written as an address and the number of leading bits that count: {@code 10.1.0.0/16},
 * {@code fd00::/8}; an address alone is a range of one.
 */
public final class AddressRange
{
    private final String text;
    private final byte[] network;
    private final int prefixLength;

    private AddressRange(final String text, final byte[] network, final int prefixLength)
    {
        this.text = text;
        this.network = network;
        this.prefixLength = prefixLength;
    }

    /**
     * Reads a range.
     *
     * @param text address, or address/bits.
     * @return the range.
     * @throws IllegalArgumentException when it is none; names of hosts are not looked up.
     */
    public static AddressRange parse(final String text)
    {
        final int slash = text.indexOf('/');
        final String address = slash < 0 ? text : text.substring(0, slash);
        // Only digits can begin an address that is no name, and only these may be handed to the resolver.
        if (!address.matches("[0-9]+(\\.[0-9]+){3}|[0-9a-fA-F:.]*:[0-9a-fA-F:.]*"))
        {
            throw new IllegalArgumentException(
                "a range of addresses is written 10.1.0.0/16 or fd00::/8: range=" + text);
        }
        final byte[] bytes;
        try
        {
            bytes = InetAddress.getByName(address).getAddress();
        }
        catch (final UnknownHostException ex)
        {
            throw new IllegalArgumentException("this is no IP address: range=" + text, ex);
        }
        final int bits = slash < 0 ? bytes.length * Byte.SIZE : bits(text, text.substring(slash + 1), bytes.length);
        return new AddressRange(text, bytes, bits);
    }

    /**
     * Whether an address lies in the range.
     *
     * @param address of a client.
     * @return true inside; an address of the other IP version never is.
     */
    public boolean contains(final InetAddress address)
    {
        final byte[] bytes = address.getAddress();
        if (bytes.length != network.length)
        {
            return false;
        }
        final int wholeBytes = prefixLength / Byte.SIZE;
        for (int i = 0; i < wholeBytes; i++)
        {
            if (bytes[i] != network[i])
            {
                return false;
            }
        }
        final int bits = prefixLength % Byte.SIZE;
        final int shift = Byte.SIZE - bits;
        return 0 == bits || (bytes[wholeBytes] & 0xFF) >> shift == (network[wholeBytes] & 0xFF) >> shift;
    }

    /**
     * Who is counted as one: an IPv4 address, or the first half of an IPv6 one, which is what one customer has.
     *
     * @param address of a client.
     * @return the address, or that of its network.
     */
    public static InetAddress source(final InetAddress address)
    {
        if (!(address instanceof Inet6Address))
        {
            return address;
        }
        final byte[] network = address.getAddress();
        Arrays.fill(network, network.length / 2, network.length, (byte)0);
        try
        {
            return InetAddress.getByAddress(network);
        }
        catch (final UnknownHostException ex)
        {
            throw new IllegalStateException("an address keeps its length: address=" + address, ex);
        }
    }

    @Override
    public String toString()
    {
        return text;
    }

    private static int bits(final String range, final String text, final int length)
    {
        if (!text.matches("[0-9]{1,3}") || Integer.parseInt(text) > length * Byte.SIZE)
        {
            throw new IllegalArgumentException(
                "the bits that count must be from 0 to " + length * Byte.SIZE + ": range=" + range);
        }
        return Integer.parseInt(text);
    }
}
