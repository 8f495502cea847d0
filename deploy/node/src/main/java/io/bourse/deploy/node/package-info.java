// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * What runs in a process of the venue: all of it in one, or the engine, a gateway or the publisher alone. Parts are
 * started in order and closed in reverse.
 */
package io.bourse.deploy.node;
