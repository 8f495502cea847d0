// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Turns the event stream into the SIMBA order log: transactions, snapshots, heartbeats.
 */
package io.bourse.marketdata.publisher;
