// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.offline;

import io.bourse.engine.security.Principal;

/**
 * Who sent a command of a journal or log.
 *
 * @param gatewayId that the command names.
 * @param isAuthenticated whether the sender has proven who it is; otherwise the command only claims it.
 * @param isHost whether the host made the command itself, when a deadline had come.
 */
public record CommandSender(int gatewayId, boolean isAuthenticated, boolean isHost)
{
    /**
     * The principal.
     *
     * @return such as {@code operator} or {@code gateway-1}; {@code engine} for the host itself.
     */
    public String principal()
    {
        if (isHost)
        {
            return Principal.ENGINE.text();
        }
        final Principal principal = Principal.ofGatewayId(gatewayId);
        return null == principal ? "gateway-id " + gatewayId : principal.text();
    }
}
