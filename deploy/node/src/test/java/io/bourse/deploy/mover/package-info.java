// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/** Tests of moves between partitions. */
package io.bourse.deploy.mover;
