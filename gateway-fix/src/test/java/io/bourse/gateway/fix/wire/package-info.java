// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Tests of how messages are written.
 */
package io.bourse.gateway.fix.wire;
