// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe.admission;

/**
 * All options of this room in one.
 *
 * @param flow how many trading messages a login may send.
 * @param access who may establish a session.
 * @param outstandingLogins most connections without a session; 0 for any number.
 * @param outstandingLoginsPerSource the same from one address.
 * @param acceptsPerCycle most connections accepted in one duty cycle, so that a flood of them does not keep the
 * established sessions waiting.
 */
public record AdmissionOptions(
    FlowPolicy flow,
    AccessPolicy access,
    int outstandingLogins,
    int outstandingLoginsPerSource,
    int acceptsPerCycle)
{
    private static final int DEFAULT_ACCEPTS = 4;

    /**
     * Checks the numbers.
     *
     * @throws IllegalArgumentException when something is missing or a number cannot be.
     */
    public AdmissionOptions
    {
        if (null == flow || null == access || outstandingLogins < 0 || outstandingLoginsPerSource < 0 ||
            acceptsPerCycle < 1)
        {
            throw new IllegalArgumentException("admission needs two policies, limits of 0 or more, and at least one " +
                "connection accepted at a time: flow=" + flow + " access=" + access + " outstandingLogins=" +
                outstandingLogins + " outstandingLoginsPerSource=" + outstandingLoginsPerSource +
                " acceptsPerCycle=" + acceptsPerCycle);
        }
    }

    /**
     * No limits.
     *
     * @return options that let everything in.
     */
    public static AdmissionOptions open()
    {
        return new AdmissionOptions(FlowPolicy.none(), AccessPolicy.open(), 0, 0, DEFAULT_ACCEPTS);
    }

    /**
     * The same with another flow policy.
     *
     * @param value policy.
     * @return new options.
     */
    public AdmissionOptions withFlow(final FlowPolicy value)
    {
        return new AdmissionOptions(
            value, access, outstandingLogins, outstandingLoginsPerSource, acceptsPerCycle);
    }

    /**
     * The same with another access policy.
     *
     * @param value policy.
     * @return new options.
     */
    public AdmissionOptions withAccess(final AccessPolicy value)
    {
        return new AdmissionOptions(flow, value, outstandingLogins, outstandingLoginsPerSource, acceptsPerCycle);
    }

    /**
     * The same with other places for connections without a session.
     *
     * @param inAll places; 0 for any number.
     * @param perSource places for one address; 0 for any number.
     * @return new options.
     */
    public AdmissionOptions withOutstandingLogins(final int inAll, final int perSource)
    {
        return new AdmissionOptions(flow, access, inAll, perSource, acceptsPerCycle);
    }
}
