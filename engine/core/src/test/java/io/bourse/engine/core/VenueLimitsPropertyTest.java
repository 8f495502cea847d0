// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.engine.core.state.VenueLimits.Kind;
import io.bourse.engine.protocol.CommandRejectedDecoder;
import io.bourse.engine.protocol.FeatureLevels;
import io.bourse.engine.protocol.MessageHeaderDecoder;
import io.bourse.engine.protocol.RejectReason;

import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.SplittableRandom;

/**
 * Through a flow of every command there is, with limits that move: the core counts as many live orders, of all and of
 * each login, as the events say; no command takes a count above its limit; what is refused is at a limit; and a core
 * that is made of a snapshot counts the same. Run a seed again with {@code -Dbourse.seed=...}.
 */
@Tag("venue")
class VenueLimitsPropertyTest
{
    private static final int COMMANDS = Integer.getInteger("bourse.commands", 30_000);
    private static final int LOGINS = 3;
    private static final int MAX_TAIL = 1_000;

    private final MessageHeaderDecoder header = new MessageHeaderDecoder();
    private final CommandRejectedDecoder rejected = new CommandRejectedDecoder();
    private final long[] before = new long[LOGINS + 1];
    private long limitOfAll;
    private long limitOfLogin;
    private int refusals;
    private boolean wasRefused;

    @ParameterizedTest
    @ValueSource(longs = 1)
    void shouldCountAsTheEventsSayWhenSeedIs(final long seed)
    {
        assertCounts(seed);
    }

    @Tag("drill")
    @ParameterizedTest
    @ValueSource(longs = 2)
    void shouldCountAsTheEventsSayWhenSeedIsAnother(final long seed)
    {
        assertCounts(seed);
    }

    @Test
    void shouldCountAsTheEventsSayWhenSeedIsNew()
    {
        final long seed = Long.getLong("bourse.seed", System.nanoTime());
        System.out.println("VenueLimitsPropertyTest bourse.seed=" + seed);
        assertCounts(seed);
    }

    private void assertCounts(final long seed)
    {
        final SplittableRandom random = new SplittableRandom(~seed);
        final CoreFixture core = new CoreFixture().withMembers().open();
        core.raiseTo(FeatureLevels.HIGHEST);
        core.returnsTexts = false;
        final RandomVenueCommands commands = new RandomVenueCommands(seed, core);
        final VenueCommandWriter venue = new VenueCommandWriter(core.commands);
        final VenueRules rules = new VenueRules(core);
        core.recorder.onEvent = event ->
        {
            rules.onEvent(event);
            onEvent(new UnsafeBuffer(event));
        };
        for (int i = 0; i < COMMANDS; i++)
        {
            final String at = "seed=" + seed + " command=" + i;
            for (int login = VenueRules.ALL_LOGINS; login <= LOGINS; login++)
            {
                before[login] = rules.liveOrders(login);
            }
            wasRefused = false;
            if (0 == random.nextInt(500))
            {
                limitOfAll = random.nextInt(80);
                limitOfLogin = random.nextInt(40);
                core.send(venue.venueLimits(
                    encoder -> encoder.liveOrders(limitOfAll).liveOrdersPerLogin(limitOfLogin)));
            }
            else
            {
                commands.sendNext();
            }
            core.recorder.frames.clear();
            core.recorder.clientRefs.clear();
            assertEqualCounts(rules, core.engine, at);
            for (final MatchingEngine follower : core.followers)
            {
                assertEqualCounts(rules, follower, at);
            }
            assertWithinLimits(rules, at);
            rules.assertKept(at);
            if (0 == random.nextInt(MAX_TAIL))
            {
                core.followers.clear();
                core.follow();
            }
        }
        assertTrue(refusals > 100, "refusals=" + refusals + " seed=" + seed);
    }

    private static void assertEqualCounts(final VenueRules rules, final MatchingEngine engine, final String at)
    {
        assertEquals(rules.liveOrders(VenueRules.ALL_LOGINS), engine.limits().used(Kind.LIVE_ORDERS), at);
        for (int login = 1; login <= LOGINS; login++)
        {
            assertEquals(rules.liveOrders(login), engine.limits().ordersOf(login), at + " login=" + login);
        }
    }

    private void assertWithinLimits(final VenueRules rules, final String at)
    {
        boolean isNear = false;
        for (int login = VenueRules.ALL_LOGINS; login <= LOGINS; login++)
        {
            final long limit = VenueRules.ALL_LOGINS == login ? limitOfAll : limitOfLogin;
            final long live = rules.liveOrders(login);
            assertFalse(0 != limit && live > before[login] && live > limit,
                at + " login=" + login + " live=" + live + " before=" + before[login] + " limit=" + limit);
            // A quote adds two orders at most.
            isNear |= 0 != limit && before[login] + 2 > limit;
        }
        assertTrue(!wasRefused || isNear, at + " refused below every limit");
    }

    private void onEvent(final UnsafeBuffer event)
    {
        header.wrap(event, 0);
        if (CommandRejectedDecoder.TEMPLATE_ID == header.templateId() &&
            RejectReason.CAPACITY == rejected.wrapAndApplyHeader(event, 0, header).reason())
        {
            wasRefused = true;
            refusals++;
        }
    }
}
