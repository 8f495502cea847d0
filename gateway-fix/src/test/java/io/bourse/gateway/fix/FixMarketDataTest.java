// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix;

import io.bourse.gateway.fix.data.DataCounter;
import io.bourse.gateway.fix.session.FixSessionOptions;
import io.bourse.gateway.fix.session.FixSessionOptions.Dictionary;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.nio.file.Path;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Market data through a whole gateway, over real sockets.
 */
@Tag("venue")
class FixMarketDataTest
{
    private static final String ORDER = "|1=CF01ABC|55=CHEAP-12.26|60=20261122-09:00:00|40=2|59=0";
    private static final String BOOK = "|267=3|269=0|269=1|269=2|146=1|55=CHEAP-12.26";

    @TempDir
    private Path directory;

    /** The body behind the header and before the trailer, without times. */
    private static String body(final String message)
    {
        return message.substring(message.indexOf("|52=") + 1)
            .replaceAll("^52=[^|]*\\|", "").replaceAll("\\|(83|272|273|322|60)=[^|]*", "").replaceAll("\\|10=.*", "");
    }

    /** The next message of a type; those of others are passed over. */
    private static String next(final RawFix client, final String type) throws Exception
    {
        String message = client.read("|10=");
        while (!message.contains("|35=" + type + "|"))
        {
            message = client.read("|10=");
        }
        return message;
    }

    private static String read(final RawFix client, final String type) throws Exception
    {
        return body(next(client, type));
    }

    @ParameterizedTest
    @EnumSource(Dictionary.class)
    void shouldAnswerWhatClientsAskAboutTheMarket(final Dictionary dictionary) throws Exception
    {
        final boolean isOurs = Dictionary.BOURSE == dictionary;
        try (Venue venue = new Venue(directory)
            .options((options) -> options.defaults(FixSessionOptions.builder().dictionary(dictionary).build()))
            .startGateway();
            RawFix client = new RawFix(venue.port()))
        {
            client.logOn("ALPHA");
            client.send(RawFix.message("ALPHA", 2, "x|320=l|559=0|55=CHEAP-12.26"));
            assertEquals("320=l|560=0|393=1|893=Y|146=1|55=CHEAP-12.26|48=11|22=8|461=FXXXXX|167=FUT|200=202612|" +
                "541=20261217|711=1|311=THING|15=RUB|561=1|336=7" +
                (isOurs ? "|969=0.01|1146=0.01|1148=50|1149=500|1150=100" : ""),
                read(client, "y"));
            client.send(RawFix.message("ALPHA", 3, "g|335=t|263=0"));
            assertEquals("335=t|336=7|338=1|340=2|58=OPEN", read(client, "h"));
            client.send(RawFix.message("ALPHA", 4, "e|324=s|55=CHEAP-12.26|263=0"));
            assertEquals("324=s|55=CHEAP-12.26|48=11|22=8|15=RUB|336=7|326=17|58=CONTINUOUS" +
                (isOurs ? "|1148=50|1149=500" : ""),
                read(client, "f"));
            client.send(RawFix.message("ALPHA", 5, "V|262=m|263=1|264=1|265=1" + BOOK));
            assertEquals("262=m|55=CHEAP-12.26|48=11|22=8|268=0", read(client, "W"));
            client.send(RawFix.message("ALPHA", 6, "D|11=a|54=1|38=10|44=100" + ORDER));
            final String update = next(client, "X");
            assertEquals("262=m|268=1|279=0|269=0|55=CHEAP-12.26|48=11|22=8|270=100|271=10|346=1|290=1", body(update));
            assertEquals(isOurs, update.contains("|83="), update);
            client.send(RawFix.message("ALPHA", 7, "D|11=b|54=2|38=4|44=100" + ORDER));
            assertEquals("262=m|268=2|279=1|269=0|55=CHEAP-12.26|48=11|22=8|270=100|271=6|346=1|290=1|279=0|269=2|" +
                "278=1|55=CHEAP-12.26|48=11|22=8|270=100|271=4|58=CONTINUOUS", read(client, "X"));
            client.send(RawFix.message("ALPHA", 8, "V|262=n|263=0|264=1|267=1|269=0|146=1|55=NOTHING"));
            assertEquals("262=n|281=0|58=unknown instrument: Symbol=NOTHING", read(client, "Y"));
            assertEquals(1, venue.gateway().dataCounters().get(DataCounter.SNAPSHOTS));
        }
    }

    @Test
    void shouldFillGapsWhereMarketDataWasWhenAClientAsksAgain() throws Exception
    {
        try (Venue venue = new Venue(directory).startGateway(); RawFix client = new RawFix(venue.port()))
        {
            client.logOn("ALPHA");
            client.send(RawFix.message("ALPHA", 2, "V|262=m|263=1|264=1|265=1" + BOOK));
            read(client, "W");
            client.send(RawFix.message("ALPHA", 3, "D|11=a|54=1|38=10|44=100" + ORDER));
            final String first = client.read("|10=");
            final String second = client.read("|10=");
            assertTrue((first + second).contains("|35=8|") && (first + second).contains("|35=X|"), first + second);
            client.send(RawFix.message("ALPHA", 4, "2|7=2|16=0"));
            final String gap = client.read("|10=");
            assertTrue(gap.contains("|35=4|") && gap.contains("|34=2|") && gap.contains("|123=Y|"), gap);
            final String report = client.read("|10=");
            assertTrue(report.contains("|35=8|") && report.contains("|43=Y|"), report);
        }
    }

    @Test
    void shouldKnowTheBookAfterARestartAndForgetSubscriptions() throws Exception
    {
        try (Venue venue = new Venue(directory).startGateway())
        {
            try (RawFix client = new RawFix(venue.port()))
            {
                client.logOn("ALPHA");
                client.send(RawFix.message("ALPHA", 2, "D|11=a|54=1|38=10|44=100" + ORDER));
                client.read("|35=8|");
                client.send(RawFix.message("ALPHA", 3, "V|262=m|263=1|264=1|265=1" + BOOK));
                read(client, "W");
            }
            venue.stopGateway();
            venue.startGateway();
            try (RawFix client = new RawFix(venue.port()))
            {
                client.logOn("ALPHA");
                client.send(RawFix.message("ALPHA", 2, "V|262=m|263=1|264=1|265=1" + BOOK));
                assertEquals("262=m|55=CHEAP-12.26|48=11|22=8|268=1|269=0|270=100|271=10|346=1|290=1",
                    read(client, "W"));
            }
        }
    }
}
