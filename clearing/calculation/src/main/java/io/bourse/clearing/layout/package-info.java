// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * What the tables of the day and of a run look like, and the order of their rows. A class that writes or reads one
 * knows this package and need not know who else does.
 */
package io.bourse.clearing.layout;
