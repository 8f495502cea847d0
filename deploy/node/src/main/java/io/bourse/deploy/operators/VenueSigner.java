// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.operators;

import io.bourse.clearing.run.audit.OperatorSigner;
import io.bourse.engine.client.operator.CommandSigner;

/**
 * Signs commands to the engine of a venue as an operator.
 */
record VenueSigner(int operatorId, byte[] venueId, OperatorSigner signer) implements CommandSigner
{
    @Override
    public byte[] venueId()
    {
        return venueId.clone();
    }

    @Override
    public byte[] sign(final byte[] bytes)
    {
        return signer.sign(bytes);
    }
}
