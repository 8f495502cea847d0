// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Tests of the whole venue over real sockets, and of the rules that hold the house together.
 */
package io.bourse.system;
