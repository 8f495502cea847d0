// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client.cluster;

import io.bourse.engine.security.CredentialStore;
import io.bourse.engine.security.Principal;
import io.soabase.recordbuilder.core.RecordBuilder;
import org.agrona.BitUtil;

import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Options of a {@link ClusterEngineClient}.
 *
 * @param aeronDirectoryNames media driver directories of the members on this machine, in order of preference; that of
 *     this process alone when {@code archiveEndpoints} are given. Required.
 * @param ingressEndpoints where all members take commands, as {@code ClusterMember.ingressEndpoints()} reports them.
 *     Required.
 * @param archiveEndpoints host and port of the archive of each member when none of them is on this machine: events come
 *     from there then, and the published watermark stays where it is; none by default.
 * @param egressEndpoint host and port where this client hears of changes of leader, and what comes from other machines;
 *     any free port of 127.0.0.1 by default.
 * @param partition to talk to, from 0; 0 by default.
 * @param windowSize most commands whose events have not been seen yet, a power of two up to 1048576; then no more are
 *     taken; 4096 by default.
 * @param connectTimeoutNs how long to go in nanoseconds without a leader or a member before giving up; 30 s by default.
 * @param messageTimeoutNs how long to wait in nanoseconds for one answer, also for the events of a command; 5 s by
 *     default.
 * @param memberTimeoutNs silence in nanoseconds, at least a second, after which a member counts as dead: of its media
 *     driver if it is on this machine, else of its archive, which is asked; 1 s by default.
 * @param credentials secrets of the principals that this process speaks for, and that of {@link Principal#READER}.
 *     Required.
 */
@RecordBuilder
public record ClusterClientOptions(
    List<String> aeronDirectoryNames,
    String ingressEndpoints,
    List<String> archiveEndpoints,
    String egressEndpoint,
    int partition,
    int windowSize,
    long connectTimeoutNs,
    long messageTimeoutNs,
    long memberTimeoutNs,
    CredentialStore credentials)
{
    private static final int WINDOW_SIZE_MAX = 1024 * 1024;

    /**
     * Checks the options.
     *
     * @throws IllegalArgumentException with the option and its value.
     */
    public ClusterClientOptions
    {
        if (null == aeronDirectoryNames || aeronDirectoryNames.isEmpty() || null == ingressEndpoints ||
            ingressEndpoints.isEmpty() || null == archiveEndpoints || null == egressEndpoint || null == credentials)
        {
            throw new IllegalArgumentException("aeronDirectoryNames, ingressEndpoints, archiveEndpoints," +
                " egressEndpoint and credentials must be set: aeronDirectoryNames=" + aeronDirectoryNames +
                " ingressEndpoints=" + ingressEndpoints + " archiveEndpoints=" + archiveEndpoints +
                " egressEndpoint=" + egressEndpoint + " credentials=" + credentials);
        }
        if (partition < 0 || !BitUtil.isPowerOfTwo(windowSize) || windowSize > WINDOW_SIZE_MAX)
        {
            throw new IllegalArgumentException("partition must not be negative, windowSize must be a power of two" +
                " up to " + WINDOW_SIZE_MAX + ": partition=" + partition + " windowSize=" + windowSize);
        }
        if (connectTimeoutNs <= 0 || messageTimeoutNs <= 0 || memberTimeoutNs < TimeUnit.SECONDS.toNanos(1))
        {
            throw new IllegalArgumentException("timeouts must be positive, memberTimeoutNs at least a second:" +
                " connectTimeoutNs=" + connectTimeoutNs + " messageTimeoutNs=" + messageTimeoutNs +
                " memberTimeoutNs=" + memberTimeoutNs);
        }
        if (!archiveEndpoints.isEmpty() && 1 != aeronDirectoryNames.size())
        {
            throw new IllegalArgumentException("archiveEndpoints need one media driver, that of this process:" +
                " aeronDirectoryNames=" + aeronDirectoryNames + " archiveEndpoints=" + archiveEndpoints);
        }
        aeronDirectoryNames = List.copyOf(aeronDirectoryNames);
        archiveEndpoints = List.copyOf(archiveEndpoints);
    }

    /** Where events may come from: members on this machine, or archives on others. */
    List<String> sources()
    {
        return archiveEndpoints.isEmpty() ? aeronDirectoryNames : archiveEndpoints;
    }

    /**
     * Begins with the defaults.
     *
     * @return builder.
     */
    public static ClusterClientOptionsBuilder builder()
    {
        return ClusterClientOptionsBuilder.builder()
            .archiveEndpoints(List.of())
            .egressEndpoint("127.0.0.1:0")
            .windowSize(4096)
            .connectTimeoutNs(TimeUnit.SECONDS.toNanos(30))
            .messageTimeoutNs(TimeUnit.SECONDS.toNanos(5))
            .memberTimeoutNs(TimeUnit.SECONDS.toNanos(1));
    }
}
