// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Tests of the engines of several partitions as one.
 */
package io.bourse.engine.client.partitions;
