// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Files of the venue: private ones, replaced as a whole.
 */
module io.bourse.engine.files
{
    requires jdk.security.auth;

    exports io.bourse.engine.files;
}
