// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.machine;

import io.bourse.deploy.config.ConfigurationException;
import io.bourse.deploy.config.VenueConfig;

import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;

/**
 * Whether the names of a cluster's hosts are what they should be, asked before anything is opened: a stream to a name
 * that cannot be resolved yet is lost until the next leader, and an address of another machine cannot be listened at.
 */
public final class HostNames
{
    private static final String MEMBERS = "venue.cluster.hosts";
    private static final String BACKUP = "venue.cluster.backup-host";
    private static final String COMPONENT = "venue.cluster.component-host";

    private HostNames()
    {
    }

    /**
     * Checks the names that a member uses.
     *
     * @param host of the configuration.
     * @throws ConfigurationException with the first name that is wrong, and what to do.
     */
    public static void requireMember(final VenueConfig.Host host)
    {
        requireOwn(host, MEMBERS, host.hosts().get(host.memberId()), "member-id=" + host.memberId());
        host.hosts().forEach((member) -> resolve(MEMBERS, member));
        if (host.hasBackup())
        {
            resolve(BACKUP, host.backupHost());
        }
    }

    /**
     * Checks the names that a backup uses.
     *
     * @param host of the configuration.
     * @throws ConfigurationException with the first name that is wrong, and what to do.
     */
    public static void requireBackup(final VenueConfig.Host host)
    {
        requireOwn(host, BACKUP, host.backupHost(), "the backup runs here");
        host.hosts().forEach((member) -> resolve(MEMBERS, member));
    }

    /**
     * Checks the names that a component on a machine without a member uses.
     *
     * @param host of the configuration.
     * @throws ConfigurationException with the first name that is wrong, and what to do.
     */
    public static void requireComponent(final VenueConfig.Host host)
    {
        requireOwn(host, COMPONENT, host.componentHost(), "the component runs here");
        host.hosts().forEach((member) -> resolve(MEMBERS, member));
    }

    private static void requireOwn(
        final VenueConfig.Host host, final String key, final String name, final String whose)
    {
        final InetAddress address = resolve(key, name);
        if (address.isLoopbackAddress())
        {
            // Some systems give their own name an address of loopback.
            if (!host.isOnLoopback())
            {
                throw new ConfigurationException(key, name, "must not be loopback, which other machines cannot reach;" +
                    " look at /etc/hosts: address=" + address.getHostAddress() + " " + whose);
            }
            return;
        }
        try
        {
            if (null == NetworkInterface.getByInetAddress(address))
            {
                throw new ConfigurationException(key, name, "must be this machine, which has no such address;" +
                    " give its name, or start this on the machine that has it: address=" + address.getHostAddress() +
                    " " + whose);
            }
        }
        catch (final SocketException ex)
        {
            throw new ConfigurationException(key, name, "the addresses of this machine cannot be read: " +
                ex.getMessage());
        }
    }

    private static InetAddress resolve(final String key, final String name)
    {
        try
        {
            return InetAddress.getByName(name);
        }
        catch (final UnknownHostException ex)
        {
            throw new ConfigurationException(key, name,
                "must be a name that this machine can resolve; look at DNS, or enter it in /etc/hosts");
        }
    }
}
