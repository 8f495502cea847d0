// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.report.file;

import io.bourse.clearing.file.Digests;
import io.bourse.clearing.model.Sum128;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * Reads what {@link XmlWriter} has written, row by row, and counts for itself. What a document from outside might bring
 * along, types and entities, is refused.
 */
public final class XmlReader
{
    private XmlReader()
    {
    }

    /**
     * Reads a whole file.
     *
     * @param stream of XML, not compressed.
     * @param sumColumn attribute that the end of the report sums up.
     * @param consumer of the rows.
     * @return what was counted and what the end of the report claims.
     * @throws IOException when reading fails or the file has not the form of a report.
     */
    public static CsvReader.Summary read(
        final InputStream stream, final String sumColumn, final CsvReader.RowConsumer consumer) throws IOException
    {
        final LineDigest lines = new LineDigest(stream);
        final XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        final Sum128 sum = new Sum128();
        long rows = 0;
        String[] control = null;
        try
        {
            final XMLStreamReader xml = factory.createXMLStreamReader(lines);
            while (xml.hasNext())
            {
                if (XMLStreamReader.START_ELEMENT != xml.next())
                {
                    continue;
                }
                if (XmlWriter.CONTROL.equals(xml.getLocalName()))
                {
                    control = new String[]{attribute(xml, "rows"), attribute(xml, "sum"), attribute(xml, "sha256")};
                }
                else if ("row".equals(xml.getLocalName()))
                {
                    rows++;
                    sum.add(sumColumn.isEmpty() ? 0 : CsvReader.kopecks(attribute(xml, sumColumn)));
                    consumer.onRow(attributes(xml));
                }
            }
        }
        catch (final XMLStreamException ex)
        {
            throw new IOException("not XML: reason=\"" + ex.getMessage() + "\"", ex);
        }
        if (null == control)
        {
            throw new IOException("report ends without its control element: rows=" + rows);
        }
        return new CsvReader.Summary(
            rows, CsvWriter.money(sum), lines.sha256(), control[0], control[1], control[2]);
    }

    private static String attribute(final XMLStreamReader xml, final String name) throws IOException
    {
        final String value = xml.getAttributeValue(null, name);
        if (null == value)
        {
            throw new IOException("element lacks an attribute: element=" + xml.getLocalName() + " attribute=" + name);
        }
        return value;
    }

    private static List<String> attributes(final XMLStreamReader xml)
    {
        final List<String> values = new ArrayList<>();
        for (int i = 0; i < xml.getAttributeCount(); i++)
        {
            values.add(xml.getAttributeValue(i));
        }
        return values;
    }

    /** Hands lines on and hashes those in front of the control element. */
    private static final class LineDigest extends InputStream
    {
        private static final byte[] CONTROL = ("  <" + XmlWriter.CONTROL).getBytes(StandardCharsets.US_ASCII);

        private static final int MAX_LINE_LENGTH = 64 * 1024;

        private final InputStream in;
        private final MessageDigest digest = Digests.sha256();
        private ByteArrayInputStream line = new ByteArrayInputStream(new byte[0]);
        private boolean isControlSeen;

        LineDigest(final InputStream in)
        {
            this.in = new BufferedInputStream(in);
        }

        @Override
        public int read() throws IOException
        {
            return 0 == line.available() && !nextLine() ? -1 : line.read();
        }

        @Override
        public int read(final byte[] into, final int offset, final int length) throws IOException
        {
            return 0 == line.available() && !nextLine() ? -1 : line.read(into, offset, length);
        }

        private boolean nextLine() throws IOException
        {
            final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            for (int b = in.read(); b >= 0; b = in.read())
            {
                if (MAX_LINE_LENGTH == bytes.size())
                {
                    throw new IOException("line is too long: maxLength=" + MAX_LINE_LENGTH);
                }
                bytes.write(b);
                if ('\n' == b)
                {
                    break;
                }
            }
            final byte[] read = bytes.toByteArray();
            isControlSeen |= read.length > CONTROL.length &&
                Arrays.equals(read, 0, CONTROL.length, CONTROL, 0, CONTROL.length);
            if (!isControlSeen)
            {
                digest.update(read);
            }
            line = new ByteArrayInputStream(read);
            return read.length > 0;
        }

        String sha256()
        {
            return HexFormat.of().formatHex(digest.digest());
        }
    }
}
