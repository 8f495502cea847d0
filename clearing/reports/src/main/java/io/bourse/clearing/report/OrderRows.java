// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.report;

import io.bourse.clearing.layout.OrderEvent;

import java.io.IOException;
import java.util.function.Consumer;

/**
 * Order events of one clearing firm in the order of the stream, wherever they are kept.
 *
 * @param firm clearing firm, two characters.
 * @param rows number of events.
 * @param source gives all of them.
 */
public record OrderRows(String firm, long rows, Source source)
{
    /**
     * Where order events are kept.
     */
    @FunctionalInterface
    public interface Source
    {
        /**
         * Reads all events in their order.
         *
         * @param consumer is shown each; the view is reused.
         * @throws IOException when they cannot be read.
         */
        void read(Consumer<OrderEvent> consumer) throws IOException;
    }
}
