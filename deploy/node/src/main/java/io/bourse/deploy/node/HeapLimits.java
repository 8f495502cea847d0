// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.node;

import io.bourse.engine.client.operator.VenueLimitsSpec;
import io.bourse.engine.host.execution.CapacityWatch;

/**
 * What a process needs of its heap for what the venue keeps, and what it has. Three quarters of the heap may be filled;
 * the rest is for buffers and for objects between two collections.
 *
 * @param heapBytes that the process may have at most.
 * @param gatewayBytes that its gateways may fill beside what the limits of the venue say.
 * @param hasComponents whether gateways and market data are in the process too.
 * @param isEnforced whether it does not start when its heap is too small; the demo venue does.
 */
public record HeapLimits(long heapBytes, long gatewayBytes, boolean hasComponents, boolean isEnforced)
{
    static final long MEBIBYTE = 1024 * 1024;
    /** Of a process in which nothing has happened yet. */
    private static final long BASE_BYTES = 64 * MEBIBYTE;
    /** What gateways and market data keep of a live order, and of an instrument, beside the core. */
    private static final long COMPONENTS_ORDER_BYTES = 600;
    private static final long COMPONENTS_INSTRUMENT_BYTES = 4_096;
    private static final int QUARTERS = 4;
    private static final long STEP_BYTES = 64 * MEBIBYTE;

    /** Bytes that may be filled. */
    long usableBytes()
    {
        return heapBytes / QUARTERS * (QUARTERS - 1);
    }

    /** Bytes of the heap when everything is full. */
    long neededBytes(final VenueLimitsSpec limits)
    {
        return heldBytes(limits) + CapacityWatch.TRADE_BYTES + gatewayBytes;
    }

    /** Bytes of the heap for so much, while gateways remember nothing more. */
    long heldBytes(final VenueLimitsSpec held)
    {
        final long core = BASE_BYTES + CapacityWatch.heapBytes(held);
        return !hasComponents ? core : core +
            CapacityWatch.bytes(held.liveOrders(), COMPONENTS_ORDER_BYTES) +
            CapacityWatch.bytes(held.instruments(), COMPONENTS_INSTRUMENT_BYTES);
    }

    /**
     * Option of the JVM that would suffice for what is needed. The parallel collector keeps a ninth of it to itself;
     * three quarters of the rest are two thirds.
     */
    static String heapOption(final long neededBytes)
    {
        return "-Xmx" + (neededBytes / 2 * 3 / STEP_BYTES + 1) * STEP_BYTES / MEBIBYTE + "m";
    }

    /**
     * Why a venue should not have other limits than it has.
     *
     * @param present limits.
     * @param wanted limits.
     * @return null when they fit into the heap, or need no more of it than the present ones.
     */
    public String refusal(final VenueLimitsSpec present, final VenueLimitsSpec wanted)
    {
        final long needed = neededBytes(wanted);
        if (VenueLimitsSpec.NONE.equals(wanted) || needed <= usableBytes() || needed <= neededBytes(present))
        {
            return null;
        }
        return "what clients may fill then does not fit into the heap of the venue" +
            (isEnforced ? ", which would not start again; nothing was changed" : "") +
            "; start it first with BOURSE_JAVA_OPTS=" + heapOption(needed) + ", or set lower limits: neededBytes=" +
            needed + " usableBytes=" + usableBytes() + " maxHeapBytes=" + heapBytes + " limits=" + wanted;
    }
}
