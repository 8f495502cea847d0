// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * What a machine must have before a component of the venue opens anything there: names of hosts, a protected network,
 * processors for threads.
 */
package io.bourse.deploy.machine;
