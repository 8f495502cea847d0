// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Tests of what two sites say to each other.
 */
package io.bourse.engine.host.site;
