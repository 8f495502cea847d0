// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.order;

import io.bourse.gateway.fix.session.FixSession;
import io.bourse.gateway.fix.session.FixSessionOptions;
import io.bourse.gateway.fix.wire.FixReader;
import io.bourse.gateway.fix.wire.FixWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import quickfix.ConfigError;
import quickfix.DataDictionary;
import quickfix.Message;
import quickfix.ValidationSettings;

/**
 * A session that writes down what it is given. The order service is tested on a real engine, but without sockets: those
 * have tests of their own.
 */
final class RecordingSession implements FixSession
{
    private static final Set<Integer> SHOWN = Set.of(
        18, 58, 99, 103, 110, 111, 117, 126, 378, 432, 442, 584, 790, 797, 851, 911, 912, 20_002, 20_003);
    private static final DataDictionary DICTIONARY = dictionary("io/bourse/gateway/fix/fix44-bourse.xml");
    private static final DataDictionary FIX44 = dictionary("FIX44.xml");
    private static final ValidationSettings SETTINGS = new ValidationSettings();
    private static final Set<Integer> HIDDEN = Set.of(17, 22, 37, 60, 198, 527, 571);

    final Deque<String> lines = new ArrayDeque<>();
    /** Bodies of the messages that the event stream has made, as they were written. */
    final List<String> reports = new ArrayList<>();
    private final int loginId;
    private final String name;
    private final String firm;
    private final FixSessionOptions options;
    boolean isLoggedOn = true;
    /** Nothing is written down, only counted. */
    boolean isQuiet;
    int count;

    RecordingSession(final int loginId, final String name, final String firm, final FixSessionOptions options)
    {
        this.loginId = loginId;
        this.name = name;
        this.firm = firm;
        this.options = options;
    }

    @Override
    public int loginId()
    {
        return loginId;
    }

    @Override
    public String name()
    {
        return name;
    }

    @Override
    public String brokerageFirm()
    {
        return firm;
    }

    @Override
    public FixSessionOptions options()
    {
        return options;
    }

    @Override
    public boolean isLoggedOn()
    {
        return isLoggedOn;
    }

    @Override
    public void send(final FixWriter message)
    {
        lines.add(line(message));
    }

    void report(final FixWriter message)
    {
        count++;
        if (isQuiet)
        {
            return;
        }
        reports.add(message.msgType() + " " + text(message));
        lines.add(line(message));
    }

    @Override
    public void sendVolatile(final FixWriter message)
    {
        throw new UnsupportedOperationException("orders are never volatile");
    }

    @Override
    public long unsentBytes()
    {
        return 0;
    }

    @Override
    public void logout(final String text)
    {
        isLoggedOn = false;
    }

    private static String text(final FixWriter message)
    {
        return new String(message.bytes(), 0, message.length(), StandardCharsets.US_ASCII)
            .replace((char)1, '|');
    }

    /** What is sent must be what the dictionary of the client says. */
    private static void assertValid(final FixWriter message, final DataDictionary dictionary)
    {
        final String text = "8=FIX.4.4|9=0|35=".replace('|', (char)1) + message.msgType() +
            "|49=BOURSE|56=CLIENT|34=1|52=20261122-09:00:00|".replace('|', (char)1) +
            new String(message.bytes(), 0, message.length(), StandardCharsets.US_ASCII) + "10=000" + (char)1;
        try
        {
            final Message parsed = new Message();
            parsed.fromString(text, dictionary, SETTINGS, false);
            dictionary.validate(parsed, true, SETTINGS);
        }
        catch (final Exception e)
        {
            throw new AssertionError("the dictionary does not know this: " + text.replace((char)1, '|'), e);
        }
    }

    private static DataDictionary dictionary(final String file)
    {
        try
        {
            return new DataDictionary(file);
        }
        catch (final ConfigError e)
        {
            throw new IllegalStateException(e);
        }
    }

    private static String line(final FixWriter message)
    {
        assertValid(message, DICTIONARY);
        assertValid(message.standard(), FIX44);
        final FixReader reader = new FixReader();
        if (!reader.wrap(message.bytes(), 0, message.length()))
        {
            throw new AssertionError("not a message: " + text(message));
        }
        if ("8".equals(message.msgType()))
        {
            return execution(reader);
        }
        final StringBuilder line = new StringBuilder(message.msgType());
        for (int i = 0; i < reader.fieldCount(); i++)
        {
            if (!HIDDEN.contains(reader.tag(i)))
            {
                line.append(' ').append(reader.tag(i)).append('=').append(reader.string(i));
            }
        }
        return line.toString();
    }

    private static String execution(final FixReader reader)
    {
        final StringBuilder line = new StringBuilder();
        line.append(field(reader, 150)).append('/').append(field(reader, 39)).append(' ').append(field(reader, 11));
        final String orig = field(reader, 41);
        line.append(orig.isEmpty() ? "" : "<" + orig);
        line.append(' ').append("1".equals(field(reader, 54)) ? "B" : "2".equals(field(reader, 54)) ? "S" : "?");
        line.append(field(reader, 40)).append(field(reader, 59)).append(' ').append(field(reader, 38));
        final String price = field(reader, 44);
        line.append(price.isEmpty() ? "" : "@" + price);
        final String lastQty = field(reader, 32);
        line.append(lastQty.isEmpty() ? "" : " last=" + lastQty + "@" + field(reader, 31));
        line.append(" leaves=").append(field(reader, 151)).append(" cum=").append(field(reader, 14));
        line.append(" avg=").append(field(reader, 6));
        for (int i = 0; i < reader.fieldCount(); i++)
        {
            if (SHOWN.contains(reader.tag(i)))
            {
                line.append(' ').append(reader.tag(i)).append('=').append(reader.string(i));
            }
        }
        return line.toString();
    }

    private static String field(final FixReader reader, final int tag)
    {
        return reader.string(reader.find(tag));
    }
}
