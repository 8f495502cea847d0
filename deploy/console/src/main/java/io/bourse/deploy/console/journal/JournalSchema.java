// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.console.journal;

import io.bourse.deploy.schema.SbeSchemas;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * What readers of the journal need of the schema of the engine.
 *
 * @param schemas of the engine.
 * @param orderIds fields that name an order.
 * @param loginIds fields that name a login.
 * @param accounts fields that name a client register.
 * @param names of commands and events by template id.
 */
record JournalSchema(
    SbeSchemas schemas,
    MessageFields orderIds,
    MessageFields loginIds,
    MessageFields accounts,
    Map<Integer, String> names)
{
    /** Reads it. */
    static JournalSchema read()
    {
        final SbeSchemas schemas = SbeSchemas.engine();
        final Map<Integer, String> names = new HashMap<>();
        schemas.byVersion().values().forEach((schema) ->
            schema.messages().forEach((templateId, message) -> names.put(templateId, message.name())));
        return new JournalSchema(
            schemas,
            new MessageFields(schemas, Long.BYTES,
                Set.of("orderId", "prevOrderId", "bidOrderId", "askOrderId", "displayOrderId")),
            new MessageFields(schemas, Integer.BYTES, Set.of("loginId")),
            new MessageFields(schemas, Long.BYTES, Set.of("accountCode")),
            names);
    }
}
