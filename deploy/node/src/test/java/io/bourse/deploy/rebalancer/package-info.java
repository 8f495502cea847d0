// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/** Tests of the rebalancer. */
package io.bourse.deploy.rebalancer;
