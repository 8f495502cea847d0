// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.schema;

import java.util.SortedMap;

/**
 * A schema: all messages of one wire version of a protocol.
 *
 * @param id in the header of every message.
 * @param version in the header of every message.
 * @param description of the protocol.
 * @param messages by template id.
 */
public record SbeSchema(int id, int version, String description, SortedMap<Integer, SbeMessage> messages)
{
    /** Length of the header of every message: blockLength, templateId, schemaId, version, two bytes each. */
    public static final int HEADER_LENGTH = 8;
}
