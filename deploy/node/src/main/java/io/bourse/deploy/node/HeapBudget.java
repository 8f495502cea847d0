// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.node;

import io.bourse.deploy.config.ConfigurationException;
import io.bourse.deploy.config.ReferenceData;
import io.bourse.deploy.config.VenueConfig;
import io.bourse.engine.client.operator.VenueLimitsSpec;
import io.bourse.engine.host.execution.CapacityWatch;
import io.bourse.engine.protocol.LoginProtocol;
import io.bourse.gateway.fix.session.FixGatewayOptions;
import io.bourse.gateway.sbe.admission.IdBudget;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether a process can keep what the limits of the venue let in. What clients may fill must fit into three quarters of
 * the heap; the rest is for buffers and for objects between two collections.
 */
final class HeapBudget
{
    private static final Logger LOGGER = LoggerFactory.getLogger(HeapBudget.class);
    private static final long MEBIBYTE = 1024 * 1024;
    /** Of a process in which nothing has happened yet. */
    private static final long BASE_BYTES = 64 * MEBIBYTE;
    /** What gateways and market data keep of a live order, and of an instrument, beside the core. */
    private static final long COMPONENTS_ORDER_BYTES = 600;
    private static final long COMPONENTS_INSTRUMENT_BYTES = 4_096;
    private static final int QUARTERS = 4;

    private final VenueConfig config;
    private final boolean hasComponents;
    private final int fixLogins;
    private final long heapBytes;

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
        this.fixLogins = fixLogins;
        this.config = config;
        this.hasComponents = hasComponents;
        this.heapBytes = heapBytes;
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

    /**
     * Refuses limits for which the heap is too small. The demo venue is warned only.
     *
     * @param limits of the venue; what is not limited cannot be reckoned with, which is said.
     * @throws ConfigurationException with the facts and what to change.
     */
    void require(final VenueLimitsSpec limits)
    {
        if (VenueLimitsSpec.NONE.equals(limits))
        {
            return;
        }
        require(neededBytes(limits),
            (hasComponents ? " twimeIds=" + config.twime().maxIds() : "") + " limits=" + limits);
        warnOfUnlimited(limits);
    }

    /**
     * Refuses a bound of order ids for which the heap of a TWIME gateway alone is too small; one of the demo venue is
     * warned only.
     *
     * @throws ConfigurationException with the facts and what to change.
     */
    void requireIds()
    {
        final long needed = BASE_BYTES + (long)config.twime().maxIds() * IdBudget.BYTES_PER_ID;
        require(needed, " twimeIds=" + config.twime().maxIds());
    }

    private void require(final long needed, final String of)
    {
        final long usable = heapBytes / QUARTERS * (QUARTERS - 1);
        final String facts = "neededMiB=" + needed / MEBIBYTE + " usableMiB=" + usable / MEBIBYTE + " maxHeapMiB=" +
            heapBytes / MEBIBYTE + of;
        if (needed <= usable)
        {
            LOGGER.info("what clients may fill fits into the heap: {}", facts);
        }
        else if (VenueConfig.EMBEDDED.equals(config.referenceData()))
        {
            LOGGER.warn("what clients may fill does not fit into the heap, give it more with" +
                " BOURSE_JAVA_OPTS=-Xmx...: {}", facts);
        }
        else
        {
            throw new ConfigurationException("capacity", needed / MEBIBYTE + " MiB",
                "what clients may fill does not fit into the heap; give it more with BOURSE_JAVA_OPTS=-Xmx..., or" +
                " lower capacity.csv before the first start, `bourse capacity set` later, or venue.twime.ids: " +
                facts);
        }
    }

    /** Bytes of the heap when everything is full. */
    long neededBytes(final VenueLimitsSpec limits)
    {
        final long core = BASE_BYTES + CapacityWatch.heapBytes(limits);
        return !hasComponents ? core : core +
            limits.liveOrders() * COMPONENTS_ORDER_BYTES +
            limits.instruments() * COMPONENTS_INSTRUMENT_BYTES +
            (long)fixLogins * config.fix().endedOrdersPerLogin() * FixGatewayOptions.ENDED_ORDER_BYTES +
            (long)config.twime().maxIds() * IdBudget.BYTES_PER_ID;
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
