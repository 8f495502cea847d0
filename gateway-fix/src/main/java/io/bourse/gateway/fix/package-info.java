// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * FIX 4.4 order entry of brokers over QuickFIX/J. Its threads never touch the matcher: they publish into the ring.
 */
package io.bourse.gateway.fix;
