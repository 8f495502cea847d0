// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.schema;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * All versions of one protocol.
 *
 * @param name of the protocol.
 * @param byVersion schemas by their version.
 */
public record SbeSchemas(String name, SortedMap<Integer, SbeSchema> byVersion)
{
    private static final int HIGHEST_VERSION = 20;

    /**
     * Order-log market data.
     *
     * @return all schemas of SIMBA that ship with Bourse.
     */
    public static SbeSchemas simba()
    {
        return load("SIMBA", "io/bourse/marketdata/simba/simba-");
    }

    /**
     * Order entry.
     *
     * @return all schemas of TWIME that ship with Bourse.
     */
    public static SbeSchemas twime()
    {
        return load("TWIME", "io/bourse/gateway/sbe/twime-");
    }

    /**
     * Commands and events of the engine, which is one file for all versions: fields are only ever added.
     *
     * @return the schema.
     */
    public static SbeSchemas engine()
    {
        final SbeSchema schema = SbeSchemaReader.read("io/bourse/engine/protocol/bourse-engine.xml");
        return new SbeSchemas("engine", new TreeMap<>(Map.of(schema.version(), schema)));
    }

    private static SbeSchemas load(final String name, final String prefix)
    {
        final SortedMap<Integer, SbeSchema> schemas = new TreeMap<>();
        for (int version = 1; version <= HIGHEST_VERSION; version++)
        {
            final SbeSchema schema = SbeSchemaReader.read(prefix + version + ".xml");
            if (null != schema)
            {
                schemas.put(schema.version(), schema);
            }
        }
        if (schemas.isEmpty())
        {
            throw new IllegalStateException("There is no schema on the class path: prefix=" + prefix);
        }
        return new SbeSchemas(name, schemas);
    }

    /**
     * Number of the schema, the same in all versions.
     *
     * @return schemaId of message headers.
     */
    public int schemaId()
    {
        return byVersion.get(byVersion.firstKey()).id();
    }

    /**
     * Layout of a message. One that its version does not have is looked for in the versions before it, newest first,
     * and then in those after it: a template keeps its number as long as it keeps its layout.
     *
     * @param templateId of its header.
     * @param version of its header.
     * @return layout, or null if no version has it.
     */
    public SbeMessage message(final int templateId, final int version)
    {
        SbeMessage found = null;
        for (final Map.Entry<Integer, SbeSchema> schema : byVersion.entrySet())
        {
            final SbeMessage message = schema.getValue().messages().get(templateId);
            if (null != message && (null == found || schema.getKey() <= version))
            {
                found = message;
            }
        }
        return found;
    }
}
