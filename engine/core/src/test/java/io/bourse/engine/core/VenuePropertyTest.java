// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.engine.book.FastOrderBook;
import io.bourse.engine.book.PlainOrderBook;
import io.bourse.engine.protocol.FeatureLevels;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.HashMap;
import java.util.Map;

/**
 * Commands of every kind at random through two cores, one with the fast book and one with the plain one: every event,
 * every report and the state hash agree, the events alone say what the core holds, and they keep the rules of trading.
 * The seed is in the name or printed; run one again with {@code -Dbourse.seed=...}, longer with
 * {@code -Dbourse.commands=...} (each of the four flows; 25,000,000 take a quarter of an hour or so each).
 */
@Tag("venue")
class VenuePropertyTest
{
    private static final int COMMANDS = Integer.getInteger("bourse.commands", 100_000);
    private static final int REPORT_EVERY = 1_000;
    private static final int TEMPLATE_OFFSET = 2;

    @ParameterizedTest
    @ValueSource(longs = 20261121)
    void shouldAgreeWithThePlainBookWhenSeedIs(final long seed)
    {
        final Map<Integer, Integer> counts = new HashMap<>();
        final VenueRules rules = assertCoresAgree(seed, counts);
        assertEveryKindHappened(counts, seed);
        rules.assertEveryTypeHappened();
    }

    @Tag("drill")
    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    void shouldAgreeWithThePlainBookWhenSeedIsAnother(final long seed)
    {
        assertCoresAgree(seed, new HashMap<>());
    }

    @Test
    void shouldAgreeWithThePlainBookWhenSeedIsNew()
    {
        final long seed = Long.getLong("bourse.seed", System.nanoTime());
        System.out.println("VenuePropertyTest bourse.seed=" + seed);
        assertCoresAgree(seed, new HashMap<>());
    }

    @Test
    void shouldGiveTheSameBytesWhenTheSameCommandsComeAgain()
    {
        final CoreFixture first = new CoreFixture().withMembers().open();
        final CoreFixture second = new CoreFixture().withMembers().open();
        first.returnsTexts = false;
        second.returnsTexts = false;
        final RandomVenueCommands firstCommands = new RandomVenueCommands(42, first);
        final RandomVenueCommands secondCommands = new RandomVenueCommands(42, second);
        for (int i = 0; i < 30_000; i++)
        {
            firstCommands.sendNext();
            secondCommands.sendNext();
        }
        assertEquals(first.stateHash(), second.stateHash());
        assertEquals(first.recorder.frames.size(), second.recorder.frames.size());
        for (int i = 0; i < first.recorder.frames.size(); i++)
        {
            assertArrayEquals(first.recorder.frames.get(i), second.recorder.frames.get(i));
        }
    }

    private static VenueRules assertCoresAgree(final long seed, final Map<Integer, Integer> counts)
    {
        final CoreFixture fast = new CoreFixture(0, FastOrderBook::new).withMembers().open();
        final CoreFixture plain = new CoreFixture(0, PlainOrderBook::new).withMembers().open();
        fast.raiseTo(FeatureLevels.HIGHEST);
        plain.raiseTo(FeatureLevels.HIGHEST);
        final EventLedger ledger = new EventLedger(RandomVenueCommands.STRATEGY);
        final VenueRules rules = new VenueRules(fast);
        fast.recorder.onEvent = event ->
        {
            ledger.onEvent(event);
            rules.onEvent(event);
            counts.merge(event[TEMPLATE_OFFSET] & 0xFF, 1, Integer::sum);
        };
        fast.returnsTexts = false;
        plain.returnsTexts = false;
        final RandomVenueCommands fastCommands = new RandomVenueCommands(seed, fast);
        final RandomVenueCommands plainCommands = new RandomVenueCommands(seed, plain);
        for (int i = 0; i < COMMANDS; i++)
        {
            final String at = "seed=" + seed + " command=" + i;
            fast.recorder.frames.clear();
            plain.recorder.frames.clear();
            fast.recorder.clientRefs.clear();
            plain.recorder.clientRefs.clear();
            fastCommands.sendNext();
            plainCommands.sendNext();
            if (plain.recorder.rollingHash != fast.recorder.rollingHash)
            {
                assertEquals(plain.texts(), fast.texts(), at);
            }
            assertEquals(plain.recorder.rollingHash, fast.recorder.rollingHash, at);
            rules.assertKept(at);
            if (0 == i % REPORT_EVERY)
            {
                assertEquals(plain.stateHash(), fast.stateHash(), at);
                ledger.assertEqualsReport(at);
            }
        }
        return rules;
    }

    /** A flow in which something never happens proves nothing about it; not every seed meets what is rare. */
    private static void assertEveryKindHappened(final Map<Integer, Integer> counts, final long seed)
    {
        final int[] templates = {
            110, 111, 112, 113, 114, 115, 116, 117, 118, 119, 120, 126, 127, 128, 133, 134, 135, 136, 137, 139, 150,
            151, 152, 153, 154, 155, 159, 160, 161, 162, 170, 171, 172, 173, 174};
        for (final int template : templates)
        {
            assertTrue(
                counts.getOrDefault(template, 0) > 0,
                () -> "no event of templateId=" + template + " seed=" + seed + " counts=" + counts);
        }
    }
}
