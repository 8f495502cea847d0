// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.node;

import io.bourse.deploy.config.ConfigurationException;
import io.bourse.deploy.config.ReferenceData;
import io.bourse.deploy.config.VenueConfig;
import io.bourse.engine.client.operator.VenueLimitsSpec;
import io.bourse.engine.host.CapacityCheck;
import io.bourse.engine.protocol.LoginProtocol;
import io.bourse.gateway.fix.session.FixGatewayOptions;
import io.bourse.gateway.sbe.admission.IdBudget;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether a process can keep what the limits of the venue let in. What clients may fill must fit into three quarters of
 * the heap; the rest is for buffers and for objects between two collections.
 */
final class HeapBudget implements CapacityCheck
{
    private static final Logger LOGGER = LoggerFactory.getLogger(HeapBudget.class);
    private static final long MEBIBYTE = HeapLimits.MEBIBYTE;

    private final VenueConfig config;
    private final HeapLimits heap;
    private boolean isHeldWarned;

    /**
     * The budget of a process.
     *
     * @param config of the venue.
     * @param hasComponents whether gateways and market data are in it too.
     * @param fixLogins that the reference data names: what they are remembered for counts with the gateways.
     * @param heapBytes that it may have at most.
     */
    HeapBudget(final VenueConfig config, final boolean hasComponents, final int fixLogins, final long heapBytes)
    {
        this.config = config;
        final long fixBytes =
            (long)fixLogins * config.fix().endedOrdersPerLogin() * FixGatewayOptions.ENDED_ORDER_BYTES;
        heap = new HeapLimits(heapBytes, hasComponents ? fixBytes + idBytes(config) : 0, hasComponents,
            !VenueConfig.EMBEDDED.equals(config.referenceData()));
    }

    /** The budget of this process when gateways and market data are in it too. */
    static HeapBudget ofVenue(final VenueConfig config, final ReferenceData data)
    {
        return new HeapBudget(
            config, true, data.loginNames(LoginProtocol.FIX).size(), Runtime.getRuntime().maxMemory());
    }

    /** The budget of this process when it has an engine, or a gateway, alone. */
    static HeapBudget ofPart(final VenueConfig config)
    {
        return new HeapBudget(config, false, 0, Runtime.getRuntime().maxMemory());
    }

    private static long idBytes(final VenueConfig config)
    {
        return (long)config.twime().maxIds() * IdBudget.BYTES_PER_ID;
    }

    /** What others may know of it. */
    HeapLimits heap()
    {
        return heap;
    }

    /**
     * Refuses limits for which the heap is too small. The demo venue is warned only.
     *
     * @param limits of the venue; what is not limited cannot be reckoned with, which is said.
     * @throws ConfigurationException with the facts and what to change.
     */
    @Override
    public void requireLimits(final VenueLimitsSpec limits)
    {
        if (VenueLimitsSpec.NONE.equals(limits))
        {
            return;
        }
        require(heap.neededBytes(limits),
            (heap.hasComponents() ? " twimeIds=" + config.twime().maxIds() : "") + " limits=" + limits);
        warnOfUnlimited(limits);
    }

    /**
     * Refuses a history that holds more than the heap does, before the heap runs out. The demo venue is warned only.
     *
     * @throws ConfigurationException with the facts and what to change.
     */
    @Override
    public void requireHeld(final VenueLimitsSpec held)
    {
        final long needed = heap.heldBytes(held);
        if (needed <= heap.usableBytes())
        {
            return;
        }
        final String facts = facts(needed) + " liveOrders=" + held.liveOrders() + " accounts=" + held.accounts() +
            " instruments=" + held.instruments() + " logins=" + held.logins() + " exposures=" + held.exposures();
        if (heap.isEnforced())
        {
            throw new ConfigurationException("capacity", needed / MEBIBYTE + " MiB",
                "what the history of the venue holds does not fit into the heap; give it more with BOURSE_JAVA_OPTS=" +
                HeapLimits.heapOption(needed) + ": " + facts);
        }
        if (!isHeldWarned)
        {
            isHeldWarned = true;
            LOGGER.warn("what the history of the venue holds does not fit into the heap, give it more with" +
                " BOURSE_JAVA_OPTS={}: {}", HeapLimits.heapOption(needed), facts);
        }
    }

    /**
     * Refuses a bound of order ids for which the heap of a TWIME gateway alone is too small; one of the demo venue is
     * warned only.
     *
     * @throws ConfigurationException with the facts and what to change.
     */
    void requireIds()
    {
        require(heap.heldBytes(VenueLimitsSpec.NONE) + idBytes(config), " twimeIds=" + config.twime().maxIds());
    }

    private void require(final long needed, final String of)
    {
        final String facts = facts(needed) + of;
        if (needed <= heap.usableBytes())
        {
            LOGGER.info("what clients may fill fits into the heap: {}", facts);
        }
        else if (!heap.isEnforced())
        {
            LOGGER.warn("what clients may fill does not fit into the heap, give it more with BOURSE_JAVA_OPTS={}: {}",
                HeapLimits.heapOption(needed), facts);
        }
        else
        {
            throw new ConfigurationException("capacity", needed / MEBIBYTE + " MiB",
                "what clients may fill does not fit into the heap; give it more with BOURSE_JAVA_OPTS=" +
                HeapLimits.heapOption(needed) + ", or lower capacity.csv before the first start, `bourse capacity" +
                " set` later, or venue.twime.ids: " + facts);
        }
    }

    private String facts(final long needed)
    {
        return "neededMiB=" + needed / MEBIBYTE + " usableMiB=" + heap.usableBytes() / MEBIBYTE + " maxHeapMiB=" +
            heap.heapBytes() / MEBIBYTE;
    }

    private static void warnOfUnlimited(final VenueLimitsSpec limits)
    {
        if (0 == limits.liveOrders() || 0 == limits.accounts() || 0 == limits.instruments() ||
            0 == limits.logins() || 0 == limits.exposures())
        {
            LOGGER.warn("not everything that the venue keeps in memory is limited, the heap may not suffice: {}",
                limits);
        }
    }
}
