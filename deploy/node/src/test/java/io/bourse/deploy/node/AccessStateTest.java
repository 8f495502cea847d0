// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.node;

import io.bourse.gateway.fix.admission.AccessRules;
import io.bourse.gateway.sbe.admission.LoginAccess;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;
import java.util.Optional;

import static org.junit.jupiter.api.Assertions.assertEquals;

class AccessStateTest
{
    private static AccessState state(final String component)
    {
        return new AccessState(component, 1, "access.conf", "", "", "", Map.of(
            "twime TWAA01", new LoginAccess(null, true, null, null).toString(),
            "twime TWBB01", LoginAccess.OPEN.toString(),
            "fix FIXAA01", AccessRules.OPEN.toString(),
            "fix (defaults)", AccessRules.OPEN.toString().replace("blocked=false", "blocked=true")));
    }

    @Test
    void shouldSayWhoIsBlockedByTheSettingsOfItsProtocol()
    {
        final List<AccessState> venue = List.of(state("venue"));
        assertEquals(Optional.of(true), AccessState.isBlocked(venue, "twime", "TWAA01"));
        assertEquals(Optional.of(false), AccessState.isBlocked(venue, "twime", "TWBB01"));
        assertEquals(Optional.of(false), AccessState.isBlocked(venue, "twime", "TWCC01"));
        assertEquals(Optional.of(false), AccessState.isBlocked(venue, "fix", "FIXAA01"));
        assertEquals(Optional.of(true), AccessState.isBlocked(venue, "fix", "FIXBB01"));
    }

    @Test
    void shouldNotKnowWhatNoProcessOfTheProtocolHasSaid()
    {
        final List<AccessState> twime = List.of(state("twime"));
        assertEquals(Optional.of(true), AccessState.isBlocked(twime, "twime", "TWAA01"));
        assertEquals(Optional.empty(), AccessState.isBlocked(twime, "fix", "FIXBB01"));
        assertEquals(Optional.empty(), AccessState.isBlocked(List.of(), "twime", "TWAA01"));
    }
}
