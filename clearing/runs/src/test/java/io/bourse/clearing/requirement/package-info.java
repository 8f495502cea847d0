// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Tests of margin of registers and levels against a calculation that adds everything up in maps.
 */
package io.bourse.clearing.requirement;
