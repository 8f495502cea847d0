// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Tests of the engine's clients.
 */
package io.bourse.engine.client;
