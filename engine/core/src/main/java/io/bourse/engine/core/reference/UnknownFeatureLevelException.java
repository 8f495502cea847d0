// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.reference;

/**
 * The history goes on by rules that this program does not know. Nothing is wrong with the history.
 */
public final class UnknownFeatureLevelException extends IllegalStateException
{
    private static final long serialVersionUID = 1L;

    UnknownFeatureLevelException(final String message)
    {
        super(message);
    }
}
