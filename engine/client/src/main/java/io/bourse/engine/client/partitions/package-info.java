// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The engines of several partitions as one engine: for a gateway that has the sessions of its clients for all of them.
 */
package io.bourse.engine.client.partitions;
