// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * SIMBA: the order log and its snapshots, instruments, and what is sent again over TCP.
 */
package io.bourse.marketdata.publisher.simba;
