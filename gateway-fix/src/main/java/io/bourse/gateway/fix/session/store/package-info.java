// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * What a FIX session keeps on the disk: numbers, messages sent, the mark of what was handed on.
 */
package io.bourse.gateway.fix.session.store;
