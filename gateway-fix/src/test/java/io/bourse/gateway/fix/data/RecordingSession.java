// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.data;

import io.bourse.gateway.fix.session.FixSession;
import io.bourse.gateway.fix.session.FixSessionOptions;
import io.bourse.gateway.fix.wire.FixReader;
import io.bourse.gateway.fix.wire.FixWriter;
import quickfix.ConfigError;
import quickfix.DataDictionary;
import quickfix.DefaultMessageFactory;
import quickfix.Message;
import quickfix.MessageUtils;
import quickfix.ValidationSettings;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;

import static org.junit.jupiter.api.Assertions.assertNull;

/**
 * A session whose client is the test. Everything sent on it is checked against the dictionary that clients have.
 */
final class RecordingSession implements FixSession
{
    private static final DataDictionary DICTIONARY = dictionary("io/bourse/gateway/fix/fix44-bourse.xml");
    private static final DataDictionary FIX44 = dictionary("FIX44.xml");

    private final ArrayDeque<Fields> received = new ArrayDeque<>();
    private final String name;
    private FixSessionOptions options = FixSessionOptions.DEFAULT;
    private long unsentBytes;
    private long sentBytes;
    private long bytesWhenBlocked;
    private int messagesToRead;
    private int stored;
    private int requests;
    private int answers;

    RecordingSession(final String name)
    {
        this.name = name;
    }

    private static DataDictionary dictionary(final String file)
    {
        try
        {
            return new DataDictionary(file);
        }
        catch (final ConfigError ex)
        {
            throw new IllegalStateException(ex);
        }
    }

    RecordingSession options(final int quota, final FixSessionOptions.Role first, final FixSessionOptions.Role... more)
    {
        options = FixSessionOptions.builder().roles(EnumSet.of(first, more)).marketDataQuota(quota).build();
        return this;
    }

    /** The client reads, or does not. */
    void unsentBytes(final long value)
    {
        unsentBytes = value;
    }

    /** The client reads until it has so many more messages. */
    void blockAfter(final int messages, final long bytes)
    {
        messagesToRead = messages;
        bytesWhenBlocked = bytes;
    }

    long sentBytes()
    {
        return sentBytes;
    }

    /** Number of messages that were sent to be stored. */
    int stored()
    {
        return stored;
    }

    /** What has come since the last call. */
    List<Fields> take()
    {
        final List<Fields> all = new ArrayList<>(received);
        received.clear();
        return all;
    }

    /** The only message that has come since the last call. */
    Fields takeOne()
    {
        final List<Fields> all = take();
        if (1 != all.size())
        {
            throw new AssertionError("one message expected: " + all);
        }
        return all.get(0);
    }

    /** A request of this client as the gateway would give it to its handler; fields separated by |. */
    void request(final MarketDataService service, final String body)
    {
        final String text = body.replace('|', (char)1) + (char)1;
        final byte[] message = frame("35=" + text, "BOURSE", name, ++requests).getBytes(StandardCharsets.ISO_8859_1);
        validate(new String(message, StandardCharsets.ISO_8859_1), DICTIONARY);
        final FixReader reader = new FixReader();
        if (!reader.wrap(message, 0, message.length) || !MarketDataService.serves(reader))
        {
            throw new AssertionError("not a request of the data side: " + body);
        }
        service.onMessage(this, reader, 0);
    }

    private static String frame(
        final String typeAndBody, final String target, final String sender, final int number)
    {
        final int split = typeAndBody.indexOf(1) + 1;
        final String body = typeAndBody.substring(0, split) + "49=" + sender + (char)1 + "56=" + target + (char)1 +
            "34=" + number + (char)1 + "52=20261122-09:00:00" + (char)1 + typeAndBody.substring(split);
        final String head = "8=FIX.4.4" + (char)1 + "9=" + body.length() + (char)1 + body;
        final int sum = head.chars().sum() & 0xFF;
        return head + "10=" + String.format("%03d", sum) + (char)1;
    }

    private static void validate(final String text, final DataDictionary dictionary)
    {
        try
        {
            final Message message = MessageUtils.parse(
                new DefaultMessageFactory(), dictionary, new ValidationSettings(), text);
            assertNull(message.getException(), text);
            dictionary.validate(message, new ValidationSettings());
        }
        catch (final Exception ex)
        {
            throw new AssertionError("against the dictionary: " + text.replace((char)1, '|'), ex);
        }
    }

    private static String body(final FixWriter message)
    {
        return "35=" + message.msgType() + (char)1 +
            new String(message.bytes(), 0, message.length(), StandardCharsets.ISO_8859_1);
    }

    @Override
    public void send(final FixWriter message)
    {
        stored++;
        sendVolatile(message);
    }

    @Override
    public void sendVolatile(final FixWriter message)
    {
        final String body = body(message);
        validate(frame(body, name, "BOURSE", ++answers), DICTIONARY);
        validate(frame(body(message.standard()), name, "BOURSE", answers), FIX44);
        sentBytes += message.length();
        if (messagesToRead > 0 && 0 == --messagesToRead)
        {
            unsentBytes = bytesWhenBlocked;
        }
        received.add(Fields.parse(body, (char)1));
    }

    @Override
    public int loginId()
    {
        return 3;
    }

    @Override
    public String name()
    {
        return name;
    }

    @Override
    public String brokerageFirm()
    {
        return "AA01";
    }

    @Override
    public FixSessionOptions options()
    {
        return options;
    }

    @Override
    public boolean isLoggedOn()
    {
        return true;
    }

    @Override
    public long unsentBytes()
    {
        return unsentBytes;
    }

    @Override
    public void logout(final String text)
    {
        throw new AssertionError("nobody is logged out here: " + text);
    }
}
