// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.fast;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

import org.agrona.DirectBuffer;
import org.openfast.DecimalValue;
import org.openfast.FieldValue;
import org.openfast.GroupValue;
import org.openfast.Message;
import org.openfast.MessageInputStream;
import org.openfast.ScalarValue;
import org.openfast.SequenceValue;
import org.openfast.template.Field;
import org.openfast.template.MessageTemplate;
import org.openfast.template.TemplateRegistry;
import org.openfast.template.loader.XMLMessageTemplateLoader;

/**
 * A FAST message as lines {@code name=value}, by our decoder and by OpenFAST. Constants are left out; fields that are
 * not there have no line.
 */
public final class FastLines implements FastFieldHandler
{
    private static final Set<String> CONSTANTS =
        Set.of("ApplVerID", "MessageType", "SenderCompID", "SecurityIDSource", "MarketID");

    private static final TemplateRegistry OPEN_FAST_TEMPLATES = openFastTemplates();

    private final ArrayList<String> lines = new ArrayList<>();

    /** The lines of a message by our decoder; the message must take all the bytes. */
    public static List<String> ours(final DirectBuffer buffer, final int offset, final int length)
    {
        final FastLines lines = new FastLines();
        final int decoded = new FastDecoder(FastTemplates.bourse()).decode(buffer, offset, length, lines);
        if (decoded != length)
        {
            throw new AssertionError("bytes left over: decoded=" + decoded + " length=" + length);
        }
        return lines.lines;
    }

    private static TemplateRegistry openFastTemplates()
    {
        final XMLMessageTemplateLoader loader = new XMLMessageTemplateLoader();
        loader.setLoadTemplateIdFromAuxId(true);
        try (InputStream templates = FastTemplates.class.getResourceAsStream("fast-bourse.xml"))
        {
            loader.load(templates);
        }
        catch (final IOException ex)
        {
            throw new AssertionError(ex);
        }
        return loader.getTemplateRegistry();
    }

    /** The lines of a message by OpenFAST; the message must take all the bytes. */
    public static List<String> openFast(final byte[] message)
    {
        final ByteArrayInputStream bytes = new ByteArrayInputStream(message);
        final MessageInputStream in = new MessageInputStream(bytes);
        in.setTemplateRegistry(OPEN_FAST_TEMPLATES);
        final Message decoded = in.readMessage();
        if (0 != bytes.available())
        {
            throw new AssertionError("OpenFAST left bytes over: " + bytes.available());
        }
        final ArrayList<String> lines = new ArrayList<>();
        final MessageTemplate template = decoded.getTemplate();
        lines.add(template.getName() + ' ' + decoded.getInt(0));
        addGroup(lines, decoded, 1);
        return lines;
    }

    private static void addGroup(final List<String> lines, final GroupValue group, final int first)
    {
        for (int i = first; i < group.getFieldCount(); i++)
        {
            final Field field = group.getGroup().getField(i);
            final FieldValue value = group.getValue(i);
            if (null == value || CONSTANTS.contains(field.getName()))
            {
                continue;
            }
            if (value instanceof final SequenceValue sequence)
            {
                lines.add(field.getName() + " x" + sequence.getLength());
                for (final GroupValue entry : sequence.getValues())
                {
                    lines.add("-");
                    addGroup(lines, entry, 0);
                }
            }
            else
            {
                lines.add(field.getName() + '=' + text((ScalarValue)value));
            }
        }
    }

    private static String text(final ScalarValue value)
    {
        if (value instanceof final DecimalValue decimal)
        {
            return decimal(decimal.mantissa, decimal.exponent);
        }
        return value.toString();
    }

    /** A decimal as both decoders' lines have it. */
    public static String decimal(final long mantissa, final int exponent)
    {
        return BigDecimal.valueOf(mantissa, -exponent).toPlainString();
    }

    /** The lines so far. */
    public List<String> lines()
    {
        return lines;
    }

    @Override
    public void onMessageBegin(final FastTemplate template)
    {
        lines.add(template.name() + ' ' + template.id());
    }

    @Override
    public void onInteger(final FastField field, final long value)
    {
        lines.add(field.name() + '=' + value);
    }

    @Override
    public void onDecimal(final FastField field, final long mantissa, final int exponent)
    {
        lines.add(field.name() + '=' + decimal(mantissa, exponent));
    }

    @Override
    public void onString(final FastField field, final DirectBuffer buffer, final int offset, final int length)
    {
        final byte[] bytes = new byte[length];
        buffer.getBytes(offset, bytes);
        lines.add(field.name() + '=' + new String(bytes, StandardCharsets.UTF_8));
    }

    @Override
    public void onSequenceBegin(final FastField sequence, final int count)
    {
        lines.add(sequence.name() + " x" + count);
    }

    @Override
    public void onEntryBegin(final FastField sequence, final int index)
    {
        lines.add("-");
    }
}
