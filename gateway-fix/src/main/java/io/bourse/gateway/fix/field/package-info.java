// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Fields and values of FIX messages: tags, texts, times, execution ids, instruments, refusals.
 */
package io.bourse.gateway.fix.field;
