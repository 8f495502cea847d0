// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.page;

import java.io.IOException;
import java.io.Writer;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/**
 * Writes HTML that is XML too, so every text and attribute is escaped by the writer. Only scripts and style sheets of
 * the house go out as they are.
 */
public final class Page
{
    private final Writer out;
    private final XMLStreamWriter xml;

    Page(final Writer out) throws IOException
    {
        this.out = out;
        try
        {
            xml = XMLOutputFactory.newDefaultFactory().createXMLStreamWriter(out);
        }
        catch (final XMLStreamException ex)
        {
            throw new IOException("page cannot be written", ex);
        }
    }

    /**
     * Opens an element.
     *
     * @param name of it.
     * @param attributes names and values in turn.
     * @return this.
     * @throws IOException when the page cannot be written.
     */
    public Page open(final String name, final String... attributes) throws IOException
    {
        return write(() ->
        {
            xml.writeStartElement(name);
            writeAttributes(attributes);
            // Nothing is left open, else an element without text would end in itself, which HTML does not know.
            xml.writeCharacters("");
        });
    }

    /**
     * Text in the element that is open.
     *
     * @param text as it is to be read; markup in it is escaped.
     * @return this.
     * @throws IOException when the page cannot be written.
     */
    public Page text(final String text) throws IOException
    {
        return write(() -> xml.writeCharacters(text));
    }

    /**
     * Ends the element that was opened last.
     *
     * @return this.
     * @throws IOException when the page cannot be written.
     */
    public Page close() throws IOException
    {
        return write(xml::writeEndElement);
    }

    /**
     * An element with nothing but text, on a line of its own.
     *
     * @param name of it.
     * @param text in it.
     * @param attributes names and values in turn.
     * @return this.
     * @throws IOException when the page cannot be written.
     */
    public Page line(final String name, final String text, final String... attributes) throws IOException
    {
        return open(name, attributes).text(text).close().text("\n");
    }

    /** An element that HTML never ends. */
    Page empty(final String name, final String... attributes) throws IOException
    {
        return write(() ->
        {
            xml.writeEmptyElement(name);
            writeAttributes(attributes);
            xml.writeCharacters("\n");
        });
    }

    /** Something of our own that is not to be escaped. */
    Page raw(final String text) throws IOException
    {
        return write(() ->
        {
            xml.flush();
            out.write(text);
        });
    }

    void flush() throws IOException
    {
        raw("\n");
        out.flush();
    }

    private void writeAttributes(final String... attributes) throws XMLStreamException
    {
        for (int i = 0; i < attributes.length; i += 2)
        {
            xml.writeAttribute(attributes[i], attributes[i + 1]);
        }
    }

    private Page write(final Part part) throws IOException
    {
        try
        {
            part.write();
            return this;
        }
        catch (final XMLStreamException ex)
        {
            throw new IOException("page cannot be written", ex);
        }
    }

    /** Writes a part of the page. */
    private interface Part
    {
        void write() throws XMLStreamException, IOException;
    }
}
