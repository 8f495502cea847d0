// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.machine;

import io.bourse.deploy.config.ConfigurationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

@Timeout(30)
class ThreadAffinityTest
{
    @Test
    @EnabledOnOs(OS.LINUX)
    void shouldBindAThreadAndNoOther() throws IOException
    {
        final BitSet allowed = ThreadAffinity.allowed();
        // Not as many as the JVM says: a cgroup may give it less time than that of all processors it may use.
        assertEquals(allowedBySystem(), allowed);
        final int last = allowed.length() - 1;
        ThreadAffinity.check(Map.of("engine", last));

        final BitSet bound = new BitSet();
        bound.set(last);
        assertEquals(bound, allowedOnThreadOf(last));
        assertEquals(allowed, allowedOnThreadOf(null));
        assertEquals(allowed, ThreadAffinity.allowed());
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void shouldRefuseAProcessorThatIsNotThere()
    {
        final ConfigurationException ex =
            assertThrows(ConfigurationException.class, () -> ThreadAffinity.check(Map.of("twime", 1023)));
        assertTrue(ex.getMessage().contains("key=venue.cores.twime value=1023"), ex::getMessage);
        assertTrue(ex.getMessage().contains("allowed=" + ThreadAffinity.allowed()), ex::getMessage);
    }

    @Test
    void shouldRefuseEveryProcessorWhereThereIsNoSuchCall()
    {
        final Map<String, Integer> cores = Map.of("twime", 0);
        ThreadAffinity.check(Map.of());
        ThreadAffinity.requireLinux(cores, "linux");
        final ConfigurationException ex =
            assertThrows(ConfigurationException.class, () -> ThreadAffinity.requireLinux(cores, "mac os x"));
        assertTrue(ex.getMessage().contains("key=venue.cores value={twime=0}"), ex::getMessage);
        assertTrue(ex.getMessage().contains("os=mac os x"), ex::getMessage);
    }

    /** Cpus_allowed_list of the calling thread, for instance 0-3,8. */
    private static BitSet allowedBySystem() throws IOException
    {
        final BitSet allowed = new BitSet();
        final String key = "Cpus_allowed_list:";
        final String list = Files.readAllLines(Path.of("/proc/thread-self/status")).stream()
            .filter((line) -> line.startsWith(key)).findFirst().orElseThrow().substring(key.length()).strip();
        for (final String range : list.split(","))
        {
            final String[] ends = range.split("-");
            allowed.set(Integer.parseInt(ends[0]), Integer.parseInt(ends[ends.length - 1]) + 1);
        }
        return allowed;
    }

    private static BitSet allowedOnThreadOf(final Integer core)
    {
        final CompletableFuture<BitSet> seen = new CompletableFuture<>();
        ThreadAffinity.factory(core).newThread(() -> seen.complete(ThreadAffinity.allowed())).start();
        return seen.join();
    }
}
