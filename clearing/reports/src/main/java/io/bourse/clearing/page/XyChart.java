// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.page;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;

import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * Lines or bars over an axis, as {@link PageFile#CHARTS} draws them.
 *
 * @param id of its place in the page.
 * @param height of it in pixels.
 * @param x the axis from left to right.
 * @param y the axes upwards: one, or a second one on the right.
 * @param series what is drawn.
 */
@JsonPropertyOrder({"id", "height", "x", "y", "series"})
public record XyChart(String id, int height, Axis x, List<Axis> y, List<Series> series)
{
    /** Figures as they are. */
    public static final String NUMBER = "number";
    /** Microseconds, shown in the unit that suits. */
    public static final String MICROSECONDS = "us";
    /** One in how many: percentiles. */
    public static final String PERCENTILE = "percentile";

    /**
     * Points at 0, 1, 2 and so on, of those that have a value.
     *
     * @param <T> type of the items.
     * @param items of which each is a point.
     * @param value upwards; null for none.
     * @return pairs of x and y.
     */
    public static <T> List<List<Double>> points(final List<T> items, final Function<T, Double> value)
    {
        return IntStream.range(0, items.size()).filter((i) -> null != value.apply(items.get(i)))
            .mapToObj((i) -> List.of((double)i, value.apply(items.get(i)))).toList();
    }

    /**
     * A place on the axis that has a name.
     *
     * @param at value of the axis.
     * @param name of what begins there.
     */
    @JsonPropertyOrder({"at", "name"})
    public record Mark(double at, String name)
    {
    }

    /**
     * An axis.
     *
     * @param scale value, log or category.
     * @param format of its labels.
     * @param categories of a category axis; null otherwise.
     * @param marks where something begins; null for none.
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    @JsonPropertyOrder({"name", "scale", "format", "categories", "marks"})
    public record Axis(String name, String scale, String format, List<String> categories, List<Mark> marks)
    {
        /**
         * Even steps.
         *
         * @param name of the axis; may be empty.
         * @return the axis.
         */
        public static Axis linear(final String name)
        {
            return new Axis(name, "value", NUMBER, null, null);
        }

        /**
         * Each step ten times the one before.
         *
         * @param name of the axis; may be empty.
         * @param format of its labels.
         * @return the axis.
         */
        public static Axis log(final String name, final String format)
        {
            return new Axis(name, "log", format, null, null);
        }

        /**
         * With places that have names.
         *
         * @param places on it.
         * @return the axis with them.
         */
        public Axis marked(final List<Mark> places)
        {
            return new Axis(name, scale, format, categories, places);
        }

        /**
         * A step for each name.
         *
         * @param name of the axis; may be empty.
         * @param categories their names.
         * @return the axis.
         */
        public static Axis categories(final String name, final List<String> categories)
        {
            return new Axis(name, "category", NUMBER, categories, null);
        }
    }

    /**
     * A line, or bars of one colour.
     *
     * @param name for the legend.
     * @param type line or bar.
     * @param axis index of the axis upwards.
     * @param colour number of its colour.
     * @param style {@code solid}, {@code dashed}, {@code area}, {@code points}, or {@code stack}.
     * @param points pairs of x and y; of a category axis x is the index.
     */
    @JsonPropertyOrder({"name", "type", "axis", "colour", "style", "points"})
    public record Series(String name, String type, int axis, int colour, String style, List<List<Double>> points)
    {
        /**
         * A line.
         *
         * @param name for the legend.
         * @param colour number of its colour.
         * @param style of the line.
         * @param points pairs of x and y.
         * @return the series.
         */
        public static Series line(
            final String name, final int colour, final String style, final List<List<Double>> points)
        {
            return new Series(name, "line", 0, colour, style, points);
        }

        /**
         * Bars.
         *
         * @param name for the legend.
         * @param colour number of their colour.
         * @param style of the bars.
         * @param points pairs of x and y.
         * @return the series.
         */
        public static Series bar(
            final String name, final int colour, final String style, final List<List<Double>> points)
        {
            return new Series(name, "bar", 0, colour, style, points);
        }

        /**
         * By the axis on the right.
         *
         * @return the series there.
         */
        public Series right()
        {
            return new Series(name, type, 1, colour, style, points);
        }
    }
}
