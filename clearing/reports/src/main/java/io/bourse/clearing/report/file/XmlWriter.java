// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.report.file;

import io.bourse.clearing.file.Digests;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/**
 * Writes the rows of a report as XML (rules 3.1), one element {@code row} a line with an attribute for each column, and
 * at the end an element {@code control} with rows, sum and the SHA-256 of every line before its own. The schema is
 * {@link #SCHEMA}. Nothing is held in memory but a row.
 */
public final class XmlWriter extends RowWriter
{
    /** Namespace of all reports. */
    public static final String NAMESPACE = "urn:bourse:reports:1";
    /** Schema of all reports, a resource beside this class. */
    public static final String SCHEMA = "bourse-reports-1.xsd";
    /** Element that ends a report. */
    public static final String CONTROL = "control";
    private static final String INDENT = "  ";
    private static final String LINE_END = "\n";
    private static final int BUFFER_LENGTH = 64 * 1024;

    private final DigestOutputStream hashed;
    private final XMLStreamWriter xml;
    private final List<String> columns;
    private int column;

    /**
     * Begins a report.
     *
     * @param out receives the bytes.
     * @param type of the report.
     * @param run that it is of.
     * @param member that it is for.
     * @throws IOException when writing fails.
     */
    public XmlWriter(final OutputStream out, final ReportType type, final RunHeader run, final String member)
        throws IOException
    {
        final MessageDigest digest = Digests.sha256();
        this.hashed = new DigestOutputStream(out, digest);
        this.columns = type.columnNames();
        try
        {
            // That of the platform: bytes must not depend on which library the class path has.
            // It writes every name and value apart: the stream gets pieces that are worth a call.
            this.xml = XMLOutputFactory.newDefaultFactory().createXMLStreamWriter(
                new BufferedOutputStream(hashed, BUFFER_LENGTH), StandardCharsets.UTF_8.name());
            xml.writeStartDocument(StandardCharsets.UTF_8.name(), "1.0");
            xml.writeCharacters(LINE_END);
            xml.writeStartElement(type.elementName());
            xml.writeDefaultNamespace(NAMESPACE);
            xml.writeAttribute("member", member);
            xml.writeAttribute("run", Long.toString(run.runId()));
            xml.writeAttribute("kind", run.kind());
            xml.writeAttribute("session", Integer.toString(run.sessionId()));
            xml.writeAttribute("date", Integer.toString(run.tradingDate()));
            xml.writeAttribute("revision", Integer.toString(run.revision()));
            if (!run.market().isEmpty())
            {
                xml.writeAttribute("market", run.market());
            }
            xml.writeCharacters(LINE_END);
        }
        catch (final XMLStreamException ex)
        {
            throw new IOException(ex);
        }
    }

    @Override
    public XmlWriter text(final String value) throws IOException
    {
        try
        {
            if (0 == column)
            {
                xml.writeCharacters(INDENT);
                xml.writeEmptyElement("row");
            }
            xml.writeAttribute(columns.get(column++), value);
            return this;
        }
        catch (final XMLStreamException ex)
        {
            throw new IOException(ex);
        }
    }

    @Override
    public XmlWriter optional(final String value) throws IOException
    {
        if (!value.isEmpty())
        {
            return text(value);
        }
        column++;
        return this;
    }

    @Override
    public XmlWriter text(final byte[] value) throws IOException
    {
        return text(new String(value, StandardCharsets.UTF_8));
    }

    @Override
    public XmlWriter packed(final long packed) throws IOException
    {
        final StringBuilder characters = new StringBuilder(Long.BYTES);
        for (long rest = packed; 0 != rest; rest >>>= Byte.SIZE)
        {
            characters.append((char)(rest & 0xFF));
        }
        return text(characters.toString());
    }

    @Override
    public XmlWriter client(final long packed) throws IOException
    {
        return packed(packed);
    }

    @Override
    public XmlWriter number(final long value) throws IOException
    {
        return text(Long.toString(value));
    }

    @Override
    public XmlWriter unsigned(final long value) throws IOException
    {
        return text(Long.toUnsignedString(value));
    }

    @Override
    XmlWriter decimal(final long value, final int scale) throws IOException
    {
        return text(BigDecimal.valueOf(value, scale).toPlainString());
    }

    @Override
    void endLine() throws IOException
    {
        if (columns.size() != column)
        {
            throw new IllegalStateException("row has not the columns of its report: columns=" + columns + " written=" +
                column);
        }
        column = 0;
        try
        {
            xml.writeCharacters(LINE_END);
        }
        catch (final XMLStreamException ex)
        {
            throw new IOException(ex);
        }
    }

    @Override
    public void finish() throws IOException
    {
        try
        {
            // Closes the tag before: what is hashed are whole lines.
            xml.writeCharacters("");
            xml.flush();
            final String sha256 = HexFormat.of().formatHex(hashed.getMessageDigest().digest());
            hashed.on(false);
            xml.writeCharacters(INDENT);
            xml.writeEmptyElement(CONTROL);
            xml.writeAttribute("rows", Long.toString(rows()));
            xml.writeAttribute("sum", sum());
            xml.writeAttribute("sha256", sha256);
            xml.writeCharacters(LINE_END);
            xml.writeEndElement();
            xml.writeCharacters(LINE_END);
            xml.writeEndDocument();
            xml.flush();
        }
        catch (final XMLStreamException ex)
        {
            throw new IOException(ex);
        }
    }
}
