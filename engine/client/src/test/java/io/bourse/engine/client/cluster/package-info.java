// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Tests of the cluster's client that need no cluster; those that do stand with the host.
 */
package io.bourse.engine.client.cluster;
