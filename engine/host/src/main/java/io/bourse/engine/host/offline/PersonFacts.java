// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.offline;

/**
 * What one person has signed in a history, as the core has verified it.
 *
 * @param operatorId of the person.
 * @param name in the register of operators; empty when neither the events that are left nor a snapshot have it.
 * @param commands signed as the requester.
 * @param approvals signed as the second person.
 */
public record PersonFacts(int operatorId, String name, long commands, long approvals)
{
    /**
     * The person for people.
     *
     * @return the name, or the number.
     */
    public String text()
    {
        return name.isEmpty() ? "operator " + operatorId : name;
    }

    PersonFacts named(final String newName)
    {
        return new PersonFacts(operatorId, newName, commands, approvals);
    }

    PersonFacts plus(final int moreCommands, final int moreApprovals)
    {
        return new PersonFacts(operatorId, name, commands + moreCommands, approvals + moreApprovals);
    }
}
