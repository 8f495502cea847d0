// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The load test: the document about this venue that exchanges publish about theirs, by one command.
 */
package io.bourse.jmh.loadtest;
