// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.site;

import io.bourse.engine.security.Principal;

import java.net.InetSocketAddress;

/**
 * A process that gives the files of its data directory to the backup, which keeps those of each apart.
 *
 * @param name in the copy: lower case letters, digits, point and minus.
 * @param address where it listens, not resolved.
 * @param principal whose secret both sides have.
 */
public record FileOrigin(String name, InetSocketAddress address, Principal principal)
{
    /** The process of the venue: it has gateways, and hands the venue over while it lives. */
    public static final String VENUE = "member-0";

    private static final String GATEWAY = "gateway-";

    /**
     * A member of the cluster.
     *
     * @param memberId from 0.
     * @param address where its process listens, not resolved.
     * @return origin.
     */
    public static FileOrigin member(final int memberId, final InetSocketAddress address)
    {
        return new FileOrigin("member-" + memberId, address, Principal.BACKUP);
    }

    /**
     * A gateway in a process of its own. It has no term, and no secret of the backup.
     *
     * @param gatewayId of it.
     * @param address where its process listens, not resolved.
     * @return origin.
     */
    public static FileOrigin gateway(final int gatewayId, final InetSocketAddress address)
    {
        return new FileOrigin(
            GATEWAY + address.getHostString().replace(':', '.') + "-" + address.getPort(), address,
            Principal.gateway(gatewayId));
    }

    /**
     * Whether it is a gateway: what it says of the venue, and files that are not a gateway's, do not count.
     *
     * @param name of the origin.
     * @return false of a member.
     */
    public static boolean isGateway(final String name)
    {
        return name.startsWith(GATEWAY);
    }
}
