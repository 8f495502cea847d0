// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Measurements that need a live engine beside the code of another component.
 */
package io.bourse.deploy.bench;
