// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.fast;

import java.util.List;

import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Decodes FAST messages by their templates and shows every field to a handler. Nothing is remembered from one message
 * to the next (FAST C.1). Not thread-safe; allocates nothing once its tables have grown.
 */
public final class FastDecoder
{
    private static final int MAX_DEPTH = 8;
    /** FAST 1.1, 6.2.3: exponents are from -63 to 63. */
    private static final int MAX_EXPONENT = 63;

    private final FastReader reader = new FastReader();
    private final FastPresenceMap[] presenceMaps = new FastPresenceMap[MAX_DEPTH];
    private final FastTemplates templates;
    private final FastDictionary dictionary;
    private FastFieldHandler handler;

    /**
     * A decoder.
     *
     * @param templates that messages may have.
     */
    public FastDecoder(final FastTemplates templates)
    {
        this.templates = templates;
        dictionary = new FastDictionary(templates.all().stream().mapToInt(FastTemplate::slotCount).max().orElse(0));
        for (int i = 0; i < MAX_DEPTH; i++)
        {
            presenceMaps[i] = new FastPresenceMap();
        }
    }

    /**
     * Decodes one message. The preamble of a datagram, or the length before a message on TCP, is not part of it.
     *
     * @param buffer with the message.
     * @param offset of its presence map.
     * @param length of bytes that may be read.
     * @param handler is shown the fields.
     * @return number of bytes of the message.
     * @throws FastFormatException if the bytes are no such message; the handler may have been shown fields of it.
     */
    public int decode(final DirectBuffer buffer, final int offset, final int length, final FastFieldHandler handler)
    {
        this.handler = handler;
        reader.wrap(buffer, offset, length);
        dictionary.reset();
        final FastPresenceMap presenceMap = presenceMaps[0];
        presenceMap.read(reader);
        if (!presenceMap.next())
        {
            throw new FastFormatException("A message has no template id: offset=" + offset);
        }
        final long templateId = reader.readUInt(false);
        final FastTemplate template = templateId == (int)templateId ? templates.template((int)templateId) : null;
        if (null == template)
        {
            throw new FastFormatException("A message has an unknown template: templateId=" + templateId);
        }
        handler.onMessageBegin(template);
        decode(template.fields(), 0);
        handler.onMessageEnd(template);
        return reader.position() - offset;
    }

    private void decode(final List<FastField> fields, final int depth)
    {
        for (int i = 0, size = fields.size(); i < size; i++)
        {
            final FastField field = fields.get(i);
            if (FastType.SEQUENCE == field.type())
            {
                decodeSequence(field, depth + 1);
            }
            else if (FastOperator.NONE == field.operator())
            {
                readValue(field, false);
            }
            else
            {
                decodeByOperator(field, presenceMaps[depth]);
            }
        }
    }

    private void decodeSequence(final FastField sequence, final int depth)
    {
        final long count = reader.readUInt(sequence.isOptional());
        if (sequence.isOptional() && reader.isNull())
        {
            handler.onNull(sequence);
            return;
        }
        if (count < 0 || count > reader.limit())
        {
            throw new FastFormatException(
                "A sequence is longer than its message: sequence=" + sequence.name() + " count=" + count);
        }
        if (depth == MAX_DEPTH)
        {
            throw new FastFormatException("Sequences are nested too deeply: sequence=" + sequence.name());
        }
        handler.onSequenceBegin(sequence, (int)count);
        for (int i = 0; i < count; i++)
        {
            if (sequence.hasEntryPresenceMap())
            {
                presenceMaps[depth].read(reader);
            }
            handler.onEntryBegin(sequence, i);
            decode(sequence.entryFields(), depth);
            handler.onEntryEnd(sequence);
        }
        handler.onSequenceEnd(sequence);
    }

    private void decodeByOperator(final FastField field, final FastPresenceMap presenceMap)
    {
        final boolean isPresent = field.usesPresenceMap() && presenceMap.next();
        switch (field.operator())
        {
            case CONSTANT ->
            {
                if (field.isOptional() && !isPresent)
                {
                    handler.onNull(field);
                }
            }
            case DEFAULT ->
            {
                if (isPresent)
                {
                    readValue(field, false);
                }
                else
                {
                    showInitialValue(field);
                }
            }
            default -> decodeByDictionary(field, isPresent);
        }
    }

    private void decodeByDictionary(final FastField field, final boolean isPresent)
    {
        final int slot = field.slot();
        if (isPresent)
        {
            readValue(field, true);
        }
        else if (dictionary.isUndefined(slot))
        {
            if (field.hasInitialValue())
            {
                dictionary.set(slot, field.initialNumber(), field.initialBytes());
            }
            showPrevious(field);
        }
        else
        {
            if (FastOperator.INCREMENT == field.operator())
            {
                dictionary.increment(slot);
            }
            showPrevious(field);
        }
    }

    private void showPrevious(final FastField field)
    {
        final int slot = field.slot();
        if (dictionary.isNull(slot))
        {
            if (!field.isOptional())
            {
                throw new FastFormatException("A mandatory field has no value: field=" + field.name());
            }
            handler.onNull(field);
        }
        else if (0 != field.bits())
        {
            handler.onInteger(field, dictionary.number(slot));
        }
        else
        {
            final UnsafeBuffer text = dictionary.text(slot);
            handler.onString(field, text, 0, dictionary.textLength(slot));
        }
    }

    private void showInitialValue(final FastField field)
    {
        dictionary.setNull(field.slot());
        if (field.hasInitialValue())
        {
            dictionary.set(field.slot(), field.initialNumber(), field.initialBytes());
        }
        showPrevious(field);
    }

    private void readValue(final FastField field, final boolean isRemembered)
    {
        final boolean isOptional = field.isOptional();
        switch (field.type())
        {
            case UINT -> showInteger(field, reader.readUInt(isOptional), isRemembered);
            case INT -> showInteger(field, reader.readInt(isOptional), isRemembered);
            case DECIMAL -> readDecimal(field);
            case ASCII -> showText(field, reader.readAscii(isOptional), isRemembered);
            default -> showText(field, reader.readBytes(isOptional), isRemembered);
        }
    }

    private void readDecimal(final FastField field)
    {
        final long exponent = reader.readInt(field.isOptional());
        if (field.isOptional() && reader.isNull())
        {
            handler.onNull(field);
            return;
        }
        if (exponent < -MAX_EXPONENT || exponent > MAX_EXPONENT)
        {
            throw new FastFormatException(
                "A decimal has an exponent out of range: field=" + field.name() + " exponent=" + exponent);
        }
        handler.onDecimal(field, reader.readInt(false), (int)exponent);
    }

    private void showInteger(final FastField field, final long value, final boolean isRemembered)
    {
        if (field.isOptional() && reader.isNull())
        {
            showNull(field, isRemembered);
            return;
        }
        if (!field.holds(value))
        {
            throw new FastFormatException(
                "An integer has more than " + field.bits() + " bits: field=" + field.name() + " value=" + value);
        }
        if (isRemembered)
        {
            dictionary.set(field.slot(), value);
        }
        handler.onInteger(field, value);
    }

    private void showText(final FastField field, final int length, final boolean isRemembered)
    {
        if (field.isOptional() && reader.isNull())
        {
            showNull(field, isRemembered);
            return;
        }
        if (isRemembered)
        {
            dictionary.set(field.slot(), reader.text(), length);
        }
        handler.onString(field, reader.text(), 0, length);
    }

    private void showNull(final FastField field, final boolean isRemembered)
    {
        if (isRemembered)
        {
            dictionary.setNull(field.slot());
        }
        handler.onNull(field);
    }
}
