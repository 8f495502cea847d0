// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.order;

import io.bourse.gateway.fix.field.Tags;
import io.bourse.gateway.fix.wire.FixReader;
import org.junit.jupiter.api.Test;
import quickfix.DataDictionary;
import quickfix.Message;
import quickfix.ValidationSettings;

import java.nio.charset.StandardCharsets;
import java.util.Random;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

class PlainMessagesTest
{
    private static final String[] PLAIN =
    {
        OrderRig.ORDER + "|11=a",
        "35=D|1=CF01ABC|55=CHEAP|54=2|38=10|40=1|11=a|21=1|376=x",
        "35=D|1=CF01ABC|55=[N/A]|48=11|22=8|54=2|38=10.0|40=4|44=-1.5|99=7|11=a|59=1|110=3|111=4|18=6",
        "35=F|55=CHEAP|54=1|11=a|41=b|37=12|1=CF01ABC|38=5",
        "35=G|55=CHEAP|54=1|11=a|41=b|38=12|40=2|44=100.01"
    };

    @Test
    void shouldTakeUsualMessagesForPlain()
    {
        for (final String fields : PLAIN)
        {
            assertTrue(PlainMessages.isPlain(OrderRig.reader("ALPHA", fields, 7)), fields);
        }
    }

    @Test
    void shouldLeaveToTheDictionaryWhatItDoesNotKnow()
    {
        for (final String fields : new String[]{
            OrderRig.ORDER,
            OrderRig.ORDER + "|11=a|11=b",
            OrderRig.ORDER + "|11=",
            OrderRig.ORDER + "|11=a|5000=1",
            OrderRig.ORDER + "|11=a|43=Y",
            OrderRig.ORDER + "|11=a|34=5",
            OrderRig.ORDER + "|11=a|41=b",
            OrderRig.ORDER + "|11=a|60=yesterday",
            OrderRig.ORDER.replace("54=1", "54=5") + "|11=a",
            OrderRig.ORDER.replace("44=100", "44=1e2") + "|11=a",
            OrderRig.ORDER.replace("38=10", "38=x") + "|11=a",
            "35=F|55=CHEAP|54=1|11=a",
            "35=F|55=CHEAP|54=1|11=a|41=b|40=2",
            "35=G|55=CHEAP|54=1|11=a|38=12|40=2|44=100.01",
            "35=H|55=CHEAP|54=1|11=a"})
        {
            assertFalse(PlainMessages.isPlain(OrderRig.reader("ALPHA", fields, 7)), fields);
        }
    }

    @Test
    void shouldNeverBePlainWhatTheDictionaryRefusesWhenMessagesAreMutilated() throws Exception
    {
        final long seed = System.nanoTime();
        final Random random = new Random(seed);
        final DataDictionary dictionary = new DataDictionary("FIX44.xml");
        final ValidationSettings settings = new ValidationSettings();
        settings.setCheckUserDefinedFields(false);
        int plain = 0;
        for (int i = 0; i < 20_000; i++)
        {
            final FixReader reader = OrderRig.reader("ALPHA", PLAIN[random.nextInt(PLAIN.length)], 7);
            final byte[] bytes = reader.bytes();
            final int at = 25 + random.nextInt(bytes.length - 32);
            if (1 != bytes[at] && '=' != bytes[at])
            {
                bytes[at] = (byte)"0123456789.-:YAKxZ ".charAt(random.nextInt(19));
            }
            final boolean isRead = reader.wrap(bytes, 0, bytes.length);
            // Good for auction is a value of our own dictionary.
            if (!isRead || '9' == reader.character(reader.find(Tags.TIME_IN_FORCE)) || !PlainMessages.isPlain(reader))
            {
                continue;
            }
            plain++;
            final String text = new String(bytes, StandardCharsets.ISO_8859_1);
            final Message message = new Message();
            message.fromString(text, dictionary, settings, false);
            dictionary.validate(message, true, settings);
        }
        assertEquals(true, plain > 1_000, "seed=" + seed);
    }
}
