// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client.operator;

import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.StreamHistory;
import io.bourse.engine.client.checkpoint.CheckpointState;
import io.bourse.engine.client.checkpoint.CheckpointedListener;
import io.bourse.engine.protocol.EventGroup;
import io.bourse.engine.protocol.OperatorAct;
import io.bourse.engine.protocol.OperatorActs;
import io.bourse.engine.protocol.OperatorDefinedDecoder;
import io.bourse.engine.protocol.OperatorFirmSetDecoder;
import io.bourse.engine.protocol.OperatorPolicySetDecoder;

import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

import static io.bourse.engine.protocol.OperatorRoles.ADMINISTRATOR;

/**
 * The register of operators and their policy, as the event stream has them. Not thread-safe.
 */
public final class OperatorRegister extends CheckpointedListener
{
    private final Map<Integer, OperatorSpec> operators = new TreeMap<>();
    private final Map<OperatorAct, PolicyRow> policy = new EnumMap<>(OperatorAct.class);
    private byte[] venueId;

    /**
     * An empty register, to be given the events of a stream from its beginning.
     */
    public OperatorRegister()
    {
    }

    /**
     * Reads the event stream up to where it ends now.
     *
     * @param client of the engine.
     * @return the register at that point.
     * @throws IllegalStateException when the stream goes silent before.
     */
    public static OperatorRegister read(final EngineClient client)
    {
        final OperatorRegister register = new OperatorRegister();
        StreamHistory.read(client, register);
        return register;
    }

    /**
     * Whether commands of operators must be signed: there are a policy and an active administrator.
     *
     * @return false before that.
     */
    public boolean isInForce()
    {
        return null != venueId && operators.values().stream().anyMatch(
            (operator) -> operator.isActive() && 0 != (operator.roles() & ADMINISTRATOR));
    }

    /**
     * All persons, revoked ones too.
     *
     * @return in order of their numbers.
     */
    public Collection<OperatorSpec> operators()
    {
        return Collections.unmodifiableCollection(operators.values());
    }

    /**
     * A person by name.
     *
     * @param name any.
     * @return null when there is none.
     */
    public OperatorSpec operator(final String name)
    {
        return operators.values().stream().filter((operator) -> operator.name().equals(name)).findFirst().orElse(null);
    }

    /**
     * Who may do one thing.
     *
     * @param act what is done.
     * @return null when no operator may.
     */
    public PolicyRow policy(final OperatorAct act)
    {
        return policy.get(Objects.requireNonNull(act, "act"));
    }

    /**
     * The venue that signatures are for.
     *
     * @return 16 bytes, or null before the first policy.
     */
    public byte[] venueId()
    {
        return null == venueId ? null : venueId.clone();
    }

    @Override
    public void onOperatorDefined(final EventGroup group, final OperatorDefinedDecoder event)
    {
        final byte[] publicKey = new byte[OperatorDefinedDecoder.publicKeyLength()];
        event.getPublicKey(publicKey, 0, publicKey.length);
        operators.put(event.operatorId(), new OperatorSpec(
            event.operatorId(), event.name(), event.roles().getRaw(), 0 != event.state(), publicKey));
    }

    @Override
    public void onOperatorFirmSet(final EventGroup group, final OperatorFirmSetDecoder event)
    {
        operators.computeIfPresent(event.operatorId(), (id, operator) -> operator.ofFirm(event.brokerageFirm()));
    }

    @Override
    public void onOperatorPolicySet(final EventGroup group, final OperatorPolicySetDecoder event)
    {
        venueId = new byte[OperatorPolicySetDecoder.venueIdLength()];
        event.getVenueId(venueId, 0, venueId.length);
        policy.clear();
        for (int value = 0; value < OperatorPolicySetDecoder.rolesLength(); value++)
        {
            final OperatorAct act = OperatorActs.ofValue(value);
            if (null != act && 0 != event.roles(value))
            {
                policy.put(act, new PolicyRow(act, event.roles(value), 0 != (event.approvals() >> value & 1)));
            }
        }
    }

    @Override
    public void state(final CheckpointState state)
    {
        positionState(state);
        venueId = state.flag(null != venueId) ? bytes(state, venueId) : null;
        final List<OperatorSpec> persons = List.copyOf(operators.values());
        for (int i = 0, count = state.count(persons.size()); i < count; i++)
        {
            final OperatorSpec former = state.isReading() ? null : persons.get(i);
            final OperatorSpec operator = new OperatorSpec(
                state.number(null == former ? 0 : former.operatorId()),
                state.text(null == former ? "" : former.name()),
                state.number(null == former ? 0 : former.roles()),
                state.flag(null != former && former.isActive()),
                bytes(state, null == former ? null : former.publicKey()),
                state.flag(null != former && null != former.firm()) ?
                    state.text(null == former ? "" : former.firm()) : null);
            operators.put(operator.operatorId(), operator);
        }
        for (final OperatorAct act : OperatorAct.values())
        {
            final PolicyRow former = policy.get(act);
            if (state.flag(null != former))
            {
                policy.put(act, new PolicyRow(act, state.number(null == former ? 0 : former.roles()),
                    state.flag(null != former && former.needsApproval())));
            }
        }
    }

    private static byte[] bytes(final CheckpointState state, final byte[] value)
    {
        return HexFormat.of().parseHex(state.text(null == value ? "" : HexFormat.of().formatHex(value)));
    }
}
