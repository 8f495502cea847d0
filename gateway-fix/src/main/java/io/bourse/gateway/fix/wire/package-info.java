// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The bytes of FIX: a view that finds the fields of a received message without making objects, and a writer for what is
 * sent. Knows nothing of sessions or orders.
 */
package io.bourse.gateway.fix.wire;
