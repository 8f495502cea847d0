// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Tests of the approvals of quarantines.
 */
package io.bourse.engine.host.quarantine;
