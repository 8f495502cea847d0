// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.security;

import io.aeron.cluster.codecs.BackupQueryDecoder;
import io.aeron.cluster.codecs.HeartbeatRequestDecoder;
import io.aeron.cluster.codecs.MessageHeaderDecoder;
import io.aeron.security.AuthorisationService;

/**
 * What a principal may ask of the consensus module besides opening a session: backups and members ask where the log
 * is. Snapshots are asked for by a member's own process, so nothing else is granted to anyone.
 */
public final class ClusterRights implements AuthorisationService
{
    @Override
    public boolean isAuthorised(
        final int protocolId, final int actionId, final Object type, final byte[] encodedPrincipal)
    {
        final SessionIdentity identity =
            null == encodedPrincipal ? SessionIdentity.CLAIMED : SessionIdentity.of(encodedPrincipal);
        if (MessageHeaderDecoder.SCHEMA_ID != protocolId || !identity.isAuthenticated())
        {
            return false;
        }
        return switch (actionId)
        {
            case BackupQueryDecoder.TEMPLATE_ID, HeartbeatRequestDecoder.TEMPLATE_ID ->
                identity.principals().contains(Principal.BACKUP) || identity.principals().contains(Principal.MEMBER);
            default -> false;
        };
    }
}
