// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.cluster;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Where one member of a cluster is reached, all of it UDP.
 *
 * @param host name or address.
 * @param ingressPort for commands of clients.
 * @param consensusPort for elections and acknowledgements.
 * @param logPort for the replicated log.
 * @param archivePort for members that catch up.
 */
public record MemberEndpoints(String host, int ingressPort, int consensusPort, int logPort, int archivePort)
{
    /** Below the ephemeral ports of Linux: the system assigns none between the look and its use. */
    private static final int LOWEST_PORT = 12_000;
    private static final int HIGHEST_PORT = 32_000;
    private static final int PORTS_PER_ROW = 64;
    private static final int MOST_TRIES = 1_000;
    private static final int PORTS = 4;
    private static final int MAX_PORT = 65_535;
    private static final String LOOPBACK = "127.0.0.1";

    /**
     * Checks host and ports.
     *
     * @throws IllegalArgumentException when one is missing, out of range or used twice.
     */
    public MemberEndpoints
    {
        if (null == host || host.isBlank() || host.indexOf(',') >= 0 || host.indexOf('|') >= 0)
        {
            throw new IllegalArgumentException("a member needs a host: host=" + host);
        }
        final List<Integer> ports = List.of(ingressPort, consensusPort, logPort, archivePort);
        if (ports.stream().distinct().count() != PORTS ||
            ports.stream().anyMatch((port) -> port < 1 || port > MAX_PORT))
        {
            throw new IllegalArgumentException("a member needs four different ports from 1 to 65535: host=" + host +
                " ingressPort=" + ingressPort + " consensusPort=" + consensusPort + " logPort=" + logPort +
                " archivePort=" + archivePort);
        }
    }

    /**
     * Members side by side on this machine.
     *
     * @param memberCount how many.
     * @param basePort first of four times as many ports.
     * @return one per member.
     */
    public static List<MemberEndpoints> loopback(final int memberCount, final int basePort)
    {
        return of(Collections.nCopies(memberCount, LOOPBACK), basePort);
    }

    /**
     * Members on hosts of their own, or several on one.
     *
     * @param hosts names or addresses, in order of the members' ids.
     * @param basePort first of four times as many ports; each member has four of them on its host.
     * @return one per member.
     */
    public static List<MemberEndpoints> of(final List<String> hosts, final int basePort)
    {
        final List<MemberEndpoints> members = new ArrayList<>();
        for (final String host : hosts)
        {
            final int port = basePort + PORTS * members.size();
            members.add(new MemberEndpoints(host, port, port + 1, port + 2, port + 3));
        }
        return members;
    }

    /**
     * Members side by side on this machine, on free ports.
     *
     * @param memberCount how many.
     * @return one per member.
     */
    public static List<MemberEndpoints> ephemeral(final int memberCount)
    {
        return loopback(memberCount, freeRow(PORTS * memberCount));
    }

    /**
     * Looks for free ports of the loopback interface, side by side. Members use them by UDP;
     * who listens by TCP on the first one keeps the row from others that look, also while no member runs.
     *
     * @param count how many, from 1 to 64.
     * @return the first of them.
     */
    public static int freeRow(final int count)
    {
        if (count < 1 || count > PORTS_PER_ROW)
        {
            throw new IllegalArgumentException("a row has 1 to " + PORTS_PER_ROW + " ports: count=" + count);
        }
        for (int i = 0; i < MOST_TRIES; i++)
        {
            final int row = ThreadLocalRandom.current().nextInt((HIGHEST_PORT - LOWEST_PORT) / PORTS_PER_ROW);
            final int basePort = LOWEST_PORT + row * PORTS_PER_ROW;
            if (isFree(basePort, count))
            {
                return basePort;
            }
        }
        throw new IllegalStateException("no free ports on the loopback interface: count=" + count + " from=" +
            LOWEST_PORT + " to=" + HIGHEST_PORT + "; end what uses them");
    }

    private static boolean isFree(final int basePort, final int count)
    {
        final List<DatagramSocket> sockets = new ArrayList<>();
        try (ServerSocket row = new ServerSocket())
        {
            row.bind(new InetSocketAddress(LOOPBACK, basePort));
            for (int port = basePort; port < basePort + count; port++)
            {
                sockets.add(new DatagramSocket(new InetSocketAddress(LOOPBACK, port)));
            }
            return true;
        }
        catch (final IOException taken)
        {
            return false;
        }
        finally
        {
            sockets.forEach(DatagramSocket::close);
        }
    }

    /**
     * Where clients find the members.
     *
     * @param members of a cluster, in order of their ids.
     * @return the form that cluster clients read.
     */
    public static String ingressEndpoints(final List<MemberEndpoints> members)
    {
        final List<String> texts = new ArrayList<>();
        for (int i = 0; i < members.size(); i++)
        {
            texts.add(i + "=" + members.get(i).host() + ":" + members.get(i).ingressPort());
        }
        return String.join(",", texts);
    }

    /**
     * Refuses a member that runs already, in another process and on another directory.
     *
     * @throws IllegalStateException when one of the ports is taken.
     */
    void requireFree()
    {
        for (final int port : new int[]{ingressPort, consensusPort, logPort, archivePort})
        {
            try (DatagramSocket socket = new DatagramSocket(null))
            {
                socket.bind(new InetSocketAddress(InetAddress.getByName(host), port));
            }
            catch (final IOException ex)
            {
                throw new IllegalStateException("a port of this member cannot be taken, is it running twice? host=" +
                    host + " port=" + port + " reason=" + ex.getMessage(), ex);
            }
        }
    }

    /** Where members find each other, in the form that the consensus module reads. */
    static String clusterMembers(final List<MemberEndpoints> members)
    {
        final List<String> texts = new ArrayList<>();
        for (int i = 0; i < members.size(); i++)
        {
            final MemberEndpoints member = members.get(i);
            final String host = member.host() + ":";
            texts.add(i + "," + host + member.ingressPort() + "," + host + member.consensusPort() + "," + host +
                member.logPort() + "," + host + "0," + host + member.archivePort());
        }
        return String.join("|", texts);
    }
}
