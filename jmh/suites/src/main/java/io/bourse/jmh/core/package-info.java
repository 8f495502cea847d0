// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The whole core under load: encoded commands in, encoded events out, nothing else. A flow is recorded once against a
 * core of its own kind, so that while it is measured nothing is generated, and played again and again with fresh ids.
 */
package io.bourse.jmh.core;
