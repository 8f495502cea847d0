// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Instruments that go from one partition to another.
 */
package io.bourse.engine.core.move;
