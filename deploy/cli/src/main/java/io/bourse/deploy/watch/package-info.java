// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * One instrument, live, as people look at it: its book, its trades, and whether what they see is right.
 */
package io.bourse.deploy.watch;
