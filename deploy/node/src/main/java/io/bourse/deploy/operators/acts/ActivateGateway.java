// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.operators.acts;

import io.bourse.deploy.operators.forms.Forms;
import io.bourse.engine.client.operator.SessionOperator;
import io.bourse.engine.protocol.FeatureLevels;

/**
 * Has the standby of a gateway take over, whether the gateway that has the sessions lives or not. The engine verifies
 * who does it and keeps it in the history; the standby follows the event.
 *
 * @param gateway whose standby.
 */
public record ActivateGateway(Gateway gateway) implements Act<Void>
{
    /** Gateways of a venue. */
    public enum Gateway
    {
        /** Binary order entry. */
        TWIME(1),
        /** FIX order entry. */
        FIX(2);

        private final int gatewayId;

        Gateway(final int gatewayId)
        {
            this.gatewayId = gatewayId;
        }

        /** Number in the event stream. */
        public int id()
        {
            return gatewayId;
        }
    }

    /** Checks the form. */
    public ActivateGateway
    {
        Forms.given("gateway", gateway);
    }

    @Override
    public String target(final ActContext context)
    {
        return gateway.name();
    }

    @Override
    public Void execute(final ActContext context)
    {
        context.requireLevel(FeatureLevels.ATTENDED);
        new SessionOperator(context.operator()).activateGateway(gateway.gatewayId);
        return null;
    }
}
