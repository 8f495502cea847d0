// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.crypto;

/**
 * A signature does not hold, or not for a signer that is trusted.
 */
public final class SignatureException extends Exception
{
    private static final long serialVersionUID = 1L;
    private final boolean unknownSigner;

    /**
     * New exception.
     *
     * @param unknownSigner true when only the trust in the signer is missing.
     * @param message a sentence with key=value facts.
     * @param cause may be null.
     */
    public SignatureException(final boolean unknownSigner, final String message, final Throwable cause)
    {
        super(message, cause);
        this.unknownSigner = unknownSigner;
    }

    /**
     * Whether the signature itself is sound.
     *
     * @return true when only the trust in the signer is missing.
     */
    public boolean isUnknownSigner()
    {
        return unknownSigner;
    }
}
