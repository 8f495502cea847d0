// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The ring that all commands go through, against a bare Disruptor.
 */
package io.bourse.jmh.ring;
