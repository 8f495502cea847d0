// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.telemetry;

/**
 * One row of the {@link CounterTable}: what a counter means to those who read it.
 *
 * @param typeId of the counter in its file.
 * @param set enum of the component, {@link CounterTable#AERON} or {@link CounterTable#EXPORTER}.
 * @param constant of the enum; {@link CounterTable#ANY} for all of them.
 * @param metric name, without the ending that a format adds to counters.
 * @param sessionClass value of the label {@link SessionClass#LABEL}, for what only sessions of one class have;
 *     {@link CounterTable#ANY} for what is counted by class, null for what is not of sessions.
 * @param kind of metric.
 * @param unit of the value in the file.
 * @param help one sentence.
 */
public record CounterSpec(
    int typeId,
    String set,
    String constant,
    String metric,
    String sessionClass,
    Kind kind,
    Unit unit,
    String help)
{
    /** Kinds of metrics. */
    public enum Kind
    {
        /** It only grows. */
        COUNTER,
        /** A value that rises and falls. */
        GAUGE,
        /** Many counters: buckets and sum of {@link LatencyHistograms}. */
        HISTOGRAM
    }

    /** Units of values in counters files. */
    public enum Unit
    {
        /** A number. */
        ONE("1", 1),
        /** Bytes. */
        BYTES("byte", 1),
        /** Nanoseconds, shown as seconds. */
        NS("ns", 1e9),
        /** Milliseconds, shown as seconds. */
        MS("ms", 1e3);

        private final String text;
        private final double perBaseUnit;

        Unit(final String text, final double perBaseUnit)
        {
            this.text = text;
            this.perBaseUnit = perBaseUnit;
        }

        String text()
        {
            return text;
        }

        /**
         * The value in the base unit of its kind: seconds, bytes.
         *
         * @param value as it is in the file.
         * @return as it is shown.
         */
        public double toBaseUnit(final double value)
        {
            return value / perBaseUnit;
        }
    }

    /**
     * Whether there is one counter for each class of sessions.
     *
     * @return true for {@link CounterTable#ANY}.
     */
    public boolean isByClass()
    {
        return CounterTable.ANY.equals(sessionClass);
    }

    /**
     * Whether it is one number that only grows.
     *
     * @return true for {@link Kind#COUNTER}.
     */
    public boolean isCounter()
    {
        return Kind.COUNTER == kind;
    }
}
