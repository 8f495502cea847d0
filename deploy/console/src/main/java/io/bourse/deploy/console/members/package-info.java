// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * What members have done in a session, how market makers keep their obligations, and the price indices.
 */
package io.bourse.deploy.console.members;
