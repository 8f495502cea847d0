// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.drill;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Decides from a seed which process dies next and how much clients receive before. Time has no part in it.
 */
final class KillSchedule
{
    private static final int FEWEST_RECEIVED = 40;
    private static final int MOST_RECEIVED = 400;
    private static final int PAIR_ONE_IN = 8;
    private static final int EARLY_ONE_IN = 4;
    /** Shares of all deaths: engines, gateway and publisher each, clients each. */
    private static final int ENGINE_SHARE = 6;
    private static final int COMPONENT_SHARE = 3;
    private static final int CLIENT_SHARE = 2;

    private final SplittableRandom random;
    private final DrillVenue venue;
    private final boolean isTogether;
    private final List<DrillProcess> lots = new ArrayList<>();

    /**
     * Who dies, and when.
     *
     * @param victims one or two.
     * @param receivedBefore events that clients receive before.
     * @param isEarly whether a gateway or a client may die before it has served again since its last death.
     */
    record Death(List<DrillProcess> victims, int receivedBefore, boolean isEarly)
    {
    }

    KillSchedule(final long seed, final DrillVenue venue, final boolean isTogether)
    {
        this.venue = venue;
        this.isTogether = isTogether;
        random = new SplittableRandom(seed);
        final int engineShare = Math.ceilDiv(ENGINE_SHARE, venue.engines().size());
        venue.engines().forEach(process -> add(process, engineShare));
        venue.components().forEach(process -> add(process, COMPONENT_SHARE));
        venue.clients().forEach(process -> add(process, CLIENT_SHARE));
    }

    private void add(final DrillProcess process, final int share)
    {
        for (int i = 0; i < share; i++)
        {
            lots.add(process);
        }
    }

    Death next()
    {
        final List<DrillProcess> victims = isTogether ? engineAndGateways() : victims();
        return new Death(victims, random.nextInt(FEWEST_RECEIVED, MOST_RECEIVED), 0 == random.nextInt(EARLY_ONE_IN));
    }

    /** An engine, of which a drill takes the leader, and who speaks for it. */
    private List<DrillProcess> engineAndGateways()
    {
        final List<DrillProcess> victims = new ArrayList<>();
        victims.add(venue.engines().get(random.nextInt(venue.engines().size())));
        venue.components().stream().filter(component -> null != component.protocol()).forEach(victims::add);
        return victims;
    }

    private List<DrillProcess> victims()
    {
        final List<DrillProcess> victims = new ArrayList<>();
        victims.add(lots.get(random.nextInt(lots.size())));
        if (0 == random.nextInt(PAIR_ONE_IN))
        {
            final DrillProcess other = lots.get(random.nextInt(lots.size()));
            if (!victims.contains(other))
            {
                victims.add(other);
            }
        }
        return victims;
    }
}
