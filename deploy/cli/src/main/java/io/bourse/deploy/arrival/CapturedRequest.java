// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.arrival;

/**
 * A request in a capture of order entry that the venue has answered.
 *
 * @param kind what was asked for.
 * @param arrivalNs when its last byte was captured on its way to the venue, nanoseconds since the Unix epoch.
 * @param place among all requests of the capture, in which those of one packet have their order, too.
 * @param answerNs when the last byte of its answer was captured on its way to the member.
 * @param orderId of the order that it made, changed or ended; 0 when it was refused or names none. Those that the
 *     matcher gives ascend within a partition.
 * @param isRefused whether the venue did not do it.
 * @param connection that it came by, numbered within the capture.
 * @param isFix whether it came by FIX, else by TWIME.
 */
public record CapturedRequest(
    Kind kind,
    long arrivalNs,
    long place,
    long answerNs,
    long orderId,
    boolean isRefused,
    int connection,
    boolean isFix)
{
    private static final int PARTITION_SHIFT = 48;

    /** What a member asks for. */
    public enum Kind
    {
        /** A new order. */
        ORDER("order"),
        /** The end of an order. */
        CANCEL("cancel"),
        /** Another price or quantity of an order. */
        REPLACE("replace"),
        /** The end of many orders. */
        MASS_CANCEL("mass cancel");

        private final String label;

        Kind(final String label)
        {
            this.label = label;
        }

        /**
         * Name for people.
         *
         * @return a word or two.
         */
        public String label()
        {
            return label;
        }
    }

    /**
     * The partition that it was for, by the id of its order.
     *
     * @return 0 or above.
     */
    public int partition()
    {
        return (int)(orderId >>> PARTITION_SHIFT);
    }

    /**
     * Whether the matcher took it as an order.
     *
     * @return true for a new order that was accepted.
     */
    public boolean isAcceptedOrder()
    {
        return Kind.ORDER == kind && !isRefused;
    }

    /**
     * How long the member waited.
     *
     * @return nanoseconds.
     */
    public long responseNs()
    {
        return answerNs - arrivalNs;
    }
}
