// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Tests of the archive of history.
 */
package io.bourse.engine.host.history;
