// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.rebalancer;

import io.bourse.engine.client.CommandPublisher;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.GatewayCommands;
import io.bourse.engine.protocol.GiveCollateralEncoder;
import io.bourse.engine.protocol.MessageHeaderEncoder;
import io.bourse.engine.protocol.SharedLimits;
import io.bourse.engine.protocol.TakeCollateralEncoder;
import io.bourse.engine.security.Principal;
import org.agrona.concurrent.UnsafeBuffer;

/** Commands of the rebalancer to one partition. They are not counted: each may be said again. */
final class CollateralCommands
{
    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[CommandPublisher.MAX_COMMAND_LENGTH]);
    private final MessageHeaderEncoder messageHeader = new MessageHeaderEncoder();
    private final GiveCollateralEncoder give = new GiveCollateralEncoder();
    private final TakeCollateralEncoder take = new TakeCollateralEncoder();
    private final CommandPublisher publisher;
    private final GatewayCommands commands;

    CollateralCommands(final EngineClient client)
    {
        publisher = client.newCommandPublisher(Principal.REBALANCER);
        commands = new GatewayCommands(publisher, Principal.REBALANCER.number(), client.partition());
    }

    /** Gives so much at most to another partition; false when the engine takes no more at the moment. */
    boolean give(final SharedRegister register, final long amount, final int toPartition)
    {
        give.wrapAndApplyHeader(buffer, 0, messageHeader);
        commands.head(give.header(), 0, 0, 0);
        give.kopecks(amount).toPartition((short)toPartition).limitKind(SharedLimits.value(register.kind))
            .level(register.level.value()).registerCode(register.code);
        return publisher.offer(buffer, 0, MessageHeaderEncoder.ENCODED_LENGTH + give.encodedLength());
    }

    /** Takes what another partition has given, ever; false when the engine takes no more at the moment. */
    boolean take(final SharedRegister register, final long given, final int fromPartition)
    {
        take.wrapAndApplyHeader(buffer, 0, messageHeader);
        commands.head(take.header(), 0, 0, 0);
        take.givenKopecks(given).fromPartition((short)fromPartition).limitKind(SharedLimits.value(register.kind))
            .level(register.level.value()).registerCode(register.code);
        return publisher.offer(buffer, 0, MessageHeaderEncoder.ENCODED_LENGTH + take.encodedLength());
    }
}
