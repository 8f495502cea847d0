// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Tests of who may do what.
 */
package io.bourse.engine.security;
