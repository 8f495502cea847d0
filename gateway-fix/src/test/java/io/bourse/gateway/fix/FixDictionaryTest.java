// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import quickfix.DataDictionary;
import quickfix.DefaultMessageFactory;
import quickfix.FieldException;
import quickfix.IncorrectDataFormat;
import quickfix.IncorrectTagValue;
import quickfix.Message;
import quickfix.MessageUtils;
import quickfix.ValidationSettings;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import javax.xml.parsers.DocumentBuilderFactory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * The dictionary that clients are given is the one the gateway validates with, and it takes at least one message of
 * every type that may cross the wire.
 */
@Tag("venue")
class FixDictionaryTest
{
    private static final String RESOURCE = "/io/bourse/gateway/fix/fix44-bourse.xml";
    private static final String ORDER =
        "11=a1|1=CF01ABC|55=CHEAP-12.26|54=1|60=20261122-09:00:00|38=10|40=2|44=100.5|59=0";
    private static final String REPORT = "37=17|198=18|11=a1|17=4711-1|150=F|39=1|1=CF01ABC|55=CHEAP-12.26|48=11|" +
        "22=8|54=1|38=10|" +
        "40=2|44=100.5|59=0|151=6|14=4|6=100.5|31=100.5|32=4|527=9|851=1|60=20261122-09:00:00.000000001|" +
        "75=20261122|336=7";

    private DataDictionary dictionary;

    @BeforeEach
    void load() throws Exception
    {
        try (InputStream in = stream())
        {
            dictionary = new DataDictionary(in);
        }
    }

    /** One of every type, and some more for what is ours. */
    static List<String> samples()
    {
        final List<String> samples = new ArrayList<>(List.of(
            "0", "0|112=PING", "1|112=PING", "2|7=1|16=0", "3|45=2|371=38|372=D|373=6|58=not a number",
            "4|123=Y|36=12", "4|36=12", "5|58=bye|1409=4",
            "A|98=0|108=30|141=Y|553=ALPHA|554=secret|925=new secret", "A|98=0|108=30|789=12|1409=1",
            "D|" + ORDER,
            "D|" + ORDER.replace("40=2", "40=K").replace("59=0", "59=9") +
                "|18=6|110=2|111=5|20001=4|20002=2|20003=7",
            "D|" + ORDER.replace("59=0", "59=6|432=20261201"),
            "D|" + ORDER.replace("40=2|44=100.5", "40=J|99=100.5"),
            "F|11=a2|41=a1|55=CHEAP-12.26|54=1|60=20261122-09:00:00|38=10",
            "G|11=a3|41=a1|55=CHEAP-12.26|54=1|60=20261122-09:00:00|38=12|40=2|44=101|59=0",
            "H|11=a1|37=17|55=CHEAP-12.26|54=1|790=s1", "AF|584=m1|585=7",
            "q|11=q1|530=7|60=20261122-09:00:00|1=CF01ABC|54=1|20004=Y",
            "q|11=q2|530=3|311=THING|60=20261122-09:00:00",
            "r|37=900|11=q1|530=7|531=7|533=3",
            "8|" + REPORT, "8|" + REPORT.replace("150=F", "150=D") + "|378=1", "8|" + REPORT + "|442=3|797=Y",
            "8|" + REPORT.replace("150=F", "150=I") + "|584=m1|911=2|912=N",
            "9|37=NONE|11=a2|41=a1|39=8|434=1|102=1|58=unknown order",
            "j|45=3|372=Q|380=3|58=unsupported",
            "i|117=Q1|296=1|302=S1|304=2|295=2|299=1|55=CHEAP-12.26|132=99|133=101|134=5|135=5|299=2|55=DEAR-12.26|" +
                "132=99|133=101|134=5|135=5",
            "b|117=Q1|297=0|296=1|302=S1|304=1|295=1|299=1|55=CHEAP-12.26|368=99",
            "Z|117=Q2|298=1|295=1|55=CHEAP-12.26", "Z|117=Q3|298=4",
            "R|131=R1|146=1|55=CHEAP-12.26|54=1|38=5", "AG|131=R1|658=1|146=1|55=NOTHING",
            "AH|644=Q1|146=1|55=CHEAP-12.26|263=1"));
        samples.addAll(List.of(
            "x|320=L1|559=4", "y|320=L1|322=L1-1|560=0|393=2|893=Y|146=1|55=CHEAP-12.26|48=11|22=8|541=20261217|15=RUB",
            "e|324=S1|55=CHEAP-12.26|263=1", "f|324=S1|55=CHEAP-12.26|326=17",
            "g|335=T1|263=1", "h|335=T1|336=7|340=2",
            "V|262=M1|263=1|264=0|265=1|267=3|269=0|269=1|269=2|146=1|55=CHEAP-12.26",
            "W|262=M1|55=CHEAP-12.26|268=2|269=0|270=99|271=5|269=1|270=101|271=5",
            "X|262=M1|268=2|279=0|269=0|278=1|55=CHEAP-12.26|270=99|271=5|279=2|269=1|278=2|55=CHEAP-12.26",
            "Y|262=M1|281=4|58=not here",
            "AD|568=TR1|569=0|263=0", "AQ|568=TR1|569=0|748=1|749=0|750=0|55=CHEAP-12.26",
            "AE|571=9|570=N|55=CHEAP-12.26|32=4|31=100.5|75=20261122|60=20261122-09:00:00|552=1|54=1|37=17|11=a1|" +
                "1=CF01ABC|581=1|797=Y",
            "B|148=Trading resumes|33=1|58=at nine|61=1"));
        return samples;
    }

