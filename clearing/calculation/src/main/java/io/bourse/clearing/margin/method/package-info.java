// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Chooses the method of margin that parameters name.
 */
package io.bourse.clearing.margin.method;
