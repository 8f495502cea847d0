// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.operators;

import io.bourse.clearing.crypto.PersonalKey;
import io.bourse.clearing.run.audit.OperatorRole;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.operator.OperatorClient;
import io.bourse.engine.client.operator.OperatorRegister;

import java.util.List;
import java.util.Map;

/**
 * The only operator of a venue that lives no longer than the process that starts it: with every role and a key that is
 * nowhere but in memory. For load tests, and venues with tables of their own.
 */
public final class SoleOperator
{
    private static final String NAME = "sole";

    private final OperatorKey key;

    /** One whose key is nowhere but in memory. */
    public SoleOperator()
    {
        this(PersonalKey.generate());
    }

    /** One with a key. */
    public SoleOperator(final PersonalKey key)
    {
        this.key = new OperatorKey(NAME, key);
    }

    /** What the venue is configured with. */
    public Map<String, Object> options()
    {
        return Map.of("venue.operators.founders", List.of(Map.of(
            "name", NAME,
            "roles", OperatorRole.ofVenue().stream().map(OperatorRole::text).toList(),
            "public-key", key.publicKey())));
    }

    /**
     * A client that signs.
     *
     * @param client of the engine; used, not owned.
     * @param timeoutNs longest wait for an outcome.
     * @return client.
     */
    public OperatorClient client(final EngineClient client, final long timeoutNs)
    {
        final OperatorRegister register = OperatorRegister.read(client);
        return new OperatorClient(client, timeoutNs,
            new VenueSigner(register.operator(NAME).operatorId(), register.venueId(), key));
    }
}
