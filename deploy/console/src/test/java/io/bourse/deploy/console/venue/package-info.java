// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Tests of this package.
 */
package io.bourse.deploy.console.venue;
