// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Tests of the solo host: the real ring, driver, archive and core, on real files.
 */
package io.bourse.engine.host;
