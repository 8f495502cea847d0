// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * What a capture of order entry holds: requests, their answers, and the order in which the matcher took them.
 */
package io.bourse.deploy.arrival;
