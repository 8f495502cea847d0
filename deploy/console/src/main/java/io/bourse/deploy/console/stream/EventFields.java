// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.console.stream;

import io.bourse.deploy.schema.SbePrinter;
import io.bourse.deploy.schema.SbeSchema;
import io.bourse.deploy.schema.SbeSchemas;
import org.agrona.sbe.MessageDecoderFlyweight;

import java.util.Map;

/**
 * Fields of an event that a listener was given. Used by one thread.
 */
public final class EventFields
{
    private final SbePrinter printer = new SbePrinter(SbeSchemas.engine());

    /**
     * Takes an event apart.
     *
     * @param event on its place in the transaction.
     * @return new map of its fields, see {@link MessageJson}.
     */
    public Map<String, Object> of(final MessageDecoderFlyweight event)
    {
        return MessageJson.fields(printer.message(
            event.buffer(), event.offset() - SbeSchema.HEADER_LENGTH, event.buffer().capacity()));
    }
}
