// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * What of a venue's history may be removed, and who still needs it. Here is the rule alone; the host carries it out.
 */
package io.bourse.engine.host.retention;
