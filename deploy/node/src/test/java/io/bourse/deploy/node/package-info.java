// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Tests of how components are put together.
 */
package io.bourse.deploy.node;
