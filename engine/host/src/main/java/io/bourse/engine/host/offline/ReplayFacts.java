// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.offline;

import java.util.List;

/**
 * What came of replaying the whole journal through a core without any state, or what is left of it through a core made
 * of the oldest snapshot.
 *
 * @param fromPosition journal position at which it began: 0, or that of the snapshot.
 * @param commands executed.
 * @param framesIdentical event frames that are recorded, byte for byte.
 * @param framesMissing event frames that are not recorded.
 * @param rollingHash over all events of the replay.
 * @param stateHash over all state of the core at the end.
 * @param featureLevel by which the history is judged at the end.
 * @param session of trading at the end.
 * @param gateways their last starts, ascending by id.
 * @param persons who has signed commands of operators, by number; counted from where the events that are left begin.
 * @param refusedSignatures commands that the core has refused because a signature did not verify.
 */
public record ReplayFacts(
    long fromPosition,
    long commands,
    long framesIdentical,
    long framesMissing,
    long rollingHash,
    long stateHash,
    int featureLevel,
    VenueState.SessionState session,
    List<VenueState.GatewayState> gateways,
    List<PersonFacts> persons,
    long refusedSignatures)
{
}
