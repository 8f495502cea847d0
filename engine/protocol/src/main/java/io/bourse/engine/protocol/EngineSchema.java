// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.protocol;

import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;

import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;

/**
 * The SBE schema of commands and events, for what is printed to people: it is read each time.
 */
public final class EngineSchema
{
    private static final String RESOURCE = "bourse-engine.xml";

    private EngineSchema()
    {
    }

    /**
     * Reads it.
     *
     * @return the schema.
     */
    public static Document read()
    {
        try (InputStream in = EngineSchema.class.getResourceAsStream(RESOURCE))
        {
            return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(in);
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException("cannot read the schema of the engine: resource=" + RESOURCE, ex);
        }
        catch (final ParserConfigurationException | SAXException ex)
        {
            throw new IllegalStateException("the schema of the engine is not XML: resource=" + RESOURCE, ex);
        }
    }

    /**
     * Reads the names of commands and events.
     *
     * @return names by template id.
     */
    public static Map<Integer, String> messageNames()
    {
        final Map<Integer, String> names = new HashMap<>();
        final NodeList messages = read().getElementsByTagName("sbe:message");
        for (int i = 0; i < messages.getLength(); i++)
        {
            final Element message = (Element)messages.item(i);
            names.put(Integer.valueOf(message.getAttribute("id")), message.getAttribute("name"));
        }
        return names;
    }

    /**
     * Name of a command or an event.
     *
     * @return the name, or the number when the schema does not have it.
     */
    public static String messageName(final int templateId)
    {
        return messageNames().getOrDefault(templateId, Integer.toString(templateId));
    }
}
