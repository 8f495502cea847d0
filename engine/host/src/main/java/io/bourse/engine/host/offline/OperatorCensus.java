// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.offline;

import io.bourse.engine.protocol.CommandRejectedDecoder;
import io.bourse.engine.protocol.OperatorActedDecoder;
import io.bourse.engine.protocol.OperatorDefinedDecoder;
import io.bourse.engine.protocol.RejectReason;
import org.agrona.DirectBuffer;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Who has signed what, from events: the core publishes them only for signatures that it has verified.
 */
final class OperatorCensus
{
    private final OperatorDefinedDecoder defined = new OperatorDefinedDecoder();
    private final OperatorActedDecoder acted = new OperatorActedDecoder();
    private final CommandRejectedDecoder rejected = new CommandRejectedDecoder();
    private final Map<Integer, PersonFacts> persons = new TreeMap<>();
    private final Map<Long, Act> acts = new HashMap<>();
    private long refusedSignatures;

    /** Who has signed one command; the approver is null when there is none. */
    record Act(PersonFacts operator, PersonFacts approver)
    {
    }

    void onEvent(
        final int templateId,
        final DirectBuffer buffer,
        final int at,
        final int blockLength,
        final int version,
        final long commandPosition)
    {
        if (OperatorDefinedDecoder.TEMPLATE_ID == templateId)
        {
            defined.wrap(buffer, at, blockLength, version);
            named(defined.operatorId(), defined.name());
        }
        else if (OperatorActedDecoder.TEMPLATE_ID == templateId)
        {
            acted.wrap(buffer, at, blockLength, version);
            final PersonFacts operator = count(acted.operatorId(), 1, 0);
            acts.put(commandPosition,
                new Act(operator, 0 == acted.approverId() ? null : count(acted.approverId(), 0, 1)));
        }
        else if (CommandRejectedDecoder.TEMPLATE_ID == templateId)
        {
            rejected.wrap(buffer, at, blockLength, version);
            refusedSignatures += RejectReason.SIGNATURE_INVALID == rejected.reason() ? 1 : 0;
        }
    }

    void named(final int operatorId, final String name)
    {
        persons.put(operatorId, person(operatorId).named(name));
    }

    private PersonFacts count(final int operatorId, final int commands, final int approvals)
    {
        final PersonFacts counted = person(operatorId).plus(commands, approvals);
        persons.put(operatorId, counted);
        return counted;
    }

    private PersonFacts person(final int operatorId)
    {
        return persons.getOrDefault(operatorId, new PersonFacts(operatorId, "", 0, 0));
    }

    /** All of them, by number. */
    List<PersonFacts> persons()
    {
        return List.copyOf(persons.values());
    }

    /** Who has signed the command that ends at a journal position; null when no verified signature is known. */
    Act actAt(final long commandPosition)
    {
        return acts.get(commandPosition);
    }

    /** Commands that were refused because a signature did not verify. */
    long refusedSignatures()
    {
        return refusedSignatures;
    }
}
