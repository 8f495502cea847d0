// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Tests of the cluster host on real members: real drivers, archives and consensus modules on the loopback interface.
 */
package io.bourse.engine.host.cluster;
