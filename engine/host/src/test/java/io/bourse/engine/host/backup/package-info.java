// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Parts of copies, one by one; whole ones are tested with the cluster.
 */
package io.bourse.engine.host.backup;
