// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Tests of the retention rule.
 */
package io.bourse.engine.host.retention;
