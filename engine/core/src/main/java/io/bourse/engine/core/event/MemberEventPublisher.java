// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.event;

import io.bourse.engine.core.state.Login;
import io.bourse.engine.protocol.KillAction;
import io.bourse.engine.protocol.KillSwitchMovedEncoder;
import io.bourse.engine.protocol.LoginAction;
import io.bourse.engine.protocol.LoginConnectionChangedEncoder;
import io.bourse.engine.protocol.LoginControlledEncoder;
import io.bourse.engine.protocol.LoginRightsSetEncoder;
import io.bourse.engine.protocol.MassCancelledEncoder;

/**
 * Encodes what happens to logins and firms as a whole.
 */
public final class MemberEventPublisher
{
    private final EventGroupWriter writer;
    private final MassCancelledEncoder massCancelledEncoder = new MassCancelledEncoder();
    private final KillSwitchMovedEncoder killSwitchEncoder = new KillSwitchMovedEncoder();
    private final LoginConnectionChangedEncoder connectionEncoder = new LoginConnectionChangedEncoder();
    private final LoginControlledEncoder controlledEncoder = new LoginControlledEncoder();
    private final LoginRightsSetEncoder rightsEncoder = new LoginRightsSetEncoder();

    public MemberEventPublisher(final EventGroupWriter writer)
    {
        this.writer = writer;
    }

    /**
     * Orders have been cancelled at once.
     *
     * @param loginId of the login that has asked for it; 0: an operator, for a whole firm.
     * @param clOrdId of the request.
     * @param cancelledOrders how many.
     */
    public void massCancelled(final int loginId, final long clOrdId, final int cancelledOrders)
    {
        writer.next(massCancelledEncoder)
            .clOrdId(clOrdId)
            .loginId(loginId)
            .cancelledOrders(cancelledOrders);
    }

    /**
     * A kill switch has been moved.
     *
     * @param loginId 0 for a whole firm.
     * @param action what was done.
     * @param firmCode packed, of the login, or of the firm; two characters for a clearing firm.
     */
    public void killSwitchMoved(final int loginId, final KillAction action, final long firmCode)
    {
        writer.next(killSwitchEncoder).loginId(loginId).action(action);
        for (int i = 0; i < KillSwitchMovedEncoder.brokerageFirmLength(); i++)
        {
            killSwitchEncoder.brokerageFirm(i, (byte)(firmCode >>> (i << 3)));
        }
    }

    /**
     * A login is connected with a gateway, or is not any more.
     *
     * @param login after that.
     * @param isConnected with that gateway.
     * @param saysGateways whether the event has all gateways of the login.
     */
    public void connectionChanged(final Login login, final boolean isConnected, final boolean saysGateways)
    {
        final int blockLength = saysGateways ?
            LoginConnectionChangedEncoder.BLOCK_LENGTH : LoginConnectionChangedEncoder.gatewaysEncodingOffset();
        writer.next(connectionEncoder, blockLength)
            .cancelAtNs(login.cancelAtNs)
            .loginId(login.loginId)
            .connected(isConnected ? (short)1 : 0);
        if (saysGateways)
        {
            connectionEncoder.gateways(login.gateways);
        }
    }

    public void loginControlled(final Login login, final LoginAction action)
    {
        writer.next(controlledEncoder).loginId(login.loginId).action(action);
    }

    public void loginRightsSet(final Login login)
    {
        writer.next(rightsEncoder)
            .disconnectGraceNs(login.disconnectGraceNs)
            .loginId(login.loginId)
            .rights(login.rights);
    }
}
