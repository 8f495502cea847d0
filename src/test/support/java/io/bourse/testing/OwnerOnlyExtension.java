// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.testing;

import io.bourse.engine.files.Umask;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Lets tests make files as a venue does, for their owner alone: it would refuse other directories and secrets. Found by
 * JUnit itself in every module that has it on its class path.
 */
public final class OwnerOnlyExtension implements BeforeAllCallback
{
    @Override
    public void beforeAll(final ExtensionContext context)
    {
        Umask.ownerOnly();
    }
}
