// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * A small FIX 4.4 client: what the venue's own tests and the day driver speak to the gateway with.
 */
package io.bourse.gateway.fix.client;
