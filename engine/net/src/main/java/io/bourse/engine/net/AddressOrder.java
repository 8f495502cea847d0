// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.net;

import java.net.InetAddress;
import java.util.Arrays;
import java.util.Comparator;

/**
 * The order of source addresses, for sorted maps of them. A client chooses its IPv6 address, and with it the hash of
 * an {@link InetAddress}: many addresses with one hash make every look-up in a hash map walk through all of them.
 */
final class AddressOrder implements Comparator<InetAddress>
{
    /** The only one. */
    static final AddressOrder INSTANCE = new AddressOrder();

    private AddressOrder()
    {
    }

    @Override
    public int compare(final InetAddress left, final InetAddress right)
    {
        return Arrays.compareUnsigned(left.getAddress(), right.getAddress());
    }
}
