// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Commands that the core cannot execute, and the signed approvals of two people by which the venue goes on without them
 * (docs/recovery.md).
 */
package io.bourse.engine.host.quarantine;
