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
import java.util.List;
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

    private static final String HEADER = "49=ALPHA|56=BOURSE|34=7|52=20261122-09:00:00|";
    private static final String NEW = "11=a|55=CHEAP|54=1|60=20261122-09:00:00|40=2|";
    private static final String CANCEL = "11=a|41=b|55=CHEAP|54=1|60=20261122-09:00:00|";

    @Test
    void shouldNeedEveryFieldThatTheDictionaryNeeds()
    {
        for (final String[] message : new String[][]{{"D", NEW}, {"F", CANCEL}, {"G", NEW + "41=b|"}})
        {
            assertTrue(isPlain(message[0], HEADER + message[1]), message[0]);
            for (final String field : message[1].split("(?<=\\|)"))
            {
                assertFalse(isPlain(message[0], HEADER + message[1].replace(field, "")), message[0] + " " + field);
                assertFalse(isPlain(message[0], HEADER + message[1] + field), message[0] + " twice " + field);
                final String empty = field.substring(0, field.indexOf('=') + 1) + '|';
                assertFalse(isPlain(message[0], HEADER + message[1].replace(field, empty)), message[0] + " " + empty);
            }
        }
        assertFalse(isPlain("H", HEADER + CANCEL));
        assertFalse(isPlain("DD", HEADER + NEW));
    }

    @Test
    void shouldTakeTheUsualFieldsOfEachMessageOnly()
    {
        final String both = "1=CF01ABC 22=8 37=5 38=10 48=11 376=x";
        final String ofNew = "18=6 21=1 21=2 21=3 44=1 59=0 59=9 99=1 110=1 111=0";
        for (final String field : (both + ' ' + ofNew).split(" "))
        {
            final boolean isOfBoth = both.contains(field);
            final boolean isChange = field.startsWith("37=");
            assertEquals(!isChange, isPlain("D", HEADER + NEW + field + '|'), "D " + field);
            assertEquals(isOfBoth, isPlain("F", HEADER + CANCEL + field + '|'), "F " + field);
            assertTrue(isPlain("G", HEADER + NEW + "41=b|" + field + '|'), "G " + field);
        }
        assertFalse(isPlain("D", HEADER + NEW + "41=b|"));
        for (final String field : List.of("2=x", "3=x", "4=x", "5=x", "12=x", "58=x", "61=x", "62=x", "63=0", "98=x",
            "109=x", "112=x", "375=x", "377=x", "64=x", "0010=x"))
        {
            assertFalse(isPlain("D", HEADER + NEW + field + '|'), field);
        }
    }

    @Test
    void shouldLeaveValuesOfAnotherFormatToTheDictionary()
    {
        final String plain = NEW + "22=8|21=1|59=0|44=1|99=1|38=1|110=1|111=1|18=6|";
        assertTrue(isPlain("D", HEADER + plain));
        for (final String[] change : new String[][]{
            {"54=1|", "54=3|"}, {"54=1|", "54=11|"}, {"40=2|", "40=5|"}, {"40=2|", "40=22|"}, {"59=0|", "59=5|"},
            {"44=1|", "44=x|"}, {"99=1|", "99=x|"}, {"38=1|", "38=x|"}, {"110=1|", "110=x|"}, {"111=1|", "111=-1|"},
            {"60=20261122-09:00:00|", "60=20261122|"}, {"21=1|", "21=0|"}, {"21=1|", "21=4|"}, {"22=8|", "22=4|"},
            {"18=6|", "18=5|"}, {"18=6|", "18=6 6|"}})
        {
            assertFalse(isPlain("D", HEADER + plain.replace(change[0], change[1])), change[1]);
        }
        for (final String[] change : new String[][]{
            {"54=1|", "54=2|"}, {"38=1|", "38=0|"}, {"110=1|", "110=0|"}, {"111=1|", "111=0|"}, {"44=1|", "44=-1.5|"}})
        {
            assertTrue(isPlain("D", HEADER + plain.replace(change[0], change[1])), change[1]);
        }
    }

    @Test
    void shouldNeedHeaderBodyAndTrailerInTheirOrder()
    {
        assertFalse(isPlain("D", NEW + HEADER));
        for (final String field : HEADER.split("(?<=\\|)"))
        {
            assertFalse(isPlain("D", HEADER.replace(field, "") + NEW + field), field);
            assertFalse(isPlain("D", HEADER.replace(field, "") + field + field + NEW), field);
        }
        assertTrue(isPlain("D", "52=x|34=x|56=x|49=x|" + NEW));
        for (final String whole : List.of(
            "9=000|8=FIX.4.4|35=D|" + HEADER + NEW + "10=000|", "8=FIX.4.4|35=D|9=000|" + HEADER + NEW + "10=000|",
            "8=FIX.4.4|9=000|34=1|35=D|" + NEW + "10=000|", "8=FIX.4.4|9=000|35=D|" + HEADER + NEW,
            "8=FIX.4.4|9=000|35=D|" + HEADER + NEW + "10=000|10=000|", "8=FIX.4.4|9=000|35=D|10=000|",
            "8=FIX.4.4|9=000|35=D|", "8=FIX.4.4|9=000|10=000|"))
        {
            assertFalse(isPlain(whole), whole);
        }
    }

    private static boolean isPlain(final String type, final String fields)
    {
        return isPlain("8=FIX.4.4|9=000|35=" + type + '|' + fields + "10=000|");
    }

    private static boolean isPlain(final String whole)
    {
        final byte[] bytes = whole.replace('|', (char)1).getBytes(StandardCharsets.US_ASCII);
        final FixReader reader = new FixReader();
        assertTrue(reader.wrap(bytes, 0, bytes.length), whole);
        return PlainMessages.isPlain(reader);
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
