// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.config;

import com.typesafe.config.ConfigFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.Map;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

class ThreadLayoutLoaderTest
{
    private static final int MANY = ThreadLayout.DEDICATED_PROCESSORS;

    @ParameterizedTest
    @CsvSource({
        "auto,      false, 1,  true",
        "auto,      false, 2,  true",
        "auto,      false, 5,  true",
        "auto,      false, 6,  false",
        "auto,      true,  2,  false",
        "compact,   false, 64, true",
        "dedicated, false, 1,  false",
        "dedicated, true,  1,  false"})
    void shouldChooseALayoutByTheMachineUnlessOneIsNamed(
        final String layout, final boolean isCluster, final int processors, final boolean isCompact)
    {
        assertEquals(
            new ThreadLayout(isCompact, Map.of()), layout("{layout=" + layout + ",cores{}}", isCluster, processors));
    }

    @Test
    void shouldReadTheProcessorsOfThreads()
    {
        assertEquals(
            new ThreadLayout(false, Map.of("engine", 2, "market-data", 3, "fix", 1023)),
            layout("{layout=dedicated,cores{engine=2,market-data=3,fix=1023}}", false, 2));
        assertEquals(Map.of("twime", 1),
            VenueConfigLoader.load(null, Map.of("venue.cores.twime", 1)).layout().cores());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "layout=wide,cores{}               | false | venue.layout          | auto, compact, dedicated",
        "layout=compact,cores{}            | true  | venue.layout          | host = cluster",
        "layout=auto,cores{matcher=1}      | false | venue.cores.matcher   | market-data",
        "layout=auto,cores{engine=1}       | true  | venue.cores.engine    | host = cluster",
        "layout=auto,cores{archive=1}      | true  | venue.cores.archive   | host = cluster",
        "layout=auto,cores{twime=-1}       | false | venue.cores.twime     | 0 to 1023",
        "layout=auto,cores{twime=1024}     | false | venue.cores.twime     | 0 to 1023",
        "layout=auto,cores{twime=first}    | false | venue.cores.twime     | NUMBER"})
    void shouldNameTheKeyAndTheReasonWhenItIsRefused(
        final String text, final boolean isCluster, final String key, final String reason)
    {
        final ConfigurationException ex =
            assertThrows(ConfigurationException.class, () -> layout("{" + text + "}", isCluster, MANY));
        assertTrue(ex.getMessage().contains("key=" + key + " "), ex::getMessage);
        assertTrue(ex.getMessage().contains(reason), ex::getMessage);
    }

    @Test
    void shouldMeasureGapsOnlyOnAThreadThatNeverSleeps()
    {
        assertFalse(VenueConfigLoader.load(null, Map.of()).engine().hasGapMeter());
        assertTrue(VenueConfigLoader.load(
            null, Map.of("venue.engine.gap-meter", true, "venue.engine.idle", "spin")).engine().hasGapMeter());
        final ConfigurationException ex = assertThrows(ConfigurationException.class,
            () -> VenueConfigLoader.load(null, Map.of("venue.engine.gap-meter", true)));
        assertTrue(ex.getMessage().contains("venue.engine.gap-meter"), ex::getMessage);
    }

    private static ThreadLayout layout(final String venue, final boolean isCluster, final int processors)
    {
        return new ThreadLayoutLoader(ConfigFactory.parseString("venue " + venue), isCluster, processors).layout();
    }
}