    @ParameterizedTest
    @MethodSource("samples")
    void shouldTakeMessage(final String sample) throws Exception
    {
        final Message message = parse(sample);
        dictionary.validate(message, new ValidationSettings());
        assertEquals(null, message.getException(), () -> sample);
        assertEquals(sample.length() - sample.replace("|", "").length() + 8, pieces(message), () -> sample);
    }

    @Test
    void shouldHaveASampleOfEveryMessageAndNoOtherMessages() throws Exception
    {
        final Set<String> sampled = new TreeSet<>();
        samples().forEach((sample) -> sampled.add(sample.split("\\|")[0]));
        final Set<String> defined = new TreeSet<>();
        final NodeList messages = document().getElementsByTagName("message");
        for (int i = 0; i < messages.getLength(); i++)
        {
            defined.add(((Element)messages.item(i)).getAttribute("msgtype"));
        }
        assertEquals(defined, sampled);
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "D|11=a1", "D|" + ORDER + "|59=Z", "D|" + ORDER + "|20001=9", "AF|584=m1", "q|11=q1|60=20261122-09:00:00",
        "V|262=M1|263=1|264=0|267=2|269=0|146=1|55=CHEAP-12.26"})
    void shouldRefuseMessage(final String sample)
    {
        final Exception refusal = assertThrows(Exception.class, () ->
        {
            final Message message = parse(sample);
            if (null != message.getException())
            {
                throw message.getException();
            }
            dictionary.validate(message, new ValidationSettings());
        });
        assertTrue(refusal instanceof FieldException || refusal instanceof IncorrectTagValue ||
            refusal instanceof IncorrectDataFormat, refusal::toString);
    }

    /** A client with the dictionary of its own engine finds every standard field unchanged in ours. */
    @Test
    void shouldKeepTypesAndValuesOfStandardFields() throws Exception
    {
        final DataDictionary standard = new DataDictionary("FIX44.xml");
        final Set<String> more = new LinkedHashSet<>();
        final NodeList fields = ((Element)document().getElementsByTagName("fields").item(0))
            .getElementsByTagName("field");
        for (int i = 0; i < fields.getLength(); i++)
        {
            final Element field = (Element)fields.item(i);
            final int tag = Integer.parseInt(field.getAttribute("number"));
            final String name = field.getAttribute("name");
            if (null == standard.getFieldName(tag))
            {
                more.add(name);
                continue;
            }
            assertEquals(standard.getFieldName(tag), name);
            assertEquals(standard.getFieldType(tag), dictionary.getFieldType(tag), () -> name);
            final NodeList values = field.getElementsByTagName("value");
            for (int v = 0; v < values.getLength(); v++)
            {
                final String value = ((Element)values.item(v)).getAttribute("enum");
                if (!standard.isFieldValue(tag, value))
                {
                    more.add(name + "=" + value);
                }
            }
        }
        assertEquals("[TimeInForce=9, QuoteEntryRejectReason=99, MinPriceIncrement, MinPriceIncrementAmount, " +
            "LowLimitPrice, HighLimitPrice, TradingReferencePrice, SessionStatus, SelfTradePreventionMode, " +
            "DisplayVariance, LinkID, FirmWideScope]",
            more.toString());
    }

    private Message parse(final String sample) throws Exception
    {
        final String text = new String(RawFix.message("ALPHA", 5, sample), StandardCharsets.ISO_8859_1);
        return MessageUtils.parse(
            new DefaultMessageFactory(), dictionary, new ValidationSettings(), text);
    }

    /** Fields of what is written again: nothing was dropped or doubled on the way through. */
    private static int pieces(final Message message)
    {
        return (int)message.toString().chars().filter((c) -> 1 == c).count();
    }

    private static InputStream stream() throws IOException
    {
        final InputStream in = FixDictionaryTest.class.getResourceAsStream(RESOURCE);
        if (null == in)
        {
            throw new IOException("the dictionary is not on the class path: " + RESOURCE);
        }
        return in;
    }

    private static Document document() throws Exception
    {
        try (InputStream in = stream())
        {
            return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(in);
        }
    }
}
