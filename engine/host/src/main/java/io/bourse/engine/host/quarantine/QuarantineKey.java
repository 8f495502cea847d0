// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.quarantine;

/**
 * Signs approvals with a key of the venue. Approvals are checked as long as the history exists, so the key never
 * changes.
 */
@FunctionalInterface
interface QuarantineKey
{
    /**
     * Signs.
     *
     * @param content to be signed.
     * @return 32 bytes, the same ones for the same content.
     */
    byte[] sign(byte[] content);
}
