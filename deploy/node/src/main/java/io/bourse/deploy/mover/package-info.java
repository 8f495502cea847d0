// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Moves instruments from one partition of a venue to another.
 */
package io.bourse.deploy.mover;
