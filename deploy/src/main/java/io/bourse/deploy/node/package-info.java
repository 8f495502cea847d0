// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The all-in-one node: engine, gateways and publishers in one process, started in order and closed in reverse.
 */
package io.bourse.deploy.node;
