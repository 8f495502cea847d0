// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Tests of metrics and health.
 */
package io.bourse.deploy.metrics;
