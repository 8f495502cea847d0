// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.schema;

/**
 * A packet or message that is not what it should be; the message says where.
 */
public final class MalformedPacketException extends RuntimeException
{
    private static final long serialVersionUID = 1L;

    MalformedPacketException(final String message)
    {
        super(message);
    }
}
