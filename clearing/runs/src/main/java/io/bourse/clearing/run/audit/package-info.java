// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Who did what to which run: the audit trail, its signed head, and the approvals of a second person.
 */
package io.bourse.clearing.run.audit;
