// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Events as they go out: the writer of event groups, and one publisher per subject.
 */
package io.bourse.engine.core.event;
