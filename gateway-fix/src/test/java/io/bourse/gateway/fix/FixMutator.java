// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * Makes messages that are almost right: it knows what fields, groups, lengths and checksums are, and breaks one or two
 * of them.
 */
final class FixMutator
{
    private static final String ORDER = "1=CF01ABC|55=CHEAP-12.26|54=1|60=20261122-09:00:00|38=3|40=2|44=100.5|59=0";
    private static final String[] BODIES = {
        "D|11=f#|" + ORDER, "D|11=f#|" + ORDER + "|453=2|448=A|447=D|452=1|448=B|447=D|452=3",
        "D|11=f#|" + ORDER + "|18=6|110=1|111=2|20001=1", "D|11=f#|" + ORDER + "|354=3|355=a\002b|58=text",
        "F|11=g#|41=f#|55=CHEAP-12.26|54=1|60=20261122-09:00:00", "G|11=h#|41=f#|" + ORDER,
        "H|11=f#|55=CHEAP-12.26|54=1", "AF|584=m#|585=7", "q|11=q#|530=7|60=20261122-09:00:00",
        "i|117=Q#|296=1|302=S1|304=2|295=2|299=1|55=CHEAP-12.26|132=99|133=101|134=5|135=5|299=2|55=DEAR-12.26|" +
            "132=99|133=101|134=5|135=5",
        "R|131=R#|146=1|55=CHEAP-12.26|54=1|38=5", "x|320=L#|559=4", "e|324=S#|55=CHEAP-12.26|263=1", "g|335=T#|263=1",
        "V|262=M#|263=1|264=0|265=1|267=3|269=0|269=1|269=2|146=1|55=CHEAP-12.26", "AD|568=TR#|569=0|263=0",
        "8|37=1|17=1|150=0|39=0|55=CHEAP-12.26|54=1|151=1|14=0|6=0", "B|148=News|33=1|58=line", "U1|58=mine",
        "0", "0|112=x", "1|112=x", "2|7=1|16=0", "2|7=1|16=1", "3|45=1|58=no", "4|123=Y|36=50", "4|36=60", "5|58=bye",
        "A|98=0|108=30|141=Y", "A|98=0|108=30|95=3|96=abc|383=100|384=1|372=D|385=S"};
    private static final String[] VALUES = {
        "", "0", "-1", "-0", "00000000001", "4294967295", "9223372036854775808", "99999999999999999999999999", "1e9",
        "1.0000000001", ".", "-", "+1", "NaN", "Y", "N", " ", "A", "\000", "\377\376\375", "\303\244", "10=000", "=",
        "==", "20261399-99:99:99", "20261122-09:00:00.123456789012", "FIX.4.4", "BOURSE", "ALPHA"};
    private static final int[] TAGS = {
        0, 8, 9, 10, 34, 35, 36, 43, 49, 52, 56, 95, 96, 97, 108, 115, 122, 128, 141, 146, 268, 295, 296, 369, 383, 453,
        553, 554, 555, 627, 789, 999, 4999, 5000, 20001, 99999, Integer.MAX_VALUE};

    private final Random random;
    private long counter;

    FixMutator(final Random random)
    {
        this.random = random;
    }

    /** Bytes of a message under a number, broken or not. */
    byte[] next(final String sender, final long sequence)
    {
        final String body = BODIES[random.nextInt(BODIES.length)].replace("#", Long.toString(counter / 3));
        counter++;
        final List<String> fields = new ArrayList<>(Arrays.asList(body.split("\\|")));
        final String type = fields.removeFirst();
        for (int i = random.nextInt(3); i > 0; i--)
        {
            mutate(fields);
        }
        final String text = random.nextInt(20) > 0 ? type : VALUES[random.nextInt(VALUES.length)];
        final FixFrame frame =
            new FixFrame(sender, sequence, fields.isEmpty() ? text : text + "|" + String.join("|", fields));
        return 0 == random.nextInt(3) ? broken(frame) : frame.bytes();
    }

    private void mutate(final List<String> fields)
    {
        if (fields.isEmpty())
        {
            fields.add(tag() + "=" + value());
            return;
        }
        final int at = random.nextInt(fields.size());
        final String field = fields.get(at);
        final int equals = field.indexOf('=');
        switch (random.nextInt(9))
        {
            case 0 -> fields.remove(at);
            case 1 -> fields.add(random.nextInt(fields.size() + 1), field);
            case 2 -> fields.set(at, field.substring(0, equals + 1) + value());
            case 3 -> fields.set(at, tag() + field.substring(Math.max(0, equals)));
            case 4 -> Collections.swap(fields, at, random.nextInt(fields.size()));
            case 5 -> fields.add(at, tag() + "=" + value());
            case 6 -> fields.set(at, field.substring(0, random.nextInt(field.length() + 1)));
            case 7 -> fields.add(at, tag() + "=" + "x".repeat(random.nextInt(5_000)));
            default ->
            {
                for (int i = random.nextInt(2_000); i > 0; i--)
                {
                    fields.add(field);
                }
            }
        }
    }

    private byte[] broken(final FixFrame frame)
    {
        switch (random.nextInt(8))
        {
            case 0 -> frame.wrongChecksum();
            case 1 -> frame.checksum(VALUES[random.nextInt(VALUES.length)]);
            case 2 -> frame.length(VALUES[random.nextInt(VALUES.length)]);
            case 3 -> frame.length(Integer.toString(random.nextInt(400)));
            case 4 -> frame.head("8=FIX.4.4|35=D|9=#|");
            case 5 -> frame.sendingTime(VALUES[random.nextInt(VALUES.length)]);
            case 6 -> frame.begin(VALUES[random.nextInt(VALUES.length)]);
            default ->
            {
                final byte[] whole = frame.bytes();
                return Arrays.copyOf(whole, random.nextInt(whole.length));
            }
        }
        return frame.bytes();
    }

    /** Bytes that are nothing at all. */
    byte[] noise()
    {
        final byte[] bytes = new byte[1 + random.nextInt(300)];
        random.nextBytes(bytes);
        final byte[] begin = "8=FIX.4.4\0019=".getBytes(StandardCharsets.ISO_8859_1);
        if (random.nextBoolean() && bytes.length > begin.length)
        {
            System.arraycopy(begin, 0, bytes, 0, begin.length);
        }
        return bytes;
    }

    private String tag()
    {
        return Integer.toString(TAGS[random.nextInt(TAGS.length)]);
    }

    private String value()
    {
        return VALUES[random.nextInt(VALUES.length)];
    }
}
